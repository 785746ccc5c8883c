// Ten thousand events: bars that say how many, zoom by button, key, wheel, ruler and bar, and every row still reached.

import assert from "node:assert/strict";
import { axe, pageTest, past } from "./harness.mjs";
import { button, center, flag, list, mark, paste, slider, soon, step, undo } from "./person.mjs";
import { generated } from "./generated.mjs";

const open = async (page, events = 10_000) => {
  await paste(page, JSON.stringify(generated(events)));
  await soon(() => step(page).then((text) => text.startsWith(`step ${events} of ${events}`)), true);
};
const bars = (page) => page.getByRole("img", { name: /: [\d,]+ rows?, / });
const options = (page, stream) => list(page, stream).getByRole("option").count();
const count = async (page) => {
  const names = await bars(page).evaluateAll((all) => all.map((bar) => bar.getAttribute("aria-label")));
  return names.reduce((sum, name) => sum + Number(/: (\d+) rows?,/.exec(name)[1]), 0);
};
const nodes = (page) => page.getByRole("region", { name: "Stage", exact: true }).evaluate((stage) => stage.querySelectorAll("*").length);
const shown = (page) => bars(page).evaluateAll((all) => all.map((bar) => bar.getAttribute("aria-label").split(": ")[0]).join());

pageTest("all of ten thousand events are counted, and the step's rows are marks", async ({ page }) => {
  await open(page);
  await soon(() => count(page), 10_000);
  assert.ok((await nodes(page)) < 3_000, `${await nodes(page)} nodes`);
  assert.match(await bars(page).first().getAttribute("aria-label"), /^\d\d:\d\d:\d\d to \d\d:\d\d:\d\d: \d+ rows?, .*late, not kept/);
  // Stepping: the row that arrives has its own mark.
  await page.keyboard.press("ArrowLeft");
  const id = /, (\w\d+) arrives/.exec(await step(page))[1];
  await mark(page, id).waitFor();
  assert.deepEqual(await axe(page), []);
});

pageTest("a bar that is clicked is zoomed into, until its rows are marks; Fit shows all again", async ({ page }) => {
  await open(page);
  const all = await shown(page);
  const { x, y } = await center(bars(page).nth(20));
  await page.mouse.click(x, y);
  await soon(async () => (await count(page)) < 1_000, true);
  await bars(page).nth(10).click();
  await soon(() => bars(page).count(), 0);
  assert.ok((await options(page, "orders")) + (await options(page, "shipments")) > 2);
  assert.ok((await nodes(page)) < 3_000, `${await nodes(page)} nodes`);
  assert.deepEqual(await axe(page), []);
  await button(page, "Fit").click();
  await soon(() => shown(page), all);
  await soon(() => button(page, "Fit").isDisabled(), true);
});

pageTest("zoom by key, wheel and ruler", async ({ page }) => {
  await open(page);
  const all = await shown(page);
  await list(page, "orders").focus();
  await page.keyboard.press("+");
  await soon(async () => (await count(page)) < 9_000, true);
  await page.keyboard.press("-");
  await soon(() => shown(page), all);
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await soon(async () => (await count(page)) < 5_000, true);
  await page.keyboard.press("0");
  await soon(() => shown(page), all);

  // Ctrl and the wheel zoom around the pointer, over the ruler the wheel alone.
  const lane = await list(page, "orders").boundingBox();
  await page.mouse.move(lane.x + 300, lane.y + 20);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await soon(async () => (await count(page)) < 7_000, true);
  const zoomed = await count(page);
  await page.mouse.move(lane.x + 300, lane.y - 38);
  await page.mouse.wheel(0, -100);
  await soon(async () => (await count(page)) < zoomed, true);

  // The ruler is dragged, Shift and the wheel pan.
  const before = await shown(page);
  await page.mouse.down();
  await page.mouse.move(lane.x + 100, lane.y - 38, { steps: 4 });
  await page.mouse.up();
  await soon(async () => (await shown(page)) > before, true);
  const dragged = await shown(page);
  await page.keyboard.down("Shift");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Shift");
  await soon(async () => (await shown(page)) < dragged, true);
  // A wheel alone over the lanes is the page's.
  const still = await shown(page);
  await page.mouse.move(lane.x + 300, lane.y + 20);
  await page.mouse.wheel(0, 100);
  await past(page, 200);
  assert.equal(await shown(page), still);
});

