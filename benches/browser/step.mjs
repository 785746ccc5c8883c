// How much script a step forward takes, all that follows from it included: node benches/browser/step.mjs [events ...]

import { both, busy, calm, dispatched, open, probe, result, scriptBetween, told, traced, withPage } from "./bench.mjs";

const STEPS = Number(process.env.STEPS ?? 40);
const sizes = process.argv.slice(2).map(Number);

for (const events of sizes.length ? sizes : [10_000, 100_000]) {
  await withPage(async ({ page, browser }) => {
    await open(page, events);
    // In the middle of the script rows come, match and leave.
    await page.getByRole("slider", { name: "Step", exact: true }).focus();
    await page.mouse.click(1190, 5);
    for (let i = 0; i < 50; i++) await page.keyboard.press("ArrowLeft");
    await calm(page);
    const trace = await traced(browser, page, async () => {
      for (let i = 0; i < STEPS; i++) {
        await probe(page);
        await page.keyboard.press("ArrowRight");
        // Until what moves is over, Why told, and the place kept.
        await page.waitForTimeout(1200);
      }
    });
    const { wall, cpu } = both(scriptBetween(trace, dispatched(trace, "keydown")).slice(5));
    result(`script of a step, ${events} steps`, `${told(wall)}; thread ${told(cpu)}; ${busy(trace)}`, "p50 at most 4 ms", wall.p50 <= 4);
  });
}
