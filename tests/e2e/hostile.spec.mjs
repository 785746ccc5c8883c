// What no one would do, or only by mistake: the page goes on.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { booted, pageTest, SIZES, SLOW } from "./harness.mjs";
import {
  button, drag, field, list, marks, middle, paste, save, shown, slider, soon, step, told, undo,
} from "./person.mjs";

const MAX = 2 ** 53;
const scenario = (more) => ({
  version: 1,
  title: "Odd",
  dialect: "flink_sql",
  left: { name: "l", watermark: { strategy: "manual" } },
  right: { name: "r", watermark: { strategy: "manual" } },
  join: { kind: "interval", type: "full", lower: -1000, upper: 1000 },
  script: [],
  ...more,
});
const push = (side, id, key, time, more = {}) => ({ do: "push", side, id, key, time, ...more });
const watermark = (side, time) => ({ do: "watermark", side, time });
const LONG = "k".repeat(2000);
const NAMES = ["<img src=x onerror=alert(1)>", "\"'`&amp;</script>", "\u202Eעברית", "👩‍👩‍👧‍👦🏳️‍🌈", LONG, "a, b", "{name}"];
const deep = (n) => (n === 0 ? 1 : { a: [deep(n - 1)] });
const both = (of) => [of("left"), of("right")].flat();

const ODD = {
  "times at the ends": scenario({
    join: { kind: "interval", type: "full", lower: -MAX, upper: MAX },
    script: [
      ...both((side) => [push(side, "a", "k", -MAX), push(side, "b", "k", MAX), push(side, "c", "k", 0)]),
      watermark("left", -MAX), watermark("right", -MAX), watermark("left", MAX), watermark("right", MAX),
    ],
  }),
  "ids and keys that are no words": scenario({
    left: { name: NAMES[0], label: { en: NAMES[1], zh: NAMES[2] }, noun: NAMES[3], key_name: NAMES[1], time_name: NAMES[0], watermark: { strategy: "manual" } },
    right: { name: "", watermark: { strategy: "manual" } },
    title: NAMES[0],
    script: [
      ...both((side) => NAMES.map((name, i) => push(side, name, name, 1000 + i, { row: { [name]: name } }))),
      push("left", "", "", 1500), push("right", "", "", 1500), push("left", "none", null, 1500),
      watermark("left", 9000), watermark("right", 9000),
    ],
  }),
  "payloads in payloads": scenario({ script: both((side) => push(side, "a", "k", 5, { row: deep(40) })) }),
  "windows of no size": scenario({ join: { kind: "window", type: "full", window: { shape: "tumbling", size: 0 } }, script: [push("left", "a", "k", 5)] }),
  "a slide above the size": scenario({
    join: { kind: "window", type: "full", window: { shape: "sliding", size: 1000, slide: 3000 } },
    script: [...both((side) => [0, 999, 1000, 2999, 3000].map((time, i) => push(side, `a${i}`, "k", time))), watermark("left", 9000), watermark("right", 9000)],
  }),
  "a window for each ms": scenario({
    join: { kind: "window", type: "full", window: { shape: "sliding", size: MAX, slide: 1 } },
    script: both((side) => push(side, "a", "k", 5)),
  }),
  "bounds reversed": scenario({ join: { kind: "interval", type: "full", lower: 1000, upper: -1000 }, script: [...both((side) => push(side, "a", "k", 5000)), watermark("left", 9000), watermark("right", 9000)] }),
  "rows taken back that never came": scenario({
    join: { kind: "regular", type: "full" },
    script: both((side) => ["-U", "-D", "-D", "+U", "-U"].map((kind, i) => push(side, kind === "+U" ? `n${i}` : "x", "k", 5, { kind }))),
  }),
  "nothing but the clock": scenario({ join: { kind: "regular", type: "full", state_ttl: 5 }, script: [0, 5, 1, MAX].map((time) => ({ do: "clock", time })) }),
  "nothing but watermarks": scenario({ script: [watermark("left", MAX), watermark("left", -MAX), watermark("right", 0)] }),
  "nothing but batches": scenario({
    dialect: "spark",
    left: { name: "l", watermark: { strategy: "bounded", delay: 0 } },
    right: { name: "r", watermark: { strategy: "bounded", delay: MAX } },
    script: [{ do: "batch" }, { do: "batch" }, { do: "batch" }],
  }),
  "sessions that never end": scenario({
    join: { kind: "window", type: "full", window: { shape: "session", gap: MAX } },
    script: [...both((side) => [push(side, "a", "k", 0), push(side, "b", "k", MAX)]), watermark("left", MAX), watermark("right", MAX)],
  }),
  "versions out of order": scenario({
    join: { kind: "temporal", type: "left" },
    script: [
      push("right", "v", "k", MAX), push("right", "v2", "k", -MAX, { kind: "+U" }), push("right", "v", "k", 0, { kind: "-D" }),
      push("left", "a", "k", -MAX), push("left", "b", null, 0), watermark("left", 5), watermark("right", 5),
    ],
  }),
};

