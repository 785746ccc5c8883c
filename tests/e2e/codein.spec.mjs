// Code into a setup: pasted, dropped or opened, marked, told, and used as one edit.

import assert from "node:assert/strict";
import { axe, pageTest, SLOW } from "./harness.mjs";
import { button, dropped as drop, field, marks, paste, rows, soon, step, undo } from "./person.mjs";

const SQL = `CREATE TABLE clicks (
  ad STRING, click_time TIMESTAMP(3),
  WATERMARK FOR click_time AS click_time - INTERVAL '7' SECOND
) WITH ('connector' = 'kafka');
CREATE TABLE buys (
  ad STRING, buy_time TIMESTAMP(3),
  WATERMARK FOR buy_time AS buy_time
) WITH ('connector' = 'kafka');
SELECT * FROM clicks c LEFT JOIN buys b ON c.ad = b.ad
  AND b.buy_time BETWEEN c.click_time AND c.click_time + INTERVAL '90' MINUTE;
`;
const HOLE = `a = spark.readStream.table("a").withWatermark("at", "1 minute")
b = spark.readStream.table("b").withWatermark("bt", "1 minute")
joined = a.join(b, expr("a.k = b.k AND bt >= at"), "inner")
`;
const WHOLE = HOLE.replace("bt >= at", "bt >= at AND bt <= at + interval 10 minutes");

