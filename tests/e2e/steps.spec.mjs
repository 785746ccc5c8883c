// The list of steps, its commands and its menu, two orders compared, the scrubber of long scripts, and how a step moves.

import assert from "node:assert/strict";
import { axe, pageTest, past } from "./harness.mjs";
import { button, marks, paste, rows, shown, slider, soon, step, told, undo } from "./person.mjs";

const table = (page) => page.getByRole("table", { name: "Steps", exact: true });
const stepTab = (page) => page.getByRole("tab", { name: /^Steps/ });
const stepRow = (page, number) => table(page).locator(`[aria-rowindex="${number + 1}"]`);
const go = (page, number) => stepRow(page, number).getByRole("button").first();
const menuOf = (page, number) => page.getByRole("menu", { name: `Menu of step ${number}`, exact: true });
const item = (page, name) => page.getByRole("menuitem", { name, exact: true });
const focusedIn = (locator) => locator.evaluate((at) => at.contains(document.activeElement));
/** How many steps the list has. */
const count = async (page) => Number(await table(page).getAttribute("aria-rowcount")) - 1;
/** What happens in each step that is in the page, from the list. */
const happens = (page) =>
  table(page).locator("[aria-rowindex]").evaluateAll((all) => all.slice(1).map((row) => row.querySelector("button").textContent));

async function openList(page) {
  await stepTab(page).click();
  await table(page).waitFor();
}

/** A script of so many orders and shipments, half a minute apart. */
function long(steps) {
  const script = [];
  const start = 1718960400000;
  for (let i = 0; i < steps; i++) {
    const side = i % 2 ? "right" : "left";
    const n = Math.floor(i / 2) + 1;
    script.push({ do: "push", side, id: (i % 2 ? "s" : "o") + n, key: n % 7 ? String(n) : String(n) + side, time: start + i * 30000 });
  }
  return JSON.stringify({
    version: 1, title: "Long", dialect: "flink_sql",
    left: { name: "orders", watermark: { strategy: "bounded", delay: 60000 } },
    right: { name: "shipments", watermark: { strategy: "bounded", delay: 60000 } },
    join: { kind: "interval", type: "left", lower: 0, upper: 600000 },
    script,
  });
}

const MEMBERS = {
  version: 1, title: "Members", dialect: "flink_sql",
  left: { name: "members", watermark: { strategy: "none" } },
  right: { name: "cards", watermark: { strategy: "none" } },
  join: { kind: "regular", type: "left" },
  script: [
    { do: "push", side: "left", id: "m1", key: "007", time: 1718964000000, row: { name: "Ada" } },
    { do: "push", side: "right", id: "c1", key: "007", time: 1718964300000, row: { level: "silver" } },
    { do: "push", side: "left", id: "m2", key: "008", time: 1718964600000, row: { name: "Bo" } },
  ],
};

// ---- the list

pageTest("the list says what happens in each step and what it did, and goes there", async ({ page }) => {
  await openList(page);
  await soon(async () => (await rows(page, "Steps")).length, 15);
  const list = await rows(page, "Steps");
  assert.match(list[9], /s4 arrives on shipments.*3 left\s*1 with NULL/);
  assert.match(list[7], /s3 arrives on shipments.*1 late/);
  assert.equal(await stepRow(page, 10).getAttribute("aria-current"), "step");
  await go(page, 3).click();
  await soon(() => step(page), "step 3 of 15, s1 arrives on shipments");
  assert.equal(await stepRow(page, 3).getAttribute("aria-current"), "step");
  await page.keyboard.press("ArrowRight");
  await soon(() => step(page), "step 4 of 15, o3 arrives on orders");
  assert.equal(await stepRow(page, 4).getAttribute("aria-current"), "step");
  assert.deepEqual(await axe(page), []);
});