pageTest("odd scenarios open, step and are saved as they were", { timeout: 240_000 }, async ({ page }) => {
  for (const [what, odd] of Object.entries(ODD)) {
    await paste(page, JSON.stringify(odd));
    await soon(async () => (await step(page)).includes(`of ${odd.script.length},`), true, what);
    await page.getByRole("listbox").first().focus();
    await page.keyboard.press(".");
    await page.keyboard.press("Home");
    for (let i = 0; i < odd.script.length; i++) await page.keyboard.press("ArrowRight");
    await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
    await page.keyboard.press("Home");
    await page.getByRole("combobox", { name: "语言" }).selectOption("en");
    const saved = await save(page);
    await paste(page, saved.text);
    assert.equal(await page.getByRole("alertdialog").count(), 0, what);
    assert.equal((await save(page)).text, saved.text, what);
  }
  assert.equal(await page.evaluate(() => document.images.length), 0);
});

for (const [what, row] of [
  ["one key", (i) => ["k", 1_718_964_000_000 + 60_000 * i]],
  ["one time", (i) => [`k${i}`, 1_718_964_000_000]],
]) {
  pageTest(`5,000 rows of ${what} are stepped through`, { timeout: 180_000 }, async ({ page }) => {
    const script = Array.from({ length: 5000 }, (_, i) => push(i % 2 ? "left" : "right", `r${i}`, ...row(i)));
    const start = Date.now();
    await paste(page, JSON.stringify(scenario({ script })));
    await soon(() => step(page), "step 5000 of 5000, r4999 arrives on l");
    const opened = Date.now() - start;
    await page.getByRole("listbox").first().focus();
    for (const key of ["ArrowLeft", "ArrowLeft", ".", ",", "Home", "ArrowRight", "End"]) await page.keyboard.press(key);
    await soon(async () => (await step(page)).startsWith("step 5000 "), true);
    const stepped = Date.now() - start - opened;
    console.log(`5,000 rows of ${what}: opened in ${opened} ms, stepped in ${stepped} ms`);
    assert.ok(opened < 8000 * SLOW, `opened in ${opened} ms`);
    assert.ok(stepped < 8000 * SLOW, `stepped in ${stepped} ms`);
  });
}

// ---- forms and drags, while something else goes on

/** Opens the editor of a new row. */
async function fresh(page) {
  const lane = await list(page, "orders").boundingBox();
  await page.mouse.click(lane.x + lane.width * 0.62, lane.y + lane.height - 12);
  const form = page.getByRole("group", { name: "Edit event" });
  await form.waitFor();
  return form;
}

const take = async (page, name, text) => {
  await field(page, name).fill(text);
  await page.keyboard.press("Enter");
};

pageTest("a form keeps to its row, whatever is edited beside it", async ({ page }) => {
  // A step that goes in before it moves it on.
  await button(page, "Edit").click();
  await button(page, "First step").click();
  await take(page, "orders watermark time", "09:00");
  await soon(() => step(page), "step 1 of 16, orders watermark to 09:00");
  const open = page.getByRole("group", { name: "Edit event" });
  await field(open, "Key").fill("zzz");
  await page.keyboard.press("Enter");
  await soon(async () => (await told(page, "o3")).startsWith("o3, key zzz, "), true);
  assert.equal((await marks(page)).length, 11);
  for (let i = 0; i < 2; i++) await undo(page).click();
  assert.match(await told(page, "o3"), /^o3, key 003, /);

  // Esc takes away the new row, not what came after it.
  await button(page, "Last step").click();
  let form = await fresh(page);
  await take(page, "Upper bound", "3 h");
  await field(form, "Key").press("Escape");
  await soon(async () => (await marks(page)).length, 11);
  assert.equal(await field(page, "Upper bound").inputValue(), "3 h");

  // Dragged while its form is open: what was typed stays, and the time follows.
  form = await fresh(page);
  await field(form, "Key").fill("mine");
  const before = await field(form, "Event time").inputValue();
  await drag(page, await middle(page, "o7"), -70);
  await soon(async () => (await field(form, "Event time").inputValue()) !== before, true);
  assert.equal(await field(form, "Key").inputValue(), "mine");
  const after = await field(form, "Event time").inputValue();
  await field(form, "Key").press("Enter");
  await soon(async () => (await told(page, "o7")).startsWith(`o7, key mine, ${after}, `), true);

  // The whole script changes: the form goes, and the row stays as one of it.
  await fresh(page);
  await page.getByRole("combobox", { name: "Engine" }).selectOption("spark");
  await page.getByRole("dialog").getByRole("button", { name: "Switch", exact: true }).click();
  await form.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("combobox", { name: "Engine" }).inputValue(), "spark");
});

