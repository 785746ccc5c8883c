// Lookup joins: a stream against a table as it stands; three answers to the price at order time, side by side.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { button, field, mark, soon, step, told } from "./person.mjs";

const combobox = (page, name) => page.getByRole("combobox", { name, exact: true });
const why = (page) => page.getByRole("region", { name: "Why", exact: true }).getByRole("listitem").allInnerTexts();
const table = async (page, name) => (await page.getByRole("table", { name, exact: true }).getByRole("row").allInnerTexts()).map((row) => row.replace(/\s+/g, " ").trim());

pageTest("the table now, and what is out is never corrected", { url: "?scenario=price-lookup&step=8&row=left.o1" }, async ({ page }) => {
  await soon(() => combobox(page, "Join kind").inputValue(), "lookup");
  assert.deepEqual((await table(page, "prices: the table now")).slice(1), ["p2 pear 10:04 1 now", "p4 apple 10:30 0 now", "p3 apple 10:10 1 gone now"]);
  assert.match(await page.getByRole("region", { name: "orders state" }).innerText(), /Each row is answered at once; none is kept\./);
  assert.deepEqual(await why(page), [
    "p4 arrived: it is the table’s row of apple now, in place of p3.",
    "o1 and o3 had asked before. What is out is never corrected.",
  ]);
  assert.equal(await told(page, "o1"), "o1, key apple, 10:05, answered");
  assert.equal(await told(page, "o2"), "o2, key pear, 10:06, answered with NULL");
  assert.equal(await told(page, "p1"), "p1, key apple, 10:00, no longer in the table");
  assert.equal(await told(page, "p4"), "p4, key apple, 10:30, in the table, until it is replaced or deleted");
  // A table is no stream: it has no watermark to set.
  await combobox(page, "orders watermark strategy").waitFor();
  assert.equal(await combobox(page, "prices watermark strategy").count(), 0);
  assert.equal(await field(page, "prices watermark time").count(), 0);
  assert.deepEqual(await axe(page), []);
});

pageTest("why not: the table had another row then", { url: "?scenario=price-lookup&step=11&row=left.o1&row=right.p4" }, async ({ page }) => {
  await page.getByText("When o1 was looked up, in step 2, the table had p1. p4 came later, in step 8.").waitFor();
});

pageTest("the kind is chosen in the sentence, refusals say the way out, and the engine can be switched", { url: "?scenario=price-temporal" }, async ({ page }) => {
  await combobox(page, "Join kind").selectOption("lookup");
  await page.getByText("on key, in the table as it stands").waitFor();
  const types = await combobox(page, "Join type").locator("option").evaluateAll((all) => all.map((option) => [option.value, option.disabled]));
  assert.deepEqual(types, [["inner", false], ["left", false], ["right", true], ["full", true], ["semi", true], ["anti", true]]);
  await combobox(page, "Engine").selectOption("spark");
  const dialog = page.getByRole("dialog", { name: "Switch to Spark", exact: true });
  await dialog.waitFor();
  // The table's updates stay: it takes them in Spark as well.
  assert.ok(!(await dialog.innerText()).includes("take back"));
  await button(dialog, "Switch").click();
  await soon(async () => (await combobox(page, "Join type").locator("option").evaluateAll((all) => all.filter((option) => option.disabled).map((option) => option.value))).join(), "right,full");
});

pageTest("in Spark the table is read when the batch runs", { url: "?scenario=price-static-spark&step=3", locale: "en-US" }, async ({ page }) => {
  await soon(() => step(page), "step 3 of 15, batch 0 runs");
  assert.equal((await why(page))[2], "p1 arrived after o1. It counts all the same, for the table is read when the batch runs.");
  await mark(page, "o1").waitFor();
});

pageTest("three answers to the price at order time", { url: "?scenario=price-lookup&compare=answers&step=11" }, async ({ page }) => {
  await soon(() => combobox(page, "Comparison").inputValue(), "three-answers");
  const heads = page.getByRole("table", { name: "What each step emits" }).getByRole("columnheader");
  assert.deepEqual((await heads.allInnerTexts()).slice(4), ["lookup", "temporal", "regular"]);
  const rows = await table(page, "What each step emits");
  assert.equal(rows[3], "3 o2 pear 10:06 +I o2 NULL waits +I o2 NULL");
  assert.equal(rows[6], "6 o3 apple 10:08 +I o3 p3 waits +I o3 p1 +I o3 p3");
  assert.equal(rows[9], "9 o5 apple 10:31 +I o5 p4 +I o2 p2 +I o4 p2 +I o1 p1 +I o3 p1 waits +I o5 p1 +I o5 p3 +I o5 p4");
  assert.deepEqual(await axe(page), []);
});
