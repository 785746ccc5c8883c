// The npm package: the tarball installed into a page, as anyone would.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pageTest } from "../e2e/harness.mjs";
import { pack } from "../e2e/link.mjs";
import { soon } from "../e2e/person.mjs";

const root = new URL("../../", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "joinscope-page-"));
const tarball = readdirSync(join(root, "target/npm")).find((name) => name.endsWith(".tgz"));
writeFileSync(join(folder, "package.json"), '{"private": true}');
execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", join(root, "target/npm", tarball)], { cwd: folder });
const scenario = readFileSync(join(root, "www/scenarios/orders-shipments.scenario.json"), "utf8");
writeFileSync(join(folder, "orders.scenario.json"), scenario);
const lesson = { version: 1, title: "Mine", scenario: JSON.parse(scenario), beats: [{ caption: "Look at o2.", step: 9, question: { kind: "predict" } }] };
writeFileSync(join(folder, "mine.lesson.json"), JSON.stringify(lesson));
writeFileSync(
  join(folder, "index.html"),
  `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Host</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'; style-src-attr 'unsafe-inline'; img-src data:; connect-src 'self'">
<script type="module" src="node_modules/joinscope/joinscope.js"></script>
<script>globalThis.bubbled = []; for (const type of ["error", "resize"]) addEventListener(type, (event) => event instanceof CustomEvent && bubbled.push(type)); globalThis.said = []; for (const type of ["ready", "step", "error", "resize", "answer"]) addEventListener(type, (event) => said.push([event.target.id, type, event.detail]), true);</script>
<main><h1>Two joins</h1>
<join-scope id="one" scenario="orders.scenario.json" step="10" style="width: 720px; height: 480px"></join-scope>
<join-scope id="two" step="3" theme="dark" lang="zh" readonly="step" style="width: 500px; height: 420px"><script type="application/json">${scenario.replaceAll("</", "<\\/")}</script></join-scope>
<join-scope id="three" scenario="missing.json"></join-scope>
<join-scope id="four" scenario="mine.lesson.json" style="width: 720px; height: 640px"></join-scope>
<join-scope id="five" step="7" scenario="?step=10&amp;row=left.o3&amp;lang=zh#s=${pack(scenario)}" style="width: 720px; height: 480px"></join-scope>
<p><button>After</button></p></main></html>`,
);

pageTest("two elements on a page each show their own step, and say what happens", { dist: folder, open: false, expect: [/404/] }, async ({ page, base }) => {
  // The host's address is its own, though it may look like one of ours.
  await page.goto(`${base}#compare`);
  const one = page.locator("#one"), two = page.locator("#two");
  const step = (element, name) => element.getByRole("slider", { name, exact: true });
  await soon(() => step(one, "Step").getAttribute("aria-valuetext"), "step 10 of 15, s4 arrives on shipments");
  await soon(() => step(two, "步骤").getAttribute("aria-valuenow"), "3");
  const of = (id, type) => page.evaluate(([id, type]) => said.filter((event) => event[0] === id && event[1] === type).map((event) => event[2]), [id, type]);
  assert.deepEqual(await of("one", "ready"), [{ step: 10, steps: 15, title: "Orders and shipments" }]);
  await soon(() => of("three", "error").then((all) => all.length), 1);
  // Attributes, properties and methods do what messages do.
  await page.evaluate(() => document.querySelector("#one").setAttribute("step", "4"));
  await soon(() => step(one, "Step").getAttribute("aria-valuenow"), "4");
  await page.evaluate(() => (document.querySelector("#one").step = 6));
  await soon(() => step(one, "Step").getAttribute("aria-valuenow"), "6");
  assert.equal((await of("one", "step")).at(-1).step, 6);
  assert.equal(await page.evaluate(() => document.querySelector("#one").steps), 15);
  // A lesson asks here as well.
  const four = page.locator("#four");
  await four.getByRole("group", { name: "What comes out next?" }).getByRole("button", { name: "o2 comes out with NULL" }).click();
  await four.getByRole("button", { name: "Check" }).click();
  await four.getByText("Right.").waitFor();
  assert.deepEqual(await of("four", "ready"), [{ step: 9, steps: 15, title: "Orders and shipments" }]);
  await soon(() => of("four", "answer"), [{ lesson: "", beat: 0, right: true }]);
  // Neither hears the other: a key goes where the focus is, the page's own title and language stay.
  await step(two, "步骤").focus();
  await page.keyboard.press("ArrowRight");
  await soon(() => step(two, "步骤").getAttribute("aria-valuenow"), "4");
  assert.equal(await step(one, "Step").getAttribute("aria-valuenow"), "6");
  for (const key of ["/", "?"]) await page.keyboard.press(key);
  assert.deepEqual(await page.evaluate(() => [document.title, document.documentElement.lang, location.hash, Object.keys(localStorage).length]), ["Host", "en", "#compare", 0]);
  // A link brings how it is shown, and attributes say it better.
  const five = page.locator("#five");
  await soon(() => step(five, "步骤").getAttribute("aria-valuenow"), "7");
  await soon(() => five.getByRole("listbox").getByRole("option", { selected: true }).getAttribute("aria-label").then((name) => name.startsWith("o3")), true);
  // What happens in an element is not what happens to the window.
  assert.deepEqual(await page.evaluate(() => bubbled), []);
  // The themes are each element's own.
  const ground = (element) => element.locator("main").evaluate((main) => getComputedStyle(main).backgroundColor);
  assert.notEqual(await ground(one), await ground(two));
  await page.screenshot({ path: join(root, "tests/e2e/out/element.png") });
  // Taken out and put back it starts anew; taken out it is gone.
  await page.evaluate(() => document.querySelector("#two").remove());
  await page.evaluate(() => document.querySelector("#one").load({ version: 1 }));
  await soon(() => of("one", "error").then((all) => all.length), 1);
});