pageTest("undo, Delete, a resize, another language end or outlive a drag, and no other row moves", async ({ page }) => {
  const before = await marks(page);
  for (const end of ["Control+z", "Delete"]) {
    // The newest row, and one that has others behind it.
    for (const go of ["End", "Home"]) {
      await slider(page, "Step").press(go);
      await list(page, "orders").focus();
      await page.keyboard.press("Escape");
      await page.keyboard.press(".");
      await button(page, "Duplicate").click();
      await soon(async () => (await marks(page)).length, 12);
      const at = await middle(page, "o7");
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x + 60, at.y, { steps: 3 });
      if (end === "Delete") await list(page, "orders").focus();
      await page.keyboard.press(end);
      await page.mouse.move(at.x + 90, at.y, { steps: 3 });
      await page.mouse.up();
      await soon(async () => (await marks(page)).length, 11, `${go} ${end}`);
      while ((await undo(page).getAttribute("aria-disabled")) !== "true") await undo(page).click();
      await slider(page, "Step").press("End");
      const times = (all) => all.map((name) => name.split(", ").slice(0, 3));
      assert.deepEqual(times(await marks(page)), times(before), `${go} ${end}`);
    }
  }
  const at = await middle(page, "o5");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 40, at.y, { steps: 3 });
  for (const size of [{ width: 320, height: 360 }, SIZES.desktop]) await page.setViewportSize(size);
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await page.getByRole("combobox", { name: "主题" }).selectOption("dark");
  await page.getByRole("combobox", { name: "语言" }).selectOption("en");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await soon(async () => (await marks(page)).length, 11);
});

pageTest("dragged while it plays, and keys faster than it draws", async ({ page }) => {
  await page.getByRole("combobox", { name: "Speed" }).selectOption("16");
  await button(page, "First step").click();
  await button(page, "Play").click();
  await drag(page, await middle(page, "o5"), 60, { moves: 20 });
  await button(page, "Play").waitFor();
  await undo(page).click();
  await page.evaluate(() => {
    document.activeElement?.blur();
    const keys = ["ArrowRight", "ArrowRight", " ", "ArrowLeft", "End", "Home", "ArrowRight", " ", "Escape", "?"];
    for (let i = 0; i < 300; i++) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: keys[i % 9], bubbles: true, cancelable: true }));
    }
  });
  await button(page, "Last step").click();
  await soon(async () => (await step(page)).startsWith("step 15 of 15"), true);
});

// ---- what is kept can be read again

pageTest("numbers end where a file's numbers end", async ({ page }) => {
  await button(page, "Edit").click();
  await page.getByRole("group", { name: "Edit event" }).waitFor();
  await take(page, "Event time", `${MAX}`);
  await list(page, "orders").focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press("Shift+Alt+ArrowRight");
  await take(page, "orders watermark time", `${MAX}`);
  await slider(page, "orders watermark").focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press("Shift+Alt+ArrowRight");
  await take(page, "Lower bound", `${-MAX}`);
  await take(page, "Upper bound", `${MAX}`);
  await page.getByRole("combobox", { name: "Join kind" }).selectOption("window");
  assert.equal(await page.getByRole("combobox", { name: "Window shape" }).inputValue(), "tumbling");
  await page.getByRole("combobox", { name: "Join kind" }).selectOption("regular");
  await take(page, "State TTL", `${MAX}`);
  for (let i = 0; i < 2; i++) await button(page, "Advance clock").click();
  const saved = await save(page);
  await paste(page, saved.text);
  await soon(async () => (await save(page)).text, saved.text);
  assert.equal(await page.getByRole("alertdialog").count(), 0);
});

