// Our work a frame while a watermark is dragged over many events: node benches/browser/drag.mjs [events]

import { both, busy, calm, dragFlag, frames, open, result, told, traced, withPage } from "./bench.mjs";

const MOVES = Number(process.env.MOVES ?? 240);
const events = Number(process.argv[2] ?? 10_000);

await withPage(async ({ page, browser }) => {
  await open(page, events);
  // In the middle of the script there are events on both sides of the watermark.
  await page.keyboard.press("Home");
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  await calm(page);
  const trace = await traced(browser, page, () => dragFlag(page, MOVES));
  const { wall, cpu } = both(frames(trace).filter((frame) => frame.wall > 0.5));
  result(`work a frame, dragging a watermark over ${events} events`, `${told(wall)}; thread ${told(cpu)}; ${busy(trace)}; ${wall.count} frames`, "p95 at most 16.7 ms", wall.p95 <= 16.7);
});
