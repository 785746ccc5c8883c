// The workspace under real pointers, keys, files and tabs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { booted, pageTest } from "./harness.mjs";
import {
  button, center, clock, drag, field, flag, list, mark, marks, middle, minutes, rows, scale, shown, slider, soon, step,
  timeOf, told, undo,
} from "./person.mjs";

const FIRST = new URL("../../www/scenarios/orders-shipments.scenario.json", import.meta.url);
/** To the grid: the smallest round step at least 8 px wide. */
function snapped(time, perPx) {
  const grid = [1, 2, 5, 10, 15, 30].find((step) => step / perPx >= 8);
  return Math.round(time / grid) * grid;
}

/** A free place in a stream's lane, at its lower edge and between marks. */
async function place(page, stream, part = 0.62) {
  const box = await list(page, stream).boundingBox();
  return { x: box.x + box.width * part, y: box.y + box.height - 12 };
}

// ---- adding

pageTest("a click on a lane adds an event there, Enter keeps it", async ({ page }) => {
  const at = await place(page, "orders");
  const [o3, perPx] = [await middle(page, "o3"), await scale(page, "o3", "o6")];
  await page.mouse.click(at.x, at.y);
  const editor = page.getByRole("group", { name: "Edit event" });
  await editor.waitFor();
  assert.equal(await step(page), "step 11 of 16, o7 arrives on orders");
  const expected = snapped(minutes("10:10") + (at.x - o3.x) * perPx, perPx);
  assert.equal(await timeOf(page, "o7"), expected);
  assert.equal(await field(editor, "Event time").inputValue(), clock(expected));
  assert.ok(await field(editor, "Key").evaluate((key) => key === document.activeElement));
  await page.keyboard.type("004");
  await page.keyboard.press("Enter");
  await editor.waitFor({ state: "detached" });
  assert.match(await told(page, "o7"), /^o7, key 004, /);
  assert.equal(await step(page), "step 11 of 16, o7 arrives on orders");
});

pageTest("Esc in the new event's editor takes it away again", async ({ page }) => {
  const before = await shown(page);
  const at = await place(page, "shipments");
  await page.mouse.click(at.x, at.y);
  await page.getByRole("group", { name: "Edit event" }).waitFor();
  assert.equal((await marks(page)).length, 12);
  await page.keyboard.press("Escape");
  await soon(() => shown(page), before);
});

pageTest("a click in the band of the selected row takes its key", async ({ page }) => {
  // o3 waits for key 003 until 12:10.
  const [o3, perPx, lane] = [await middle(page, "o3"), await scale(page, "o3", "o6"), await place(page, "shipments")];
  await page.mouse.click(o3.x + 90 / perPx, lane.y);
  const editor = page.getByRole("group", { name: "Edit event" });
  await editor.waitFor();
  assert.equal(await field(editor, "Key").inputValue(), "003");
  await soon(async () => (await told(page, "o3")).split(", ")[3], "matched");
});

pageTest("a lane under the mouse shows a ghost and its time", async ({ page }) => {
  const [o3, perPx, lane] = [await middle(page, "o3"), await scale(page, "o3", "o6"), await place(page, "orders")];
  const stage = page.getByRole("region", { name: "Stage" });
  // On the grid, and no time that the picture says already.
  const time = "11:25";
  assert.ok(!(await stage.textContent()).includes(time));
  await page.mouse.move(o3.x + 75 / perPx, lane.y);
  await soon(async () => (await stage.textContent()).includes(time), true, time);
  await page.mouse.move(5, 5);
  await soon(async () => (await stage.textContent()).includes(time), false);
});

// ---- dragging marks

for (const [dx, moves] of [[55, 11], [55, 1], [-40, 8], [131, 3], [200, 40]]) {
  pageTest(`a mark dragged by ${dx} px in ${moves} moves changes its time by as much`, async ({ page }) => {
    const before = await shown(page);
    const [from, perPx, time] = [await middle(page, "o5"), await scale(page, "o3", "o6"), await timeOf(page, "o5")];
    // Not by its middle: a mark follows the pointer from where it was taken.
    await drag(page, { x: from.x + 4, y: from.y + 2 }, dx, { moves });
    const expected = snapped(time + dx * perPx, perPx);
    await soon(() => timeOf(page, "o5"), expected);
    assert.match(await page.getByRole("option", { selected: true, name: /^o5/ }).getAttribute("aria-label"), /^o5/);
    assert.equal(await step(page), before.step);
    await undo(page).click();
    assert.deepEqual((await shown(page)).marks, before.marks);
    assert.ok(await undo(page).isDisabled(), "a drag is one entry of undo");
  });
}