pageTest("Alt and an arrow moves a step, and undo is one entry each", async ({ page }) => {
  await openList(page);
  const before = await happens(page);
  await go(page, 10).click();
  await page.keyboard.press("Alt+ArrowUp");
  await soon(async () => (await happens(page)).slice(8, 10), [before[9], before[8]]);
  await soon(() => focusedIn(stepRow(page, 9)), true, "the focus goes with the step");
  // What was shown is shown still.
  assert.equal(await step(page), "step 9 of 15, s4 arrives on shipments");
  await page.keyboard.press("Alt+ArrowUp");
  await soon(async () => (await happens(page))[7], before[9]);
  await undo(page).click();
  await undo(page).click();
  await soon(() => happens(page), before);
  assert.ok(await undo(page).isDisabled());
});

pageTest("Shift selects several steps, which are moved and deleted together", async ({ page }) => {
  await openList(page);
  const before = await happens(page);
  await go(page, 2).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await soon(() => table(page).getByRole("row", { selected: true }).count(), 3);
  await page.getByText("3 steps selected").waitFor();
  await page.keyboard.press("Alt+ArrowDown");
  const later = [before[0], before[4], ...before.slice(1, 4), ...before.slice(5)];
  await soon(() => happens(page), later);
  await page.keyboard.press("Delete");
  await soon(() => happens(page), [before[0], ...before.slice(4)]);
  await undo(page).click();
  await soon(() => happens(page), later);
  await undo(page).click();
  await soon(() => happens(page), before);
  assert.ok(await undo(page).isDisabled());
  await go(page, 1).click();
  await go(page, 4).click({ modifiers: ["Shift"] });
  await page.getByText("4 steps selected").waitFor();
  await page.getByRole("region", { name: "Steps" }).getByRole("button", { name: "Duplicate", exact: true }).click();
  await soon(() => count(page), 19);
  assert.deepEqual((await happens(page)).slice(4, 8), [
    "o7 arrives on orders", "o8 arrives on orders", "s6 arrives on shipments", "o9 arrives on orders",
  ]);
});

pageTest("a step dragged by its handle lands between two others", async ({ page }) => {
  await openList(page);
  const before = await happens(page);
  await go(page, 10).click();
  const grip = async (number) => {
    const box = await stepRow(page, number).boundingBox();
    return { x: box.x + 12, y: box.y + box.height / 2, height: box.height };
  };
  const [from, to] = [await grip(10), await grip(8)];
  const take = async () => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y - to.height / 4);
  };
  await take();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.deepEqual(await happens(page), before, "Esc leaves it");
  await take();
  await page.mouse.up();
  await soon(() => happens(page), [...before.slice(0, 7), before[9], ...before.slice(7, 9), ...before.slice(10)]);
  await page.getByRole("region", { name: "Another order" }).waitFor();
});

pageTest("a watermark step is edited in its place, and a wrong time is told there", async ({ page }) => {
  await openList(page);
  await go(page, 12).click();
  await page.keyboard.press("Enter");
  const editor = page.getByRole("group", { name: "Edit step" });
  const time = editor.getByRole("textbox", { name: "Time" });
  await soon(() => time.evaluate((input) => input === document.activeElement), true);
  assert.equal(await time.inputValue(), "12:30");
  await time.fill("noon");
  await page.keyboard.press("Enter");
  await editor.getByRole("alert").waitFor();
  await time.fill("12:45");
  await page.keyboard.press("Enter");
  await editor.waitFor({ state: "detached" });
  await soon(() => go(page, 12).textContent(), "orders watermark to 12:45");
  await soon(() => focusedIn(stepRow(page, 12)), true);
  await undo(page).click();
  await soon(() => go(page, 12).textContent(), "orders watermark to 12:30");
});

