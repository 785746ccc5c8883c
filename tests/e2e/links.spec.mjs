// Links: what its sender saw is what its reader sees; a broken one says so and touches nothing.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { booted, pageTest, past } from "./harness.mjs";
import { pack } from "./link.mjs";
import { button, field, marks, paste, shown, soon, step } from "./person.mjs";

const file = (name) => readFile(new URL(`../../www/scenarios/${name}.scenario.json`, import.meta.url), "utf8");

const link = (scenario, query = "") => `${query && `?${query}`}#s=${pack(typeof scenario === "string" ? scenario : JSON.stringify(scenario))}`;

const alert = (page) => page.getByRole("alert");
/** The works that the browser keeps, each with its key. */
const kept = (page) => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("joinscope:work:")));

pageTest("a link shows the scenario at its step with its row selected, in its theme and language", { open: false }, async ({ page, base }) => {
  const text = await file("clicks-sliding");
  await page.goto(base + link(text, "step=7&row=left.v2&theme=dark&lang=zh"));
  await booted(page);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-Hans");
  await soon(async () => /7/.test(await page.getByRole("slider", { name: "步骤", exact: true }).getAttribute("aria-valuetext")), true);
  const selected = page.getByRole("listbox").getByRole("option", { selected: true });
  assert.match(await selected.getAttribute("aria-label"), /^v2/);
});

pageTest("without a step all of it has run; a scenario of the gallery opens by its name", { url: "?scenario=readings-tumbling&step=4", expect: [/404.*no-such/] }, async ({ page, base }) => {
  await soon(() => step(page).then((text) => /^step 4 of 9/.test(text)), true);
  await page.goto(`${base}?scenario=readings-tumbling`);
  await booted(page);
  await soon(() => step(page).then((text) => /^step 9 of 9/.test(text)), true);
  await page.goto(`${base}?scenario=no-such`);
  await booted(page);
  await soon(() => alert(page).innerText().then((text) => text.includes("There is no scenario named no-such here.")), true);
});

pageTest("a link never touches the visitor's own work, and what is changed of it outlives a reload", async ({ page, context, base }) => {
  await button(page, "Step back").click();
  await field(page, "Upper bound").fill("3 h");
  await page.keyboard.press("Enter");
  await soon(async () => (await kept(page)).some(([, text]) => text.includes('"upper":10800000')), true, "kept");
  const own = await shown(page);
  await page.goto(base + link(await file("clicks-sliding"), "step=3"));
  await booted(page);
  await soon(async () => /^step 3 of 12/.test(await step(page)), true);
  const theirs = await marks(page);
  // Changed, it is the visitor's, in a place of its own; the address says no longer what it says.
  await button(page, "Step forward").click();
  await page.getByRole("textbox", { name: "Window size" }).fill("30 min");
  await page.keyboard.press("Enter");
  await soon(() => page.evaluate(() => location.hash), "#workspace");
  await soon(async () => (await kept(page)).some(([, text]) => text.includes('"size":1800000')), true, "kept");
  await page.reload();
  await booted(page);
  await soon(() => page.getByRole("textbox", { name: "Window size" }).inputValue(), "30 min");
  await soon(async () => (await marks(page)).length, theirs.length);
  // The visitor's own is in the browser still: undo of the opening is gone with the reload, its place is not.
  const works = (await kept(page)).map(([, text]) => text);
  assert.equal(works.length, 2);
  assert.ok(works.some((text) => text.includes('"upper":10800000')), "the visitor's own work");
  assert.equal(own.upper, "3 h");
});

pageTest("a link that comes to an open page opens beside the work, and Undo leads back", async ({ page }) => {
  const own = await shown(page);
  const hash = link(await file("clicks-sliding"));
  await page.evaluate((hash) => (location.hash = hash), hash);
  await soon(() => page.getByRole("listbox", { name: "views events" }).count().then((n) => n > 0), true);
  await button(page, "Undo").click();
  await soon(() => shown(page), own);
});

