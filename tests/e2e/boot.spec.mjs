// The page starts: under its own policy, at any path, in a sandboxed frame.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { booted, DIST, pageTest, shot, SIZES } from "./harness.mjs";

for (const size of Object.keys(SIZES)) {
  pageTest(`starts and draws, ${size}`, { size }, async ({ page }) => {
    assert.notEqual((await page.innerText(".app")).trim(), "");
    await shot(page, `boot-${size}`);
  });
}

pageTest("starts from a path of a server", { path: "/a/b/" }, async ({ page }) => {
  assert.notEqual((await page.innerText(".app")).trim(), "");
});

const host = '<link rel="icon" href="data:,"><iframe sandbox="allow-scripts" src="/" width="720" height="480"></iframe>';
pageTest("starts in a sandboxed frame", { open: false, extra: { "/host.html": host } }, async ({ page, origin }) => {
  await page.goto(`${origin}/host.html`);
  await booted(page.frames()[1]);
});

pageTest("its policy stops a script that is not its own", { expect: [/script-src|Content Security Policy/] }, async ({ page, problems }) => {
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.foreign = true";
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => window.foreign), undefined);
  assert.equal(problems.length, 1);
});

test("its policy allows no inline script but by hash", async () => {
  const page = await readFile(join(DIST, "index.html"), "utf8");
  const policy = page.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
  const scripts = policy.match(/script-src ([^;]*)/)[1];
  assert.match(policy, /^default-src 'none';/);
  assert.match(scripts, /^'self' 'wasm-unsafe-eval'( 'sha256-[A-Za-z0-9+/]{43}=')+$/);
});
