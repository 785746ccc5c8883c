// The second picture: event time against arrival; and the tables in place of a picture.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { button, center, list, mark, marks, paste, rows, soon, step } from "./person.mjs";
import { generated } from "./generated.mjs";

const views = (page) => page.getByRole("group", { name: "View", exact: true });
const look = (page, name) => views(page).getByRole("button", { name, exact: true });
const selected = (page) =>
  page.getByRole("listbox").getByRole("option", { selected: true }).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").split(",")[0]));
const region = (page, name) => page.getByRole("region", { name, exact: true });

pageTest("the plane has the same rows as the stage, by time and by arrival", async ({ page }) => {
  const before = (await marks(page)).sort();
  await look(page, "Plane").click();
  await soon(() => look(page, "Plane").getAttribute("aria-pressed"), "true");
  await soon(async () => (await marks(page)).sort(), before);
  const [o1, o3, o6, s3] = await Promise.all(["o1", "o3", "o6", "s3"].map((id) => center(mark(page, id))));
  assert.ok(o1.x < o3.x && o3.x < o6.x, "time to the right");
  assert.ok(o1.y > o3.y && o3.y > o6.y, "later arrivals above");
  assert.ok(s3.x < o1.x && s3.y < o3.y, "s3 comes late: left of and above others");
  await page.getByRole("group", { name: /^Event time against arrival/ }).waitFor();
  assert.deepEqual(await axe(page), []);
});

pageTest("rows are selected on the plane, by pointer and by key", async ({ page }) => {
  await look(page, "Plane").click();
  const o5 = await center(mark(page, "o5"));
  await page.mouse.click(o5.x, o5.y);
  await soon(() => selected(page), ["o5"]);
  await region(page, "Selected row").getByText("Why no output for o5 yet?").waitFor();
  await list(page, "orders").focus();
  await page.keyboard.press(".");
  await soon(() => selected(page), ["o6"]);
  await page.keyboard.press(",");
  await page.keyboard.press(",");
  await soon(() => selected(page), ["o4"]);
  await look(page, "Stage").click();
  await soon(() => selected(page), ["o4"]);
});

pageTest("a press beside the marks shows the step at that height", async ({ page }) => {
  await look(page, "Plane").click();
  const [o1, o6] = [await center(mark(page, "o1")), await center(mark(page, "o6"))];
  await page.mouse.move(o6.x + 200, o1.y);
  await page.mouse.down();
  await soon(async () => (await step(page)).split(",")[0], "step 1 of 15");
  await page.mouse.move(o6.x + 200, o6.y, { steps: 6 });
  await page.mouse.up();
  await soon(async () => (await step(page)).split(",")[0], "step 9 of 15");
});

pageTest("the tables take the picture's place", async ({ page }) => {
  const output = await rows(page, "Output");
  await look(page, "Tables").click();
  await soon(() => page.getByRole("listbox").count(), 0);
  await soon(() => rows(page, "Output"), output);
  await soon(async () => (await rows(page, "orders state")).length, 6);
  await page.keyboard.press("ArrowRight");
  await soon(async () => (await rows(page, "Output")).length, 4);
  assert.deepEqual(await axe(page), []);
  await look(page, "Stage").click();
  await list(page, "orders").waitFor();
});

pageTest("on a phone the tables are there once", { size: "phone", colorScheme: "dark" }, async ({ page }) => {
  await look(page, "Tables").click();
  await page.getByRole("table", { name: "Output", exact: true }).waitFor();
  assert.equal(await page.getByRole("tab", { name: /^Output/ }).count(), 0);
  assert.deepEqual(await axe(page), []);
  await look(page, "Plane").click();
  await mark(page, "o3").waitFor();
  assert.deepEqual(await axe(page), []);
});

pageTest("ten thousand rows on the plane are cells, and zoom into rows", async ({ page }) => {
  await look(page, "Plane").click();
  await paste(page, JSON.stringify(generated(10_000)));
  const cells = page.getByRole("img", { name: /, steps \d+ to \d+: \d+ rows?, / });
  const total = () => cells.evaluateAll((all) => all.reduce((sum, cell) => sum + Number(/: (\d+) rows?,/.exec(cell.getAttribute("aria-label"))[1]), 0));
  await soon(total, 10_000);
  const nodes = await region(page, "Stage").evaluate((stage) => stage.querySelectorAll("*").length);
  assert.ok(nodes < 3_000, `${nodes}`);
  await cells.nth(30).click();
  await soon(async () => (await cells.count()) === 0 || (await total()) < 2_000, true);
  await button(page, "Fit").click();
  await soon(total, 10_000);
});

pageTest("a link opens the picture that it names", { url: "?scenario=orders-shipments&step=10&view=plane" }, async ({ page }) => {
  await mark(page, "o3").waitFor();
  assert.equal(await look(page, "Plane").getAttribute("aria-pressed"), "true");
});
