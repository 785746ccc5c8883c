// Direct manipulation: bands, delays, windows, numbers, several rows, and what lights up together.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { axe, pageTest } from "./harness.mjs";
import {
  button, center, drag, field, flag, list, mark, marks, middle, minutes, paste, scale, shown, slider, soon, step, timeOf,
  told, undo,
} from "./person.mjs";

const scenario = (name) => readFile(new URL(`../../www/scenarios/${name}.scenario.json`, import.meta.url), "utf8");
const stage = (page) => page.getByRole("region", { name: "Stage", exact: true });
const text = (page) => stage(page).textContent();
const value = (page, name) => field(page, name).inputValue();
const chosen = (page) =>
  page
    .getByRole("listbox")
    .getByRole("option", { selected: true })
    .evaluateAll((all) => all.map((option) => option.getAttribute("aria-label").split(",")[0]).sort());
const sayings = (page) => page.getByRole("region", { name: "Why", exact: true }).getByRole("listitem");

/** A place in a lane at a time, near its lower edge. */
async function at(page, stream, time, up = 8) {
  const [o3, perPx, box] = [await middle(page, "o3"), await scale(page, "o3", "o6"), await list(page, stream).boundingBox()];
  return { x: o3.x + (minutes(time) - minutes("10:10")) / perPx, y: box.y + box.height - up };
}

// ---- adding

pageTest("the ghost snaps to the grid, and with Alt it does not", async ({ page }) => {
  const lane = await at(page, "orders", "11:23");
  await page.mouse.move(lane.x - 20, lane.y);
  await page.mouse.move(lane.x, lane.y);
  await soon(async () => (await text(page)).includes("11:25"), true);
  await page.keyboard.down("Alt");
  await page.mouse.move(lane.x + 1, lane.y);
  await soon(async () => /11:2[34]:\d\d/.test(await text(page)) || /11:2[34]/.test(await text(page)), true);
  await page.keyboard.up("Alt");
});

// ---- bands and bounds

for (const [name, id, from, to, bound, expected] of [
  ["the upper bound from the left", "o3", "12:10", "12:40", "Upper bound", "2 h 30 min"],
  ["the lower bound from the left", "o3", "10:10", "09:40", "Lower bound", "−30 min"],
]) {
  pageTest(`an end of the band is dragged: ${name}`, async ({ page }) => {
    const before = await shown(page);
    await mark(page, id).click();
    const start = await at(page, "shipments", from, 3);
    const end = await at(page, "shipments", to, 3);
    await drag(page, start, end.x - start.x, { hold: true });
    const read = async () => (await value(page, bound)).replace("-", "−");
    await soon(read, expected);
    // It says what it is and what would come of it.
    await soon(async () => (await text(page)).includes(`${bound.toLowerCase()} ${await value(page, bound)} · `), true);
    await page.mouse.up();
    await soon(read, expected);
    await soon(() => chosen(page), [id]);
    await undo(page).click();
    assert.equal(await value(page, "Upper bound"), before.upper);
    assert.ok(await undo(page).isDisabled(), "a drag is one entry of undo");
  });
}

pageTest("Esc gives a dragged bound back", async ({ page }) => {
  const before = await shown(page);
  const start = await at(page, "shipments", "12:10", 3);
  await drag(page, start, 60, { hold: true });
  await soon(async () => (await value(page, "Upper bound")) !== "2 h", true);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await soon(() => shown(page), before);
});

pageTest("a bound does not cross the other one", async ({ page }) => {
  const start = await at(page, "shipments", "12:10", 3);
  const end = await at(page, "shipments", "09:30", 3);
  await drag(page, start, end.x - start.x);
  await soon(() => value(page, "Upper bound"), "0");
  assert.equal(await value(page, "Lower bound"), "0");
});

pageTest("a bracket is toggled by a click and drags its bound", async ({ page }) => {
  const bracket = page.getByRole("switch", { name: "Upper bound inclusive" });
  await bracket.click();
  await soon(() => bracket.getAttribute("aria-checked"), "false");
  await drag(page, await center(bracket), 7 * 2);
  await soon(() => value(page, "Upper bound"), "4 h");
  assert.equal(await bracket.getAttribute("aria-checked"), "false", "a drag toggles nothing");
  await undo(page).click();
  assert.equal(await value(page, "Upper bound"), "2 h");
});

