// The join as SQL, all settings, and a row's fields beside its JSON.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import { axe, pageTest } from "./harness.mjs";
import { button, field, list, mark, paste, reads, save, soon, undo } from "./person.mjs";

const combobox = (page, name) => page.getByRole("combobox", { name, exact: true });
const saved = async (page) => JSON.parse((await save(page)).text);
const code = (page) => page.getByRole("region", { name: "Code", exact: true });
const tab = (page, name) => code(page).getByRole("tab", { name, exact: true });
const panel = (page) => code(page).getByRole("tabpanel");
const dialects = ["flink_sql", "flink_datastream", "spark"];

async function open(page, name, change = () => {}) {
  const scenario = JSON.parse(await readFile(new URL(`../../www/scenarios/${name}.scenario.json`, import.meta.url), "utf8"));
  change(scenario);
  await paste(page, JSON.stringify(scenario));
  await list(page, scenario.left.label?.en ?? scenario.left.name).waitFor();
}

async function take(page, name, text) {
  await field(page, name).fill(text);
  await page.keyboard.press("Enter");
}

// ---- the SQL

pageTest("the SQL follows the sentence, and is copied as it stands", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await reads(panel(page), /^SELECT o\.id[^]*\nLEFT JOIN shipments s\n[^]*INTERVAL '2' HOUR/);
  await combobox(page, "Join type").selectOption("anti");
  await soon(async () => /WHERE NOT EXISTS \(/.test(await panel(page).innerText()), true);
  await reads(code(page), /Flink plans this as a regular join/);
  await take(page, "Upper bound", "90 min");
  await soon(async () => /INTERVAL '90' MINUTE/.test(await panel(page).innerText()), true);
  await tab(page, "Flink SQL").focus();
  await page.keyboard.press("ArrowRight");
  await soon(async () => await tab(page, "DataStream").getAttribute("aria-selected"), "true");
  await page.keyboard.press("Home");
  await tab(page, "Tables").waitFor();
  await page.keyboard.press("End");
  await soon(async () => await tab(page, "Tables").getAttribute("aria-selected"), "true");
  await reads(panel(page), /^CREATE TABLE /);
  const tables = await panel(page).innerText();
  assert.match(tables, /^CREATE TABLE orders \([^]*WATERMARK FOR order_time\n {4}AS order_time - INTERVAL '10' MINUTE\n\) WITH/);
  await button(code(page), "Copy").click();
  await code(page).getByRole("status").getByText("Copied", { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), tables);
});

pageTest("without a clipboard the text is selected", async ({ page }) => {
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const query = await panel(page).innerText();
  await button(code(page), "Copy").click();
  await code(page).getByRole("status").getByText("Selected: copy it with your keys", { exact: true }).waitFor();
  await soon(() => page.evaluate(() => document.activeElement.value?.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), query);
});