pageTest("every field takes garbage or says why not, and the work can be opened again", { timeout: 240_000 }, async ({ page }) => {
  const garbage = ["", "-1", "250000000 h", "\u202E<b>עברית 🙂"];
  for (const name of ["orders-shipments", "clicks-sliding", "ads-spark-interval"]) {
    await paste(page, await readFile(new URL(`../../www/scenarios/${name}.scenario.json`, import.meta.url), "utf8"));
    await page.getByRole("listbox").first().waitFor();
    if (name === "orders-shipments") await button(page, "All settings").click();
    for (const text of garbage) {
      // A refused setup leaves the stage's fields inert; the sentence's stay.
      const settings = page.getByRole("group", { name: "Join settings" }).getByRole("textbox");
      for (let i = 0; i < (await settings.count()); i++) {
        await settings.nth(i).fill(text);
        await settings.nth(i).press("Enter");
        await settings.nth(i).press("Escape");
      }
    }
    const saved = await save(page);
    await paste(page, saved.text);
    await soon(async () => (await save(page)).text, saved.text, name);
    assert.equal(await page.getByRole("alertdialog").count(), 0, name);
  }
});

pageTest("every step deleted, undone to the beginning and redone", async ({ page }) => {
  const before = await marks(page);
  await button(page, "Last step").click();
  for (const stream of ["orders", "shipments"]) {
    while ((await list(page, stream).getByRole("option").count()) > 0) {
      await list(page, stream).focus();
      if ((await button(page, "Delete").count()) === 0) await page.keyboard.press(".");
      await button(page, "Delete").click();
    }
  }
  assert.equal((await marks(page)).length, 0);
  for (let i = 0; i < 11; i++) await page.keyboard.press("Control+z");
  await soon(async () => (await marks(page)).length, before.length);
  assert.equal(await undo(page).getAttribute("aria-disabled"), "true");
  for (let i = 0; i < 11; i++) await page.keyboard.press("Control+Shift+z");
  await soon(async () => (await marks(page)).length, 0);
  assert.equal(await button(page, "Redo").getAttribute("aria-disabled"), "true");
});

pageTest("a full storage is said, and said no more when there is room", async ({ page }) => {
  const told = () => page.getByRole("status").filter({ hasText: "does not keep your work" }).count();
  await page.evaluate(() => {
    globalThis.keep = Storage.prototype.setItem;
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  });
  await take(page, "Upper bound", "3 h");
  await soon(told, 1);
  await page.evaluate(() => { Storage.prototype.setItem = globalThis.keep; });
  // Any next action keeps what was not kept.
  await button(page, "Step back").click();
  await soon(told, 0);
  await page.reload();
  await booted(page);
  await soon(() => field(page, "Upper bound").inputValue(), "3 h");
});

// ---- pages and pictures

pageTest("the reference page's keys do nothing to the workspace behind it", async ({ page }) => {
  await take(page, "Upper bound", "3 h");
  const before = await shown(page);
  await page.getByRole("link", { name: "Reference" }).click();
  await page.getByRole("heading", { name: "What runs where" }).waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  for (const key of ["ArrowLeft", "Home", "Space", "Control+z", "Escape"]) await page.keyboard.press(key);
  assert.equal(await undo(page).getAttribute("aria-disabled"), "true");
  await page.getByRole("link", { name: "Workspace" }).click();
  await soon(() => shown(page), before);
});

pageTest("undo back to a refused setup shows its own picture, not that of what was open since", async ({ page }) => {
  await page.getByRole("combobox", { name: "Join kind" }).selectOption("temporal");
  await page.getByRole("combobox", { name: "orders watermark strategy" }).selectOption("none");
  await page.getByRole("alert").waitFor();
  await paste(page, JSON.stringify(scenario({ script: both((side) => [1, 2, 3].map((i) => push(side, `x${i}`, "k", i))) })));
  await list(page, "l").waitFor();
  await undo(page).click();
  await page.getByRole("alert").waitFor();
  await soon(async () => (await marks(page)).map((name) => name[0]).join(""), "oooooosssss");
});

for (const size of ["desktop", "phone"]) {
  pageTest(`names of ten thousand letters do not widen the page, ${size}`, { size }, async ({ page }) => {
    const long = "k".repeat(10_000);
    const stream = { name: long, label: long, noun: long, key_name: long, time_name: long, fields: { [long]: long } };
    const watermarked = { ...stream, watermark: { strategy: "bounded", delay: 1000 } };
    const script = both((side) => [0, 1].map((i) => push(side, `${long}${i}`, long, 1_700_000_000_000 + i, { row: { [long]: long } })));
    await paste(page, JSON.stringify(scenario({ title: long, left: watermarked, right: watermarked, script })));
    await soon(async () => (await step(page)).includes("of 4,"), true);
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await soon(wider, false);
    for (const look of ["Plane", "Tables", "Stage"]) {
      await page.locator(".legend").getByText(look, { exact: true }).click();
      await soon(wider, false, look);
    }
  });
}
