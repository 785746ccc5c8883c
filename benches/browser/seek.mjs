// What a seek to a random step takes, in a scenario of many steps: node benches/browser/seek.mjs [events]
//
// Twice: while a held pointer passes one step after another, when what is read follows as they rest, and of a seek alone, with
// all that follows it.

import { both, busy, dispatched, holdChart, open, probe, result, told, traced, withPage, workBetween } from "./bench.mjs";

const SEEKS = Number(process.env.SEEKS ?? 1000);
const events = Number(process.argv[2] ?? 1_000_000);

await withPage(async ({ page, browser }) => {
  await open(page, events);
  const seek = await holdChart(page);
  for (const [how, seeks, wait] of [["one of many", SEEKS, 60], ["alone", Math.ceil(SEEKS / 4), 500]]) {
    const trace = await traced(browser, page, async () => {
      for (let i = 0; i < seeks; i++) {
        if (i % 10 === 0) await probe(page);
        await seek();
        await page.waitForTimeout(wait);
      }
    });
    // Script, style, layout and paint, all that follows a seek.
    const { wall, cpu } = both(workBetween(trace, dispatched(trace, "pointermove")));
    result(`seeking to a random step of ${events}, ${how}`, `${told(wall)}; thread ${told(cpu)}; ${busy(trace)}`, "p50 at most 16 ms", wall.p50 <= 16);
  }
});
