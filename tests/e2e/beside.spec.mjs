// What may stand in place of the output: the result as a sink ends up with it, metrics, the engine's plan.

import assert from "node:assert/strict";
import { axe, booted, pageTest } from "./harness.mjs";
import { button, soon } from "./person.mjs";

const combobox = (page, name) => page.getByRole("combobox", { name, exact: true });
const tab = (page, name) => page.getByRole("main").getByRole("tab", { name, exact: true });
const region = (page, name) => page.getByRole("region", { name, exact: true });
const rows = async (page, name) => (await page.getByRole("table", { name, exact: true }).getByRole("row").allInnerTexts()).map((row) => row.replace(/\s+/g, " ").trim());

pageTest("a file sink behind a LEFT JOIN keeps what was taken back, and one that cannot take back stops", { url: "?scenario=append-only-left&pane=sink&sink=append_only&step=5" }, async ({ page }) => {
  await region(page, "Sink").getByText("2 rows too many, 0 lost: the target has 5 rows, the result 3.").waitFor();
  await soon(async () => (await rows(page, "Target")).slice(1), ["+ stale o1 001 NULL 1", "o1 001 s1 2", "+ stale o2 002 NULL 3", "o3 003 NULL 4", "• new o2 002 s2 5"]);
  // Live with the steps.
  await button(page, "Step back").click();
  await region(page, "Sink").getByText("1 row too many, 0 lost: the target has 4 rows, the result 3.").waitFor();
  await button(page, "Step forward").click();
  await combobox(page, "Sink").selectOption({ label: "append-only, fails at -U and -D" });
  await region(page, "Sink").getByText(/It failed in step 2: it cannot write -D\./).waitFor();
  await soon(async () => (await rows(page, "Target")).slice(1), ["+ stale o1 001 NULL 1", "− lost o1 001 s1", "− lost o2 002 s2", "− lost o3 003 NULL"]);
  await combobox(page, "Sink").selectOption({ label: "takes every change (retract)" });
  await region(page, "Sink").getByText("3 rows, as in the result.").waitFor();
  assert.deepEqual(await axe(page), []);
});

pageTest("a row of the target lights up with its mark, and selects it", { url: "?scenario=append-only-left&pane=sink&sink=append_only&step=5" }, async ({ page }) => {
  const row = page.getByRole("table", { name: "Target", exact: true }).getByRole("row", { name: /o3/ });
  await row.hover();
  await soon(() => page.evaluate(() => [...document.querySelectorAll("[data-lit]")].some((element) => element.closest("svg"))), true, "a mark of the stage is lit");
  await row.click();
  await region(page, "Selected row").getByText("o3", { exact: false }).first().waitFor();
});

pageTest("the primary key decides what is lost; a lagging task deletes what is newer", { url: "?scenario=upsert-key-too-small&pane=sink&sink=upsert:left&step=4" }, async ({ page }) => {
  await region(page, "Sink").getByText("0 rows too many, 1 lost: the target has 1 row, the result 2.").waitFor();
  await region(page, "Sink").getByText("Once a row took the place of another of its key.").waitFor();
  await soon(() => combobox(page, "Primary key").locator("option").allInnerTexts(), ["the join’s key", "orders id", "shipments id", "both ids"]);
  await combobox(page, "Primary key").selectOption({ label: "both ids" });
  await region(page, "Sink").getByText("2 rows, as in the result.").waitFor();
  // The choice outlives the scenario, as far as the next one has such a key.
  await page.goto(new URL("?scenario=reordered-keyed&pane=sink&sink=reordered:left.order_no:1&step=5", page.url()).href);
  await booted(page);
  await region(page, "Sink").getByText("0 rows too many, 1 lost: the target has 0 rows, the result 1.").waitFor();
  await region(page, "Sink").getByText(/A model, no engine/).waitFor();
  await combobox(page, "Lag in steps").selectOption("0");
  await region(page, "Sink").getByText("1 row, as in the result.").waitFor();
});

pageTest("yesterday's total changed today", { url: "?scenario=yesterdays-total&pane=sink&step=6" }, async ({ page }) => {
  const totals = region(page, "Totals by day");
  await totals.getByText("The total of 2024-01-01 changed later: 165 when the day was over, 180 now. It changed in step 5 and step 6.").waitFor();
  await soon(async () => (await rows(page, "Totals by day")).slice(1), ["2024-01-01 110 (2) → 165 (3) → 0 (5) → 180 (6)", "2024-01-02 11 (4) → 0 (5) → 12 (6)"]);
  await totals.getByRole("button", { name: "step 5", exact: true }).click();
  await totals.getByText("165 when the day was over, 0 now", { exact: false }).waitFor();
  await combobox(page, "times").selectOption({ label: "nothing" });
  await soon(async () => (await rows(page, "Totals by day"))[1], "2024-01-01 100 (2) → 150 (3) → 0 (5)");
});

