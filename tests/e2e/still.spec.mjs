// The first view that stands in the page before its code is there: it is what the page draws itself, and goes when it does.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { booted, newContext, OUT, pageTest } from "./harness.mjs";
import { compared } from "./pixels.mjs";
import { LAYOUTS, firstView } from "./still.mjs";

/** A page whose code does not come. */
async function held(browser, url, options = {}) {
  const context = await newContext(browser, { rests: false, ...options });
  await options.before?.(context);
  const page = await context.newPage();
  await page.route("**/joinscope-*.wasm", () => {});
  await page.goto(url, { waitUntil: "domcontentloaded" });
  return page;
}

const still = (page) => page.locator("#still");

for (const [layout, viewport] of Object.entries(LAYOUTS)) {
  for (const colorScheme of ["light", "dark"]) {
    pageTest(`the still is what the page draws: ${layout}, ${colorScheme}`, { open: false }, async ({ browser, base }) => {
      const page = await held(browser, base, { viewport, colorScheme });
      await still(page).waitFor();
      const live = await firstView(browser, base, viewport, { colorScheme });
      const [ours, theirs] = [await page.screenshot(), await live.screenshot({ animations: "disabled", caret: "hide" })];
      const found = compared(ours, theirs);
      if (!found.same) {
        const out = join(OUT, "visual");
        mkdirSync(out, { recursive: true });
        for (const [name, picture] of [["still", ours], ["live", theirs], ["differs", found.picture]]) writeFileSync(join(out, `still-${layout}-${colorScheme}-${name}.png`), picture);
      }
      assert.ok(found.same, `${found.told}: see tests/e2e/out/visual; after a change of looks that is meant: make still`);
      await page.context().close();
      await live.context().close();
    });
  }
}

pageTest("the still can only be looked at", { open: false }, async ({ browser, base }) => {
  const page = await held(browser, base);
  await still(page).waitFor();
  for (const role of ["button", "textbox", "listbox", "slider", "link", "heading", "table"]) {
    assert.equal(await page.getByRole(role).count(), 0, role);
  }
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.localName), "body");
  await page.context().close();
});

pageTest("the still is only for who comes for the first time, to the workspace, in English", { open: false }, async ({ browser, base }) => {
  const work = (context) => context.addInitScript(() => localStorage.setItem("joinscope:theme", "dark"));
  const others = [["#scenarios"], ["?lang=zh"], ["?embed=1&scenario=orders-shipments"], ["#s=1:x"], ["", { locale: "zh-CN" }], ["", { before: work }], ["", { viewport: { width: 720, height: 480 } }]];
  for (const [url, options] of others) {
    const page = await held(browser, base + url, options);
    assert.equal(await still(page).isVisible(), false, `${url} ${JSON.stringify(options)}`);
    await page.context().close();
  }
});

pageTest("when the page has drawn itself the still is gone", async ({ page }) => {
  assert.equal(await still(page).count(), 0);
  await page.reload();
  await booted(page);
  assert.equal(await still(page).count(), 0);
});
