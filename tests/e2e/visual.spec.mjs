// Looks change on purpose only: fixed states beside their stored pictures, tests/e2e/pictures/*.png.
//
// A difference beyond the tolerance fails, and leaves the picture and what differs in tests/e2e/out/visual/. After a change
// of looks that is meant: `make pictures` stores them anew; look at them before you commit them.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { atRest, booted, OUT, pageTest, past } from "./harness.mjs";
import { button, field, mark, paste, soon, step } from "./person.mjs";

const STORED = new URL("pictures/", import.meta.url).pathname;
const FOUND = join(OUT, "visual");
const ACCEPT = process.env.ACCEPT === "1";
/** How much of a picture may differ: text is set a little differently from machine to machine. */
const TOLERANCE = 0.004;

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

/** name: [options, what is done first]. */
const STATES = {
  "a-workspace": [{}],
  "b-workspace-dark": [{ colorScheme: "dark" }],
  "c-window-sliding": [{ url: "?scenario=clicks-sliding&step=10" }, async (page) => soon(() => step(page).then((text) => /^step 10 /.test(text)), true)],
  "d-compare": [
    { url: "#compare" },
    async (page) => {
      await page.getByRole("combobox", { name: "Comparison", exact: true }).selectOption("regular-interval");
    },
  ],
  "e-embed": [{ size: "embed", url: "?embed=1&scenario=orders-shipments&step=10&row=left.o3" }, async (page) => soon(() => step(page).then((text) => /^step 10 /.test(text)), true)],
  "f-mobile": [{ size: "phone" }],
  "g-gallery": [{ url: "#scenarios" }, async (page) => page.getByRole("heading", { name: "Orders and shipments" }).first().waitFor()],
  "h-share": [{}, async (page) => {
    await button(page, "Share").click();
    await page.getByRole("tab", { name: "Files" }).click();
  }],
  "i-workspace-zh": [{ locale: "zh-CN" }],
  "j-empty-first-run": [{}, async (page) => {
    await button(page, "Empty scenario").click();
    await mark(page, "o3").waitFor({ state: "detached" });
  }],
  "k-error-import": [{}, async (page) => {
    await paste(page, (await file("orders-shipments")).replace('"flink_sql"', '"flinksql"').replace('"left"', '"lft"'));
    await page.getByRole("alertdialog").waitFor();
  }],
  "k2-error-link": [{ url: "#s=z:8AR42rVUsY7TQBD9ldXW" }, async (page) => page.getByRole("alert").waitFor()],
  "k3-refused-join": [{}, async (page) => {
    await page.getByRole("combobox", { name: "Engine", exact: true }).selectOption("flink_datastream");
    await page.getByRole("alert").first().waitFor();
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
  pageTest(`looks as stored: ${name}`, { ...options, expect: [] }, async ({ page }) => {
    await booted(page);
    await first?.(page);
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
    const [now, stored] = [PNG.sync.read(taken), PNG.sync.read(readFileSync(path))];
    assert.deepEqual([now.width, now.height], [stored.width, stored.height], "the picture's size");
    const difference = new PNG({ width: now.width, height: now.height });
    const differ = pixelmatch(now.data, stored.data, difference.data, now.width, now.height, { threshold: 0.2 });
    const part = differ / (now.width * now.height);
    if (part > TOLERANCE) {
      mkdirSync(FOUND, { recursive: true });
      writeFileSync(join(FOUND, `${name}.png`), taken);
      writeFileSync(join(FOUND, `${name}-differs.png`), PNG.sync.write(difference));
    }
    assert.ok(part <= TOLERANCE, `${(part * 100).toFixed(2)} % of ${name} differs: see tests/e2e/out/visual/${name}-differs.png, or make pictures if it is meant`);
  });
}
