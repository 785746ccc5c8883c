// The Scenarios page: fetched when it is opened, searched, filtered, and each scenario opens where its question stands.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { axe, booted, pageTest } from "./harness.mjs";
import { button, list, mark, soon, step, undo } from "./person.mjs";

const INDEX = JSON.parse(await readFile(new URL("../../www/scenarios/index.json", import.meta.url), "utf8"));
const ALL = INDEX.scenarios.length;
const file = async (name) => JSON.parse(await readFile(new URL(`../../www/scenarios/${name}.scenario.json`, import.meta.url), "utf8"));

const search = (page) => page.getByRole("searchbox", { name: "Search scenarios", exact: true });
const cards = (page) => page.getByRole("main").getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) });
const titles = (page) => cards(page).getByRole("heading", { level: 3 }).allInnerTexts();
const count = (page) => page.getByRole("status").filter({ hasText: "scenarios" }).innerText();
const choice = (page, group, name) => page.getByRole("group", { name: group, exact: true }).getByRole("button", { name: new RegExp(`^${name} ?\\d+$`) });
const all = (page) => soon(() => cards(page).getByText(/\d+ steps|refused/).count(), ALL, "every file is there");

pageTest("the gallery is fetched when it is opened, and not before", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await list(page, "orders").waitFor();
  assert.equal(asked.filter((url) => url.includes("/scenarios/")).length, 0);
  await page.getByRole("navigation").getByRole("link", { name: "Scenarios", exact: true }).click();
  await all(page);
  assert.match(page.url(), /#scenarios$/);
  assert.equal(asked.filter((url) => url.endsWith(".scenario.json")).length, ALL);
  await soon(() => count(page), `${ALL} of ${ALL} scenarios`);
  await soon(() => page.getByRole("main").locator("svg.mini").count(), ALL);
  const group = page.getByRole("main").getByRole("heading", { level: 2 });
  assert.deepEqual((await group.allInnerTexts()).filter((text) => INDEX.topics.some((topic) => topic.title.en === text)).sort(), INDEX.topics.map((topic) => topic.title.en).sort());
  // Back and again: nothing is fetched twice.
  await page.goBack();
  await list(page, "orders").waitFor();
  await page.goForward();
  await all(page);
  assert.equal(asked.filter((url) => url.endsWith(".scenario.json")).length, ALL);
});

pageTest("the card of what is open says so; counts stay whole; what other tabs left is listed and opens", { timeout: 240_000 }, async ({ page, context, base }) => {
  // Another tab, whose work is changed, and closed.
  const other = await context.newPage();
  await other.goto(`${base}?scenario=clicks-sliding&step=3`);
  await booted(other);
  await button(other, "Step forward").click();
  await other.getByRole("textbox", { name: "Window size" }).fill("30 min");
  await other.keyboard.press("Enter");
  await soon(() => other.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("joinscope:when:"))), true, "kept");
  await other.close();

  await page.getByRole("navigation").getByRole("link", { name: "Scenarios", exact: true }).click();
  await all(page);
  await soon(() => page.getByRole("main").locator("[aria-current]").allInnerTexts(), ["Orders and shipments"]);
  const lines = await page.getByRole("group", { name: "Topic", exact: true }).getByRole("button").evaluateAll((all) =>
    all.map((button) => Math.round(button.lastElementChild.getBoundingClientRect().height / parseFloat(getComputedStyle(button).lineHeight))));
  assert.ok(lines.every((count) => count === 1), lines.join());
  const kept = page.getByRole("region", { name: "On this device", exact: true });
  assert.match(await kept.innerText(), /^On this device\s+Clicks within sliding windows\s+(this minute|\d+ minutes? ago)$/);
  assert.deepEqual(await axe(page), []);
  await kept.getByRole("button").click();
  await soon(() => page.getByRole("textbox", { name: "Window size" }).inputValue(), "30 min");
  await undo(page).click();
  await soon(() => step(page), "step 10 of 15, s4 arrives on shipments");
});

