// What a person sees and does on the page, for the specs: by role and accessible name.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { atRest } from "./rest.mjs";

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const field = (page, name) => page.getByRole("textbox", { name, exact: true });
export const slider = (page, name) => page.getByRole("slider", { name, exact: true });
export const list = (page, stream) => page.getByRole("listbox", { name: `${stream} events`, exact: true });
export const mark = (page, id) => page.getByRole("listbox").getByRole("option", { name: new RegExp(`^${id}, `) });
export const undo = (page) => button(page, "Undo");

/** A mark's accessible name: "o3, key 003, 10:10, waiting, leaves at 12:10:00.001". */
export const told = (page, id) => mark(page, id).getAttribute("aria-label");

/** The names of all marks. */
export const marks = (page) =>
  page
    .getByRole("listbox")
    .getByRole("option")
    .evaluateAll((all) => all.map((option) => option.getAttribute("aria-label")));

/** Where the playhead is, in words. */
export const step = (page) => slider(page, "Step").getAttribute("aria-valuetext");

/** Where a flag is: its time, or "none". */
export const flag = (page, stream) => slider(page, `${stream} watermark`).getAttribute("aria-valuetext");

/** The rows of a table's body, each as one text. */
export const rows = (page, name) =>
  page
    .getByRole("table", { name, exact: true })
    .locator("tbody")
    .getByRole("row")
    .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim()).join(" ")));

/** All that a reload must bring back. */
export async function shown(page) {
  return {
    step: await step(page),
    marks: await marks(page),
    selected: await page
      .getByRole("listbox")
      .getByRole("option", { selected: true })
      .evaluateAll((all) => all.map((option) => option.getAttribute("aria-label"))),
    output: await rows(page, "Output"),
    orders: await flag(page, "orders"),
    upper: await field(page, "Upper bound").inputValue(),
  };
}

/** The middle of whatever the locator finds. */
export async function center(locator) {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The middle of a mark, in px of the window. */
export const middle = (page, id) => center(mark(page, id));

/** Presses at a point, moves by dx in some moves, and lets go unless asked to hold. */
export async function drag(page, from, dx, { moves = 8, hold = false, dy = 0 } = {}) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + dx, from.y + dy, { steps: moves });
  if (!hold) await page.mouse.up();
}

/** "10:10" in minutes. */
export const minutes = (clock) => {
  const [h, m, s = 0] = clock.split(":").map(Number);
  return h * 60 + m + s / 60;
};
export const clock = (minutes) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(Math.round(minutes % 60)).padStart(2, "0")}`;

/** A mark's event time in minutes. */
export const timeOf = async (page, id) => minutes((await told(page, id)).split(", ")[2]);

/** Minutes a px, by two marks far apart. */
export async function scale(page, first, last) {
  const [a, b] = [await middle(page, first), await middle(page, last)];
  return ((await timeOf(page, last)) - (await timeOf(page, first))) / (b.x - a.x);
}

/** Asserts, for a while (ms), until it holds. */
export async function soon(check, expected, message, patience = 15_000) {
  for (const until = Date.now() + patience; Date.now() < until; ) {
    // What is looked at may not be there yet, too.
    const holds = await Promise.resolve().then(check).then((seen) => isDeepStrictEqual(seen, expected), () => false);
    if (holds) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  assert.deepEqual(await check(), expected, message);
}

/** Asserts that a locator's text matches before long. */
export async function reads(locator, pattern) {
  try {
    await soon(async () => pattern.test(await locator.innerText()), true);
  } catch {
    assert.match(await locator.innerText(), pattern);
  }
}

/** Pastes a scenario's text beside all fields, which opens it. */
export async function paste(page, text) {
  await page.evaluate((text) => {
    document.activeElement?.blur();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await atRest(page);
}

/** Drops files on the page, as a person does from a folder: the name and the text of each. */
export async function dropped(page, files) {
  await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
  await atRest(page);
}

/** What the button saves: the file's name and its text. */
export async function save(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save file").click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}