pageTest("a step of any kind is put in before and behind another", async ({ page }) => {
  await openList(page);
  await go(page, 5).click();
  await stepRow(page, 5).getByRole("button", { name: "Menu of step 5" }).click();
  await item(page, "Insert before").click();
  const kind = page.getByRole("combobox", { name: "Kind of step" });
  // Of a Flink interval join: no batch, no clock.
  assert.deepEqual(await kind.getByRole("option").allTextContents(), ["event", "watermark", "checkpoint", "crash"]);
  await kind.selectOption("watermark");
  const editor = page.getByRole("group", { name: "Insert step" });
  await editor.getByRole("combobox", { name: "Stream" }).selectOption("right");
  await editor.getByRole("textbox", { name: "Time" }).fill("9:00");
  await page.keyboard.press("Enter");
  await soon(() => step(page), "step 5 of 16, shipments watermark to 09:00");
  // An event, behind the one shown.
  await button(page, "Insert step").click();
  const event = page.getByRole("group", { name: "Add event" });
  await event.getByRole("textbox", { name: "Id" }).fill("x1");
  await event.getByRole("textbox", { name: "Event time" }).fill("9:55");
  await page.keyboard.press("Enter");
  await soon(async () => /^step 6 of 17, x1 arrives on/.test(await step(page)), true);
  // Esc takes nothing in.
  await button(page, "Insert step").click();
  await event.waitFor();
  await page.keyboard.press("Escape");
  await event.waitFor({ state: "detached" });
  assert.match(await step(page), /of 17,/);
});

pageTest("in Spark steps are events and batches", async ({ page }) => {
  await page.getByRole("combobox", { name: "Engine", exact: true }).selectOption("spark");
  await page.getByRole("dialog").getByRole("button", { name: "Switch", exact: true }).click();
  await openList(page);
  await button(page, "First step").click();
  await go(page, 2).click();
  assert.match(await go(page, 2).textContent(), /batch/);
  await stepRow(page, 2).getByRole("button", { name: "Menu of step 2" }).click();
  assert.equal(await item(page, "Edit").count(), 0, "a batch has nothing to edit");
  await item(page, "Insert after").click();
  const kind = page.getByRole("combobox", { name: "Kind of step" });
  assert.deepEqual(await kind.getByRole("option").allTextContents(), ["event", "batch", "batch that fails", "crash"]);
  await kind.selectOption("batch");
  await page.getByRole("group", { name: "Insert step" }).getByRole("button", { name: "Add", exact: true }).click();
  await soon(async () => /no batch to run/.test(await step(page)), true);
});

pageTest("the clock's steps are put in, edited and moved", async ({ page }) => {
  await paste(page, JSON.stringify({ ...MEMBERS, join: { ...MEMBERS.join, state_ttl: 600_000 } }));
  await soon(async () => (await step(page)).startsWith("step 3 of 3"), true);
  await openList(page);
  await button(page, "Insert step").click();
  await page.getByRole("combobox", { name: "Kind of step" }).selectOption("clock");
  const time = page.getByRole("group", { name: "Insert step" }).getByRole("textbox", { name: "Time" });
  await time.fill("5 min");
  await page.keyboard.press("Enter");
  await soon(() => go(page, 4).textContent(), "the clock moves to 300 s");
  await go(page, 4).click();
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Edit step" }).getByRole("textbox", { name: "Time" }).fill("20 min");
  await page.keyboard.press("Enter");
  await soon(() => go(page, 4).textContent(), "the clock moves to 1200 s");
  await soon(async () => /, left$/.test(await told(page, "m1")), true, "its TTL is over");
  await page.keyboard.press("Alt+ArrowUp");
  await soon(() => go(page, 3).textContent(), "the clock moves to 1200 s");
  await page.keyboard.press("Delete");
  await soon(async () => (await happens(page)).length, 3);
  for (let i = 0; i < 3; i++) await undo(page).click();
  await soon(() => go(page, 4).textContent(), "the clock moves to 300 s");
  await undo(page).click();
  await soon(() => happens(page), ["m1 arrives on members", "c1 arrives on cards", "m2 arrives on members"]);
});