pageTest("a scenario opens at its step with its row selected, and Undo leads back", { url: "#scenarios" }, async ({ page }) => {
  await all(page);
  const entry = INDEX.scenarios.find((entry) => entry.name === "null-after-the-hour");
  const { title, script } = await file(entry.name);
  await button(page, title.en).click();
  await mark(page, "o1").waitFor();
  await soon(() => /#workspace$/.test(page.url()), true);
  await soon(async () => (await step(page)).startsWith(`step ${entry.step} of ${script.length},`), true, "its step");
  await soon(() => mark(page, "o1").getAttribute("aria-selected"), "true");
  await undo(page).click();
  await soon(() => step(page), "step 10 of 15, s4 arrives on shipments");
  // One that is refused opens as well, and says why.
  await page.goBack();
  await button(page, (await file("anti-spark-refused")).title.en).click();
  await page.getByRole("alert").filter({ hasText: "Spark refuses this join." }).waitFor();
  // One that points to a watermark selects it.
  await page.getByRole("navigation").getByRole("link", { name: "Scenarios", exact: true }).click();
  await button(page, (await file("one-side-idle")).title.en).press("Enter");
  await soon(async () => (await step(page)).startsWith("step 6 of 7,"), true, "by keyboard");
});

pageTest("/ searches from anywhere, words and filters narrow, what is left is told", async ({ page }) => {
  await page.keyboard.press("/");
  await search(page).waitFor();
  await soon(() => search(page).evaluate((field) => field === document.activeElement), true, "the search has the focus");
  await all(page);
  await search(page).fill("watermark spark");
  const spark = INDEX.scenarios.filter((entry) => entry.dialect === "spark").length;
  await soon(async () => Number((await count(page)).split(" ")[0]) < spark, true, "fewer");
  await search(page).fill("恰好两小时");
  await soon(() => titles(page), ["Exactly two hours"], "texts of the other language are found, too");
  await search(page).fill("");
  await choice(page, "Engine", "Spark").click();
  await soon(() => count(page), `${spark} of ${ALL} scenarios`);
  assert.equal(await choice(page, "Engine", "Spark").getAttribute("aria-pressed"), "true");
  const both = INDEX.scenarios.filter((entry) => entry.dialect === "spark" && entry.questions?.includes("state-grows")).length;
  await choice(page, "Question", "State keeps growing\\?").click();
  await soon(() => count(page), `${both} of ${ALL} scenarios`);
  await soon(() => cards(page).count(), both);
  // The filters are kept while a scenario is looked at.
  await cards(page).first().getByRole("button").click();
  await list(page, "orders").or(page.getByRole("listbox").first()).first().waitFor();
  await page.goBack();
  await soon(() => count(page), `${both} of ${ALL} scenarios`);
  await search(page).fill("no such scenario");
  await page.getByText("No scenario fits.").waitFor();
  await button(page, "Clear search and filters").click();
  await soon(() => count(page), `${ALL} of ${ALL} scenarios`);
});

pageTest("a list that cannot be fetched is said, and asked for again", { open: false, expect: [/index\.json/, /404/] }, async ({ page, base }) => {
  await page.route("**/scenarios/index.json", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`${base}#scenarios`);
  await page.getByRole("alert").filter({ hasText: "The list of scenarios could not be fetched." }).waitFor();
  await page.unroute("**/scenarios/index.json");
  await page.getByRole("navigation").getByRole("link", { name: "Workspace", exact: true }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Scenarios", exact: true }).click();
  await all(page);
});

for (const [size, colorScheme, locale, name] of [
  ["desktop", "light", "en-US", "Exactly two hours"],
  ["desktop", "dark", "zh-CN", "恰好两小时"],
  ["embed", "light", "zh-CN", "恰好两小时"],
  ["phone", "dark", "en-US", "Exactly two hours"],
]) {
  pageTest(`axe finds nothing, ${size}, ${colorScheme}, ${locale}`, { size, colorScheme, locale, url: "#scenarios" }, async ({ page }) => {
    await button(page, name).waitFor();
    await soon(() => cards(page).getByText(/\d+ ?(steps|步)|refused|被拒绝/).count(), ALL);
    assert.deepEqual(await axe(page), []);
    await page.getByRole("searchbox").fill("zzz");
    await page.getByRole("heading", { level: 3 }).first().waitFor({ state: "detached" });
    assert.deepEqual(await axe(page), []);
    // Nothing is wider than the window.
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
}
