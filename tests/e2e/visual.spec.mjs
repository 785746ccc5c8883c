// Looks change on purpose only: fixed states beside their stored pictures, tests/e2e/pictures/*.png.
//
// A difference beyond the tolerance fails, and leaves the picture and what differs in tests/e2e/out/visual/. After a change
// of looks that is meant: `make pictures` stores them anew; look at them before you commit them.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { atRest, booted, OUT, pageTest, past } from "./harness.mjs";
import { button, dropped, mark, soon, step } from "./person.mjs";
import { compared } from "./pixels.mjs";

const STORED = new URL("pictures/", import.meta.url).pathname;
const FOUND = join(OUT, "visual");
const ACCEPT = process.env.ACCEPT === "1";
/** The page's picture once it is the same twice. */
async function still(page) {
  for (let taken = null, tries = 0; ; tries++) {
    const before = taken;
    taken = await page.screenshot({ animations: "disabled", caret: "hide" });
    if (before?.equals(taken)) return taken;
    assert.ok(tries < 40, "the page does not come to rest");
    await past(page, 250);
  }
}

const file = (name) => readFile(new URL(`../../www/scenarios/${name}.scenario.json`, import.meta.url), "utf8");

/** An article that the embedded stage stands in. */
const ARTICLE = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Article</title>
<style>body { margin: 32px 80px; font: 16px/1.65 Inter, sans-serif; color: #4a4f59; background: #fff } h1 { font-size: 24px; color: #181a1e; margin: 0 0 8px; line-height: 1.2 }
p { margin: 0 0 14px } figure { margin: 0 0 16px } iframe { border: 1px solid #e4e4de; border-radius: 5px; display: block } figcaption { font-size: 13px; margin-top: 8px; color: #646974 }</style>
<h1>When does a LEFT join say NULL?</h1><p>An order without a shipment is not emitted when it arrives. The join waits until no matching shipment can
come any more, and only the watermark can tell. Step forward once, or drag either watermark, and watch o3.</p>
<figure><iframe src="/?embed=1&amp;scenario=orders-shipments&amp;step=10&amp;row=left.o3" width="720" height="480" title="Orders and shipments"></iframe>
<figcaption>Figure 2. Orders wait up to two hours for their shipment. Drag a watermark to see which rows leave.</figcaption></figure>
<p>The two streams move on their own, and the join follows the slower one. This is why a stalled partition on either side keeps the rows of both.</p>`;

/** name: [options, what is done first]. */
const STATES = {
  "a-workspace": [{}],
  "b-workspace-dark": [{ colorScheme: "dark" }],
  "c-window-sliding": [{ url: "?scenario=clicks-sliding&step=8&row=left.v3" }, async (page) => soon(() => step(page).then((text) => /^step 8 /.test(text)), true)],
  "d-compare": [
    { url: "#compare" },
    async (page) => {
      await page.getByRole("combobox", { name: "Comparison", exact: true }).selectOption("regular-interval");
    },
  ],
  "e-embed": [{ size: "embed", url: "?embed=1&scenario=orders-shipments&step=10&row=left.o3" }, async (page) => soon(() => step(page).then((text) => /^step 10 /.test(text)), true)],
  "e2-embed-in-article": [{ open: false, viewport: { width: 880, height: 790 }, extra: { "/article.html": ARTICLE } }, async (page, origin) => {
    await page.goto(`${origin}/article.html`);
    await soon(() => page.frameLocator("iframe").getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "10");
  }],
  "f-mobile": [{ size: "phone" }],
  "g-gallery": [{ url: "#scenarios" }, async (page) => page.getByRole("heading", { name: "Orders and shipments" }).first().waitFor()],
  "h-share-embed": [{}, async (page) => {
    await button(page, "Share").click();
    await page.getByRole("tab", { name: "Embed" }).click();
    const preview = page.frameLocator("iframe");
    await soon(() => preview.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "10");
    // The page's port is another each time.
    await page.getByRole("textbox", { name: "Text to paste" }).evaluate((area) => (area.value = area.value.replace(/:\d+\//, ":50000/")));
  }],
  "h-share-files": [{}, async (page) => {
    await button(page, "Share").click();
    await page.getByRole("tab", { name: "Files" }).click();
  }],
  "i-workspace-zh": [{ locale: "zh-CN" }],
  "j-empty-first-run": [{}, async (page) => {
    await button(page, "Empty scenario").click();
    await mark(page, "o3").waitFor({ state: "detached" });
  }],
  "k-error-import": [{}, async (page) => {
    const wrong = (await file("orders-shipments")).replace('"upper"', '"uper"').replace(/"id": "o2",([^}]*)"time": \d+/, '"id": "o2",$1"time": "soon"');
    await dropped(page, [["orders-late.scenario.json", wrong]]);
    await page.getByRole("alertdialog").waitFor();
  }],
  "k2-error-link": [{ url: "#s=z:8AR42rVUsY7TQBD9ldXW" }, async (page) => page.getByRole("alert").waitFor()],
  "k3-refused-join": [{}, async (page) => {
    const choose = (name, value) => page.getByRole("combobox", { name, exact: true }).selectOption(value);
    await choose("Engine", "spark");
    await page.getByRole("dialog").getByRole("button", { name: /^Switch/ }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await choose("shipments watermark strategy", "none");
    await page.getByRole("alert").first().waitFor();
  }],
  "l-encodings": [{ url: "#reference", viewport: { width: 1440, height: 1154 } }, async (page) => {
    await page.getByRole("table", { name: "Marks, light", exact: true }).waitFor();
    await soon(() => page.locator(".encs svg.stage-svg").count(), 6);
    await page.getByRole("table", { name: "Marks, light", exact: true }).evaluate((table) => table.closest(".encs").scrollIntoView());
  }],
  "plane": [{ url: "?scenario=orders-shipments&step=10&view=plane" }, async (page) => soon(() => step(page).then((text) => /^step 10 /.test(text)), true)],
  "tables-dark": [{ url: "?scenario=orders-shipments&step=10&view=tables", colorScheme: "dark" }, async (page) => soon(() => step(page).then((text) => /^step 10 /.test(text)), true)],
  "lesson": [{ url: "?lesson=when-null-comes" }, async (page) => {
    const next = page.getByRole("region", { name: "Lesson", exact: true }).getByRole("button", { name: "Next" });
    for (let i = 0; i < 2; i++) await next.click();
    await page.getByRole("group", { name: "What comes out next?" }).waitFor();
  }],
  "two-rows": [{}, async (page) => {
    await mark(page, "o4").click();
    await mark(page, "s2").click({ modifiers: ["Control"] });
    await page.getByRole("listbox").getByRole("option", { selected: true }).nth(1).waitFor();
  }],
  "reference": [{ url: "#reference" }],
};

for (const [name, [options, first]] of Object.entries(STATES)) {
  pageTest(`looks as stored: ${name}`, { ...options, expect: [] }, async ({ page, origin }) => {
    if (options.open !== false) await booted(page);
    await first?.(page, origin);
    // No caret, no hover, nothing still loading.
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready.then(() => document.activeElement?.blur()));
    await atRest(page);
    const taken = await still(page);
    const path = join(STORED, `${name}.png`);
    if (ACCEPT) {
      mkdirSync(STORED, { recursive: true });
      return writeFileSync(path, taken);
    }
    assert.ok(existsSync(path), `there is no stored picture ${name}.png: make pictures`);
    const found = compared(taken, readFileSync(path));
    assert.ok(found, "the picture's size");
    const told = `${name}: ${found.told}`;
    if (process.env.TELL) console.log(told);
    if (!found.same) {
      mkdirSync(FOUND, { recursive: true });
      writeFileSync(join(FOUND, `${name}.png`), taken);
      writeFileSync(join(FOUND, `${name}-differs.png`), found.picture);
      assert.fail(`${told}: see tests/e2e/out/visual/${name}-differs.png, or make pictures if it is meant`);
    }
  });
}