pageTest("a row of a regular join is taken back and updated from the list", async ({ page }) => {
  await paste(page, JSON.stringify(MEMBERS));
  await soon(async () => (await step(page)).startsWith("step 3 of 3"), true);
  await openList(page);
  await go(page, 1).click();
  await stepRow(page, 1).getByRole("button", { name: "Menu of step 1" }).click();
  await item(page, "Update").click();
  const editor = page.getByRole("group", { name: "Add event" });
  assert.equal(await editor.getByRole("combobox", { name: "Row kind" }).inputValue(), "+U");
  await editor.getByRole("textbox", { name: "Row", exact: true }).fill('{"name": "Eve"}');
  await page.keyboard.press("Enter");
  await soon(() => happens(page), [
    "m1 arrives on members", "m1 is taken back on members", "m3 arrives on members", "c1 arrives on cards", "m2 arrives on members",
  ]);
  await undo(page).click();
  await soon(async () => (await happens(page)).length, 3, "-U and +U are one entry of undo");
  await stepRow(page, 1).getByRole("button", { name: "Menu of step 1" }).click();
  await item(page, "Take back").click();
  await soon(async () => (await happens(page))[1], "m1 is taken back on members");
});

// ---- the menu of a scrubber's cell

pageTest("a cell of the scrubber has a menu, by mouse and by keys", async ({ page }) => {
  const scrubber = slider(page, "Step");
  const box = await scrubber.boundingBox();
  await page.mouse.click(box.x + (3.5 * box.width) / 15, box.y + 20, { button: "right" });
  await menuOf(page, 4).waitFor();
  assert.equal(await step(page), "step 10 of 15, s4 arrives on shipments", "the playhead stays");
  assert.deepEqual(await axe(page), []);
  await page.keyboard.press("Escape");
  await menuOf(page, 4).waitFor({ state: "detached" });

  for (const key of ["Shift+F10", "ContextMenu"]) {
    await scrubber.focus();
    await page.keyboard.press(key);
    await menuOf(page, 10).waitFor();
    const focused = (name) => soon(() => item(page, name).evaluate((at) => at === document.activeElement), true, name);
    await focused("Edit");
    await page.keyboard.press("ArrowUp");
    await focused("Delete");
    await page.keyboard.press("m");
    await focused("Move earlier");
    await page.keyboard.press("Escape");
    await menuOf(page, 10).waitFor({ state: "detached" });
    await soon(() => scrubber.evaluate((at) => at === document.activeElement), true, "the focus is back");
  }
  await button(page, "Step menu").click();
  await item(page, "Delete").click();
  await soon(() => step(page), "step 9 of 14, o6 arrives on orders");
  await undo(page).click();
  assert.ok(await undo(page).isDisabled());
});

// ---- another order

pageTest("swap and compare says what another order changes, and leads back", async ({ page }) => {
  // s5 matches o3. Behind the watermark that lets o3 go it finds nobody.
  const before = await shown(page);
  await slider(page, "Step").focus();
  await page.keyboard.press("ArrowRight");
  const order = page.getByRole("region", { name: "Another order" });
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press("Shift+F10");
    await item(page, "Swap with next, and compare").click();
    await soon(async () => (await step(page)).startsWith(`step ${12 + i} of 15, s5`), true);
    await soon(() => slider(page, "Step").evaluate((at) => at === document.activeElement), true);
  }
  await order.getByText("s5 arrives on shipments: now step 14, before step 11").waitFor();
  const text = await order.innerText();
  assert.match(text, /o3 with s5 no longer comes out/);
  assert.match(text, /o3 with NULL comes out now/);
  assert.match(text, /o3: left as NULL, before: matched, then left/);
  assert.match(text, /s5: late, not kept/);
  assert.deepEqual(await axe(page), []);
  await order.getByRole("button", { name: /^Step 14, before step 11/ }).click();
  await soon(() => step(page), "step 14 of 15, s5 arrives on shipments");
  await order.getByRole("button", { name: "Back to the order before" }).click();
  await order.waitFor({ state: "detached" });
  await soon(async () => (await shown(page)).marks.length, before.marks.length);
  assert.ok(await undo(page).isDisabled(), "the moves are taken back");
});

