// A long script: an edit is shown at once, the rest is run in a worker (or between frames), and a newer edit cancels the older.

import assert from "node:assert/strict";
import { axe, booted, pageTest } from "./harness.mjs";
import { button, paste, save, slider, soon, step, undo } from "./person.mjs";
import { generated } from "./generated.mjs";

const EVENTS = 100_000;
/** What `joinscope` puts out for the generated events. */
const ROWS = 50_123;

/** Remembers what the bar has said, and which orders a worker's slices answered. */
const listen = () => {
  globalThis.bars = [];
  globalThis.answered = [];
  const look = () => {
    const now = document.querySelector("[role=progressbar]")?.getAttribute("aria-valuetext");
    if (now && globalThis.bars.at(-1) !== now) globalThis.bars.push(now);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-valuetext"] });
  if (!globalThis.Worker) return;
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => Array.isArray(data) && globalThis.answered.push(data[0]));
    }
  };
};
const bars = (page) => page.evaluate(() => globalThis.bars.splice(0));
const answered = (page) => page.evaluate(() => globalThis.answered.splice(0));
/** Nothing is being recomputed any more. */
const calm = (page) => page.getByRole("progressbar").waitFor({ state: "detached", timeout: 120_000 });
/** The script is of so many steps. */
const long = (page, steps) => soon(() => step(page).then((text) => text.includes(`of ${steps},`)), true);
/** Opens a scenario of so many steps, all of which have run then. */
const open = async (page, text, steps) => {
  await paste(page, text);
  await long(page, steps);
  await calm(page);
};
/** Where the playhead is, and how many rows the output has. */
const told = async (page) => [await step(page), /[\d,]+ rows?/.exec(await page.getByRole("region", { name: "Output" }).first().innerText())[0]];
/** Shows a step about halfway. */
const half = async (page) => {
  for (const name of ["Shown steps", "Step"]) {
    const box = await slider(page, name).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
};
const add = async (page) => {
  await button(page, "Add event").click();
  const key = page.getByRole("group", { name: "Add event", exact: true }).getByRole("textbox", { name: "Key", exact: true });
  await soon(() => key.evaluate((field) => field === document.activeElement), true);
  await page.keyboard.press("Enter");
};

/** The page, listened to from its beginning. */
const heard = (name, options, body) =>
  // Not at rest after each act: what is tested is what goes on meanwhile.
  pageTest(name, { open: false, rests: false, timeout: 240_000, ...options }, async (test) => {
    await test.context.addInitScript(listen);
    await test.page.goto(test.base);
    await booted(test.page);
    await body(test);
  });

heard("an edit in the midst of 100,000 events is shown at once, and the rest comes with progress", {}, async ({ page, context, base }) => {
  await open(page, JSON.stringify(generated(EVENTS)), EVENTS);
  assert.match((await bars(page))[0], /^Recomputing, \d+ %$/);
  await soon(async () => (await told(page))[1], `${ROWS} rows`);
  assert.ok((await answered(page)).length > 3, "the worker ran it");
  await half(page);
  const now = async () => Number(/^step (\d+) /.exec(await step(page))[1]);
  await soon(async () => Math.round((await now()) / 10_000), 5);
  const at = await now();

  // The script is the edited one at once.
  await add(page);
  await long(page, EVENTS + 1);
  await calm(page);
  assert.match((await bars(page))[0], /^Recomputing, \d+ %$/);
  const last = async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("End");
    await soon(() => step(page).then((text) => text.startsWith(`step ${EVENTS + 1} of ${EVENTS + 1}`)), true);
    return told(page);
  };
  await soon(async () => (await step(page)).startsWith(`step ${at + 1} of ${EVENTS + 1}, o100000 arrives`), true);
  const after = await last();
  assert.deepEqual(await axe(page), []);

  // As if it had been run from the beginning.
  const { text } = await save(page);
  const other = await context.newPage();
  await other.goto(base);
  await booted(other);
  await open(other, text, EVENTS + 1);
  await soon(() => told(other), after);
  await other.close();

  await undo(page).click();
  await long(page, EVENTS);
  await calm(page);
  await page.keyboard.press("End");
  await soon(() => told(page).then(([, rows]) => rows), `${ROWS} rows`);
});

heard("a second edit at once cancels the run of the first, and steps before both can be gone through", {}, async ({ page }) => {
  await open(page, JSON.stringify(generated(EVENTS)), EVENTS);
  await answered(page);
  await page.keyboard.press("Home");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await add(page);
  await page.keyboard.press("Home");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await soon(() => step(page).then((text) => text.split(",")[0]), `step 3 of ${EVENTS + 1}`);
  await add(page);
  await soon(() => step(page).then((text) => text.split(",")[0]), `step 4 of ${EVENTS + 2}`);
  await calm(page);
  const orders = await answered(page);
  assert.deepEqual(orders, [...orders].sort((a, b) => a - b), "nothing of the first comes after the second");
  assert.match(await step(page), new RegExp(`^step 4 of ${EVENTS + 2}`));
  await undo(page).click();
  await undo(page).click();
  await long(page, EVENTS);
  await calm(page);
  await page.keyboard.press("End");
  await soon(() => told(page), [`step ${EVENTS} of ${EVENTS}, o99999 arrives on orders`, `${ROWS} rows`]);
});

const few = 20_000;
const FEW_ROWS = 9_907;

heard("without workers the page runs it between its frames", {}, async ({ page, context, base }) => {
  const other = await context.newPage();
  await other.addInitScript(() => delete globalThis.Worker);
  await other.goto(base);
  await booted(other);
  await open(other, JSON.stringify(generated(EVENTS)), EVENTS);
  assert.ok((await bars(other)).length > 2);
  await soon(async () => (await told(other))[1], `${ROWS} rows`);
});

for (const worker of [true, false]) {
  const extra = { "/host.html": '<!doctype html><title>host</title><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" style="border:0;width:1200px;height:800px" src="/app/"></iframe>' };
  pageTest(`in a sandboxed frame ${worker ? "" : "without workers "}it comes as well`, { open: false, path: "/app/", extra }, async ({ page, context, origin }) => {
    await context.addInitScript(listen);
    if (!worker) await context.addInitScript(() => delete globalThis.Worker);
    await page.goto(`${origin}/host.html`);
    const frame = page.frames().at(-1);
    await booted(frame);
    await open(frame, JSON.stringify(generated(few)), few);
    await soon(async () => (await told(frame))[1], `${FEW_ROWS} rows`);
    assert.equal((await answered(frame)).length > 0, worker);
  });
}

heard("a short script has no bar: what is pressed right after an edit finds it done", {}, async ({ page }) => {
  await page.keyboard.press("Home");
  await bars(page);
  await add(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await soon(() => step(page).then((text) => /^step (\d+) of \1/.test(text)), true);
  assert.deepEqual(await bars(page), []);
  assert.deepEqual(await answered(page), []);
});