pageTest("Spark has SQL and PySpark; a DataStream job has Java, and SQL only where it gives the same", async ({ page }) => {
  await open(page, "ads-spark-interval");
  await tab(page, "Spark SQL").waitFor();
  await reads(panel(page), /FROM STREAM \S+\n {2}WATERMARK \w+\n {4}DELAY OF INTERVAL \d+ [A-Z]+ AS \w\n/);
  await reads(code(page), /start it with writeStream in append mode/);
  await tab(page, "PySpark").click();
  await reads(panel(page), /spark\.readStream\.table\("\w+"\)\n {4}\.withWatermark\("\w+", "\d+ \w+"\)[^]*joined = \w\.join\(/);
  await reads(code(page), /joined is a streaming DataFrame/);
  await tab(page, "Tables").click();
  await reads(panel(page), /^spark\.sql\("""\nCREATE TABLE/);
  await open(page, "ads-datastream-sliding");
  await tab(page, "DataStream").click();
  await reads(panel(page), /\.window\(SlidingEventTimeWindows\.of\(/);
  await tab(page, "Row types").click();
  await reads(panel(page), /^static final TypeInformation<Row> \w+ = Types\.ROW_NAMED\(/);
  await tab(page, "Flink SQL").click();
  await reads(panel(page), /HOP\(TABLE /);
  await reads(code(page), /gives the same rows as the DataStream job/);
  for (const [name, why] of [
    ["chats-datastream-session", /no equivalent for these sessions/],
    ["calls-datastream", /no equivalent for late rows/],
  ]) {
    await open(page, name);
    await tab(page, "DataStream").click();
    await reads(panel(page), /static DataStream<Row> join\(/);
    await tab(page, "Flink SQL").click();
    await reads(panel(page), why);
    assert.equal(await tab(page, "Tables").count() + await tab(page, "Row types").count(), 0);
    assert.equal(await button(code(page), "Copy").count(), 0);
  }
  await open(page, "orders-shipments");
  await tab(page, "DataStream").click();
  await reads(panel(page), /DataStream has rules of its own/);
  await open(page, "left-datastream-refused");
  await code(page).getByRole("heading", { name: "No code for this join", exact: true }).waitFor();
  await combobox(page, "Language").selectOption("zh");
  await page.getByRole("region", { name: "代码", exact: true }).getByRole("heading", { name: "此连接没有对应的代码", exact: true }).waitFor();
});

/** The files of a zip archive, by its central directory: path, text and whether it may be run. */
function unzip(bytes) {
  const files = new Map();
  let at = bytes.readUInt32LE(bytes.length - 22 + 16);
  for (let left = bytes.readUInt16LE(bytes.length - 22 + 10); left > 0; left--) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50);
    const [size, name, extra, comment, local] = [20, 28, 30, 32, 42].map((part) => part === 20 || part === 42 ? bytes.readUInt32LE(at + part) : bytes.readUInt16LE(at + part));
    const path = bytes.toString("utf8", at + 46, at + 46 + name);
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const text = inflateRawSync(bytes.subarray(data, data + size)).toString("utf8");
    files.set(path.replace(/^[^/]+\//, ""), { text, runs: (bytes.readUInt32LE(at + 38) >>> 16 & 0o111) !== 0 });
    at += 46 + name + extra + comment;
  }
  return files;
}

async function job(page, name = "Download job") {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
  return { name: download.suggestedFilename(), files: unzip(await readFile(await download.path())) };
}

pageTest("a job is downloaded: code, events, expected output, and a command", async ({ page }) => {
  const shown = await panel(page).innerText();
  const { name, files } = await job(page);
  assert.match(name, /^[a-z0-9-]+-flink-sql\.zip$/);
  assert.ok(files.get("run.sh").runs && !files.get("job.sql").runs);
  assert.ok(files.get("job.sql").text.includes(shown), "the query is the one that is shown");
  const lines = (path) => files.get(path).text.trim().split("\n").map((line) => JSON.parse(line));
  const sides = lines("events/order.ndjson").map((step) => step.do);
  for (const side of ["left", "right"]) assert.equal(lines(`events/${side}.ndjson`).length, sides.filter((word) => word === side).length);
  assert.ok(lines("expected.ndjson").every((row) => row.step >= 1 && row.step <= sides.length));
  assert.match(files.get("README.md").text, /^# .+\n\nA Flink SQL job from joinscope/);
  await open(page, "ads-spark-interval");
  await tab(page, "PySpark").click();
  await combobox(page, "Language").selectOption("zh");
  const spark = await job(page, "下载作业");
  assert.match(spark.name, /-pyspark\.zip$/);
  assert.ok(spark.files.get("job.py").text.includes("joined = "));
  assert.match(spark.files.get("README.md").text, /由 joinscope 生成的 Spark Structured Streaming 作业/);
});

// ---- the setup

pageTest("every kind, type and shape that an engine runs is set up with the sentence", async ({ page }) => {
  const seen = new Set();
  const choices = (name) => combobox(page, name).locator("option:not([disabled])").evaluateAll((all) => all.map((option) => option.value));
  const labels = { kind: "Join kind", shape: "Window shape", type: "Join type" };
  for (const dialect of dialects) {
    await open(page, dialect === "spark" ? "trips-spark-window" : "readings-tumbling", (scenario) => {
      Object.assign(scenario, { dialect, script: [] });
      for (const side of ["left", "right"]) scenario[side].watermark = { strategy: "bounded", delay: 60_000 };
    });
    for (const kind of await choices(labels.kind)) {
      await combobox(page, labels.kind).selectOption(kind);
      for (const shape of kind === "window" ? await choices(labels.shape) : [""]) {
        if (shape) await combobox(page, labels.shape).selectOption(shape);
        for (const type of await choices(labels.type)) {
          await combobox(page, labels.type).selectOption(type);
          assert.equal(await page.getByRole("alert").count(), 0, `${dialect} ${kind} ${shape} ${type}`);
          seen.add(`${dialect} ${kind} ${shape} ${type}`);
        }
      }
    }
    // A lookup table, the last kind, has no watermark.
    await combobox(page, labels.kind).selectOption("interval");
    for (const side of ["left", "right"]) {
      const { name } = (await saved(page))[side];
      await combobox(page, `${name} watermark strategy`).selectOption("bounded");
    }
  }
  // Flink SQL: six types of interval, regular and four windows, two of temporal and of lookup; DataStream: an inner interval, six types of
  // three windows; Spark: five types of interval and three windows, an inner regular join, four of lookup.
  assert.equal(seen.size, 6 * 6 + 2 + 2 + (1 + 6 * 3) + (5 * 4 + 1 + 4));
});

pageTest("all settings: the scenario's texts, what streams and columns are called", async ({ page }) => {
  await button(page, "All settings").click();
  const before = await saved(page);
  await take(page, "Title", "Late parcels");
  await take(page, "Question", "Which orders leave alone?");
  await field(page, "Description").fill("Two streams.\nOne join.");
  await field(page, "Title").focus();
  await take(page, "orders label", "purchases");
  await take(page, "purchases row is called", "purchase");
  await take(page, "purchases key column", "purchase_id");
  await take(page, "purchases time column", "bought_at");
  await take(page, "purchases field amount", "price");
  await take(page, "New purchases field", "amount");
  await soon(() => page.getByRole("alert").innerText(), "There is a field of this name.");
  await take(page, "New purchases field", "note");
  await field(page, "purchases field note").waitFor();
  const after = await saved(page);
  const said = (text) => text.en ?? text;
  assert.deepEqual([after.title, after.question, after.description].map(said), ["Late parcels", "Which orders leave alone?", "Two streams.\nOne join."]);
  assert.equal(after.title.zh, before.title.zh);
  assert.deepEqual(after.left, {
    ...before.left,
    label: { ...before.left.label, en: "purchases" },
    noun: { ...before.left.noun, en: "purchase" },
    key_name: "purchase_id",
    time_name: "bought_at",
    fields: { amount: { ...before.left.fields.amount, en: "price" }, note: "note" },
  });
  await reads(panel(page), /o\.note/);
  await page.getByRole("columnheader", { name: "price", exact: true }).first().waitFor();
  // A field that no row has goes with its head.
  await take(page, "purchases field note", "");
  await field(page, "purchases field note").waitFor({ state: "detached" });
  await undo(page).click();
  await field(page, "purchases field note").waitFor();
  for (let i = 0; i < 9; i++) await undo(page).click();
  await soon(() => saved(page), before);
});

// ---- a row's fields

async function edit(page, id) {
  await mark(page, id).click();
  await button(page, "Edit").click();
  return page.getByRole("group", { name: "Edit event", exact: true });
}

const rowOf = async (page, id) => (await saved(page)).script.find((step) => step.id === id && step.side === "left").row;

pageTest("a row's fields and its JSON say the same; nobody need type JSON", async ({ page }) => {
  const form = await edit(page, "o3");
  const json = field(form, "Row");
  await field(form, "amount").fill("12.50");
  await soon(() => json.inputValue(), '{"amount": 12.50}');
  await field(form, "New field").fill("gift note");
  await page.keyboard.press("Enter");
  await soon(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "gift note");
  await page.keyboard.type('for "Ada", [7');
  await soon(() => json.inputValue(), '{"amount": 12.50, "gift note": "for \\"Ada\\", [7"}');
  await soon(() => field(form, "gift note").inputValue(), 'for "Ada", [7');

  await json.fill('{"amount": 1, "tags": ["a", {"b": null}]}');
  await soon(() => field(form, "tags").inputValue(), '["a", {"b": null}]');
  assert.deepEqual([await field(form, "amount").inputValue(), await field(form, "gift note").inputValue()], ["1", ""]);
  await json.fill('{"amount": 1,\n "tags" []}');
  await form.getByText("The fields come back once the JSON is correct.").waitFor();
  await button(form, "Keep").click();
  await soon(() => form.getByRole("alert").innerText(), 'Line 2, column 9: this is not JSON. Write the fields as {"amount": 100}.');
  await soon(() => json.inputValue(), '{"amount": 1,\n "tags" []}');
  await json.fill("[1]");
  await field(form, "Id").focus();
  await reads(form.getByRole("alert"), /as a JSON object/);
  await json.fill('{"amount": 1, "tags": []}');
  await field(form, "tags").fill("");
  await soon(() => json.inputValue(), '{"amount": 1}');
  await field(form, "gift note").fill("7");
  await json.press("Enter");
  await form.waitFor({ state: "detached" });
  assert.deepEqual(await rowOf(page, "o3"), { amount: 1, "gift note": 7 });
  // The stream's other rows are asked for the field, too.
  const other = await edit(page, "o4");
  await field(other, "gift note").fill("");
  await button(other, "Cancel").click();
});

pageTest("long JSON has room, and keeps what no field could hold", async ({ page }) => {
  const form = await edit(page, "o3");
  const json = field(form, "Row");
  const low = (await json.boundingBox()).height;
  const text = '{"n": 123456789012345678901234567890, "list": [1,  2, 3], "text": "\\u00e9", "deep": {"a": {"b": [true, null]}}}';
  await json.fill(text);
  assert.ok((await json.boundingBox()).height > low + 20);
  await field(form, "amount").fill("5");
  await soon(() => json.inputValue(), `${text.slice(0, -1)}, "amount": 5}`);
  await button(form, "Keep").click();
  await form.waitFor({ state: "detached" });
  assert.match((await save(page)).text, /123456789012345678901234567890, "list": \[1, {2}2, 3\]/);
});

for (const [size, colorScheme, locale] of [["desktop", "light", "en-US"], ["phone", "dark", "zh-CN"]]) {
  pageTest(`axe: all settings, a row's form, a join of the DataStream API: ${size}, ${colorScheme}, ${locale}`, { size, colorScheme, locale }, async ({ page }) => {
    const zh = locale === "zh-CN";
    await button(page, zh ? "全部设置" : "All settings").click();
    assert.deepEqual(await axe(page), []);
    await button(page, zh ? "全部设置" : "All settings").click();
    await page.getByRole("listbox").getByRole("option", { name: /^o3/ }).first().click();
    await button(page, zh ? "编辑" : "Edit").click();
    await field(page, zh ? "行" : "Row").fill("{");
    await field(page, "Id").focus();
    await page.getByRole("alert").waitFor();
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press("Escape");
    const scenario = JSON.parse(await readFile(new URL("../../www/scenarios/chats-datastream-session.scenario.json", import.meta.url), "utf8"));
    await paste(page, JSON.stringify(scenario));
    if (size === "phone") await page.getByRole("tab", { name: "SQL", exact: true }).click();
    await page.getByRole("tab", { name: "DataStream", exact: true }).waitFor();
    assert.deepEqual(await axe(page), []);
  });
}