pageTest("two drags, one after the other, are each as long as the pointer's way", async ({ page }) => {
  for (const dx of [60, -90, 45]) {
    const [from, perPx, time] = [await middle(page, "o4"), await scale(page, "o3", "o6"), await timeOf(page, "o4")];
    await drag(page, from, dx);
    await soon(() => timeOf(page, "o4"), snapped(time + dx * perPx, perPx));
  }
  for (let i = 0; i < 3; i++) await undo(page).click();
  assert.ok(await undo(page).isDisabled());
});

pageTest("while a mark is dragged all the page shows what would be", async ({ page }) => {
  const before = await shown(page);
  const [from, perPx] = [await middle(page, "s4"), await scale(page, "o3", "o6")];
  await drag(page, from, 20 / perPx, { hold: true });
  await soon(() => timeOf(page, "s4"), snapped(minutes("11:55") + 20, perPx));
  // Its watermark follows, 10 minutes behind.
  assert.equal(await flag(page, "shipments"), "12:05");
  await page.keyboard.press("Escape");
  await soon(() => shown(page), before);
  await page.mouse.move(from.x + 80, from.y);
  await page.mouse.up();
  assert.deepEqual(await shown(page), before);
  assert.ok(await undo(page).isDisabled(), "Esc leaves nothing to undo");
});

pageTest("a click on a mark selects it and moves nothing", async ({ page }) => {
  const before = await marks(page);
  const at = await middle(page, "s2");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 2, at.y);
  await page.mouse.up();
  await soon(() => mark(page, "s2").getAttribute("aria-selected"), "true");
  assert.deepEqual(await marks(page), before);
  assert.ok(await undo(page).isDisabled());
});

// ---- dragging watermarks

pageTest("a flag dragged appends a step, and says beforehand who would leave", async ({ page }) => {
  const perPx = await scale(page, "o3", "o6");
  const orders = slider(page, "orders watermark");
  const from = await center(slider(page, "shipments watermark"));
  await drag(page, from, 45 / perPx);
  await soon(() => step(page), `step 11 of 16, shipments watermark to ${await flag(page, "shipments")}`);
  assert.ok(Math.abs(minutes(await flag(page, "shipments")) - minutes("12:30")) <= 1);

  await drag(page, await center(orders), 36 / perPx, { hold: true });
  await soon(async () => /o3 would leave with NULL/.test(await orders.textContent()), true);
  assert.match(await told(page, "o3"), /left as NULL$/);
  await page.mouse.up();
  await soon(async () => (await step(page)).startsWith("step 12 of 17, orders watermark to 12:1"), true);
  assert.match(await told(page, "o3"), /left as NULL$/);
  assert.doesNotMatch(await orders.textContent(), /would/);
  await undo(page).click();
  assert.match(await told(page, "o3"), /waiting/);
  await undo(page).click();
  assert.equal(await step(page), "step 10 of 15, s4 arrives on shipments");
  assert.ok(await undo(page).isDisabled());
});

pageTest("a flag does not go back", async ({ page }) => {
  const before = await shown(page);
  const orders = slider(page, "orders watermark");
  await drag(page, await center(orders), -80, { hold: true });
  await soon(async () => /never goes back/.test(await orders.textContent()), true);
  await page.mouse.up();
  await soon(() => shown(page), before);
  assert.ok(await undo(page).isDisabled());
});

pageTest("Esc while a flag is dragged leaves it where it was", async ({ page }) => {
  const before = await shown(page);
  await drag(page, await center(slider(page, "orders watermark")), 90, { hold: true });
  await soon(async () => (await flag(page, "orders")) !== "11:40", true);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await soon(() => shown(page), before);
});

pageTest("a click on a flag goes to its field", async ({ page }) => {
  const at = await center(slider(page, "orders watermark"));
  await page.mouse.click(at.x, at.y);
  await soon(() => field(page, "orders watermark time").evaluate((input) => input === document.activeElement), true);
  await page.keyboard.type("12:00");
  await page.keyboard.press("Enter");
  await soon(() => step(page), "step 11 of 16, orders watermark to 12:00");
});