// ---- watermarks

pageTest("a flag dragged back gives way by a few px and says why it resists", async ({ page }) => {
  const orders = slider(page, "orders watermark");
  const before = await orders.boundingBox();
  await drag(page, await center(orders), -90, { hold: true });
  await soon(async () => /never goes back/.test(await orders.textContent()), true);
  const right = (box) => box.x + box.width;
  const moved = right(before) - right(await orders.boundingBox());
  assert.ok(moved > 3 && moved < 10, `${moved}`);
  await page.mouse.up();
  await soon(async () => Math.round(right(await orders.boundingBox()) - right(before)), 0);
  assert.ok(await undo(page).isDisabled());
});

pageTest("the tail behind a flag is dragged: the delay, for the whole script", async ({ page }) => {
  const [box, perPx] = [await slider(page, "shipments watermark").boundingBox(), await scale(page, "o3", "o6")];
  const from = { x: box.x + box.width + 7, y: box.y + box.height / 2 };
  await drag(page, from, -20 / perPx, { hold: true });
  await soon(() => value(page, "shipments watermark delay"), "30 min");
  await soon(async () => (await text(page)).includes("delay 30 min"), true);
  await page.mouse.up();
  await soon(() => flag(page, "shipments"), "11:25");
  assert.match(await step(page), /^step 10 of 15/);
  await undo(page).click();
  assert.equal(await value(page, "shipments watermark delay"), "10 min");
  assert.ok(await undo(page).isDisabled());
});

pageTest("a delay of 0 has a handle to be pulled out", async ({ page }) => {
  await field(page, "orders watermark delay").fill("0");
  await page.keyboard.press("Enter");
  await soon(() => flag(page, "orders"), "11:50");
  const box = await slider(page, "orders watermark").boundingBox();
  await drag(page, { x: box.x + box.width + 8, y: box.y + box.height / 2 }, -15 / (await scale(page, "o3", "o6")));
  await soon(() => value(page, "orders watermark delay"), "15 min");
});

