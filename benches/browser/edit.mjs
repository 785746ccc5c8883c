// For how long the page is blocked after an edit of event k of many, until all of it is computed anew:
//   node benches/browser/edit.mjs [events]
// Edits at several places, each with a newer one before it is done. What blocks is the longest task of the main thread.

import { button, slider, step, undo } from "../../tests/e2e/person.mjs";
import { calm, open, result, stats, tasks, traced, withPage } from "./bench.mjs";

const events = Number(process.argv[2] ?? 100_000);
const PLACES = [0.02, 0.25, 0.5, 0.75, 0.98];

/** Remembers what the bar has said, and which orders the worker's slices answered. */
const listen = () => {
  globalThis.bars = [];
  globalThis.answered = [];
  const look = () => {
    const now = document.querySelector("[role=progressbar]")?.getAttribute("aria-valuetext");
    if (now && globalThis.bars.at(-1) !== now) globalThis.bars.push(now);
  };
  addEventListener("DOMContentLoaded", () => new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-valuetext"] }));
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => Array.isArray(data) && globalThis.answered.push(data[0]));
    }
  };
};

await withPage(async ({ page, browser }) => {
  await open(page, events);
  const done = async () => {
    await page.waitForTimeout(50);
    await page.getByRole("progressbar").waitFor({ state: "detached", timeout: 300_000 });
    await calm(page, 500);
  };
  const seek = async (share) => {
    for (const name of ["Shown steps", "Step"]) {
      const box = await slider(page, name).boundingBox();
      await page.mouse.click(box.x + 1 + (box.width - 2) * share, box.y + box.height / 2);
    }
    await calm(page, 600);
  };
  // The form is not what is measured: what follows the edit is.
  const ask = async () => {
    await button(page, "Add event").click();
    await page.getByRole("textbox", { name: "id", exact: false }).first().waitFor();
  };
  const [all, at] = [[], []];
  let [barred, cancelled] = [true, true];
  const measure = async (what, body) => {
    await page.evaluate(() => (globalThis.bars.splice(0), globalThis.answered.splice(0)));
    const before = Date.now();
    const trace = await traced(browser, page, async () => {
      await body();
      await done();
    });
    const longest = tasks(trace).sort((a, b) => b.wall - a.wall)[0];
    const [bars, answered] = await page.evaluate(() => [globalThis.bars.splice(0), globalThis.answered.splice(0)]);
    console.log(`${what}: longest task ${longest.wall.toFixed(1)} ms (thread ${longest.cpu.toFixed(1)}), ${bars.length} states of the bar, ${Date.now() - before} ms in all`);
    all.push(longest);
    at.push(what);
    return { bars, answered };
  };
  for (const share of PLACES) {
    await seek(share);
    const k = Number(/^step (\d+) /.exec(await step(page))[1]);
    await ask();
    const { bars } = await measure(`an event put in at ${k}`, () => page.keyboard.press("Enter"));
    if (share < 0.9) barred &&= bars.length > 0;
    const both = await measure("undone, redone before that was there, and undone", async () => {
      await undo(page).click();
      await button(page, "Redo").click();
      await undo(page).click();
    });
    cancelled &&= both.answered.every((order, index) => index === 0 || order >= both.answered[index - 1]);
  }
  const told = (clock) => {
    const { p50, max } = stats(all.map((task) => task[clock]));
    return `longest task: median ${p50.toFixed(0)}, most ${max.toFixed(0)} ms`;
  };
  const most = Math.max(...all.map((task) => task.wall));
  const shown = `progress ${barred ? "shown" : "NOT shown"}, ${cancelled ? "nothing of an older run after a newer one's" : "an older run went on"}`;
  result(`blocked after an edit, ${events} events`, `${told("wall")}; thread ${told("cpu")}; ${shown}`, "never more than 50 ms", most <= 50 && barred && cancelled);
}, { before: listen });