// ---- the scrubber

pageTest("the scrubber goes where it is clicked, and follows the pointer", async ({ page }) => {
  const box = await slider(page, "Step").boundingBox();
  const cell = (n) => box.x + ((n - 0.5) * box.width) / 15;
  const y = box.y + box.height / 2;
  await page.mouse.click(cell(4), y);
  await soon(() => step(page), "step 4 of 15, o3 arrives on orders");
  await page.mouse.move(cell(6), y);
  await page.mouse.down();
  for (const n of [7, 9, 12, 15, 13]) {
    await page.mouse.move(cell(n), y);
    await soon(async () => (await step(page)).startsWith(`step ${n} of 15`), true, `${n}`);
  }
  // The pointer may leave it while it is held.
  await page.mouse.move(cell(2), y - 200);
  await page.mouse.up();
  await soon(async () => (await step(page)).startsWith("step 2 of 15"), true);
  await page.mouse.move(cell(8), y);
  assert.match(await step(page), /^step 2 of 15/);
  assert.ok(await undo(page).isDisabled());
});

pageTest("while the scrubber flies over steps the picture goes along, and the tables are there when it rests", async ({ page }) => {
  const box = await slider(page, "Step").boundingBox();
  const cell = (n) => box.x + ((n - 0.5) * box.width) / 15;
  const y = box.y + box.height / 2;
  await page.mouse.click(cell(12), y);
  await soon(async () => (await step(page)).startsWith("step 12 of 15"), true);
  const tables = async () => [await rows(page, "Output"), await rows(page, "orders state"), await page.getByRole("region", { name: "Why", exact: true }).innerText()];
  const there = await tables();
  await page.mouse.click(cell(2), y);
  await soon(async () => (await rows(page, "Output")).length, 0);
  await page.mouse.down();
  for (const n of [3, 5, 6, 8, 9, 11, 12]) await page.mouse.move(cell(n), y);
  await soon(async () => (await step(page)).startsWith("step 12 of 15"), true);
  await soon(tables, there);
  await page.mouse.up();
});

// ---- keeping

pageTest("a reload keeps the work", async ({ page }) => {
  await drag(page, await middle(page, "o5"), 70);
  await field(page, "Upper bound").fill("100 min");
  await page.keyboard.press("Enter");
  await button(page, "Step back").click();
  const before = await shown(page);
  assert.equal(before.upper, "1 h 40 min");
  await page.reload();
  await booted(page);
  await mark(page, "o1").waitFor();
  await soon(() => shown(page), before);
});

const HOURS = { "2 h 30 min": 2.5, "3 h": 3, "4 h": 4, "5 h": 5 };
pageTest("two tabs do not write over each other", async ({ page, context, base }) => {
  const upper = async (page, text) => {
    await field(page, "Upper bound").fill(text);
    await page.keyboard.press("Enter");
    // Work is kept a while after it was changed.
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem(`joinscope:work:${sessionStorage.getItem("joinscope:tab")}`))?.join.upper);
    await soon(kept, HOURS[text] * 3_600_000, text);
  };
  const open = async (page) => {
    await booted(page);
    await mark(page, "o1").waitFor();
  };
  await upper(page, "3 h");
  const second = await context.newPage();
  await second.goto(base);
  await open(second);
  // It starts with a copy of what was saved last.
  await soon(() => field(second, "Upper bound").inputValue(), "3 h");
  await upper(second, "4 h");

  // A duplicated tab has a copy of its twin's session storage.
  const [third] = await Promise.all([context.waitForEvent("page"), page.evaluate(() => void window.open(location.href))]);
  await open(third);
  await upper(third, "5 h");
  await upper(page, "2 h 30 min");

  for (const [tab, expected] of [[page, "2 h 30 min"], [second, "4 h"], [third, "5 h"], [page, "2 h 30 min"]]) {
    await tab.reload();
    await open(tab);
    await soon(() => field(tab, "Upper bound").inputValue(), expected);
  }
});

// ---- files

const OTHER = JSON.stringify({
  version: 1,
  title: "Bids",
  dialect: "flink_sql",
  left: { name: "bids", watermark: { strategy: "manual" } },
  right: { name: "asks", watermark: { strategy: "manual" } },
  join: { kind: "interval", type: "full", lower: -1000, upper: 1000, lower_inclusive: false },
  script: [
    { do: "push", side: "left", id: "b1", key: null, time: 1000, row: { price: 1.5, note: "“ünï” 中文" } },
    { do: "watermark", side: "right", time: -5 },
  ],
});
const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

