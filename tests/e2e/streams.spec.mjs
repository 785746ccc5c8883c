// Generated streams: the dialog that makes them, their parameters beside the work, undo, and the link that keeps them short.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { button, field, rows, soon, step, undo } from "./person.mjs";

const dialog = (page) => page.getByRole("dialog", { name: "Generate streams", exact: true });
const panel = (page) => page.getByRole("region", { name: "Generated stream", exact: true });
const inside = (page, name) => dialog(page).getByRole("textbox", { name, exact: true });
/** As soon, for what takes a machine with much to do a while. */
const patiently = (check, expected) => soon(check, expected, undefined, 60_000);
const type = async (locator, text) => {
  await locator.fill(text);
  await locator.press("Enter");
};

async function generate(page, more = async () => {}) {
  await button(page, "Generate streams …").first().click();
  await dialog(page).waitFor();
  await more();
  await dialog(page).getByRole("button", { name: "Create", exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
}

pageTest("streams are made from parameters, made anew, and undone", async ({ page }) => {
  await generate(page, async () => {
    await soon(() => dialog(page).getByRole("status").innerText(), "120 orders and 120 shipments, at most 240 steps");
    await type(inside(page, "Duration"), "5 min");
    await type(inside(page, "Rows a minute of orders"), "6");
    await type(inside(page, "Without a partner, % of shipments"), "25");
    await soon(() => dialog(page).getByRole("status").innerText(), "30 orders and 60 shipments, at most 90 steps");
    assert.deepEqual(await axe(page), []);
  });
  await soon(() => step(page).then((text) => text.split(",")[0]), "step 90 of 90");
  await soon(() => panel(page).getByRole("status").innerText(), "30 orders and 60 shipments, at most 90 steps");

  // One of them changed is one entry of undo.
  await panel(page).getByRole("button", { name: "Parameters", exact: true }).click();
  await type(panel(page).getByRole("textbox", { name: "Rows a minute of orders", exact: true }), "12");
  await soon(() => step(page).then((text) => text.split(",")[0]), "step 90 of 120");
  await panel(page).getByRole("button", { name: "New seed", exact: true }).click();
  await soon(() => panel(page).getByRole("textbox", { name: "Seed", exact: true }).inputValue(), "2");
  await undo(page).click();
  await undo(page).click();
  await soon(() => step(page).then((text) => text.split(",")[0]), "step 90 of 90");

  // A step edited makes them ordinary steps; undo brings the parameters back.
  await page.keyboard.press("Home");
  await button(page, "Generate streams …").first().waitFor();
  const first = page.getByRole("listbox", { name: "orders events", exact: true });
  await first.focus();
  await page.keyboard.press("Delete");
  await panel(page).waitFor({ state: "detached" });
  await undo(page).click();
  await panel(page).waitFor();
});

pageTest("what makes no sense, or too much, is told and not made", async ({ page }) => {
  await button(page, "Generate streams …").first().click();
  await dialog(page).waitFor();
  await type(inside(page, "Duration"), "-1 min");
  await soon(() => dialog(page).getByRole("alert").innerText(), "It must be longer than 0.");
  await type(inside(page, "Duration"), "1 h");
  await type(inside(page, "Rows a minute of orders"), "10,000,000");
  await soon(
    () => dialog(page).getByRole("status").innerText(),
    "That would be 600,000,720 steps; at most 1,000,000 are run. Lower the rates, or make it shorter.",
  );
  const create = dialog(page).getByRole("button", { name: "Create", exact: true });
  assert.equal(await create.getAttribute("aria-disabled"), "true");
  await create.focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  assert.match(await step(page), /^step 10 of 15/);
});

pageTest("a long generated script has a short link, and comes back by it", async ({ page, base }) => {
  await generate(page, async () => {
    await type(inside(page, "Duration"), "3 h");
    await type(inside(page, "Rows a minute of orders"), "14");
    await type(inside(page, "Rows a minute of shipments"), "14");
  });
  await patiently(() => step(page).then((text) => text.split(",")[0]), "step 5040 of 5040");
  await button(page, "Share").click();
  const link = await page.getByRole("dialog").getByRole("textbox", { name: "Link", exact: true }).inputValue();
  assert.ok(link.length < 1_500, `${link.length} characters`);
  await page.goto("about:blank");
  await page.goto(base + link.slice(link.indexOf("?") >= 0 ? link.indexOf("?") : link.indexOf("#")));
  await patiently(() => step(page).then((text) => text.split(",")[0]), "step 5040 of 5040");
  await panel(page).waitFor();
});

pageTest("an empty workspace offers generated streams", async ({ page }) => {
  await button(page, "Empty scenario").first().click();
  const starts = page.getByRole("region", { name: "Or start from", exact: true });
  await starts.getByRole("button", { name: "Generate streams …", exact: true }).click();
  await dialog(page).waitFor();
  await dialog(page).getByRole("button", { name: "Create", exact: true }).click();
  await panel(page).waitFor();
  await patiently(async () => (await rows(page, "Rows in state")).length >= 60, true);
});

for (const [size, colorScheme, locale] of [["phone", "dark", "zh-CN"]]) {
  pageTest(`the dialog on a ${size}, ${colorScheme}, ${locale}`, { size, colorScheme, locale }, async ({ page }) => {
    await button(page, "更多").click();
    await button(page, "生成数据流……").last().click();
    const made = page.getByRole("dialog", { name: "生成数据流", exact: true });
    await made.waitFor();
    assert.deepEqual(await axe(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    await made.getByRole("button", { name: "生成", exact: true }).click();
    await made.waitFor({ state: "detached" });
  });
}
