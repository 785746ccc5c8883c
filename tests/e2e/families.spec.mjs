// Every engine and every family of joins: the switch, the sentence, refusals, batches, the clock, the reference page.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pageTest } from "./harness.mjs";
import { button, field, list, mark, marks, paste, rows, save, shown, soon, step, told, undo } from "./person.mjs";

const SCENARIOS = new URL("../../www/scenarios/", import.meta.url);
const golden = (name) => JSON.parse(readFileSync(new URL(`../golden/gallery/${name}.trace.json`, import.meta.url), "utf8"));
const combobox = (page, name) => page.getByRole("combobox", { name, exact: true });
const why = (page) => page.getByRole("region", { name: "Why", exact: true }).getByRole("listitem").allInnerTexts();
const saved = async (page) => JSON.parse((await save(page)).text);
const options = (page, name) => combobox(page, name).locator("option").evaluateAll((all) => all.map((option) => [option.label, option.disabled]));

async function open(page, name) {
  const text = await readFile(new URL(`${name}.scenario.json`, SCENARIOS), "utf8");
  const scenario = JSON.parse(text);
  await paste(page, text);
  await list(page, scenario.left.label?.en ?? scenario.left.name).waitFor();
  // Generated steps are not in the file, but the engine's trace has one entry for each.
  const length = scenario.script?.length ?? golden(name).steps.length;
  await soon(async () => (await step(page)).startsWith(`step ${length} of`), true, name);
  return { ...scenario, length };
}

async function take(page, name, text) {
  await field(page, name).fill(text);
  await page.keyboard.press("Enter");
}

// ---- the engine

pageTest("Flink SQL to Spark and back: told first, one entry of undo each", async ({ page }) => {
  await combobox(page, "orders watermark strategy").selectOption("manual");
  await take(page, "orders watermark time", "11:40");
  const before = await shown(page);
  await combobox(page, "Engine").selectOption("spark");
  const dialog = page.getByRole("dialog", { name: "Switch to Spark", exact: true });
  const changes = () => dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("listitem").first().waitFor();
  assert.match((await changes())[0], /^The orders watermark, set by hand, follows the newest event from now on, 0( ms)? behind\.$/);
  assert.match((await changes()).join(), /Watermark steps go: \d+\..*Batch steps are put in: 11\./);
  for (const [name, wrong, fault, right] of [
    ["Watermark delay", "soon", "Write a duration as 500 ms, 10 min, 2 h, 1 h 30 min or whole milliseconds.", "10 min"],
    ["Rows in a batch", "0", "Write a whole number of rows, 1 or more.", "4"],
  ]) {
    await field(dialog, name).fill(wrong);
    await page.keyboard.press("Enter");
    assert.equal(await dialog.getByRole("alert").innerText(), fault);
    assert.equal(await field(dialog, name).getAttribute("aria-invalid"), "true");
    await field(dialog, name).fill(right);
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").waitFor({ state: "detached" });
  }
  assert.match((await changes()).join(), /10 min behind.*Batch steps are put in: 3\./);
  // Esc changes nothing.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(await shown(page), before);

  await combobox(page, "Engine").selectOption("spark");
  await field(dialog, "Watermark delay").fill("10 min");
  await field(dialog, "Rows in a batch").fill("4");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Switch", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const spark = await saved(page);
  assert.equal(spark.dialect, "spark");
  assert.deepEqual(spark.left.watermark, { strategy: "bounded", delay: 600_000 });
  assert.deepEqual([spark.script.filter((s) => s.do === "batch").length, spark.script.filter((s) => s.do === "watermark").length], [3, 0]);
  assert.ok(!(await options(page, "orders watermark strategy")).find(([label]) => /^set by hand/.test(label))[0].match(/hand$/));
  await undo(page).click();
  await soon(() => shown(page), before);
  await button(page, "Redo").click();
  // Nothing that a person wrote is lost on the way back, so nothing is asked.
  await combobox(page, "Engine").selectOption("flink_sql");
  await soon(async () => (await saved(page)).script.some((s) => s.do === "batch"), false);
  assert.equal(await page.getByRole("dialog").count(), 0);
  for (let i = 0; i < 2; i++) await undo(page).click();
  await soon(() => shown(page), before);
});

// ---- the sentence

