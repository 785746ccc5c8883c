// Partitions of a side, idle sources and a longest session: set, pushed to, watched, told; and generated over partitions.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { axe, pageTest, past } from "./harness.mjs";
import { button, field, flag, mark, rows, save, slider, soon, step, told } from "./person.mjs";

const combobox = (page, name) => page.getByRole("combobox", { name, exact: true });
const region = (page, name) => page.getByRole("region", { name, exact: true });
const why = (page) => region(page, "Why").getByRole("listitem").allInnerTexts();
const take = async (locator, text) => {
  await locator.fill(text);
  await locator.press("Enter");
};
const saved = async (page) => JSON.parse((await save(page)).text);

/** A row by the form: a partition is asked for where its stream has some. */
async function push(page, stream, id, key, time, partition) {
  await button(page, "Add event").click();
  const form = page.getByRole("group", { name: "Add event", exact: true });
  await form.getByRole("combobox", { name: "Stream", exact: true }).selectOption({ label: stream });
  await field(form, "Id").fill(id);
  await field(form, "Key").fill(key);
  if (partition !== undefined) await combobox(form, "Partition").selectOption(String(partition));
  await take(field(form, "Event time"), time);
  await form.waitFor({ state: "detached" });
  await mark(page, id).waitFor();
}

pageTest("from the blank page: three partitions, a silent one holds both sides, an idle timeout lets them go", { timeout: 240_000 }, async ({ page }) => {
  await button(page, "Empty scenario").click();
  await soon(async () => (await step(page)).startsWith("step 0 of 0"), true);
  const [left, right] = await page.getByRole("listbox").evaluateAll((all) => all.map((list) => list.getAttribute("aria-label").replace(/ events$/, "")));
  await button(page, "All settings").click();
  for (const stream of [left, right]) await combobox(page, `${stream} watermark strategy`).selectOption("bounded");
  await combobox(page, `${left} partitions`).selectOption("3");
  await push(page, left, "a1", "k1", "10:00", 0);
  await push(page, left, "a2", "k2", "10:01", 1);
  // The third was never heard: the side has no watermark.
  assert.match(await flag(page, left), /^none; partition 0 at 10:00; partition 1 at 10:01; partition 2 has sent nothing, holds the side$/);
  assert.match((await why(page)).join(" "), /partition 2 of .* has sent nothing yet, and holds the side back/);
  await push(page, left, "a3", "k3", "10:02", 2);
  await push(page, right, "b1", "k1", "13:00");
  assert.match(await flag(page, left), /^10:00; partition 0 at 10:00, holds the side; partition 1 at 10:01; partition 2 at 10:02$/);
  await push(page, left, "a4", "k4", "13:30", 1);
  await push(page, left, "a5", "k5", "13:30", 2);
  assert.match(await flag(page, left), /^10:00; partition 0 at 10:00, holds the side/);
  assert.equal((await rows(page, `${left} state`)).length, 5);

  // Who holds what is told where the watermark is asked.
  await slider(page, `${left} watermark`).click({ position: { x: 10, y: 8 } });
  const asked = page.getByText(/It is its slowest partition’s: partition 0 holds it at 10:00/);
  await asked.first().waitFor();
  await page.getByText("Without an idle timeout it waits for that partition for ever.", { exact: false }).first().waitFor();

  // The plan says what partitions change, and who holds now.
  await page.getByRole("tab", { name: "Plan", exact: true }).click();
  await region(page, "Plan").getByText(`${left}, 3 partitions`, { exact: true }).waitFor();
  await region(page, "Plan").getByText("partition 0 holds it at 10:00", { exact: false }).waitFor();

  // An idle timeout, and the clock.
  await take(field(page, `${left} idle timeout`), "1 min");
  await field(page, "Clock time").waitFor();
  await region(page, "Plan").getByText("A partition that sends nothing for more than 1 min", { exact: false }).waitFor();
  await button(page, "Advance clock").click();
  await soon(async () => (await step(page)).includes("the clock moves to"), true);
  assert.match(await flag(page, left), /idle/);
  assert.match((await why(page)).join(" "), /is idle|idle, and holding nothing back/);
  await region(page, "Stage").getByText("is idle: ", { exact: false }).first().waitFor();
  // A row wakes it.
  await push(page, left, "a6", "k6", "13:40", 0);
  assert.match((await why(page)).join(" "), /Partition 0 of .* was idle, and is active again\./);
  assert.deepEqual(await axe(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await axe(page), []);
  const scenario = await saved(page);
  assert.deepEqual(scenario.left.watermark, { strategy: "bounded", delay: 0, partitions: 3, idle_timeout: 60_000 });
  assert.deepEqual(scenario.script.filter((it) => it.id === "a5"), [{ do: "push", side: "left", id: "a5", key: "k5", time: scenario.script.find((it) => it.id === "a5").time, partition: 2 }]);
});

pageTest("the gallery's partitions: state grows on both sides, and leaves when the clock makes one idle", { url: "?scenario=idle-partition&step=12" }, async ({ page }) => {
  await soon(() => flag(page, "orders"), "10:01; partition 0 at 10:34; partition 1 at 10:01, holds the side");
  assert.deepEqual([(await rows(page, "orders state")).length, (await rows(page, "shipments state")).length], [6, 5]);
  await button(page, "Step forward").click();
  await soon(() => flag(page, "orders"), "10:34; partition 0 at 10:34, holds the side; partition 1 at 10:01, idle");
  assert.match(await told(page, "o2"), /left as NULL/);
});

pageTest("a longest session of DataStream: set, told by the plan, taken away", { url: "?scenario=players-capped&step=9" }, async ({ page }) => {
  await soon(() => field(page, "Longest session").inputValue(), "2 h");
  // The engine's own code comes first.
  await page.getByRole("tab", { name: "DataStream", exact: true, selected: true }).waitFor();
  await page.getByRole("tab", { name: "Plan", exact: true }).click();
  await region(page, "Plan").getByText("no session longer than 2 h", { exact: true }).waitFor();
  await region(page, "Plan").getByText("Flink has no longest session", { exact: false }).waitFor();
  await button(page, "All settings").click();
  const sessions = () => rows(page, "logins state");
  const before = await sessions();
  await take(field(page, "Longest session"), "0");
  await soon(async () => (await region(page, "Plan").getByText("Flink has no longest session", { exact: false }).count()), 0);
  await soon(async () => isDeepStrictEqual(await sessions(), before), false);
  await take(field(page, "Longest session"), "2 h");
  await soon(sessions, before);
  assert.deepEqual(await axe(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await axe(page), []);
});

pageTest("generated rows over partitions, one of which stops", { timeout: 240_000 }, async ({ page }) => {
  await button(page, "Generate streams …").first().click();
  const dialog = page.getByRole("dialog", { name: "Generate streams", exact: true });
  const inside = (name) => dialog.getByRole("textbox", { name, exact: true });
  await take(inside("Partitions of orders"), "3");
  await take(inside("Stops at of orders"), "2 min");
  await take(inside("Stops for of orders"), "4 min");
  await dialog.getByRole("combobox", { name: "What stops of orders", exact: true }).selectOption({ label: "partition 1" });
  assert.deepEqual(await axe(page), []);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await soon(() => combobox(page, "orders partitions").inputValue(), "3");
  const made = await saved(page);
  assert.equal(made.left.watermark.partitions, 3);
  assert.equal(made.generate.left.partitions, 3);
  assert.deepEqual(made.generate.left.pause, { from: 120_000, length: 240_000, partition: 1 });
  // Fewer partitions in the sentence: the rows follow, and the parameters stay.
  await combobox(page, "orders partitions").selectOption("2");
  await soon(async () => (await saved(page)).generate?.left.partitions, 2);
  await soon(async () => /partition 1 at /.test(await flag(page, "orders")), true);
  // The estimate says what it leaves out.
  await page.getByRole("link", { name: "State size", exact: true }).first().click();
  await page.getByText("Not in these numbers: a side or a partition that stops.", { exact: false }).waitFor();
  await page.getByText(/Here partition 1 of orders stops for 4 min, and the watermark waits for it for 4 min: up to [\d,]+ rows more/).waitFor();
});

for (const [size, locale] of [["embed", "en-GB"], ["phone", "zh-CN"]]) {
  pageTest(`partitions on a narrow page: ${size} ${locale}`, { size, locale, url: "?scenario=lagging-partition&step=9&pane=plan" }, async ({ page }) => {
    const [flags, plan, holds] = locale === "zh-CN" ? ["orders水位线", "计划", "分区1把它停在10:01"] : ["orders watermark", "Plan", "partition 1 holds it at 10:01"];
    const told = () => page.getByRole("slider").evaluateAll((all) => all.map((one) => one.getAttribute("aria-valuetext")));
    await soon(async () => (await told()).some((text) => text.startsWith("10:01; ")), true, flags);
    await page.getByRole("tab", { name: plan, exact: true }).click();
    await soon(async () => (await page.getByRole("tabpanel", { name: plan, exact: true }).innerText()).replaceAll(" ", "").includes(holds.replaceAll(" ", "")), true);
    assert.deepEqual(await axe(page), []);
  });
}

pageTest("a page that a link opened leads on to the other pages", { url: "?scenario=lagging-partition&step=9" }, async ({ page }) => {
  await page.getByRole("link", { name: "State size", exact: true }).click();
  await page.getByRole("heading", { name: /^State size/ }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Scenarios", exact: true }).click();
  await page.getByRole("heading", { name: "Scenarios", exact: true }).or(page.getByRole("searchbox")).first().waitFor();
  // Nothing leads back from there.
  await page.getByRole("searchbox").waitFor();
  await past(page, 500);
  assert.ok(await page.getByRole("searchbox").isVisible());
  await page.getByRole("navigation").getByRole("link", { name: "Workspace", exact: true }).click();
  await soon(async () => (await step(page)).split(",")[0], "step 9 of 11");
  assert.equal(await button(page, "Undo").isDisabled(), true);
});
