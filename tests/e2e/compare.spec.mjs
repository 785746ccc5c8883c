// Two joins side by side: one script, one playhead, and why they differ.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { button, mark, rows, soon, step } from "./person.mjs";

const open = (page) => page.getByRole("link", { name: "Compare", exact: true }).click();
const comparison = (page) => page.getByRole("combobox", { name: "Comparison", exact: true });
const join = (page, which) => page.getByRole("group", { name: `Join ${which}`, exact: true });
const choice = (page, which, name) => join(page, which).getByRole("combobox", { name, exact: true });
const stage = (page, which) => page.getByRole("region", { name: `Stage ${which}`, exact: true });
const table = (page) => rows(page, "What each step emits").then((all) => all.map((row) => row.replace(/\s+/g, " ")));
const selected = (page) => page.getByRole("listbox").getByRole("option", { selected: true });
const why = (page) => page.getByRole("region", { name: "Why", exact: true });
const facts = (page) => rows(page, "So far").then((all) => all.map((row) => row.replace(/\s+/g, " ")));

const DESIGN = [
  "1 o1 001 09:20 +I o1 NULL ≠ differs waits",
  "2 o2 002 09:35 +I o2 NULL ≠ differs waits",
  "3 s1 001 09:50 -D o1 NULL +I o1 s1 ≠ differs +I o1 s1",
  "4 o3 003 10:10 +I o3 NULL ≠ differs waits",
  "5 s2 004 10:30 waits waits",
  "6 o4 004 10:25 +I o4 s2 +I o4 s2",
  "7 o5 005 11:05 +I o5 NULL ≠ differs waits",
  "8 s3 007 09:15 waits for ever ≠ differs late, not kept",
  "9 o6 006 11:50 +I o6 NULL ≠ differs waits",
  "10 s4 008 11:55 waits for ever ≠ differs +I o2 NULL and s4 waits",
];

pageTest("regular against interval is the design's picture", async ({ page }) => {
  await open(page);
  // The workspace's own join stands beside what tells most, at the step shown there.
  await join(page, "B").waitFor();
  await soon(() => step(page), "step 10 of 15, s4 arrives on shipments");
  assert.equal(await choice(page, "A", "Join kind").inputValue(), "interval");
  assert.equal(await choice(page, "B", "Join kind").inputValue(), "regular");
  await comparison(page).selectOption({ label: "regular against interval" });
  await soon(() => choice(page, "A", "Join kind").inputValue(), "regular");
  assert.equal(await choice(page, "B", "Join kind").inputValue(), "interval");
  await soon(() => table(page), DESIGN);
  assert.match(await page.getByRole("main").innerText(), /same 10 events into both; 8 of 10 steps differ/);
  await why(page).getByRole("heading", { name: "Why they differ at step 10" }).waitFor();
  assert.match(
    await why(page).innerText(),
    /o2: B emits its NULL row now, as 11:40 is past 11:35\. A emitted it at step 2 and would have retracted it, had a shipment come\./,
  );
  assert.deepEqual(await facts(page), [
    "Changes emitted 8 3",
    "Retractions (−D) 1 0",
    "NULL rows 5 1",
    "Rows in the result 6, 3 only here 3",
    "Rows in state 10, only grows 5",
    "Late rows not kept 0 1",
    "o2 with NULL step 2, not final step 10, final",
  ]);
  // The chart's numbers, for who does not see it.
  const held = await page.getByRole("table", { name: "Rows in state, both sides" }).locator("tr").evaluateAll((all) =>
    all.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ")),
  );
  assert.equal(held[11], "10 10 5");
  assert.equal(held[16], "15 11 0");
  // The same row in both stages, each as its engine has it.
  assert.match(await stage(page, "A").getByRole("option", { name: /^s3, / }).getAttribute("aria-label"), /kept for ever, never leaves$/);
  assert.match(await stage(page, "B").getByRole("option", { name: /^s3, / }).getAttribute("aria-label"), /late not kept$/);
});

pageTest("keys step both sides, and the workspace follows", async ({ page }) => {
  await open(page);
  await comparison(page).selectOption("regular-interval");
  await page.keyboard.press("Escape");
  await comparison(page).evaluate((select) => select.blur());
  await page.keyboard.press("ArrowLeft");
  await soon(() => step(page), "step 9 of 15, o6 arrives on orders");
  await soon(async () => (await table(page)).length, 9);
  await page.keyboard.press("Home");
  await soon(() => step(page), "step 0 of 15, before the first step");
  assert.match(await page.getByRole("main").innerText(), /Nothing has run yet/);
  await page.keyboard.press("Shift+ArrowRight");
  await soon(async () => (await step(page)).split(",")[0], "step 1 of 15");
  await page.keyboard.press("End");
  await soon(async () => (await step(page)).split(",")[0], "step 15 of 15");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await soon(() => button(page, "Pause").count(), 1);
  const now = async () => Number(/^step (\d+) of 15/.exec(await step(page))[1]);
  await soon(async () => (await now()) > 0, true);
  await page.keyboard.press("Space");
  await soon(() => button(page, "Play").count(), 1);
  const at = await now();
  await page.keyboard.press("ArrowRight");
  await soon(now, at + 1);
  await page.getByRole("link", { name: "Workspace", exact: true }).click();
  await soon(() => join(page, "A").count(), 0);
  await soon(now, at + 1);
  // What was chosen there is still chosen after coming back.
  await open(page);
  await soon(() => comparison(page).inputValue(), "regular-interval");
});