pageTest("the sentence of each kind edits the scenario", async ({ page }) => {
  const join = async () => (await saved(page)).join;
  await combobox(page, "Join kind").selectOption("window");
  await button(page, "All settings").click();
  await combobox(page, "Window shape").selectOption("sliding");
  for (const [name, text] of [["Window size", "1 h"], ["Window slide", "20 min"], ["Window offset", "5 min"]]) await take(page, name, text);
  assert.deepEqual((await join()).window, { shape: "sliding", size: 3_600_000, slide: 1_200_000, offset: 300_000 });
  await combobox(page, "Window shape").selectOption("cumulating");
  for (const [name, text] of [["Window size", "1 h"], ["Window step", "15 min"]]) await take(page, name, text);
  assert.deepEqual((await join()).window, { shape: "cumulating", size: 3_600_000, step: 900_000, offset: 300_000 });
  await combobox(page, "Window shape").selectOption("session");
  await take(page, "Session gap", "7 min");
  assert.deepEqual((await join()).window, { shape: "session", gap: 420_000 });
  await combobox(page, "Window shape").selectOption("tumbling");
  await take(page, "Window size", "10 min");
  assert.deepEqual((await join()).window, { shape: "tumbling", size: 600_000 });
  await combobox(page, "Join kind").selectOption("regular");
  await take(page, "State TTL", "30 min");
  assert.deepEqual(await join(), { kind: "regular", type: "left", state_ttl: 1_800_000 });
  await combobox(page, "Join kind").selectOption("temporal");
  assert.deepEqual(await join(), { kind: "temporal", type: "left" });

  await open(page, "chats-datastream-session");
  await take(page, "Allowed lateness", "1 min");
  assert.equal((await join()).allowed_lateness, 60_000);
  await take(page, "Allowed lateness", "later");
  assert.match(await page.getByRole("alert").innerText(), /^Write a duration/);
  await page.keyboard.press("Escape");
  // What the engine does not run is listed, with the reason, and cannot be chosen.
  assert.deepEqual((await options(page, "Join kind")).slice(2), [["regular (not in Flink DataStream)", true], ["temporal (not in Flink DataStream)", true], ["lookup (not in Flink DataStream)", true]]);
  assert.deepEqual((await options(page, "Window shape"))[2], ["cumulating (not in Flink DataStream)", true]);

  await open(page, "ads-spark-interval");
  await combobox(page, "Watermark policy").selectOption("max");
  assert.equal((await saved(page)).watermark_policy, "max");
  assert.deepEqual((await options(page, "Join type")).at(-1), ["ANTI (not in Spark)", true]);
});

// ---- refusals

pageTest("while a setup is refused, the watermarks beside the last picture are that picture's", async ({ page }) => {
  const at = (stream) => page.getByRole("textbox", { name: `${stream} watermark time`, exact: true, includeHidden: true }).inputValue();
  assert.deepEqual([await at("orders"), await at("shipments")], ["11:40", "11:45"]);
  await combobox(page, "Engine").selectOption("flink_datastream");
  await page.getByRole("alert").getByText("Flink DataStream refuses this join.").waitFor();
  assert.deepEqual([await at("orders"), await at("shipments")], ["11:40", "11:45"]);
});

pageTest("a refused setup keeps the last picture, inert, and says the way out", async ({ page }) => {
  await open(page, "ads-spark-interval");
  const before = await marks(page);
  await combobox(page, "clicks watermark strategy").selectOption("none");
  const alert = page.getByRole("alert");
  await alert.getByText(/“[^”]{20,}”/).first().waitFor();
  // Why, and the engine's own words.
  assert.match(await alert.innerText(), /Spark/);
  assert.match(await alert.innerText(), /LeftOuter|watermark/);
  assert.match(await alert.innerText(), /“[^”]{20,}”/);
  const inert = () => page.locator("[inert]").count();
  assert.equal(await inert(), 2);
  assert.deepEqual(await page.locator("[inert] [role=option]").evaluateAll((all) => all.map((o) => o.getAttribute("aria-label"))), before);
  // No step came out otherwise: none ran.
  assert.equal(await page.getByText(/Came out otherwise/).count(), 0);
  await undo(page).click();
  await alert.waitFor({ state: "detached" });
  await button(page, "Redo").click();
  await alert.waitFor();
  await alert.getByRole("button").first().click();
  await alert.waitFor({ state: "detached" });
  assert.equal(await inert(), 0);
  assert.deepEqual((await saved(page)).right.watermark, { strategy: "bounded", delay: 0 });
  await undo(page).click();
  await alert.getByRole("button", { name: "Take it back", exact: true }).click();
  await soon(() => marks(page), before);
});

// ---- steps of one engine's own

pageTest("Run batch, Advance clock, Take back", async ({ page }) => {
  await open(page, "ads-spark-interval");
  await list(page, "views").focus();
  await page.keyboard.press(".");
  await button(page, "Duplicate").click();
  const at = Number(/^step (\d+)/.exec(await step(page))[1]);
  await button(page, "Run batch").click();
  await soon(async () => (await step(page)).startsWith(`step ${at + 1} of ${at + 1}, batch`), true);
  assert.match((await why(page)).join(), /^Batch \d+ ran with the watermark that batch \d+ computed/);

  await open(page, "members-regular");
  await take(page, "State TTL", "30 min");
  assert.match(await told(page, "m1"), /waiting|matched/);
  await button(page, "Advance clock").click();
  await soon(async () => /, (left|left as NULL|left unmatched)$/.test(await told(page, "m1")), true, "m1");
  await undo(page).click();
  await take(page, "Clock time", "5 min");
  await soon(async () => (await saved(page)).script.at(-1), { do: "clock", time: 300_000 });

  await open(page, "members-regular");
  for (let i = 0; i < 5; i++) await button(page, "Step back").click();
  await list(page, "members").focus();
  await page.keyboard.press(".");
  await button(page, "Take back").click();
  await soon(async () => (await saved(page)).script[2].kind, "-D");
  await soon(async () => (await rows(page, "Output")).some((row) => row.startsWith("3 -D m1")), true);
  // The pair that it takes away is struck out.
  const struck = (row) => [...row.cells].some((cell) => getComputedStyle(cell).textDecorationLine.includes("line-through"));
  const pair = page.getByRole("table", { name: "Output" }).getByRole("row", { name: /^2 \+I m1/ });
  assert.ok(await pair.evaluate(struck));
  assert.match((await why(page))[0], /^m1 was taken back/);
});