pageTest("the picture follows the step and the selection, if asked", async ({ page }) => {
  await open(page);
  await list(page, "orders").focus();
  for (let i = 0; i < 14; i++) await page.keyboard.press("+");
  await soon(() => bars(page).count(), 0);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const first = /, (\w\d+) arrives/.exec(await step(page))[1];
  await mark(page, first).waitFor();
  // The next mark in the lane, again and again, stays in sight.
  await list(page, "orders").focus();
  for (let i = 0; i < 40; i++) await page.keyboard.press(".");
  const selected = page.getByRole("listbox").getByRole("option", { selected: true });
  await soon(async () => {
    const [box, lane] = [await selected.boundingBox(), await list(page, "orders").boundingBox()];
    return box.x > lane.x - 20 && box.x < lane.x + lane.width;
  }, true);

  await button(page, "Follow").click();
  assert.equal(await button(page, "Follow").getAttribute("aria-pressed"), "false");
  await page.keyboard.press("End");
  await soon(() => step(page).then((text) => text.startsWith("step 10000 ")), true);
  const last = /, (\w\d+) arrives/.exec(await step(page))[1];
  assert.equal(await mark(page, last).count(), 0);
  await button(page, "Follow").click();
  await mark(page, last).waitFor();
});

pageTest("a watermark dragged over ten thousand events: the picture at once, all else when the hand rests, and as the edit has it", { rests: false }, async ({ page }) => {
  await open(page);
  await page.keyboard.press("Home");
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  await soon(() => step(page).then((text) => text.startsWith("step 5 of 10000,")), true);
  const before = await flag(page, "orders");
  // Not while it still slides.
  await slider(page, "orders watermark").hover();
  const { x, y } = await center(slider(page, "orders watermark"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  // The hand moves on and on.
  for (let by = 10; by <= 200; by += 10) await page.mouse.move(x + by, y);
  await soon(async () => (await flag(page, "orders")) !== before, true);
  await soon(() => step(page).then((text) => text.startsWith("step 6 of 10001,")), true);
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  const would = [await flag(page, "orders"), await step(page), await shown(page), await count(page)];
  assert.deepEqual(await axe(page), []);
  await page.mouse.up();
  await soon(async () => [await flag(page, "orders"), await step(page), await shown(page), await count(page)], would);
  // Let go in the midst of it, it is the same as after a rest.
  await undo(page).click();
  await soon(() => step(page).then((text) => text.startsWith("step 5 of 10000,")), true);
  await slider(page, "orders watermark").hover();
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let by = 10; by <= 200; by += 10) await page.mouse.move(x + by, y);
  await page.mouse.up();
  await soon(async () => [await flag(page, "orders"), await step(page), await shown(page), await count(page)], would);
  await undo(page).click();
  await soon(() => flag(page, "orders"), before);
});

pageTest("another scenario is shown whole", async ({ page }) => {
  await open(page);
  await list(page, "orders").focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press("+");
  await soon(() => button(page, "Fit").isEnabled(), true);
  await paste(page, JSON.stringify(generated(20)));
  await soon(() => button(page, "Fit").isDisabled(), true);
  await soon(async () => (await options(page, "orders")) + (await options(page, "shipments")), 20);
});

pageTest("pinching zooms on a phone", { size: "phone", hasTouch: true }, async ({ page, context }) => {
  await open(page, 2_000);
  const before = await count(page);
  const lane = await list(page, "orders").boundingBox();
  const session = await context.newCDPSession(page);
  const touch = (type, xs) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((x, id) => ({ x: lane.x + x, y: lane.y + 30, id })) });
  await touch("touchStart", [150]);
  await touch("touchStart", [150, 200]);
  for (let by = 10; by <= 90; by += 10) await touch("touchMove", [150 - by, 200 + by]);
  await touch("touchEnd", []);
  await soon(async () => (await count(page)) < before / 2, true);
  assert.equal(await button(page, "Undo").isDisabled(), false);
  assert.match(await step(page), /of 2000/, "no event was added");
  await slider(page, "Step").waitFor();
});
