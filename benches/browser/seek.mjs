// What a seek to a random step takes, in a scenario of many steps: node benches/browser/seek.mjs [events]

import { both, calm, dispatched, open, result, told, traced, withPage, workBetween } from "./bench.mjs";

const SEEKS = Number(process.env.SEEKS ?? 1000);
const events = Number(process.argv[2] ?? 1_000_000);

await withPage(async ({ page, browser }) => {
  await open(page, events);
  // A small chart that is pressed seeks to wherever the pointer goes in it.
  const chart = await page.locator(".charts .plot-in").first().boundingBox();
  let seed = 42;
  const next = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
  await page.mouse.move(chart.x + 5, chart.y + chart.height / 2);
  await page.mouse.down();
  await page.mouse.move(chart.x + 40, chart.y + chart.height / 2);
  await calm(page);
  const trace = await traced(browser, page, async () => {
    for (let i = 0; i < SEEKS; i++) {
      await page.mouse.move(chart.x + 1 + next() * (chart.width - 2), chart.y + chart.height / 2);
      await page.waitForTimeout(events > 100_000 ? 60 : 40);
    }
  });
  // Script, style, layout and paint, all that follows a seek.
  const { wall, cpu } = both(workBetween(trace, dispatched(trace, "pointermove")));
  result(`seeking to a random step of ${events}`, `${told(wall)}; thread ${told(cpu)}`, "p50 at most 16 ms", wall.p50 <= 16);
});