pageTest("metrics under the engine's own names, copied as JSON", { url: "?scenario=clicks-sliding&pane=metrics", permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
  const flink = page.getByRole("table", { name: "Metrics of Flink", exact: true });
  await flink.getByRole("rowheader", { name: /^numRecordsIn/ }).waitFor();
  const own = await rows(page, "Counted by joinscope");
  assert.ok(own.some((row) => row.startsWith("Repeated pairs")) && own.some((row) => row.startsWith("Late window copies of")), own.join("\n"));
  await button(page, "Copy as JSON").click();
  await region(page, "Metrics").getByText("Copied", { exact: true }).waitFor();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  const shown = Object.fromEntries((await rows(page, "Metrics of Flink")).slice(1).map((row) => [row.split(" ")[0], row]));
  assert.deepEqual(Object.keys(copied.operator), Object.keys(shown));
  assert.ok(shown.numRecordsIn.endsWith(` ${copied.operator.numRecordsIn}`), shown.numRecordsIn);
  assert.deepEqual(await axe(page), []);
});

pageTest("Spark's metrics are a micro-batch's, and an estimate says so", { url: "?scenario=ads-spark-interval&pane=metrics&step=0" }, async ({ page }) => {
  await region(page, "Metrics").getByText("This step ran no micro-batch.", { exact: false }).waitFor();
  await button(page, "Last step").click();
  const memory = page.getByRole("row", { name: /memoryUsedBytes/ });
  await memory.getByText(/^\d+ \(estimate\)$/).waitFor();
});

pageTest("the plan says what is kept, until when, with the present numbers", { url: "?scenario=orders-shipments&pane=plan&step=10" }, async ({ page }) => {
  const states = page.getByRole("table", { name: "States of IntervalJoin", exact: true });
  const left = states.getByRole("row", { name: /IntervalJoinLeftCache/ });
  await left.getByText("watermark > order_time + 2 h", { exact: false }).waitFor();
  const held = async () => Number((await left.getByRole("cell").last().innerText()).trim());
  await soon(async () => Number.isFinite(await held()), true);
  const before = await held();
  // Changing the join changes the plan: without a watermark it is another operator, for ever.
  await combobox(page, "shipments watermark strategy").selectOption("none");
  await page.getByRole("table", { name: "States of Join", exact: true }).getByText("for ever: shipments has no watermark", { exact: false }).first().waitFor();
  await button(page, "Undo").click();
  await states.waitFor();
  await soon(held, before);
  await combobox(page, "Engine").selectOption("flink_datastream");
  await page.getByRole("alert").first().waitFor();
  assert.deepEqual(await axe(page), []);
});

pageTest("what stands beside the states is kept over a reload, and a link says it", { open: false }, async ({ page, base }) => {
  await page.goto(base);
  await booted(page);
  await tab(page, "Plan").click();
  await page.getByRole("table", { name: "States of IntervalJoin", exact: true }).waitFor();
  await page.reload();
  await booted(page);
  await page.getByRole("table", { name: "States of IntervalJoin", exact: true }).waitFor();
  await soon(() => tab(page, "Plan").getAttribute("aria-selected"), "true");
  await tab(page, "Output").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("table", { name: "Output", exact: true }).waitFor();
});

for (const size of ["embed", "phone"]) {
  pageTest(`on narrow screens they are tabs among others: ${size}`, { size, locale: "zh-CN", url: "?scenario=yesterdays-total&step=6" }, async ({ page }) => {
    for (const [name, text] of [["下游", "当天结束时为 165"], ["指标", "numRecordsOut"], ["计划", "left-records"]]) {
      await tab(page, name).click();
      await region(page, name).getByText(text, { exact: false }).first().waitFor();
      assert.deepEqual(await axe(page), []);
    }
  });
}

pageTest("the gallery opens at the sink's table", { url: "#scenarios" }, async ({ page }) => {
  await page.getByRole("button", { name: /Changes of one order, in another order/ }).or(page.getByRole("link", { name: /Changes of one order, in another order/ })).first().click();
  await region(page, "Sink").getByText("0 rows too many, 1 lost", { exact: false }).waitFor();
  await soon(() => combobox(page, "Primary key").inputValue(), "left.order_no");
});
