// Files of events: dropped, chosen or pasted, looked at, corrected, and brought in as one edit.

import assert from "node:assert/strict";
import { axe, pageTest, SLOW } from "./harness.mjs";
import { button, dropped as drop, field, marks, paste, reads, soon, step, undo } from "./person.mjs";

const TEN = 1_704_103_200_000; // 2024-01-01T10:00Z
const ORDERS = `order_id,order_time,amount
001,2024-01-01T10:00:00Z,100
002,2024-01-01T10:05:00Z,50
003,soon,70
`;
const SHIPMENTS = `ship_id;order_id;ship_time
s1;001;${TEN / 1000 + 60}
s2;002;${TEN / 1000 + 360}
`;

const dialog = (page) => page.getByRole("dialog", { name: "Your own events", exact: true });
const select = (page, name) => dialog(page).getByRole("combobox", { name, exact: true });
const bring = (page) => dialog(page).getByRole("button", { name: /^Bring in / });
const told = (page) => dialog(page).getByRole("region", { name: "What comes of them" }).innerText();

/** Waits until all is read. */
const read = (page, count) => dialog(page).getByRole("button", { name: `Bring in ${count} rows`, exact: true }).waitFor({ timeout: 60_000 });

pageTest("two files become the two sides, bad rows are told, one undo takes all back", async ({ page }) => {
  const before = await marks(page);
  await drop(page, [["orders.csv", ORDERS], ["shipments.csv", SHIPMENTS]]);
  await read(page, 4);
  assert.match(await dialog(page).innerText(), /never leave it/);
  assert.equal(await select(page, "What order_id is").first().inputValue(), "key");
  assert.equal(await select(page, "What order_time is").inputValue(), "time");
  assert.equal(await select(page, "Form of ship_time").inputValue(), "s");
  await soon(async () => /5 rows: 2 of orders, 2 of shipments, 1 bad\./.test(await told(page)), true);
  const bad = dialog(page).getByRole("table", { name: "Bad rows" });
  assert.match(await bad.innerText(), /orders\.csv, line 4, order_time\s+soon\s+Not a time of the form chosen/);
  assert.deepEqual(await axe(page), []);
  await bring(page).click();
  await dialog(page).waitFor({ state: "detached" });
  await soon(async () => (await marks(page)).length, 4);
  assert.match((await marks(page)).join("\n"), /o1, key 001, 10:00/);
  await soon(async () => /^step 4 of 4, /.test(await step(page)), true);
  await undo(page).click();
  await soon(() => marks(page), before);
});

pageTest("a guess is corrected in the head of its column, and what comes of it follows", async ({ page }) => {
  await drop(page, [["both.csv", "stream,code,at\nL,a,2024-01-01 10:00\nR,a,2024-01-01 10:01\n"]]);
  await dialog(page).waitFor();
  await soon(async () => (await told(page)).includes("both.csv: say which column is the key."), true);
  await select(page, "What code is").selectOption("key");
  await select(page, "What stream is").selectOption("side");
  await field(dialog(page), "Value of the left side in both.csv").fill("L");
  await field(dialog(page), "Value of the left side in both.csv").press("Enter");
  await field(dialog(page), "Value of the right side in both.csv").fill("R");
  await field(dialog(page), "Value of the right side in both.csv").press("Enter");
  await soon(async () => /2 rows: 1 of .*, 1 of .*, 0 bad\./.test(await told(page)), true);
  // The zone is asked, and moves the times.
  assert.match(await dialog(page).innerText(), /2 times name no zone and are read as UTC\./);
  await select(page, "Zone of times without one in both.csv").selectOption(String(8 * 3_600_000));
  await soon(async () => /from 2024-01-01T02:00:00\.000Z/.test(await told(page)), true);
  // A column can have one role at a time; without a time there is nothing to bring in.
  await select(page, "What at is").selectOption("out");
  await soon(async () => (await told(page)).includes("both.csv: say which column is the event time."), true);
  await soon(() => bring(page).isDisabled(), true);
  await select(page, "What at is").selectOption("time");
  await read(page, 2);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
});

pageTest("a wrong unit is told and put right by a button", async ({ page }) => {
  await paste(page, `key,ts\na,${TEN}\nb,${TEN + 1000}\n`);
  await read(page, 2);
  await select(page, "Form of ts").selectOption("s");
  await soon(async () => /2 of 2 event times look like milliseconds/.test(await dialog(page).innerText()), true);
  await button(dialog(page), "Read as milliseconds").click();
  await soon(async () => /from 2024-01-01T10:00:00\.000Z/.test(await told(page)), true);
});