const dialog = (page) => page.getByRole("dialog", { name: "From code", exact: true });
const text = (page) => dialog(page).getByRole("textbox", { name: "Code", exact: true });
const use = (page) => button(dialog(page), "Use this setup");
const status = (page) => dialog(page).getByRole("status").first().innerText();
const entry = (page, name) => dialog(page).getByRole("button", { name });
const group = (page, name) => dialog(page).getByRole("region", { name, exact: true });
const selected = (page) => text(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
const language = (page) => dialog(page).getByRole("combobox", { name: "Language", exact: true });
/** The marked letters, each with whether it is lit. */
const marked = (page, lit) => dialog(page).locator(lit ? "mark.lit" : "mark").evaluateAll((all) => all.map((mark) => mark.textContent));

pageTest("pasted SQL is marked, listed both ways, and used as one edit", async ({ page }) => {
  const before = await marks(page);
  await paste(page, SQL);
  await dialog(page).waitFor();
  await soon(async () => /^\d+ understood, 0 assumed, 0 not understood\. The setup is complete\.$/.test(await status(page)), true);
  assert.equal(await text(page).inputValue(), SQL);
  assert.equal(await language(page).inputValue(), "");
  assert.ok((await marked(page)).includes("click_time - INTERVAL '7' SECOND"));
  assert.match(await dialog(page).innerText(), /never leaves it/);
  // From the list to the text: pointing lights its letters, choosing selects them.
  const delay = entry(page, /^left watermark: 7 s behind .*line 3, column 31$/);
  await delay.hover();
  await soon(() => marked(page, true), ["click_time - INTERVAL '7' SECOND"]);
  await delay.click();
  await soon(() => selected(page), "click_time - INTERVAL '7' SECOND");
  // From the text to the list: the caret, and the pointer.
  await text(page).evaluate((area, at) => area.setSelectionRange(at, at), SQL.indexOf("LEFT JOIN") + 2);
  await page.keyboard.press("ArrowRight");
  await soon(() => dialog(page).locator("li.lit").allInnerTexts(), ["type of join: left\nline 9, column 24"]);
  const upper = dialog(page).locator("mark", { hasText: "c.click_time + INTERVAL '90' MINUTE" });
  const box = await upper.boundingBox();
  await page.mouse.move(box.x + box.width - 20, box.y + 8);
  await soon(async () => (await dialog(page).locator("li.lit").allInnerTexts()).join(), "upper bound: 1 h 30 min, inclusive\nline 10, column 43");
  assert.deepEqual(await axe(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await axe(page), []);
  await page.emulateMedia({ colorScheme: "light" });
  // The present events fit, and are kept.
  assert.equal(await dialog(page).getByRole("radio", { name: /^Keep the events of “Orders and shipments[^”]*”: \d+$/ }).isChecked(), true);
  await use(page).click();
  await dialog(page).waitFor({ state: "detached" });
  assert.equal(await field(page, "Upper bound").inputValue(), "1 h 30 min");
  assert.equal(await page.getByRole("listbox", { name: "clicks events", exact: true }).count(), 1);
  assert.equal((await marks(page)).length, before.length);
  await undo(page).click();
  await soon(() => marks(page), before);
});

pageTest("a text with a hole says what is missing, with its place, and opens once that is there", async ({ page }) => {
  await paste(page, HOLE);
  await dialog(page).waitFor();
  await soon(async () => /The setup has a hole and cannot be opened: 1 missing\.$/.test(await status(page)), true);
  assert.equal(await use(page).isDisabled(), true);
  const missing = group(page, "Missing").getByRole("button");
  assert.match(await missing.innerText(), /The time has a lower bound only\.\s+line 3, column 40\s+Add an upper bound/);
  await missing.click();
  await soon(() => selected(page), "bt >= at");
  assert.deepEqual(await axe(page), []);
  // Typed there, live.
  await page.keyboard.type("bt >= at AND bt <= at + interval 10 minutes");
  await soon(async () => /The setup is complete\.$/.test(await status(page)), true);
  // To Spark rows come in batches, and that is told before.
  assert.match(await dialog(page).getByRole("group", { name: "Events" }).innerText(), /Watermark steps go: \d+\.\s+Batch steps are put in: \d+\./);
  await dialog(page).getByRole("radio", { name: "Start empty" }).check();
  await use(page).click();
  await dialog(page).waitFor({ state: "detached" });
  assert.deepEqual(await marks(page), []);
  assert.equal(await page.getByRole("combobox", { name: "Engine", exact: true }).inputValue(), "spark");
  await undo(page).click();
  await soon(async () => (await marks(page)).length > 0, true);
});

pageTest("files are told apart, a text that another took the place of comes back, nothing typed is lost", async ({ page }) => {
  await drop(page, [["join.sql", SQL]]);
  await dialog(page).getByText("Read from join.sql.").waitFor();
  await text(page).fill("SELECT mine");
  await drop(page, [["job.py", WHOLE]]);
  await soon(() => text(page).inputValue(), WHOLE);
  await soon(async () => /detected: PySpark/.test(await dialog(page).innerText()), true);
  await button(dialog(page), "Put back the text before").click();
  await soon(() => text(page).inputValue(), "SELECT mine");
  await text(page).fill("SELECT still mine");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await button(page, "From code …").first().click();
  await soon(() => text(page).inputValue(), "SELECT still mine");
  await page.reload();
  await page.getByRole("slider", { name: "Step", exact: true }).waitFor();
  await button(page, "From code …").first().click();
  await soon(() => text(page).inputValue(), "SELECT still mine");
  await drop(page, [["big.sql", "x".repeat(1 << 20) + SQL]]);
  await dialog(page).getByRole("alert").waitFor();
  assert.match(await dialog(page).getByRole("alert").innerText(), /big\.sql is longer than 1 MiB/);
  assert.equal(await text(page).inputValue(), "SELECT still mine");
  // Events are still events.
  await drop(page, [["both.csv", "key,time\na,2024-01-01 10:00\nb,2024-01-01 10:01\n"]]);
  await page.getByRole("dialog", { name: "Your own events", exact: true }).waitFor();
});

pageTest("the language can be said, and the present join's code is a text, too", async ({ page }) => {
  await button(page, "From code …").first().click();
  await dialog(page).waitFor();
  assert.equal(await status(page), "Nothing is read yet.");
  await button(dialog(page), "Take the present join's code").click();
  await soon(async () => /The setup is complete\.$/.test(await status(page)), true);
  await text(page).fill("SELECT * FROM a JOIN b ON a.k = b.k");
  await soon(() => group(page, "Assumed").getByRole("button").first().innerText().then((all) => /taken for Flink SQL/.test(all)), true);
  await language(page).selectOption("spark-sql");
  await soon(() => group(page, "Assumed").innerText().then((all) => /Flink/.test(all)), false);
});

pageTest("events that do not fit are told, and only an empty start is left", async ({ page }) => {
  const row = (id, kind) => ({ do: "push", side: "left", id, key: "a", time: 1704103200000, kind });
  const streams = { left: { name: "l", watermark: { strategy: "manual" } }, right: { name: "r", watermark: { strategy: "manual" } } };
  await paste(page, JSON.stringify({ version: 1, title: "t", dialect: "flink_sql", ...streams, join: { kind: "regular", type: "inner" }, script: [row("l1", "+I"), row("l1", "-D")] }));
  await soon(async () => (await step(page)).startsWith("step 2 of 2"), true);
  await paste(page, SQL);
  await dialog(page).getByText(/They do not fit: clicks has rows of kind -D/).waitFor();
  assert.equal(await dialog(page).getByRole("radio", { name: /^Keep the events of “t”/ }).isDisabled(), true);
  await use(page).click();
  await dialog(page).waitFor({ state: "detached" });
  assert.deepEqual(await marks(page), []);
});

pageTest("all by keyboard", async ({ page }) => {
  await button(page, "From code …").first().focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  await soon(() => text(page).evaluate((area) => area === document.activeElement), true);
  await page.keyboard.insertText(SQL);
  await soon(async () => /The setup is complete\.$/.test(await status(page)), true);
  await page.keyboard.press("Tab");
  const focused = () => page.evaluate(() => document.activeElement.innerText ?? "");
  await soon(async () => /^left stream|left event time|line \d+/.test(await focused()), true);
  await soon(async () => (await marked(page, true)).length > 0, true);
  await page.keyboard.press("Enter");
  await soon(async () => (await selected(page)).length > 0, true);
  await use(page).focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  assert.equal(await field(page, "Upper bound").inputValue(), "1 h 30 min");
});

pageTest("in Chinese, on a phone", { locale: "zh-CN", size: "phone" }, async ({ page }) => {
  await paste(page, HOLE);
  const dialog = page.getByRole("dialog", { name: "从代码读入", exact: true });
  await soon(async () => /设置不完整，无法打开：缺失 1 项。[\s\S]*时间只有下界。\s+第 3 行，第 40 列/.test(await dialog.innerText()), true);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  assert.deepEqual(await axe(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await axe(page), []);
});

pageTest("a megabyte does not block", async ({ page }) => {
  const noise = Array.from({ length: 12_000 }, (_, at) => `-- line ${at}: a comment that says nothing about any join, though it is rather long`).join("\n");
  const long = `${noise}\n${SQL}`;
  assert.ok(long.length > 900_000 && long.length < 1 << 20, `${long.length}`);
  await paste(page, long);
  await soon(async () => /The setup is complete\.$/.test(await status(page)), true);
  const letter = () => page.evaluate(async () => {
    const area = document.querySelector("[role=dialog] textarea");
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
    observer.observe({ entryTypes: ["longtask"] });
    area.setRangeText("x", 3, 3);
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await new Promise((done) => setTimeout(done, 1500));
    observer.disconnect();
    return Math.max(0, ...tasks);
  });
  // Others may have the machine once; what blocks by itself does so each time.
  let took = Infinity;
  for (let i = 0; i < 5 && took >= 1000 * SLOW; i++) took = Math.min(took, await letter());
  console.log(`the longest task after a letter in 1 MB: ${took} ms`);
  assert.ok(took < 1000 * SLOW, `${took} ms`);
});