pageTest("an order that is kept stays", async ({ page }) => {
  await openList(page);
  const before = await happens(page);
  await go(page, 1).click();
  await page.keyboard.press("Alt+ArrowDown");
  const order = page.getByRole("region", { name: "Another order" });
  await order.getByText("This order changes nothing").waitFor();
  await order.getByRole("button", { name: "Keep this order" }).click();
  await order.waitFor({ state: "detached" });
  await soon(async () => (await happens(page)).slice(0, 2), [before[1], before[0]]);
  // An edit of something else ends the comparison.
  await go(page, 1).click();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await order.waitFor();
  await go(page, 9).click();
  await page.keyboard.press("Delete");
  await order.waitFor({ state: "detached" });
});

pageTest("later steps that do otherwise after an edit are marked", async ({ page }) => {
  await openList(page);
  await go(page, 2).click();
  await page.keyboard.press("Delete");
  // o2 came out with NULL in what is step 9 now.
  const dots = page.getByRole("img", { name: "does otherwise since the last edit" });
  await soon(() => dots.count(), 1);
  await stepRow(page, 9).getByRole("img", { name: "does otherwise since the last edit" }).waitFor();
  await undo(page).click();
  await stepRow(page, 10).getByRole("img", { name: "does otherwise since the last edit" }).waitFor();
});

// ---- long scripts

pageTest("ten thousand steps: few rows in the page, all of them reached", async ({ page }) => {
  await paste(page, long(10_000));
  await soon(async () => (await step(page)).startsWith("step 10000 of 10000"), true);
  await openList(page);
  assert.equal(await table(page).getAttribute("aria-rowcount"), "10001");
  assert.ok((await table(page).getByRole("row").count()) < 60);
  assert.equal(await stepRow(page, 10_000).getAttribute("aria-current"), "step");
  await go(page, 10_000).click();
  await page.keyboard.press("Home");
  await soon(() => focusedIn(stepRow(page, 1)), true);
  await page.keyboard.press("End");
  await soon(() => focusedIn(stepRow(page, 10_000)), true);
  await page.keyboard.press("PageUp");
  await soon(() => focusedIn(stepRow(page, 9_990)), true);
  await page.keyboard.press("Space");
  await soon(async () => (await step(page)).startsWith("step 9990 of 10000"), true);
  assert.ok((await table(page).getByRole("row").count()) < 60);
});

pageTest("a long script has a strip whose window is dragged and moved by keys", async ({ page }) => {
  await paste(page, long(2_000));
  await soon(async () => (await step(page)).startsWith("step 2000 of 2000"), true);
  const window = slider(page, "Shown steps");
  const range = async () => (await window.getAttribute("aria-valuetext")).match(/steps (\d+) to (\d+) of 2000/).slice(1).map(Number);
  await soon(async () => (await range())[1], 2000);
  const cellCount = async () => (await range())[1] - (await range())[0] + 1;
  assert.ok((await cellCount()) > 10 && (await cellCount()) < 60);
  await window.focus();
  await page.keyboard.press("Home");
  await soon(async () => (await range())[0], 1);
  await page.keyboard.press("ArrowRight");
  await soon(async () => (await range())[0], 2);
  const [, last] = await range();
  await page.keyboard.press("PageUp");
  await soon(async () => (await range())[0], last + 1);
  assert.match(await step(page), /^step 2000 of/, "the playhead stays");
  // To the middle, then on by dragging.
  const box = await window.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 6);
  await page.mouse.down();
  await soon(async () => Math.abs((await range())[0] - 1000) < 60, true);
  await page.mouse.move(box.x + box.width / 4, box.y + 6, { steps: 4 });
  await page.mouse.up();
  await soon(async () => Math.abs((await range())[0] - 500) < 60, true);
  const [first] = await range();
  const cells = slider(page, "Step");
  const at = await cells.boundingBox();
  await page.mouse.click(at.x + (2.5 * at.width) / (await cellCount()), at.y + 20);
  await soon(async () => (await step(page)).startsWith(`step ${first + 2} of 2000`), true);
  await page.keyboard.press("End");
  await soon(async () => (await range())[1], 2000, "the window goes with the playhead");
  assert.deepEqual(await axe(page), []);
});

