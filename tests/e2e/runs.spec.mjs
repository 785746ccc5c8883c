// A real run beside the scenario: dropped, pasted or chosen, compared step by step, and reported.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { axe, pageTest } from "./harness.mjs";
import { button, dropped, paste, rows, soon, step } from "./person.mjs";

const root = new URL("../..", import.meta.url);
/** What the real Flink did with the scenario of the first visit. */
const golden = JSON.parse(await readFile(new URL("tests/golden/gallery/orders-shipments.trace.json", root), "utf8"));
const changed = (change) => {
  const trace = structuredClone(golden);
  change(trace);
  return JSON.stringify(trace);
};
/** The first row that comes out comes two steps later. */
const late = changed(({ steps }) => steps[4].out.push(steps[2].out.pop()));

const drop = (page, name, text, ...more) => dropped(page, [[name, text], ...more]);

const verdict = (page) => page.getByRole("status").filter({ has: page.getByRole("heading") });
const told = async (page) => (await verdict(page).innerText()).replace(/\s+/g, " ");
const here = (page) => page.getByRole("region", { name: "Real run", exact: true });
const table = (page) => rows(page, "What each step puts out").then((all) => all.map((row) => row.replace(/\s+/g, " ")));

async function report(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save report").click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

pageTest("the engine's own trace is equal: what is drawn is what it did", async ({ page }) => {
  await drop(page, "orders.trace.json", JSON.stringify(golden));
  await page.getByRole("heading", { name: "orders.trace.json", exact: true }).waitFor();
  assert.match(await told(page), /All 15 steps equal: what is drawn is what Apache Flink 2\.3\.0 did\. Compared: the rows that come out, with their kinds, rows in state, watermarks, late rows\./);
  // The step of the workspace, and the stage of it.
  assert.equal(await step(page), "step 10 of 15, s4 arrives on shipments");
  await page.getByRole("region", { name: "Stage", exact: true }).getByRole("option", { name: /^o2, / }).waitFor();
  await here(page).getByText("The engine and joinscope did the same here.").waitFor();
  assert.equal((await table(page))[2], "3 s1 001 09:50 +I o1 s1 +I o1 s1");
  assert.equal((await table(page)).length, 15);
  // Joins again, and the trace again by the file chooser.
  await button(page, "Compare joins").click();
  await page.getByRole("combobox", { name: "Comparison", exact: true }).waitFor();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Open a real run").click()]);
  await chooser.setFiles({ name: "again.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(golden)) });
  await page.getByRole("heading", { name: "again.json", exact: true }).waitFor();
  // The scenario is what it was.
  await page.getByRole("link", { name: "Workspace", exact: true }).click();
  await page.getByRole("heading", { name: "again.json", exact: true }).waitFor({ state: "detached" });
  await soon(() => step(page), "step 10 of 15, s4 arrives on shipments");
});

pageTest("a row that comes later is told in both steps, and keys and buttons lead there", async ({ page }) => {
  await drop(page, "late.json", late);
  await verdict(page).waitFor();
  assert.match(await told(page), /2 of 15 steps differ from Apache Flink 2\.3\.0\./);
  // It opens at the first difference.
  await soon(() => step(page), "step 3 of 15, s1 arrives on shipments");
  await here(page).getByText("+I o1 s1: joinscope puts it out here, the engine does not. The engine puts it out 2 steps later, in step 5.").waitFor();
  assert.equal((await table(page))[2], "3 s1 001 09:50 +I o1 s1 ≠ differs nothing");
  await button(page, "Next difference").click();
  await soon(async () => (await step(page)).split(",")[0], "step 5 of 15");
  await here(page).getByText("+I o1 s1: the engine puts it out here, joinscope does not. joinscope puts it out in step 3.").waitFor();
  await page.getByRole("checkbox", { name: "only differences" }).check();
  await soon(async () => (await table(page)).length, 2);
  await page.getByRole("checkbox", { name: "only differences" }).uncheck();
  // By keys.
  await page.getByRole("checkbox", { name: "only differences" }).evaluate((box) => box.blur());
  await page.keyboard.press("ArrowLeft");
  await soon(async () => (await step(page)).split(",")[0], "step 4 of 15");
  await here(page).getByText("The engine and joinscope did the same here.").waitFor();
  await page.keyboard.press("Shift+ArrowLeft");
  await soon(async () => (await step(page)).split(",")[0], "step 3 of 15");
  // By a click on a step.
  await page.getByRole("table", { name: "What each step puts out" }).getByRole("row", { name: /^6 o4/ }).click();
  await soon(async () => (await step(page)).split(",")[0], "step 6 of 15");
});

pageTest("a report holds all of it, and opens again", async ({ page }) => {
  await drop(page, "late.json", late);
  await verdict(page).waitFor();
  const { name, text } = await report(page);
  assert.equal(name, "orders-and-shipments.report.json");
  const told = JSON.parse(text);
  assert.deepEqual([told.report, told.rules, told.equal, told.differences.length], ["joinscope compare", "Apache Flink 2.3.0", false, 2]);
  assert.deepEqual(told.theirs, JSON.parse(late));
  assert.equal(told.scenario.script.length, 15);
  assert.equal(told.ours.steps.length, 15);
  assert.ok(told.reproduce.some((command) => command.startsWith("joinscope compare ")));
  // On another scenario.
  await button(page, "Compare joins").click();
  await page.getByRole("link", { name: "Workspace", exact: true }).click();
  await button(page, "Empty scenario").click();
  await soon(() => page.getByRole("listbox").getByRole("option").count(), 0);
  await paste(page, text);
  await verdict(page).waitFor();
  await here(page).getByText("The engine puts it out 2 steps later, in step 5.").waitFor();
});

pageTest("the output of a job, dropped and pasted, with steps and without", async ({ page }) => {
  const lines = golden.steps.flatMap(({ out }, index) => out.map((row) => ({ step: index + 1, ...row, row: "+I[...]" })));
  await drop(page, "output.ndjson", lines.map((line) => JSON.stringify(line) + "\n").join(""));
  await verdict(page).waitFor();
  assert.match(await told(page), /All 15 steps equal: each row comes out of the job in the step drawn here\./);
  const net = lines.map(({ step, row, ...rest }) => rest);
  await paste(page, [...net].reverse().map((line) => JSON.stringify(line) + "\n").join(""));
  await soon(async () => /The net output is equal, \d+ rows\..* The rows came in another order\./.test(await told(page)), true);
  await paste(page, [net[0], ...net].map((line) => JSON.stringify(line) + "\n").join(""));
  await soon(async () => /The net output differs in 1 row\./.test(await told(page)), true);
  await here(page).getByText(/in the engine's result 2 times, in joinscope's once\..* A retry or a replay writes a row again/).waitFor();
});

pageTest("another version, another setting, another script, and a file that is none", async ({ page }) => {
  await drop(page, "old.json", changed((trace) => (trace.engine.version = "1.20.0")));
  await verdict(page).waitFor();
  assert.match(await told(page), /All 15 steps equal.* The trace is of Apache Flink 1\.20\.0\. This scenario follows Apache Flink 2\.3\.0, which need not do the same\./);
  // An inner join has no NULL rows.
  await drop(page, "inner.json", changed(({ steps }) => steps.forEach((entry) => (entry.out = entry.out.filter(({ right }) => right)))));
  await soon(async () => /With join type INNER, joinscope gives exactly this run \(it was tried\)\./.test(await told(page)), true);
  await drop(page, "short.json", changed(({ steps }) => steps.splice(9)));
  await soon(async () => /The trace is of another script: it has 9 steps, this one 15\. Open the trace together with the scenario that it was made from/.test(await told(page)), true);
  await drop(page, "bad.trace.json", '{"version": 1,\n "engine": {"name": "x", "version": "1"}, "steps": [{}]}');
  const alert = page.getByRole("alert");
  await alert.getByRole("heading", { name: "bad.trace.json cannot be read as a run" }).waitFor();
  assert.match(await alert.innerText(), /line 2, column 53: steps\[0\] lacks the field out\. Add "out"\./);
});

pageTest("a Spark trace and its scenario, dropped together", async ({ page }) => {
  const name = "ads-spark-interval";
  const [trace, scenario] = await Promise.all(
    [`tests/golden/gallery/${name}.trace.json`, `www/scenarios/${name}.scenario.json`].map((path) => readFile(new URL(path, root), "utf8")),
  );
  await drop(page, `${name}.trace.json`, trace, [`${name}.scenario.json`, scenario]);
  await verdict(page).waitFor();
  const steps = JSON.parse(trace).steps.length;
  assert.match(await told(page), new RegExp(`All ${steps} steps equal: what is drawn is what Apache Spark 4\\.3\\.0 did\\. .*micro-batches`));
  await page.getByRole("heading", { name: `${name}.trace.json`, exact: true }).waitFor();
  assert.equal((await table(page)).length, steps);
});

const LOOKS = [
  ["desktop", "light", "en-US"],
  ["desktop", "dark", "zh-CN"],
  ["phone", "dark", "en-US"],
  ["phone", "light", "zh-CN"],
];
for (const [size, colorScheme, locale] of LOOKS) {
  pageTest(`real run: axe finds nothing and nothing runs off, ${size}, ${colorScheme}, ${locale}`, { size, colorScheme, locale, timeout: 240_000 }, async ({ page }) => {
    const found = [];
    const runs = [JSON.stringify(golden), late, changed(({ steps }) => steps.splice(9)), '{"engine": 1, "steps": []}'];
    for (const [index, text] of runs.entries()) {
      await drop(page, `orders-${index}.trace.json`, text);
      await page.getByRole("heading", { name: `orders-${index}.trace.json` }).first().waitFor();
      for (const violation of await axe(page)) found.push(violation);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} px too wide`);
    }
    assert.deepEqual(found, []);
    if (locale === "zh-CN") {
      await drop(page, "late.trace.json", late);
      await page.getByRole("heading", { name: "late.trace.json", exact: true }).waitFor();
      assert.match(await page.getByRole("main").innerText(), /15\s*步中有\s*2\s*步不同/);
      assert.match(await page.getByRole("main").innerText(), /引擎晚\s*2\s*步输出它，在第\s*5\s*步/);
    }
  });
}
