// What every end-to-end spec uses: a test on the built page that fails on whatever the page complains of.
//
//   import { pageTest, axe, shot } from "./harness.mjs";
//   pageTest("the stage has a row", { locale: "zh-CN" }, async ({ page }) => { ... });
//
// A test gets { page, context, browser, base, origin, problems } on the opened page, which is at rest (rest.mjs), as it is
// again after each act of the test. It fails by an assertion, and by any console error, uncaught error, violated policy or
// failed request that options.expect (RegExps) does not name.
//
// SLOW=4 makes it a machine of a quarter of the speed, whose files come late: what a test does not wait for shows there.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { booted as drawn, launch, OUT, serve, SIZES, SLOW, watch } from "./page.mjs";
import { counting, whole } from "./rest.mjs";

export * from "./page.mjs";
export { atRest, past } from "./rest.mjs";

/** How long a page may take to come, ms. */
const COMES = 60_000;

let shared;
/** One browser for all tests of a spec file; closed after the last. */
export const sharedBrowser = () => (shared ??= launch());
after(async () => (await shared)?.close());

/** A context as the tests use it: its pages are waited for, and are as slow as is asked. */
export async function newContext(browser, { rests = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: SIZES.desktop, locale: "en-US", colorScheme: "light", reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(COMES);
  await counting(context, rests);
  if (SLOW > 1) {
    context.on("page", async (page) => {
      const session = await context.newCDPSession(page).catch(() => null);
      await session?.send("Emulation.setCPUThrottlingRate", { rate: SLOW }).catch(() => {});
    });
  }
  return context;
}

/** The app has drawn its frame, and all that it loads by itself. */
export async function booted(page) {
  await drawn(page, COMES);
  await whole(page, COMES);
}

/**
 * A test on the booted page.
 *
 * Options: size (a key of SIZES), colorScheme, locale, reducedMotion and whatever else a Playwright context takes;
 * path, the path the page is served at; url, what follows it (a query, a fragment); expect, RegExps for problems that are
 * part of the test; open: false to leave opening the page to the test; rests: false to do without waiting after each act;
 * timeout in ms; dist and extra as for serve.
 */
export function pageTest(name, options, body) {
  if (typeof options === "function") [options, body] = [{}, options];
  const { size = "desktop", path, url = "", expect = [], open = true, timeout = 120_000, dist, extra, ...rest } = options;
  test(name, { timeout: timeout * SLOW }, async () => {
    const browser = await sharedBrowser();
    const context = await newContext(browser, { viewport: SIZES[size], ...rest });
    const server = await serve({ dist, path, extra });
    try {
      const problems = watch(context);
      const page = await context.newPage();
      if (open) {
        await page.goto(server.base + url);
        await booted(page);
      }
      await body({ page, context, browser, base: server.base, origin: server.origin, problems });
      const unexpected = problems.filter((problem) => !expect.some((pattern) => pattern.test(problem)));
      assert.deepEqual(unexpected, [], "the page complained");
    } finally {
      await context.close();
      await server.close();
    }
  });
}

/** A PNG of the page in tests/e2e/out/. */
export async function shot(page, name, options = {}) {
  mkdirSync(OUT, { recursive: true });
  await page.screenshot({ path: join(OUT, `${name}.png`), animations: "disabled", ...options });
}

let axeSource;
/** What axe finds wrong, a line each; assert that it is []. `options` are axe.run's. */
export async function axe(page, options = {}) {
  axeSource ??= await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate((options) => globalThis.axe.run(document, { resultTypes: ["violations"], ...options }), options);
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map((node) => `${impact} ${id}: ${help}: ${node.target.join(" ")} (${node.failureSummary?.replace(/\s+/g, " ")})`),
  );
}