pageTest("differences one after the other, and nothing else", async ({ page }) => {
  await open(page);
  await comparison(page).selectOption("regular-interval");
  await page.getByRole("checkbox", { name: "only differences" }).check();
  await soon(() => table(page), DESIGN.filter((row) => row.includes("≠")));
  await button(page, "Previous difference").click();
  await soon(async () => (await step(page)).split(",")[0], "step 9 of 15");
  await button(page, "Next difference").click();
  await soon(async () => (await step(page)).split(",")[0], "step 10 of 15");
  await page.getByRole("table", { name: "What each step emits" }).getByRole("row", { name: /^8 s3/ }).click();
  await soon(async () => (await step(page)).split(",")[0], "step 8 of 15");
  await why(page).getByText("s3: A keeps it for ever. B does not: 09:15 is behind the watermark 10:20.").waitFor();
  await why(page).getByText("What each side did").click();
  await why(page).getByText("s3 (09:15) is behind the watermark 10:20. It found no order 007 and is not kept.").waitFor();
});

pageTest("each side is changed by its own sentence; a refused one is told, the other goes on", async ({ page }) => {
  await open(page);
  await choice(page, "B", "Engine").selectOption("spark");
  // LEFT regular is nothing that Spark runs.
  const alert = page.getByRole("alert");
  await alert.getByText("Spark refuses this join.").waitFor();
  await soon(async () => (await table(page))[2], "3 s1 001 09:50 +I o1 s1 refused");
  await choice(page, "B", "Join kind").selectOption("interval");
  await alert.waitFor({ state: "detached" });
  await page.getByText("Watermark steps go: 4. Batch steps are put in: 11.").waitFor();
  await soon(async () => (await table(page))[2], "3 s1 001 09:50 +I o1 s1 +I o1 s1");
  // A bound of B's alone: s1 is 30 min after o1.
  await join(page, "B").getByRole("textbox", { name: "Upper bound" }).fill("20 min");
  await page.keyboard.press("Enter");
  await soon(async () => (await table(page))[2], "3 s1 001 09:50 +I o1 s1 ≠ differs waits");
  assert.equal(await join(page, "A").getByRole("textbox", { name: "Upper bound" }).inputValue(), "2 h");
  await page.getByRole("slider", { name: "Step", exact: true }).press("Home");
  for (let i = 0; i < 3; i++) await button(page, "Step forward").click();
  await why(page).getByText("In B they are 30 min apart, outside [0, 20 min].").waitFor();
  // DataStream has no LEFT interval join; the way out is offered.
  await choice(page, "A", "Engine").selectOption("flink_datastream");
  await page.getByRole("alert").getByText("Flink DataStream refuses this join.").waitFor();
  await page.getByRole("alert").getByRole("button").click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  assert.equal(await choice(page, "A", "Engine").inputValue(), "flink_sql");
  // The workspace has not been touched.
  await page.getByRole("link", { name: "Workspace", exact: true }).click();
  await join(page, "A").waitFor({ state: "detached" });
  assert.equal(await page.getByRole("combobox", { name: "Engine", exact: true }).inputValue(), "flink_sql");
  assert.equal(await page.getByRole("combobox", { name: "Join type", exact: true }).inputValue(), "left");
});

pageTest("a side goes into the workspace as one edit", async ({ page }) => {
  await open(page);
  await comparison(page).selectOption("flink-spark");
  await button(page, "Open B in the workspace").click();
  await soon(() => page.getByRole("combobox", { name: "Engine", exact: true }).inputValue(), "spark");
  // Event 10 and its batch, of 11 events.
  await soon(async () => /^step 20 of 22, batch/.test(await step(page)), true);
  await button(page, "Undo").click();
  await soon(() => page.getByRole("combobox", { name: "Engine", exact: true }).inputValue(), "flink_sql");
  await soon(async () => (await step(page)).split(",")[0], "step 10 of 15");
});

pageTest("the stages are looked at: a click on a lane adds nothing, one on a mark selects in both", async ({ page }) => {
  await open(page);
  const count = await mark(page, "o7").count();
  assert.equal(count, 0);
  const box = await stage(page, "A").locator("svg").first().boundingBox();
  await page.mouse.click(box.x + box.width - 60, box.y + 90);
  await page.keyboard.press("n");
  await page.keyboard.press("Delete");
  assert.equal(await page.getByRole("group", { name: "Add event", exact: true }).count(), 0);
  assert.equal(await page.getByRole("slider", { name: "orders watermark" }).count(), 0);
  await stage(page, "A").getByRole("option", { name: /^o4, / }).click();
  await soon(() => selected(page).count(), 2);
  await page.keyboard.press("Escape");
  await soon(() => selected(page).count(), 0);
  await page.getByRole("link", { name: "Workspace", exact: true }).click();
  await join(page, "A").waitFor({ state: "detached" });
  await soon(async () => (await selected(page).getAttribute("aria-label")).startsWith("o3, "), true);
});