async function choose(page, chosen) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Open file").click()]);
  await chooser.setFiles(chosen);
}

async function drop(page, name, text) {
  const data = await page.evaluateHandle(([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name, { type: "application/json" }));
    return data;
  }, [name, text]);
  const target = page.getByRole("main");
  await target.dispatchEvent("dragover", { dataTransfer: data });
  await target.dispatchEvent("drop", { dataTransfer: data });
}

async function paste(page, context, text) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press("Control+V");
}

async function save(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save file").click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

for (const [way, open] of [
  ["chosen", (page, context, text) => choose(page, file("other.json", text))],
  ["dropped", (page, context, text) => drop(page, "other.json", text)],
  ["pasted", (page, context, text) => paste(page, context, text)],
]) {
  pageTest(`a file is ${way}; opening it can be undone`, async ({ page, context }) => {
    await field(page, "Upper bound").fill("3 h");
    await page.keyboard.press("Enter");
    const before = await shown(page);
    await page.getByRole("heading", { name: "joinscope" }).click();
    await open(page, context, OTHER);
    await list(page, "bids").waitFor();
    await soon(async () => (await marks(page)).length, 1);
    assert.equal(await page.getByRole("switch", { name: "Lower bound inclusive" }).getAttribute("aria-checked"), "false");
    await undo(page).click();
    await soon(() => shown(page), before);
  });

  pageTest(`a broken file is ${way}: nothing changes, and the dialog says where it is broken`, async ({ page, context }) => {
    const before = await shown(page);
    await page.getByRole("heading", { name: "joinscope" }).click();
    await open(page, context, OTHER.replace('"full"', '"fulll"'));
    const dialog = page.getByRole("alertdialog");
    await dialog.waitFor();
    assert.match(await dialog.getByRole("alert").innerText(), /fulll/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(await shown(page), before);
    assert.ok(await undo(page).isDisabled());
  });
}

pageTest("the file chosen again is opened again", async ({ page }) => {
  for (let i = 0; i < 2; i++) {
    await choose(page, file("other.json", OTHER));
    await list(page, "bids").waitFor();
    await undo(page).click();
    await list(page, "orders").waitFor();
  }
});

pageTest("a saved file is what is shown, and opens as the same", async ({ page }) => {
  const first = JSON.parse(await readFile(FIRST, "utf8"));
  const saved = await save(page);
  assert.equal(saved.name, "orders-and-shipments.scenario.json");
  assert.deepEqual(JSON.parse(saved.text).script, first.script);
  assert.deepEqual(JSON.parse(saved.text).title, first.title);

  await drag(page, await middle(page, "o5"), 70);
  const time = await timeOf(page, "o5");
  await page.getByRole("combobox", { name: "Join type" }).selectOption({ label: "FULL" });
  const edited = await save(page);
  const { script, join } = JSON.parse(edited.text);
  assert.equal(new Date(script.find((step) => step.id === "o5").time).toISOString().slice(11, 16), clock(time));
  assert.equal(join.type, "full");

  await button(page, "Last step").click();
  const before = [await marks(page), await rows(page, "Output")];
  await button(page, "Empty scenario").click();
  await choose(page, file(edited.name, edited.text));
  await mark(page, "o5").waitFor();
  await soon(async () => [await marks(page), await rows(page, "Output")], before);
  assert.equal((await save(page)).text, edited.text);
});

pageTest("what a file cannot say in ASCII is saved as it was", async ({ page }) => {
  await choose(page, file("other.json", OTHER));
  await list(page, "bids").waitFor();
  const saved = await save(page);
  assert.deepEqual(JSON.parse(saved.text), JSON.parse(OTHER));
});

pageTest("a scenario is sent away by no one: no request but the page's own", async ({ page, base, context }) => {
  const requests = [];
  context.on("request", (request) => requests.push(request.url()));
  await choose(page, file("other.json", OTHER));
  await list(page, "bids").waitFor();
  await save(page);
  assert.deepEqual(requests.filter((url) => !url.startsWith(base) && !url.startsWith("blob:")), []);
});