pageTest("the numbers at the ends of a long scrubber are whole", async ({ page }) => {
  await paste(page, long(10_000));
  await soon(async () => (await step(page)).startsWith("step 10000 of 10000"), true);
  const scrubber = slider(page, "Step");
  const inside = async (number) => {
    const text = scrubber.getByText(String(number), { exact: true });
    const [all, box] = [await scrubber.boundingBox(), await text.boundingBox()];
    assert.ok(box.x >= all.x - 0.5 && box.x + box.width <= all.x + all.width + 0.5, `${number}: ${JSON.stringify([box, all])}`);
  };
  await inside(10_000);
  await slider(page, "Shown steps").focus();
  await page.keyboard.press("Home");
  const [, last] = (await slider(page, "Shown steps").getAttribute("aria-valuetext")).match(/to (\d+) of/);
  for (let i = Number(last); i < 9_999 && i % 5 !== 4; i++) await page.keyboard.press("ArrowRight");
  await inside(5);
});

// ---- playing and going back

pageTest("it plays at four speeds, and is silent when faster than once", async ({ page }) => {
  const live = page.getByRole("region", { name: "Why" }).locator("[aria-live]");
  await button(page, "First step").click();
  const speed = page.getByRole("combobox", { name: "Speed" });
  assert.deepEqual(await speed.getByRole("option").allTextContents(), ["0.5×", "1×", "2×", "4×"]);
  await speed.selectOption({ label: "4×" });
  await button(page, "Play").click();
  await soon(() => live.getAttribute("aria-live"), "off");
  await soon(async () => Number((await step(page)).match(/\d+/)[0]) >= 3, true);
  await button(page, "Pause").click();
  await soon(() => live.getAttribute("aria-live"), "polite");
});

pageTest("playing begins at once, and whoever takes the scrubber ends it", async ({ page }) => {
  await button(page, "First step").click();
  // At half the speed the second step comes 2.4 s later.
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: "0.5×" });
  await button(page, "Play").click();
  assert.match(await step(page), /^step 1 of/);
  await button(page, "Pause").waitFor();
  const box = await slider(page, "Step").boundingBox();
  await page.mouse.move(box.x + (10.5 * box.width) / 15, box.y + 20);
  await page.mouse.down();
  await button(page, "Play").waitFor();
  await past(page, 2600);
  assert.match(await step(page), /^step 11 of/, "it stays where it is held");
  await page.mouse.up();
  // From the last step it begins anew.
  await button(page, "Last step").click();
  await button(page, "Play").click();
  assert.match(await step(page), /^step 0 of/);
  await page.keyboard.press("Space");
  await button(page, "Play").waitFor();
});

pageTest("back is as exact as forward", async ({ page }) => {
  const seen = [];
  await button(page, "First step").click();
  for (let i = 0; i < 15; i++) {
    seen.push(await marks(page));
    await button(page, "Step forward").click();
    await soon(async () => (await step(page)).startsWith(`step ${i + 1} `), true);
  }
  for (let i = 14; i >= 0; i--) {
    await button(page, "Step back").click();
    await soon(async () => (await step(page)).startsWith(`step ${i} `), true);
    await soon(() => marks(page), seen[i], `step ${i}`);
  }
});

