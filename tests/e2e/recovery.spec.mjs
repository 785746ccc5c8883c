// Checkpoints, crashes and batches that fail: as steps, in pictures and words, and what a sink has of them.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { button, flag, rows, soon, step, undo } from "./person.mjs";

const why = (page) => page.getByRole("region", { name: "Why", exact: true }).getByRole("listitem").allInnerTexts();
const stepRow = (page, number) => page.getByRole("table", { name: "Steps", exact: true }).locator(`[aria-rowindex="${number + 1}"]`);
const openList = async (page) => {
  await page.getByRole("tab", { name: /^Steps/ }).click();
  await page.getByRole("table", { name: "Steps", exact: true }).waitFor();
};

pageTest("a crash says what memory lost, what came back, what is read again, and what comes out twice", { url: "?scenario=crash-replay&step=9" }, async ({ page }) => {
  await soon(() => step(page), "step 9 of 13, the job crashes and starts again");
  assert.deepEqual(await why(page), [
    "The job failed and is back at checkpoint 1, taken in step 4: state and timers are as they were then, rows in state: 3.",
    "The watermarks in memory were lost: orders 10:40, payments 10:35 and the join 10:35. Reading again brings the join to 10:35.",
    "The source gives again what came since then: p2, o3, p3 and o4.",
    "2 changes come out again that were out before: a plain sink has them twice, one that commits with checkpoints once.",
  ]);
  // The output marks what had come out before.
  assert.deepEqual((await rows(page, "Output")).map((row) => /again/.test(row)), [false, false, false, true, true]);
  assert.deepEqual(await axe(page), []);
  await button(page, "Step back").click();
  await soon(async () => (await rows(page, "Output")).map((row) => /again/.test(row)), [false, false, false]);
});

pageTest("watermarks are unset after a crash, and a late row is taken", { url: "?scenario=crash-late-row&step=7" }, async ({ page }) => {
  await soon(() => flag(page, "views"), "none");
  assert.equal(await flag(page, "clicks"), "none");
  await button(page, "Step forward").click();
  await soon(async () => (await rows(page, "Output")).length, 1);
});

pageTest("checkpoint and crash are put in from the list and from below the stage, and undone", { url: "?scenario=orders-shipments&step=4" }, async ({ page }) => {
  await soon(async () => (await step(page)).startsWith("step 4 of 15"), true);
  // Only a script that has one shows the buttons.
  assert.equal(await button(page, "Take checkpoint").count(), 0);
  await openList(page);
  const insert = async (kind) => {
    await button(page, "Insert step").click();
    await page.getByRole("combobox", { name: "Kind of step", exact: true }).selectOption({ label: kind });
    await page.getByRole("group", { name: "Insert step", exact: true }).getByRole("button", { name: "Add", exact: true }).click();
  };
  await insert("checkpoint");
  await soon(async () => /a checkpoint is taken\s*4 rows kept/.test(await stepRow(page, 5).innerText()), true);
  await button(page, "Crash").click();
  await soon(() => step(page), "step 6 of 17, the job crashes and starts again");
  await soon(async () => /back at checkpoint 1/.test(await stepRow(page, 6).innerText()), true);
  await soon(async () => (await why(page)).includes("Nothing had come since then, so nothing is read again."), true);
  await undo(page).click();
  await undo(page).click();
  await soon(async () => (await step(page)).split(" of ")[1].split(",")[0], "15");
});

pageTest("a batch is made to fail, and runs again when the query starts", { url: "?scenario=batch-fails-spark&step=8" }, async ({ page }) => {
  await soon(() => step(page), "step 8 of 15, batch 2 fails");
  assert.match((await why(page))[0], /^Batch 2 ran with the watermark .* and failed before its commit: what it did to the state is undone\.$/);
  await openList(page);
  // Of the batch that fails a plain one, and back.
  const menu = async (name) => {
    await button(page, "Menu of step 8").first().click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await menu("Let the batch succeed");
  await soon(async () => /batches 2 and 3 run/.test(await stepRow(page, 8).innerText()), true);
  await menu("Let the batch fail");
  await soon(async () => /batch 2 fails/.test(await stepRow(page, 8).innerText()), true);
  await stepRow(page, 10).getByRole("button").first().click();
  await soon(async () => /Batch 2 runs again as it was planned/.test((await why(page)).join(" ")), true);
});

pageTest("the sink pane has a sink that takes nothing twice", { url: "?scenario=crash-replay&step=11" }, async ({ page }) => {
  await page.getByRole("tab", { name: /^Sink/ }).click();
  const sink = page.getByRole("combobox", { name: "Sink", exact: true });
  await sink.selectOption({ label: "append-only, ignores -U and -D" });
  await page.getByText("2 rows too many, 0 lost").waitFor();
  await sink.selectOption({ label: "exactly once (a model)" });
  await page.getByText("3 rows, as in the result.").waitFor();
});

pageTest("in Chinese as well", { url: "?scenario=crash-replay&step=9&lang=zh" }, async ({ page }) => {
  await page.getByText("作业失败，回到第 4 步的检查点 1").first().waitFor();
});