pageTest("one script, every type of join", async ({ page }) => {
  await open(page);
  await comparison(page).selectOption("all-types");
  const heads = page.getByRole("table", { name: "What each step emits" }).getByRole("columnheader");
  await soon(async () => (await heads.allInnerTexts()).slice(4), ["INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"]);
  assert.equal((await table(page))[9], "10 s4 008 11:55 waits +I o2 NULL waits waits +I o2 NULL waits waits for ever waits for ever");
  assert.deepEqual(await facts(page), ["INNER 2 0 0 5", "LEFT 3 0 1 5", "RIGHT 3 0 1 5", "FULL 4 0 2 5", "SEMI 2 0 0 10", "ANTI 6 1 0 10"]);
  // Spark has no anti join, and says so.
  await choice(page, "A", "Engine").selectOption("spark");
  await soon(async () => (await facts(page))[5].startsWith("ANTI ") && !/\d/.test((await facts(page))[5]), true);
});

pageTest("every known pair runs; where these events tell nothing, others that do are one link away", async ({ page }) => {
  await open(page);
  await join(page, "B").waitFor();
  const differ = async () => Number(/(\d+) of \d+ steps differ/.exec(await page.getByRole("main").innerText())[1]);
  for (const pair of ["regular against interval", "Flink against Spark", "smaller against larger watermark (Spark)", "LEFT against INNER", "all join types"]) {
    await comparison(page).selectOption({ label: pair });
    await page.getByRole("slider", { name: "Step", exact: true }).press("End");
    await soon(async () => (await differ()) > 0, true, pair);
    assert.equal(await page.getByRole("alert").count(), 0, pair);
    assert.equal(await page.getByRole("link", { name: "See events with which they differ" }).count(), 0, pair);
  }
  // These orders and shipments are the same to both APIs of Flink.
  await comparison(page).selectOption({ label: "Flink SQL against DataStream" });
  await soon(differ, 0);
  assert.deepEqual(await axe(page), []);
  await page.getByRole("link", { name: "See events with which they differ" }).click();
  await soon(() => comparison(page).inputValue(), "sql-datastream");
  await page.getByRole("slider", { name: "Step", exact: true }).press("End");
  await soon(async () => (await differ()) > 0, true);
  assert.equal(await choice(page, "A", "Engine").inputValue(), "flink_sql");
  assert.equal(await choice(page, "B", "Engine").inputValue(), "flink_datastream");
});

pageTest("a link opens the comparison", { url: "?compare=flink_sql,inner,interval:0:1800000:co:0,b0,b0#" }, async ({ page }) => {
  await soon(() => choice(page, "B", "Join type").inputValue(), "inner");
  assert.equal(await join(page, "B").getByRole("textbox", { name: "Upper bound" }).inputValue(), "30 min");
  assert.equal(await join(page, "B").getByRole("switch", { name: "Upper bound inclusive" }).getAttribute("aria-checked"), "false");
});

const LOOKS = [
  ["desktop", "light", "en-US", "Comparison", "Compare"],
  ["desktop", "dark", "zh-CN", "对比内容", "对比"],
  ["embed", "dark", "en-US", "Comparison", "Compare"],
  ["phone", "light", "zh-CN", "对比内容", "对比"],
];

for (const [size, colorScheme, locale, comparison, compare] of LOOKS) {
  pageTest(`compare: axe finds nothing and nothing runs off, ${size}, ${colorScheme}, ${locale}`, { size, colorScheme, locale, timeout: 240_000 }, async ({ page }) => {
    // A phone keeps the pages behind one button.
    const link = page.getByRole("link", { name: compare, exact: true });
    if (!(await link.isVisible())) await page.getByRole("banner").getByRole("button", { expanded: false }).click();
    await link.click();
    const found = [];
    for (const preset of ["regular-interval", "flink-spark", "all-types"]) {
      await page.getByRole("combobox", { name: comparison, exact: true }).selectOption(preset);
      await page.getByRole("table").first().waitFor();
      for (const violation of await axe(page)) found.push(`${preset}: ${violation}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${preset}: ${over} px too wide`);
    }
    // A refused side.
    await page.getByRole("combobox", { name: comparison, exact: true }).selectOption("regular-interval");
    await page.getByRole("group").getByRole("combobox").first().selectOption("spark");
    await page.getByRole("alert").first().waitFor();
    for (const violation of await axe(page)) found.push(`refused: ${violation}`);
    assert.deepEqual(found, []);
  });
}