pageTest("on a phone the list stands under its tab", { size: "phone", hasTouch: true }, async ({ page }) => {
  await openList(page);
  await go(page, 9).tap();
  await soon(() => step(page), "step 9 of 15, o6 arrives on orders");
  await stepRow(page, 9).getByRole("button", { name: "Menu of step 9" }).tap();
  await item(page, "Swap with next, and compare").tap();
  await page.getByRole("region", { name: "Another order" }).waitFor();
  assert.deepEqual(await axe(page), []);
});

// ---- how a step moves

const MOVES = { reducedMotion: "no-preference" };
/** Gathers what begins to move in the page from now on, however soon it is over; to `hold` it, it is stopped at its start. */
const gather = (page, hold = false) =>
  page.evaluate((hold) => {
    globalThis.moved = [];
    const seen = new WeakSet();
    const look = () => {
      for (const animation of document.getAnimations()) {
        if (seen.has(animation)) continue;
        seen.add(animation);
        const { delay, duration } = animation.effect.getTiming();
        globalThis.moved.push({ name: animation.animationName?.replace(/-[01]$/, ""), from: delay, to: delay + duration });
        if (hold) animation.pause();
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  }, hold);
/** What has begun to move since it was asked last: name, start and end of each. */
const moved = (page) => page.evaluate(() => globalThis.moved.splice(0));
const why = (page) => page.getByRole("region", { name: "Why", exact: true });
const still = (page) => soon(() => page.evaluate(() => document.getAnimations().length), 0);
/** The page at a time of the step, which is held there. */
const hold = (page, at) =>
  page.evaluate((at) => document.getAnimations().forEach((animation) => (animation.pause(), (animation.currentTime = at))), at);

async function toStep(page, number) {
  await slider(page, "Step").focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < number; i++) await page.keyboard.press("ArrowRight");
  await soon(async () => (await step(page)).startsWith(`step ${number} of`), true);
  // A key finishes what moves.
  await page.keyboard.press("Shift");
  await still(page);
}

pageTest("a step forward moves in the engine's order, within 1.2 s", MOVES, async ({ page }) => {
  await toStep(page, 9);
  await gather(page);
  await button(page, "Step forward").click();
  const all = await moved(page);
  const at = (name) => all.filter((one) => one.name === name).map((one) => Math.round(one.from)).sort((a, b) => a - b);
  assert.deepEqual(at("fall"), [0]);
  assert.deepEqual(at("probe"), [120]);
  assert.deepEqual(at("wipe"), [420]);
  // The side's line and flag, then 80 ms later the join's line and label.
  assert.deepEqual(at("slide"), [420, 420, 500, 500]);
  // s2, o1 and o2, at least 40 ms apart.
  const leaves = at("shrink");
  assert.equal(leaves.length, 3);
  assert.ok(leaves[0] >= 500 && leaves[1] >= leaves[0] + 40 && leaves[2] >= leaves[1] + 40, `${leaves}`);
  // o2's tail, then its row of the output.
  assert.deepEqual(at("tail"), [leaves[2] + 180]);
  assert.deepEqual(at("grow"), [leaves[2] + 180]);
  assert.ok(all.every((one) => one.to <= 1200), JSON.stringify(all));
});

pageTest("a curve draws from the row that arrives, and its partner fills as it is reached", MOVES, async ({ page }) => {
  await toStep(page, 10);
  await gather(page);
  await button(page, "Step forward").click();
  const all = await moved(page);
  const draw = all.find((one) => one.name === "draw");
  assert.deepEqual([draw.from, draw.to], [240, 560]);
  assert.deepEqual(all.filter((one) => one.name === "fill").map((one) => one.from).sort(), [240, 560]);
  assert.deepEqual(all.filter((one) => one.name === "grow").map((one) => one.from), [560]);
});

pageTest("watermarks come from where they were, step after step", MOVES, async ({ page }) => {
  await toStep(page, 8);
  await gather(page, true);
  for (const stream of ["orders", "shipments", "shipments"]) {
    const was = await slider(page, `${stream} watermark`).boundingBox();
    await page.keyboard.press("ArrowRight");
    assert.ok((await moved(page)).some(({ name }) => name === "slide"));
    await hold(page, 0);
    const from = await slider(page, `${stream} watermark`).boundingBox();
    await hold(page, 1199);
    const to = await slider(page, `${stream} watermark`).boundingBox();
    // A flag hangs by its right edge.
    assert.ok(Math.abs(from.x + from.width - was.x - was.width) < 1.5, `${stream} starts where it was`);
    assert.ok(to.x + to.width > was.x + was.width + 5, `${stream} moves on`);
  }
});

pageTest("Why changes when the step is over", MOVES, async ({ page }) => {
  await toStep(page, 9);
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: "0.5×" });
  await button(page, "Step forward").click();
  const [now, told] = await Promise.all([step(page), why(page).innerText()]);
  assert.equal(now, "step 10 of 15, s4 arrives on shipments");
  assert.match(told, /Step 9:/);
  await soon(async () => /Step 10:.*LEFT JOIN emits it with NULL/s.test(await why(page).innerText()), true);
});