// ---- the reference page

pageTest("the reference page opens an example of each family", { timeout: 240_000 }, async ({ page }) => {
  const reference = page.getByRole("link", { name: "Reference", exact: true });
  await reference.click();
  await soon(() => reference.getAttribute("aria-current"), "page");
  for (const name of ["What runs where", "Without a watermark"]) await soon(async () => (await rows(page, name)).length > 5, true, name);
  assert.ok((await rows(page, "What runs where")).some((row) => /refused/.test(row)));
  const see = page.getByRole("button", { name: /^See it: / });
  const count = 15;
  await soon(() => see.count(), count);
  const titles = new Set();
  for (let i = 0; i < count; i++) {
    const before = await page.title();
    const name = await see.nth(i).getAttribute("aria-label");
    await see.nth(i).click();
    await page.getByRole("main").getByRole("listbox").first().waitFor();
    const [, engine, kind] = /^See it: (Flink SQL|Flink DataStream|Spark) (?:\w+ )?(\w+) join$/.exec(name);
    await soon(() => combobox(page, "Engine").locator("option:checked").innerText(), engine, name);
    await soon(() => combobox(page, "Join kind").locator("option:checked").innerText(), kind, name);
    titles.add(await page.title());
    assert.equal(await page.getByRole("alert").count(), 0, name);
    await reference.click();
    await see.first().waitFor();
  }
  assert.equal(titles.size, 15);
});

// ---- every scenario that is served

// Keys come as fast as they can be pressed: nobody waits for what one of them draws.
pageTest("a spread of the scenarios is stepped from first to last and back, in both languages", { rests: false, timeout: 400_000 }, async ({ page, problems }) => {
  const names = readdirSync(SCENARIOS).filter((file) => file.endsWith(".scenario.json")).map((file) => file.replace(".scenario.json", ""));
  const runs = names.filter((name) => !("error" in golden(name)));
  for (const name of runs.filter((_, index) => index % 7 === 0)) {
    const { length } = await open(page, name);
    await page.evaluate(() => document.activeElement?.blur());
    for (const [language, choice] of [["zh", "Language"], ["en", "语言"]]) {
      await combobox(page, choice).selectOption(language);
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press("Home");
      for (const key of ["ArrowRight", "ArrowLeft"]) for (let i = 0; i < length; i++) await page.keyboard.press(key);
    }
    await soon(() => step(page), `step 0 of ${length}, before the first step`, name);
    assert.deepEqual(problems, [], name);
  }
});

pageTest("what is said of a temporal join, of sessions and of batches", async ({ page }) => {
  const to = async (wanted, steps) => { for (let i = steps; i > wanted; i--) await button(page, "Step back").click(); };
  await open(page, "rates-temporal");
  await to(8, 11);
  assert.deepEqual(await why(page), [
    "The rates watermark moved to 10:32. That is the slower side, so the join’s watermark is 10:32 (was 10:15).",
    "o2 (10:25) takes r2, the newest rate not later than 10:25.",
    "r1 left: r2 is newer and not after the watermark, so no order on time can take r1.",
  ]);
  assert.match(await told(page, "r2"), /^r2, key USD, 10:20, matched, leaves when a newer version replaces it$/);

  await open(page, "visits-sessions");
  assert.match((await why(page))[1], /^Windows 10:02 to 10:07, 10:03 to 10:08 and 10:00 to 10:09 fired: /);
  assert.match((await why(page))[2], /^v3 had no cart u2 in window 10:02 to 10:07, so LEFT JOIN emits it with NULL\.$/);
  assert.equal(await told(page, "c3"), "c3, key u1, 10:10, waiting, leaves when its last window fires");
  await to(9, 10);
  assert.match(await told(page, "v4"), /^v4, key \w+, 10:06, late not kept$/);

  await open(page, "ads-spark-interval");
  await to(13, 14);
  assert.equal(await step(page), "step 13 of 14, batches 6 and 7 run");
  assert.equal((await why(page))[0], "Batch 6 ran with the watermark that batch 5 computed, 10:15.");
  assert.equal((await why(page)).at(-1), "v3 left: 10:35 is past 10:30 and no click ad3 came. LEFT JOIN emits it with NULL.");
  assert.equal(await told(page, "v3"), "v3, key ad3, 10:20, left as NULL");
});
