// "Why not?": what would release a row, two rows condition by condition, why nothing comes out, what lies ahead.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { axe, pageTest } from "./harness.mjs";
import { button, flag, list, mark, paste, rows, shown, slider, soon, step, told, undo } from "./person.mjs";

const region = (page, name) => page.getByRole("region", { name, exact: true });
const text = async (page, name) => (await region(page, name).innerText()).replace(/\s+/g, " ");
const items = async (page, name) =>
  (await region(page, name).getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
const shownScenario = (name) => readFile(new URL(`../../www/scenarios/${name}.scenario.json`, import.meta.url), "utf8");

const CLOCK = Date.UTC(2024, 0, 1);
const at = (text) => {
  const [h, m, s = 0] = text.split(":").map(Number);
  return CLOCK + ((h * 60 + m) * 60 + s) * 1000;
};
/** Orders and shipments, manual watermarks, an interval of 2 h. */
const scenario = (script, { type = "left", dialect = "flink_sql", watermark = { strategy: "manual" }, kind = {} } = {}) =>
  JSON.stringify({
    version: 1, title: "t", dialect,
    left: { name: "orders", noun: { en: "order", zh: "订单" }, watermark },
    right: { name: "shipments", noun: { en: "shipment", zh: "发货" }, watermark },
    join: { kind: "interval", type, lower: 0, upper: 7_200_000, ...kind }, script,
  });
const push = (side, id, key, time) => ({ do: "push", side, id, key, time: at(time) });

async function open(page, body) {
  await paste(page, body);
  await soon(async () => (await step(page)).startsWith(`step ${JSON.parse(body).script.length} of`), true, "opened");
}

pageTest("what would release a row, and the button that does so: one entry of undo", async ({ page }) => {
  const before = await shown(page);
  const panel = region(page, "Selected row");
  assert.match(await text(page, "Selected row"), /Watermarks of both orders and shipments at 12:10:00\.001 or later would emit o3 with NULL\./);
  assert.match(await text(page, "Selected row"), /o3 leaves at o3 order_time \+ 2 h \+ 1 ms 10:10 \+ 2 h \+ 1 ms = 12:10:00\.001/);
  await button(panel, "Move both to 12:10:00.001").click();
  await soon(async () => (await told(page, "o3")).includes("left as NULL"), true);
  await soon(async () => /^step 12 of 17, /.test(await step(page)), true);
  await soon(() => flag(page, "orders"), "12:10:00.001");
  await soon(async () => /Why NULL for o3\?.*Arrived in step 4, came out in step 12, left in step 12\./.test(await text(page, "Selected row")), true);
  await undo(page).click();
  await soon(() => shown(page), before);
});

pageTest("a step in a sentence leads there", async ({ page }) => {
  await mark(page, "o1").click();
  const panel = region(page, "Selected row");
  await soon(async () => (await text(page, "Selected row")).includes("Arrived in step 1, matched s1 in step 3, left in step 10."), true);
  await panel.getByRole("button", { name: "3", exact: true }).click();
  await soon(async () => (await step(page)).startsWith("step 3 of 15"), true);
  await soon(async () => /Arrived in step 1, matched s1 in step 3\./.test(await text(page, "Selected row")), true);
});

pageTest("nothing selected, nothing out: why, what helps most first, and a way on", async ({ page }) => {
  await page.keyboard.press("Escape");
  await region(page, "Why no output?").waitFor({ state: "detached" });
  await button(page, "Step back").click();
  const quiet = region(page, "Why no output?");
  await soon(() => items(page, "Why no output?"), [
    "No shipment has come with key 006. Select o6",
    "o2 comes out with NULL at 11:35:00.001, if no match comes; the join’s watermark is 10:20. Move shipments to 11:35:00.001",
    "Shipments stands at 10:20 since step 5, and the join follows the slower. Show step 5",
  ]);
  await button(quiet, "Show step 5").click();
  await soon(async () => (await step(page)).startsWith("step 5 of 15"), true);
  await button(page, "Last step").click();
  await quiet.waitFor({ state: "detached" });
});

pageTest("two rows that nearly match, each condition with its numbers", async ({ page }) => {
  await open(page, scenario([push("left", "o4", "004", "10:25"), push("right", "s6", "004", "12:25:01")], { type: "inner" }));
  await page.keyboard.press("Escape");
  await region(page, "Why no output?").waitFor();
  await soon(async () => (await items(page, "Why no output?")).length > 0, true);
  const near = (await items(page, "Why no output?"))[0];
  assert.match(near, /^s6 has o4’s key 004, but is 2 h 1 s after it; the bounds are 0 to 2 h\./);
  await button(region(page, "Why no output?"), "Compare o4 and s6").click();
  await soon(() => items(page, "Selected rows"), [
    "holds One is of orders, the other of shipments.",
    "holds The keys are equal: 004.",
    "fails s6 is 2 h 1 s after o4. The bounds are 0 to 2 h.",
    "holds o4 was there from step 1, s6 arrived in step 2.",
  ]);
  const all = await text(page, "Selected rows");
  assert.match(all, /^o4 and s6 Why do o4 and s6 not match\? They do not match: the time between them is out of bounds\./);
  assert.match(all, /0 ≤ 12:25:01 − 10:25:00 = 2 h 1 s > 2 h/);
  assert.deepEqual(await axe(page), []);
  await button(region(page, "Selected rows"), "Clear selection").click();
  await region(page, "Why no output?").waitFor();
});

pageTest("Spark: rows wait for a batch, and the button runs it", async ({ page }) => {
  const watermark = { strategy: "bounded", delay: 0 };
  const script = [push("left", "o1", "001", "10:00"), push("right", "s1", "001", "10:05")];
  await open(page, scenario(script, { dialect: "spark", watermark }));
  await page.keyboard.press("Escape");
  await soon(async () => (await items(page, "Why no output?"))[0], "o1 and s1 wait for batch 0: Spark joins only when a batch runs. Run the next batch");
  await button(region(page, "Why no output?"), "Run the next batch").click();
  await soon(async () => (await rows(page, "Output")).length, 1);
  await region(page, "Why no output?").waitFor({ state: "detached" });
  // A waiting row asks for rows and a batch, and gets them.
  await mark(page, "o1").click();
  await soon(async () => /An order at 12:00:00\.001.* shipment at 12:00:00\.001 and a batch would let o1 go\./.test(await text(page, "Selected row")), true);
  await button(region(page, "Selected row"), "Add the rows, run a batch").click();
  await soon(async () => (await told(page, "o1")).includes(", left"), true);
});

pageTest("TTL: the clock that ends it, on a button", async ({ page }) => {
  const script = [{ do: "clock", time: 60_000 }, push("left", "o1", "001", "10:00")];
  const kind = { kind: "regular", state_ttl: 3_600_000, lower: undefined, upper: undefined };
  await open(page, scenario(script, { type: "inner", kind }));
  await mark(page, "o1").click();
  await soon(async () => /last written \+ 1 h 60 s \+ 1 h = 3660 s/.test(await text(page, "Selected row")), true);
  await button(region(page, "Selected row"), "Set the clock to 3660 s").click();
  await soon(async () => (await told(page, "o1")).includes(", left"), true);
});

pageTest("a watermark: what made it, what it lets go next, what the join passes on", async ({ page }) => {
  await slider(page, "orders watermark").click();
  await soon(async () => (await region(page, "Selected watermark").count()) === 1, true);
  assert.match(await text(page, "Selected watermark"), /It is the newest order, o6 \(11:50\), less the delay of 10 min\. It moved last in step 9\./);
  assert.match(await text(page, "Selected watermark"), /holds the join’s, 11:40\. At 11:55:00\.001 it lets s4 go\./);
  await button(region(page, "Selected watermark"), "Show step 9").click();
  await soon(async () => (await step(page)).startsWith("step 9 of 15"), true);
});

pageTest("the join's watermark: what makes it, and what the join passes on, by pointer and by key", async ({ page }) => {
  const flag = button(page, "Join watermark: join 11:40");
  const says =
    /What made it 11:40\? It is the smaller of orders \(11:40\) and shipments \(11:45\)\. At 11:55:00\.001 it lets s4 go\. The join passes on 09:40, 2 h behind: what it emits may be that old\. The join passes on join − 2 h 11:40 − 2 h = 09:40/;
  await flag.click();
  await soon(async () => says.test(await text(page, "Selected watermark")), true);
  await page.keyboard.press("Escape");
  await region(page, "Selected watermark").waitFor({ state: "detached" });
  await flag.focus();
  await page.keyboard.press("Enter");
  await soon(async () => says.test(await text(page, "Selected watermark")), true);
  await button(region(page, "Selected watermark"), "Move both to 11:55:00.001").click();
  await soon(async () => (await told(page, "s4")).includes(", left"), true);
});

pageTest("other families: a window, a version, a NULL key in Spark's full join", async ({ page }) => {
  await paste(page, await shownScenario("readings-tumbling"));
  await mark(page, "h1").click();
  await mark(page, "d1").click({ modifiers: ["Control"] });
  await soon(async () => (await items(page, "Selected rows"))[2], "holds They share the window 10:00 to 10:05.");
  await paste(page, await shownScenario("rates-temporal"));
  await mark(page, "o1").click();
  await mark(page, "r2").click({ modifiers: ["Control"] });
  await soon(async () => (await items(page, "Selected rows")).length, 4);
  await soon(async () => /newest rate|takes r\d|is later than o1|no rate/.test((await items(page, "Selected rows"))[2]), true);
  await paste(page, await shownScenario("null-keys-full-spark"));
  const { script } = JSON.parse(await shownScenario("null-keys-full-spark"));
  const first = script.findIndex((step) => step.do === "batch") + 1;
  const nobody = script.find((step) => step.do === "push" && step.key === null);
  await button(page, "First step").click();
  for (let at = 0; at < first; at++) await button(page, "Step forward").click();
  await mark(page, nobody.id).click();
  await soon(async () => /with key NULL and a time/.test(await text(page, "Selected row")), true);
});

pageTest("what lies ahead stands on the ruler", async ({ page }) => {
  const ahead = () =>
    page.getByRole("group", { name: "Ahead", exact: true }).getByRole("img").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  await soon(ahead, [
    "s4 leaves at 11:55", "o3 leaves at 12:10", "o4 leaves at 12:25", "o5 leaves at 13:05", "o6 leaves at 13:50",
  ]);
  await button(page, "Last step").click();
  await soon(async () => (await page.getByRole("group", { name: "Ahead", exact: true }).count()), 0);
  await paste(page, await shownScenario("clicks-sliding"));
  await list(page, "views").waitFor();
  await button(page, "First step").click();
  await button(page, "Step forward").click();
  await soon(async () => (await ahead()).every((one) => /^a window fires at |windows fire /.test(one)), true);
});

pageTest("in Chinese", { locale: "zh-CN" }, async ({ page }) => {
  const panel = page.getByRole("region", { name: "已选中的行", exact: true });
  await panel.getByRole("button", { name: "两侧都移到 12:10:00.001", exact: true }).click();
  await soon(async () => /第 4 步到达，第 12 步输出，第 12 步离开。/.test(await panel.innerText()), true);
  assert.deepEqual(await axe(page), []);
});