pageTest("a link that was cut says how much of it is there, and can be pasted whole", { open: false, expect: [] }, async ({ page, base }) => {
  const whole = link(await file("orders-shipments"), "");
  const cut = whole.slice(0, 216);
  await page.goto(base + cut);
  await booted(page);
  await soon(() => alert(page).innerText().then((text) => text.includes(`It stops after ${cut.length - 5} of ${whole.length - 5} characters`)), true);
  assert.deepEqual(await marks(page), []);
  await button(page, "Paste the whole link").click();
  const input = field(page, "Link");
  await input.fill(`https://example.org/${cut}`);
  await page.keyboard.press("Enter");
  await soon(() => page.getByRole("dialog").getByRole("alert").innerText().then((text) => text.includes("incomplete")), true);
  assert.equal(await input.inputValue(), `https://example.org/${cut}`);
  await input.fill(`https://example.org/?step=10${whole}`);
  await page.keyboard.press("Enter");
  await soon(() => step(page).then((text) => /^step 10 of 15/.test(text)), true);
  assert.equal(await alert(page).count(), 0);
});

pageTest("a lesson's link that was cut says so, and can be pasted whole", { open: false }, async ({ page, base }) => {
  const lesson = { version: 1, title: "Mine", scenario: JSON.parse(await file("orders-shipments")), beats: [{ caption: "Look at o2.", step: 9 }] };
  const whole = `#l=${pack(JSON.stringify(lesson))}`;
  await page.goto(base + whole.slice(0, 300));
  await booted(page);
  await soon(() => alert(page).innerText().then((text) => text.includes("This link is incomplete")), true);
  assert.deepEqual(await marks(page), []);
  await button(page, "Paste the whole link").click();
  await field(page, "Link").fill(`https://example.org/joinscope/${whole}`);
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Lesson", exact: true }).getByText("Look at o2.").waitFor();
  assert.equal(await alert(page).count(), 0);
});

for (const [what, hash, says] of [
  ["nothing behind it", "#s=", "This link has no scenario in it."],
  ["a character changed", null, "This link is damaged"],
  ["another codec", "#s=q9:abcdef", "written in a way that this version does not know"],
  ["a bomb", `#s=${pack(" ".repeat(64 << 20))}`, "too large"],
  ["no scenario in it", `#s=${pack('{"version": 1}')}`, "no scenario"],
  ["not text", "#s=%00%ff%F0%9F%92%A9", "damaged"],
]) {
  pageTest(`a link with ${what} shows an error, an empty stage, and touches nothing`, async ({ page, context, base }) => {
    await field(page, "Upper bound").fill("5 h");
    await page.keyboard.press("Enter");
    await soon(async () => (await kept(page)).some(([, text]) => text.includes('"upper":18000000')), true, "kept");
    const before = await kept(page);
    const other = await context.newPage();
    const good = link(await file("orders-shipments"));
    await other.goto(base + (hash ?? good.slice(0, 300) + (good[300] === "A" ? "B" : "A") + good.slice(301)));
    await booted(other);
    await soon(() => alert(other).first().innerText().then((text) => text.includes(says)), true);
    assert.deepEqual(await marks(other), []);
    // Work is kept a while after it was changed.
    await past(other, 300);
    assert.deepEqual(await kept(other), before);
  });
}

pageTest("nothing of a link is run or becomes HTML", { open: false }, async ({ page, base }) => {
  const evil = `<img src=x onerror="globalThis.ran = 1">`;
  const scenario = JSON.parse(await file("orders-shipments"));
  scenario.title = { en: evil };
  scenario.left.name = evil;
  scenario.script[0].id = evil;
  scenario.script[0].row = { [evil]: evil };
  delete scenario.left.label;
  await page.goto(base + link(scenario, `step=15&row=left.${encodeURIComponent(evil)}&compare=${encodeURIComponent(evil)}&view=${encodeURIComponent(evil)}`));
  await booted(page);
  await soon(async () => /^step 15 of 15/.test(await step(page)), true);
  assert.equal(await page.evaluate(() => [globalThis.ran, document.querySelectorAll("img").length].join()), ",0");
});

pageTest("a link pasted anywhere on the page opens", async ({ page }) => {
  await paste(page, `See https://example.org/joinscope/?step=5${link(await file("clicks-sliding"))}`);
  await soon(() => step(page).then((text) => /^step 5 of 12/.test(text)), true);
});