for (const [what, act] of [
  ["a key", (page) => page.keyboard.press("Shift")],
  ["a click", (page) => page.mouse.click(700, 20)],
  ["the wheel", (page) => page.mouse.wheel(0, 1)],
]) {
  pageTest(`${what} finishes what moves at once`, MOVES, async ({ page }) => {
    await toStep(page, 9);
    // What is held ends only where something ends it.
    await gather(page, true);
    await button(page, "Step forward").click();
    assert.ok((await moved(page)).some(({ name }) => name === "slide"));
    await act(page);
    await soon(() => page.evaluate(() => document.getAnimations().map(({ animationName }) => animationName).filter((name) => !/^fades/.test(name))), []);
    await soon(async () => /Step 10:/.test(await why(page).innerText()), true);
    const o2 = await told(page, "o2");
    assert.match(o2, /left as NULL/);
  });
}

pageTest("back, jumps and scrubbing only fade, 90 ms", MOVES, async ({ page }) => {
  const only = async (what) => {
    const all = await moved(page);
    assert.ok(all.some((one) => one.name === "fade"), `${what} fades`);
    assert.ok(all.every((one) => /^fades?$/.test(one.name) && one.to <= 90), `${what}: ${JSON.stringify(all)}`);
  };
  await still(page);
  await gather(page);
  for (const [what, act] of [
    ["back", () => button(page, "Step back").click()],
    ["a jump", () => button(page, "Last step").click()],
    ["a key", () => page.keyboard.press("Home")],
    ["scrubbing", async () => {
      const box = await slider(page, "Step").boundingBox();
      await page.mouse.click(box.x + (0.5 * box.width) / 15, box.y + 20);
    }],
  ]) {
    await act();
    await only(what);
    await still(page);
  }
});

for (const [speed, most] of [["0.5×", 2400], ["2×", 600], ["4×", 300]]) {
  pageTest(`at ${speed} all of it takes as much longer or shorter`, MOVES, async ({ page }) => {
    await toStep(page, 9);
    await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: speed });
    await gather(page);
    await button(page, "Step forward").click();
    const ends = (await moved(page)).filter((one) => one.name !== "fades").map((one) => one.to);
    assert.ok(Math.max(...ends) <= most && Math.max(...ends) > most * 0.8, `${ends}`);
  });
}

pageTest("with reduced motion nothing moves at all", async ({ page }) => {
  await toStep(page, 9);
  await gather(page);
  for (const name of ["Step forward", "Step forward", "Step back", "Last step"]) {
    await button(page, name).click();
    assert.deepEqual(await moved(page), [], name);
  }
  await button(page, "First step").click();
  await button(page, "Step forward").click();
  assert.match(await why(page).innerText(), /Step 1:/, "Why does not wait");
});