pageTest("JSON by line is pasted in the dialog, arrivals are simulated, the delay is the one that is needed", async ({ page }) => {
  await page.goto(`${page.url().split("#")[0]}#scenarios`);
  await button(page, "Your own events …").click();
  await dialog(page).waitFor();
  assert.deepEqual(await axe(page), []);
  await button(dialog(page), "Paste text").click();
  const lines = Array.from({ length: 40 }, (_, n) => JSON.stringify({ key: `k${n % 5}`, ts: TEN + n * 1000, amount: n }));
  await field(dialog(page), "Text with events").fill(lines.join("\n"));
  await button(dialog(page), "Read this text").click();
  await read(page, 40);
  await select(page, "Order of arrival").selectOption("exponential");
  await field(dialog(page), "Mean delay").fill("20 s");
  await field(dialog(page), "Mean delay").press("Enter");
  const take = dialog(page).getByRole("button", { name: /^Take / });
  await take.waitFor();
  const needed = (await take.innerText()).replace("Take ", "");
  await take.click();
  const delay = dialog(page).getByRole("textbox", { name: /^Watermark delay of / }).first();
  await soon(() => delay.inputValue(), needed);
  await read(page, 40);
  await bring(page).click();
  await dialog(page).waitFor({ state: "detached" });
  await soon(async () => (await step(page)).startsWith("step 40 of 40, "), true);
});

pageTest("100,000 rows are read in the worker, with progress, and can be stopped", { timeout: 400_000 }, async ({ page }) => {
  const rows = Array.from({ length: 100_000 }, (_, n) => `k${n % 977},${TEN + n * 250 - (n % 7) * 400},${n},note ${n}`);
  const text = `key,ts,amount,note\n${rows.join("\n")}\n`;
  await drop(page, [["events.csv", text]]);
  await dialog(page).getByRole("progressbar", { name: "Reading" }).waitFor();
  await button(dialog(page), "Stop").click();
  await dialog(page).getByText("Reading was stopped.").waitFor();
  const start = Date.now();
  await button(dialog(page), "Read all rows").click();
  await dialog(page).getByRole("button", { name: "Bring in 100,000 rows", exact: true }).waitFor({ timeout: 120_000 });
  const took = Date.now() - start;
  console.log(`100,000 rows: ${took} ms`);
  assert.ok(took < 60_000 * SLOW, `${took} ms`);
  await bring(page).click();
  await dialog(page).waitFor({ state: "detached", timeout: 60_000 });
  await page.getByRole("progressbar").waitFor({ state: "detached", timeout: 200_000 });
  await soon(async () => /^step 100,?000 of 100,?000, /.test(await step(page)), true);
});

pageTest("partitions by a column, only the first rows, and processing time that moves", async ({ page }) => {
  const rows = [[0, "a", 0], [2, "b", 60], [0, "c", 5], [0, "d", 200]].map(([partition, key, s]) => `${partition},${key},${TEN + s * 1000}`);
  await drop(page, [["orders.csv", `partition,key,ts\n${rows.join("\n")}\n`]]);
  await read(page, 4);
  assert.equal(await select(page, "What partition is").inputValue(), "partition");
  assert.match(await dialog(page).innerText(), /orders has 3 partitions, each with a watermark of its own; the slowest counts\. No row is of 1:/);
  const first = field(dialog(page), "Take the first rows");
  assert.equal(await first.inputValue(), "all");
  await first.fill("3");
  await first.press("Enter");
  await read(page, 3);
  await reads(dialog(page).getByRole("region", { name: "What comes of them" }), /4 rows: 4 of orders, .*Left out: 1\b/s);
  await first.fill("0");
  await first.press("Enter");
  await reads(dialog(page), /a number from 1, or all/);
  await first.fill("all");
  await first.press("Enter");
  await read(page, 4);
  await select(page, "Processing time").selectOption("moves");
  await soon(async () => /6 steps\./.test(await told(page)), true);
  assert.deepEqual(await axe(page), []);
  await bring(page).click();
  await dialog(page).waitFor({ state: "detached" });
  await soon(async () => (await step(page)).startsWith("step 6 of 6, "), true);
});

pageTest("it fits a phone, in Chinese", { size: "phone", locale: "zh-CN" }, async ({ page }) => {
  await drop(page, [["orders.csv", ORDERS]]);
  const chinese = page.getByRole("dialog", { name: "自己的事件", exact: true });
  await chinese.getByRole("button", { name: "带入 2 行", exact: true }).waitFor();
  assert.deepEqual(await axe(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
});

pageTest("files besides a scenario go as before", async ({ page }) => {
  await drop(page, [["wrong.json", '{"version": 1}']]);
  await page.getByRole("alertdialog").waitFor();
  assert.match(await page.getByRole("alertdialog").innerText(), /problems in/);
});