pageTest("a flag and the join's label are selected by a click, and by Enter", async ({ page }) => {
  const ring = (locator) => locator.evaluate((group) => group.querySelector(".st-ring") !== null);
  const orders = slider(page, "orders watermark");
  const join = page.getByRole("button", { name: /^Join watermark/ });
  await orders.click();
  await soon(() => ring(orders), true);
  await soon(() => chosen(page), []);
  await join.click();
  await soon(() => join.getAttribute("aria-pressed"), "true");
  assert.equal(await ring(orders), false);
  await slider(page, "shipments watermark").focus();
  await page.keyboard.press("Enter");
  await soon(() => ring(slider(page, "shipments watermark")), true);
  await join.focus();
  await page.keyboard.press("Enter");
  await soon(() => join.getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Escape");
  await soon(() => join.getAttribute("aria-pressed"), "false");
});

// ---- windows

pageTest("a window's end is dragged: its size; its start: the offset", async ({ page }) => {
  await paste(page, await scenario("readings-tumbling"));
  await field(page, "Window size").waitFor();
  await slider(page, "Step").focus();
  await page.keyboard.press("End");
  const size = await value(page, "Window size");
  const edges = (edge) => stage(page).locator(`[data-grip^="window-${edge}"]`).first();
  const from = async (edge) => {
    const box = await edges(edge).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await drag(page, await from("end"), 60, { hold: true });
  await soon(async () => (await value(page, "Window size")) !== size, true);
  await soon(async () => (await text(page)).includes(`size ${await value(page, "Window size")} · `), true);
  await page.mouse.up();
  const longer = await value(page, "Window size");
  assert.notEqual(longer, size);
  await undo(page).click();
  await soon(() => value(page, "Window size"), size);
  await drag(page, await from("start"), 30);
  await soon(async () => (await value(page, "Window offset")) !== "0", true);
  assert.equal(await value(page, "Window size"), size);
});

pageTest("a session's end is dragged: the gap", async ({ page }) => {
  await paste(page, await scenario("visits-sessions"));
  await field(page, "Session gap").waitFor();
  const gap = await value(page, "Session gap");
  assert.equal(await stage(page).locator('[data-grip^="window-start"]').count(), 0);
  const box = await stage(page).locator('[data-grip^="window-end"]').first().boundingBox();
  await drag(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, 40);
  await soon(async () => (await value(page, "Session gap")) !== gap, true);
  await undo(page).click();
  assert.equal(await value(page, "Session gap"), gap);
});

// ---- marks

pageTest("a dragged mark says its time and whom it would match", async ({ page }) => {
  const [from, perPx] = [await middle(page, "s2"), await scale(page, "o3", "o6")];
  await drag(page, from, 5 / perPx, { hold: true });
  await soon(async () => /s2 would (match|wait|come|leave)/.test(await text(page)), true);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await soon(async () => / would /.test(await text(page)), false);
});

pageTest("Shift drags ten times as far", async ({ page }) => {
  const [from, perPx, time] = [await middle(page, "o5"), await scale(page, "o3", "o6"), await timeOf(page, "o5")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.keyboard.down("Shift");
  await page.mouse.move(from.x + 12, from.y, { steps: 6 });
  await page.keyboard.up("Shift");
  await page.mouse.move(from.x + 12, from.y - 1);
  await page.mouse.up();
  // Let go without it: the pointer's own way.
  await soon(async () => Math.abs((await timeOf(page, "o5")) - time - 12 * perPx) <= 5, true);
  await undo(page).click();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.keyboard.down("Shift");
  await page.mouse.move(from.x + 12, from.y, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await soon(async () => Math.abs((await timeOf(page, "o5")) - time - 120 * perPx) <= 5, true);
});

// ---- several rows

pageTest("Ctrl-clicks on marks and rows of tables select several; all are moved by a drag of one", async ({ page }) => {
  await mark(page, "o4").click();
  await mark(page, "o5").click({ modifiers: ["Control"] });
  await soon(() => chosen(page), ["o4", "o5"]);
  const rows = page.getByRole("table", { name: "orders state", exact: true }).getByRole("row");
  await rows.filter({ hasText: "o6" }).click({ modifiers: ["Shift"] });
  await soon(() => chosen(page), ["o4", "o5", "o6"]);
  assert.equal(await list(page, "orders").getAttribute("aria-multiselectable"), "true");
  const panel = page.getByRole("region", { name: "Selected rows", exact: true });
  await panel.getByText("3 rows selected").waitFor();

  const times = async () => [await timeOf(page, "o4"), await timeOf(page, "o5"), await timeOf(page, "o6")];
  const [before, from, perPx] = [await times(), await middle(page, "o5"), await scale(page, "o3", "o6")];
  await drag(page, from, 10 / perPx);
  await soon(async () => (await times()).map((time, i) => time - before[i]), [10, 10, 10]);
  await soon(() => chosen(page), ["o4", "o5", "o6"]);
  await undo(page).click();
  await soon(times, before);
  assert.ok(await undo(page).isDisabled(), "one entry of undo");

  await mark(page, "o4").click({ modifiers: ["Control"] });
  await soon(() => chosen(page), ["o5", "o6"]);
  await mark(page, "o1").click();
  await soon(() => chosen(page), ["o1"]);
});

pageTest("several rows are duplicated and deleted as one", async ({ page }) => {
  const before = await shown(page);
  for (const id of ["o4", "o5", "s4"]) await mark(page, id).click({ modifiers: id === "o4" ? [] : ["Control"] });
  const panel = page.getByRole("region", { name: "Selected rows", exact: true });
  await panel.getByRole("button", { name: "Duplicate", exact: true }).click();
  await soon(async () => (await marks(page)).length, before.marks.length + 3);
  assert.equal((await chosen(page)).length, 3);
  assert.match(await step(page), /^step 13 of 18/);
  await panel.getByRole("button", { name: "Delete", exact: true }).click();
  await soon(async () => (await marks(page)).length, before.marks.length);
  // Focus is on the stage again, not lost with the button.
  await soon(() => page.evaluate(() => document.activeElement.getAttribute("role")), "listbox");
  await undo(page).click();
  await undo(page).click();
  assert.deepEqual((await shown(page)).marks, before.marks);
  assert.ok(await undo(page).isDisabled());
});

pageTest("a frame over a free part of a lane selects what lies in it, Ctrl+A the whole lane", async ({ page }) => {
  const [o4, o6] = [await middle(page, "o4"), await middle(page, "o6")];
  const box = await list(page, "orders").boundingBox();
  const x = Math.min(o4.x, o6.x) - 14;
  const before = await marks(page);
  await page.mouse.move(x, box.y + box.height - 5);
  await page.mouse.down();
  await page.mouse.move(Math.max(o4.x, o6.x) + 14, box.y + 4, { steps: 6 });
  await page.mouse.up();
  await soon(async () => (await chosen(page)).filter((id) => id === "o4" || id === "o6"), ["o4", "o6"]);
  assert.ok((await chosen(page)).every((id) => id.startsWith("o")));
  assert.deepEqual(await marks(page), before, "a frame adds nothing");
  assert.ok(await undo(page).isDisabled());

  await list(page, "shipments").focus();
  await page.keyboard.press("Control+a");
  await soon(async () => (await chosen(page)).length, before.filter((name) => name.startsWith("s")).length);
  await page.keyboard.press("Shift+Alt+ArrowRight");
  await soon(async () => (await undo(page).isDisabled()), false);
  await page.keyboard.press("Delete");
  await soon(async () => (await marks(page)).every((name) => name.startsWith("o")), true);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await soon(() => marks(page), before);
});

pageTest("keys: the selection grows with Shift, and the focus goes to the other lane with it", async ({ page }) => {
  await list(page, "orders").focus();
  await mark(page, "o1").click();
  await list(page, "orders").focus();
  await page.keyboard.press("Shift+Period");
  await soon(async () => (await chosen(page)).length, 2);
  await page.keyboard.press(".");
  await soon(async () => (await chosen(page)).length, 1);
  await page.keyboard.press("ArrowDown");
  await soon(async () => (await chosen(page))[0][0], "s");
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await soon(focused, "shipments events");
  assert.ok(await list(page, "shipments").getAttribute("aria-activedescendant"));
  // Tab goes from a lane to its flag, then to the next lane.
  const order = [];
  await list(page, "orders").focus();
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("Tab");
    order.push(await focused());
  }
  assert.deepEqual(order.slice(0, 3), ["orders watermark", "shipments events", "shipments watermark"]);
  assert.match(order[3], /^Join watermark/);
});

// ---- numbers

pageTest("a number is dragged sideways, live, and is one entry of undo", async ({ page }) => {
  const upper = field(page, "Upper bound");
  await drag(page, await center(upper), 14, { hold: true });
  await soon(() => upper.inputValue(), "4 h");
  assert.match(await told(page, "o3"), /leaves at 14:10/);
  await soon(async () => /→|would|changes/.test(await page.getByRole("group", { name: "Join settings" }).textContent()), true);
  await page.mouse.up();
  await soon(() => upper.inputValue(), "4 h");
  await undo(page).click();
  await soon(() => upper.inputValue(), "2 h");
  assert.ok(await undo(page).isDisabled());

  await drag(page, await center(upper), 14, { hold: true });
  await soon(() => upper.inputValue(), "4 h");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await soon(() => upper.inputValue(), "2 h");
  assert.ok(await undo(page).isDisabled());
  // Alt: the next smaller unit. Shift: ten of them.
  await page.keyboard.down("Alt");
  await drag(page, await center(upper), 14);
  await page.keyboard.up("Alt");
  await soon(() => upper.inputValue(), "2 h 2 min");
});

pageTest("a click writes in a number, arrows step it", async ({ page }) => {
  const delay = field(page, "orders watermark delay");
  await delay.click();
  await soon(() => delay.evaluate((input) => input === document.activeElement), true);
  await page.keyboard.type("25 min");
  await page.keyboard.press("Enter");
  await soon(() => delay.inputValue(), "25 min");
  await page.keyboard.press("ArrowUp");
  await soon(() => delay.inputValue(), "26 min");
  await page.keyboard.press("Shift+ArrowDown");
  await soon(() => delay.inputValue(), "16 min");
  await page.keyboard.press("Shift+Alt+ArrowLeft");
  await soon(() => delay.inputValue(), "15 min");
  assert.ok(await delay.evaluate((input) => input === document.activeElement));
  // A lower end is an end.
  for (let i = 0; i < 2; i++) await page.keyboard.press("PageDown");
  await soon(() => delay.inputValue(), "0");
});

pageTest("a drag stops where the engine would refuse", async ({ page }) => {
  await paste(page, await scenario("sales-cumulating"));
  const size = field(page, "Window size");
  await size.waitFor();
  await drag(page, await center(size), -400);
  assert.equal(await page.getByRole("alert").count(), 0);
});

// ---- the past

pageTest("acting in the past recomputes what follows and marks the steps that came out otherwise", async ({ page }) => {
  const note = page.getByRole("toolbar", { name: "Steps" }).getByRole("status");
  assert.equal(await note.textContent(), "");
  await slider(page, "Step").focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowRight");
  await mark(page, "o1").click();
  await list(page, "orders").focus();
  await page.keyboard.press("Delete");
  await soon(async () => /^Came out otherwise: steps \d/.test(await note.textContent()), true);
  const said = await note.textContent();
  await page.keyboard.press("ArrowRight");
  assert.equal(await note.textContent(), said, "stepping keeps them");
  await undo(page).click();
  await field(page, "orders watermark delay").fill("11 min");
  await page.keyboard.press("Enter");
  await soon(async () => (await note.textContent()) !== said, true);
});

// ---- hover links

pageTest("a mark, its row, its sentence and its step light up together", async ({ page }) => {
  const lit = (locator) => locator.evaluate((element) => element.closest("[data-lit]") !== null);
  const row = page.getByRole("table", { name: "shipments state", exact: true }).getByRole("row").filter({ hasText: "s4" });
  const other = page.getByRole("table", { name: "orders state", exact: true }).getByRole("row").filter({ hasText: "o3" });
  await mark(page, "s4").hover();
  await soon(() => lit(row), true);
  assert.ok(await lit(mark(page, "s4")));
  assert.ok((await sayings(page).evaluateAll((all) => all.filter((li) => li.closest("[data-lit]")).length)) > 0);
  assert.ok((await slider(page, "Step").locator("[data-lit]").count()) > 0);
  assert.equal(await lit(other), false, "others stay as they are");
  await other.hover();
  await soon(() => lit(mark(page, "o3")), true);
  assert.equal(await lit(mark(page, "s4")), false);
  await page.mouse.move(3, 3);
  await soon(() => lit(mark(page, "o3")), false);
  // Focus does the same: the lane speaks of its active mark.
  await mark(page, "o3").click();
  await page.mouse.move(3, 3);
  await slider(page, "Step").focus();
  await list(page, "orders").focus();
  await soon(() => lit(other), true);
});

pageTest("a bound, a name and a delay light up with their piece of the code", async ({ page }) => {
  const code = page.getByRole("region", { name: "Code", exact: true });
  const lit = () => code.locator("[data-lit]").evaluateAll((all) => all.map((piece) => piece.textContent).join(""));
  await field(page, "Upper bound").hover();
  await soon(async () => /'2'/.test(await lit()), true);
  await field(page, "Left stream name").hover();
  await soon(async () => /orders/.test(await lit()) && !/'2'/.test(await lit()), true);
  // The end of the band is the same bound.
  const end = await at(page, "shipments", "12:10", 3);
  await page.mouse.move(end.x, end.y);
  await soon(async () => /'2'/.test(await lit()), true);
  await code.getByRole("tab", { name: "Tables" }).click();
  await field(page, "orders watermark delay").hover();
  await soon(async () => /'10'/.test(await lit()), true);
});

// ---- every family

/** Opens a scenario that is served. */
async function open(page, name) {
  await paste(page, await scenario(name));
  const { left } = JSON.parse(await scenario(name));
  await list(page, left.label?.en ?? left.name).waitFor();
}
const FAMILIES = ["members-regular", "rates-temporal", "price-lookup", "clicks-sliding", "visits-sessions", "calls-datastream", "ads-spark-interval", "price-static-spark"];
for (const name of FAMILIES) {
  pageTest(`marks, flags and lanes of ${name}: what would come, Esc, one entry of undo`, { url: `?scenario=${name}`, timeout: 240_000 }, async ({ page }) => {
    await page.getByRole("listbox").nth(1).getByRole("option").nth(1).waitFor();
    const before = await marks(page);
    const said = () => stage(page).locator(".callout text").allTextContents();
    for (const lane of [0, 1]) {
      const option = page.getByRole("listbox").nth(lane).getByRole("option").nth(1);
      const id = (await option.getAttribute("aria-label")).split(",")[0];
      for (const end of ["Escape", "undo"]) {
        await drag(page, await center(option), 60, { hold: true });
        await soon(async () => new RegExp(`^.+ · ${id}( would |: )`).test((await said())[0]), true);
        if (end === "Escape") await page.keyboard.press("Escape");
        await page.mouse.up();
        await soon(said, []);
        if (end === "Escape") assert.deepEqual(await marks(page), before, `${id}: Esc`);
        else assert.notDeepEqual(await marks(page), before, `${id} is moved`);
      }
      await undo(page).click();
      await soon(() => marks(page), before, `${id}: one entry of undo`);
      // A free place near the lane's outer edge.
      const box = await page.getByRole("listbox").nth(lane).boundingBox();
      await page.mouse.click(box.x + box.width * 0.57, box.y + box.height - 5);
      const editor = page.getByRole("group", { name: "Edit event" });
      await editor.waitFor();
      assert.equal((await marks(page)).length, before.length + 1);
      const [form, height] = [await editor.boundingBox(), page.viewportSize().height];
      assert.ok(form.y >= 0 && form.y + form.height <= height, `the editor is in the window: ${JSON.stringify(form)}`);
      await page.keyboard.press("Escape");
      await soon(() => marks(page), before, "Esc takes the new row away");
    }
    for (const flag of await stage(page).getByRole("slider").filter({ visible: true }).all()) {
      const label = await flag.getAttribute("aria-label");
      if (!/ watermark$/.test(label)) continue;
      await drag(page, await center(flag), 70, { hold: true });
      const steps = Number((await step(page)).match(/of (\d+)/)[1]);
      if (name.includes("spark")) await soon(async () => /follows the events/.test(await flag.textContent()), true);
      await page.mouse.up();
      if (name.includes("spark")) {
        assert.ok(await undo(page).isDisabled());
      } else {
        await soon(async () => (await step(page)).startsWith(`step ${steps} of ${steps}, ${label} to `), true);
        await undo(page).click();
      }
      await soon(() => marks(page), before);
    }
    assert.ok(await undo(page).isDisabled());
    assert.equal(await page.getByRole("alert").count(), 0);
  });
}

pageTest("a click and what is written in its editor are one entry of undo", async ({ page }) => {
  const before = await shown(page);
  const lane = await at(page, "orders", "12:40");
  await page.mouse.click(lane.x, lane.y);
  const editor = page.getByRole("group", { name: "Edit event" });
  await field(editor, "Key").fill("777");
  await page.keyboard.press("Enter");
  await soon(async () => /^o7, key 777, /.test(await told(page, "o7")), true);
  await soon(() => chosen(page), ["o7"]);
  await undo(page).click();
  await soon(() => shown(page), before);
  assert.ok(await undo(page).isDisabled());
  await button(page, "Redo").click();
  await soon(async () => /^o7, key 777, /.test(await told(page, "o7")), true);
});

pageTest("a click beside an open editor keeps what is typed there, unless that is at fault", async ({ page }) => {
  const before = await shown(page);
  const [first, second] = [await at(page, "orders", "09:40"), await at(page, "orders", "13:00")];
  const editor = page.getByRole("group", { name: "Edit event" });
  await page.mouse.click(first.x, first.y);
  await field(editor, "Key").fill("first");
  await page.mouse.click(second.x, second.y);
  await soon(async () => /^o7, key first, /.test(await told(page, "o7")), true);
  await soon(() => chosen(page), ["o8"]);
  await field(editor, "Id").fill("o1");
  await page.mouse.click(first.x, first.y);
  await editor.getByRole("alert").waitFor();
  assert.equal((await marks(page)).length, before.marks.length + 2);
  await page.keyboard.press("Escape");
  await soon(async () => (await marks(page)).length, before.marks.length + 1);
  await undo(page).click();
  await soon(() => shown(page), before);
  assert.ok(await undo(page).isDisabled());
});

pageTest("a row that is taken back is moved, edited and deleted with what takes it back", { url: "?scenario=members-regular" }, async ({ page }) => {
  await mark(page, "m2").waitFor();
  const before = await marks(page);
  await drag(page, await middle(page, "m2"), 60);
  await soon(async () => (await told(page, "m2")) !== before.find((name) => name.startsWith("m2,")), true);
  const moved = (await told(page, "m2")).split(", ")[2];
  await page.getByRole("tab", { name: /^Steps/ }).click();
  // The step that takes it back has the new time as well.
  const table = page.getByRole("table", { name: "Steps", exact: true });
  await table.locator('[aria-rowindex="8"]').getByRole("button", { name: "Menu of step 7" }).click();
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("group", { name: "Edit event" });
  assert.equal(await field(editor, "Event time").inputValue(), moved);
  await page.keyboard.press("Escape");

  await mark(page, "m2").click();
  await list(page, "members").focus();
  await page.keyboard.press("Enter");
  await field(editor, "Key").fill("010");
  await page.keyboard.press("Enter");
  await editor.waitFor({ state: "detached" });
  await soon(async () => (await marks(page)).length, before.length, "no other row of the old key");
  assert.match(await told(page, "m2"), /^m2, key 010, .*, left unmatched$/);
  await button(page.getByRole("region", { name: "Selected row" }), "Delete").click();
  await soon(async () => (await marks(page)).some((name) => name.startsWith("m2,")), false);
  assert.match(await step(page), /^step 5 of 5,/);
  for (let i = 0; i < 3; i++) await undo(page).click();
  await soon(() => marks(page), before);
  assert.ok(await undo(page).isDisabled());
});

pageTest("a watermark beyond the picture is dragged on from where it is; an end of the band there is none to drag", async ({ page }) => {
  await open(page, "semi-interval-sql");
  const before = await flag(page, "orders");
  await drag(page, await center(slider(page, "orders watermark")), 40);
  await soon(async () => minutes(await flag(page, "orders")) > minutes(before), true);
  assert.ok(minutes(await flag(page, "orders")) < minutes(before) + 15);
  await undo(page).click();

  await open(page, "orders-shipments");
  await mark(page, "o3").click();
  const ends = () => stage(page).locator('[data-grip^="bound"]').count();
  await soon(ends, 2);
  await field(page, "Upper bound").fill("5 d");
  await page.keyboard.press("Enter");
  await soon(ends, 1);
});

// ---- fingers

pageTest("a finger drags a mark and scrolls past an empty lane", { size: "phone", hasTouch: true, isMobile: true }, async ({ page, context }) => {
  const cdp = await context.newCDPSession(page);
  const touch = (type, x, y) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await mark(page, "o5").scrollIntoViewIfNeeded();
  const time = await told(page, "o5");
  const at = await middle(page, "o5");
  const hit = await mark(page, "o5").locator(".st-hit").boundingBox();
  assert.ok(hit.width >= 24 && hit.height >= 24);
  await touch("touchStart", at.x, at.y);
  for (let i = 1; i <= 8; i++) await touch("touchMove", at.x - 5 * i, at.y);
  await touch("touchEnd");
  await soon(async () => (await told(page, "o5")) !== time, true);
  await undo(page).count();
  const count = (await marks(page)).length;
  const lane = await list(page, "orders").boundingBox();
  const y = await page.evaluate(() => scrollY);
  await touch("touchStart", lane.x + lane.width - 30, lane.y + lane.height - 6);
  for (let i = 1; i <= 10; i++) await touch("touchMove", lane.x + lane.width - 30, lane.y + lane.height - 6 - 15 * i);
  await touch("touchEnd");
  await soon(async () => (await page.evaluate(() => scrollY)) > y, true);
  assert.equal((await marks(page)).length, count, "a scroll adds nothing");
});

/** A finger on the page: down, some way, and up again. */
async function finger(page, context) {
  const cdp = await context.newCDPSession(page);
  const touch = (type, x, y) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  return async ({ x, y }, dx, rest = 0) => {
    await touch("touchStart", x, y);
    await page.waitForTimeout(rest);
    for (let i = 1; dx !== 0 && i <= 8; i++) await touch("touchMove", x + (dx * i) / 8, y);
    await touch("touchEnd");
  };
}

pageTest("a finger drags numbers and brackets, and selects several by resting", { size: "phone", hasTouch: true, isMobile: true }, async ({ page, context }) => {
  const swipe = await finger(page, context);
  const upper = field(page, "Upper bound");
  await swipe(await center(upper), 21);
  await soon(() => upper.inputValue(), "5 h");
  const bracket = page.getByRole("switch", { name: "Upper bound inclusive" });
  await swipe(await center(bracket), -14);
  await soon(() => upper.inputValue(), "3 h");
  assert.equal(await bracket.getAttribute("aria-checked"), "true", "a drag toggles nothing");
  await mark(page, "o4").tap();
  await soon(() => chosen(page), ["o4"]);
  await swipe(await middle(page, "o6"), 0, 700);
  await soon(() => chosen(page), ["o4", "o6"]);
  await swipe(await middle(page, "o4"), 0);
  await soon(() => chosen(page), ["o4"]);
});

pageTest("a phone has the speed as well", { size: "phone", hasTouch: true, isMobile: true }, async ({ page }) => {
  const speed = page.getByRole("combobox", { name: "Speed" });
  assert.ok(await speed.isVisible());
  const [first, last] = [await button(page, "First step").boundingBox(), await button(page, "Last step").boundingBox()];
  assert.equal(first.y + first.height / 2, last.y + last.height / 2);
  const box = await speed.boundingBox();
  assert.ok(box.width >= 40 && box.height >= 40 && box.y < last.y + last.height, JSON.stringify(box));
  await speed.selectOption({ label: "4×" });
  await button(page, "First step").tap();
  await button(page, "Play").tap();
  await soon(async () => Number((await step(page)).match(/\d+/)[0]) >= 4, true);
  await button(page, "Pause").tap();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

// ---- robustness

pageTest("whatever is deleted while it is dragged, in tabs too, the page stays", { size: "embed" }, async ({ page }) => {
  const tabs = ["Why", "Rows", "Output", "Charts"];
  for (let round = 0; round < 8; round++) {
    await page.getByRole("tab", { name: new RegExp(`^${tabs[round % 4]}`) }).click();
    const id = ["o5", "s4", "o4", "o6"][round % 4];
    const from = await middle(page, id);
    await mark(page, id).click();
    await list(page, id.startsWith("o") ? "orders" : "shipments").focus();
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y, { steps: 3 });
    await page.keyboard.press("Delete");
    await page.mouse.move(from.x + 60, from.y, { steps: 2 });
    await page.mouse.up();
    await page.keyboard.press("Control+z");
    await soon(async () => (await marks(page)).length, 11);
  }
  assert.equal(await page.getByRole("heading", { name: "joinscope has stopped" }).count(), 0);
});

for (const colorScheme of ["light", "dark"]) {
  pageTest(`several rows, a watermark, a number in hand: nothing for axe to find, ${colorScheme}`, { colorScheme }, async ({ page }) => {
    await mark(page, "o4").click();
    await mark(page, "o5").click({ modifiers: ["Control"] });
    await mark(page, "o6").click({ modifiers: ["Control"] });
    assert.deepEqual(await axe(page), []);
    await page.getByRole("button", { name: /^Join watermark/ }).click();
    assert.deepEqual(await axe(page), []);
  });
}
