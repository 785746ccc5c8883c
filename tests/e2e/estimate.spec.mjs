// The estimate of a join's state: the documents' numbers, the engine's beside them, the chart's numbers, and the levers.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { button, field, rows, soon } from "./person.mjs";

const main = (page) => page.getByRole("main").filter({ has: page.getByRole("heading", { name: /^State size/ }) });
/** As soon, for what takes a machine with much to do a while. */
const patiently = (check, expected) => soon(check, expected, undefined, 60_000);
const type = async (locator, text) => {
  await locator.fill(text);
  await locator.press("Enter");
};
const count = (text) => Number(text.replaceAll(",", ""));

pageTest("the documents' numbers beside what the engine holds", { url: "#estimate" }, async ({ page }) => {
  await button(page, "5 days + 20 min").click();
  // Of each: orders, shipments, both.
  const numbers = () => rows(page, "Rows in state");
  await patiently(async () => /^engine held 72,\d{3},\d{3} 2\d\d,\d{3} 72,\d{3},\d{3}$/.test((await numbers())[3]), true);
  const [kept, usual, exact, , takes] = await numbers();
  assert.deepEqual(
    [kept.trim(), usual, exact, takes],
    [
      "kept for 5 d 20 min 20 min",
      "usual formula 72,200,000 72,200,000 144,400,000",
      "exact formula 72,200,000 200,000 72,400,000",
      "takes 14.4 GB 40 MB 14.5 GB",
    ],
  );
  const said = main(page).getByText(/^Both sides together: the usual formula says 144,400,000 rows, /);
  assert.match(await said.innerText(), /the exact one 72,400,000, as many as it held, within 1 %/);
  const held = await rows(page, "Rows in state over time");
  assert.ok(held.length > 100 && held.length < 300, `${held.length} moments`);
  const last = held.at(-1).split(" ").at(-2);
  assert.ok(Math.abs(count(last) - 72_200_000) < 1_000_000, held.at(-1));

  await button(page, "1 hour + 20 min").click();
  await soon(async () => (await numbers())[1], "usual formula 800,000 800,000 1,600,000");
  assert.equal((await numbers())[2], "exact formula 800,000 200,000 1,000,000");
  await patiently(async () => /^engine held [78]\d\d,\d{3} /.test((await numbers())[3]), true);
  assert.deepEqual(await axe(page), []);
});

pageTest("the levers tell what they save and what they cost", { url: "#estimate" }, async ({ page }) => {
  await button(page, "1 hour + 20 min").click();
  const lever = async (at) => (await rows(page, "What if"))[at];
  await soon(async () => (await lever(0)).includes(" 700,000 60 MB (30 %)"), true);
  await type(field(page, "To, what if"), "10 min");
  await soon(async () => (await lever(0)).includes(" 500,000 100 MB (50 %)"), true);
  // Half the delay, with rows up to 20 minutes out of order.
  await patiently(async () => /Of rows out of order by up to 20 min, \d+ % come too late, and \d+ % of the pairs are missing/.test(await lever(1)), true);
  await type(field(page, "Watermark delay, what if"), "20 min");
  await patiently(async () => /by up to 20 min, 0 % come too late, and 0 % of the pairs are missing/.test(await lever(1)), true);
  await type(field(page, "memory for state, MB, what if"), "50");
  await soon(async () => /An estimate: 200 MB lie on disk, of which memory has room for 25 %/.test(await lever(2)), true);
});

pageTest("it begins with the scenario that is open, and its inputs are fields", async ({ page }) => {
  await page.getByRole("region", { name: "Over the steps" }).getByRole("link", { name: "State size", exact: true }).click();
  await main(page).waitFor();
  await soon(() => field(page, "To").inputValue(), "2 h");
  assert.equal(await field(page, "Watermark delay of orders").inputValue(), "10 min");
  await type(field(page, "Rows a minute of orders"), "0");
  await soon(() => main(page).getByRole("alert").innerText(), "More than 0 rows, with at most two decimals.");
  await type(field(page, "Rows a minute of orders"), "600");
  // 2 h and 10 min of delay, 600 a minute.
  await soon(async () => (await rows(page, "Rows in state"))[2].startsWith("exact formula 78,000 "), true);
  // An anti join is run as a regular one, and never forgets.
  await page.goBack();
  await page.getByRole("combobox", { name: "Join type", exact: true }).selectOption("anti");
  await page.getByRole("region", { name: "Over the steps" }).getByRole("link", { name: "State size", exact: true }).click();
  await soon(() => main(page).getByRole("status").first().innerText().then((text) => text.startsWith("No number: nothing ever leaves")), true);
});

for (const [size, colorScheme, locale, name] of [
  ["desktop", "dark", "en-US", "5 days + 20 min"],
  ["phone", "light", "zh-CN", "5 天 + 20 分钟"],
]) {
  pageTest(`the estimate on a ${size}, ${colorScheme}, ${locale}`, { url: "#estimate", size, colorScheme, locale }, async ({ page }) => {
    await button(page, name).click();
    await patiently(async () => (await page.getByRole("figure").count()) > 0, true);
    assert.deepEqual(await axe(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
  });
}
