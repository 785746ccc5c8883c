// Advice: choosing a delay or bound from the events at hand, and what the run has lost.

import assert from "node:assert/strict";
import { axe, pageTest, SLOW } from "./harness.mjs";
import { button, paste, soon, step } from "./person.mjs";
import { generated } from "./generated.mjs";

const combobox = (page, name) => page.getByRole("combobox", { name, exact: true });
const pane = (page) => page.getByRole("region", { name: "Advice", exact: true });
const table = (page, name) => page.getByRole("table", { name, exact: true });
const rows = async (page, name) => (await table(page, name).getByRole("row").allInnerTexts()).map((row) => row.replace(/\s+/g, " ").trim());
const advice = async (page) => (await pane(page).getByRole("status").first().innerText()).trim();
const present = async (page) => (await table(page, "Settings tried").locator("[aria-current]").innerText()).replace(/\s+/g, " ");

pageTest("the advice, its numbers, and one click that tries it", { url: "?scenario=choose-a-delay&pane=advice" }, async ({ page }) => {
  await pane(page).getByText(/^With a delay of .* on both sides instead of 5 s, .* % of the \d+ true matches come out instead of .* %, with \d+ rows more in state and .* more waiting\.$/).waitFor();
  const said = await advice(page);
  const value = /a delay of (.+?) on both/.exec(said)[1];
  await soon(() => present(page).then((row) => row.startsWith("5 s present")), true);
  // The table has the sentence's numbers.
  const share = / instead of 5 s, ([\d.]+ %)/.exec(said)[1];
  const best = (await rows(page, "Settings tried")).find((row) => row.startsWith(`${value} advised`));
  assert.ok(best.includes(` ${share} `), best);
  const lost = Number(/(\d+) of the/.exec(await pane(page).getByText(/^\d+ of the \d+ true matches did not come out/).innerText())[1]);
  assert.ok(lost > 0);
  await soon(async () => (await rows(page, "What did we lose")).length, lost + 1);
  // A match that was lost: both rows are selected, and the step is shown.
  const first = table(page, "What did we lose").getByRole("button").first();
  const [, left, right, number] = /^Show (\w+) and (\w+) in step (\d+)$/.exec(await first.getAttribute("aria-label"));
  await first.click();
  await soon(() => step(page).then((text) => text.startsWith(`step ${number} of`)), true);
  await page.getByText(`Why do ${left} and ${right} not match?`, { exact: false }).first().waitFor();
  assert.deepEqual(await axe(page), []);
  // By keyboard.
  await button(page, `Try ${value}`).focus();
  await page.keyboard.press("Enter");
  await soon(() => present(page).then((row) => row.startsWith(`${value} present`)), true);
  await pane(page).getByText(/is the smallest setting tried that keeps 99 %/).waitFor();
  await button(page, "Undo").click();
  await soon(() => present(page).then((row) => row.startsWith("5 s present")), true);
  await soon(() => advice(page), said);
});

pageTest("bounds, and another share", { url: "?scenario=choose-a-delay&pane=advice" }, async ({ page }) => {
  await combobox(page, "Choose").selectOption({ label: "upper bound" });
  await pane(page).getByText(/nearest pairs come out|nearest pairs\./).first().waitFor();
  await combobox(page, "Keep at least").selectOption({ label: "90 %" });
  await soon(() => advice(page).then((said) => /upper bound of/.test(said)), true);
  const distance = async () => (await rows(page, "How the times lie")).find((row) => row.startsWith("Partner distance"));
  await soon(async () => /\d+ s/.test(await distance()), true);
});

pageTest("a click in the chart tries a setting, one entry of undo", { url: "?scenario=choose-a-delay&pane=advice" }, async ({ page }) => {
  await pane(page).getByText(/^With a delay/).waitFor();
  const chart = pane(page).locator(".trade-in");
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  await page.mouse.click(box.x + 4, box.y + box.height / 2);
  await soon(() => present(page).then((row) => row.startsWith("0 present")), true);
  await button(page, "Undo").click();
  await soon(() => present(page).then((row) => row.startsWith("5 s present")), true);
});

pageTest("five thousand events are answered in about a second", async ({ page }) => {
  await paste(page, JSON.stringify(generated(5_000)));
  await soon(() => step(page).then((text) => text.startsWith("step 5000 of 5000")), true);
  await page.getByRole("main").getByRole("tab", { name: "Advice", exact: true }).click();
  const start = Date.now();
  await pane(page).getByText(/true matches come out/).first().waitFor();
  await pane(page).getByText(/did not come out|Nothing: no true match/).first().waitFor();
  const took = Date.now() - start;
  console.log(`5,000 events: ${took} ms`);
  // The page here may be an unoptimised one, on a busy machine.
  assert.ok(took < 20_000 * SLOW, `${took} ms`);
});

pageTest("where there is nothing to choose, it says why", { url: "?scenario=price-lookup&pane=advice" }, async ({ page }) => {
  await pane(page).getByText("A lookup join keeps no rows and waits for none", { exact: false }).waitFor();
  assert.equal(await table(page, "What did we lose").count(), 0);
});

for (const size of ["embed", "phone"]) {
  pageTest(`on narrow screens it is a tab among others: ${size}`, { size, locale: "zh-CN", url: "?scenario=choose-a-delay&pane=advice" }, async ({ page }) => {
    await page.getByRole("main").getByRole("tab", { name: "建议", exact: true }).click();
    await page.getByRole("region", { name: "建议", exact: true }).getByText("个真实匹配中有", { exact: false }).first().waitFor();
    assert.deepEqual(await axe(page), []);
  });
}
