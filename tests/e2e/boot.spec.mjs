// The page starts: under its own policy, at any path, in a sandboxed frame.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { booted, DIST, pageTest, shot, SIZES } from "./harness.mjs";
import { button, field, list, mark, soon, step, told, undo } from "./person.mjs";

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

pageTest("in a frame that is never idle the parts come as well", { open: false, rests: false, extra: { "/host.html": host } }, async ({ page, context, origin }) => {
  await context.addInitScript(() => {
    globalThis.requestIdleCallback = (done, { timeout = Infinity } = {}) => (timeout < Infinity ? setTimeout(done, timeout) : 0);
  });
  const asked = new Set();
  page.on("request", (request) => asked.add(/part-([a-z]+)/.exec(request.url())?.[1]));
  await page.goto(`${origin}/host.html`);
  await page.frameLocator("iframe").getByRole("listbox", { name: "orders events" }).waitFor();
  const whole = !(await readFile(join(DIST, "index.html"), "utf8")).includes("joinscope-parts");
  await soon(() => whole || asked.has("pages"), true, "the parts", 30_000);
});

/** Keeps back the files of parts until it is let go; `asked` are those asked for. */
async function keepBack(page, names) {
  const asked = [];
  let go;
  const gone = new Promise((done) => (go = done));
  await page.route(names, async (route) => {
    asked.push(route.request().url());
    await gone;
    await route.continue();
  });
  return { asked, go };
}

pageTest("what is asked before its part is here is done once it comes, in order", { open: false, rests: false }, async ({ page, base }) => {
  const acts = await keepBack(page, /part-acts-/);
  await page.goto(base);
  await list(page, "orders").waitFor();
  await field(page, "Upper bound").fill("3 h");
  await page.keyboard.press("Enter");
  await button(page, "Step back").click();
  // A page that is one file keeps nothing back.
  await soon(async () => acts.asked.length === 1 || (await step(page)).startsWith("step 9 "), true);
  if (acts.asked.length === 1) assert.equal(await step(page), "step 10 of 15, s4 arrives on shipments");
  acts.go();
  await soon(() => step(page), "step 9 of 15, o6 arrives on orders");
  await soon(() => told(page, "o3"), "o3, key 003, 10:10, waiting, leaves at 13:10:00.001");
  await undo(page).click();
  await soon(() => field(page, "Upper bound").inputValue(), "2 h");
});

/** Keeps back what a first visit does not run, as the page fetches it; `asked` are the ways in which it is asked for. */
async function keepRest(page) {
  const asked = [];
  let go;
  const gone = new Promise((done) => (go = done));
  await page.route(/part-rest-/, async (route) => {
    asked.push(route.request().resourceType());
    if (asked.at(-1) === "fetch") await gone;
    await route.continue();
  });
  return { asked, go };
}

pageTest("a first visit is drawn by one file of wasm, and can be stepped once the rest is here", { open: false, rests: false }, async ({ page, base }) => {
  const rest = await keepRest(page);
  await page.goto(base);
  await list(page, "orders").waitFor();
  assert.ok(!rest.asked.includes("xhr"), "a first visit runs more than it did: make visit");
  await page.mouse.move(700, 400, { steps: 5 });
  await button(page, "Step forward").click();
  rest.go();
  await soon(async () => (await step(page)).startsWith("step 11 "), true);
});

pageTest("what a first visit does not run is there when it is run", { open: false, rests: false }, async ({ page, base }) => {
  const rest = await keepRest(page);
  await page.goto(base);
  await list(page, "orders").waitFor();
  await mark(page, "o3").click();
  await soon(() => mark(page, "o3").getAttribute("aria-selected"), "true");
  const whole = !(await readFile(join(DIST, "index.html"), "utf8")).includes("joinscope-parts");
  assert.equal(rest.asked.includes("xhr"), !whole);
  rest.go();
});

pageTest("a page whose part is on its way says so, and comes", { open: false, rests: false }, async ({ page, base }) => {
  const pages = await keepBack(page, /part-pages-/);
  await page.goto(base);
  await list(page, "orders").waitFor();
  await page.getByRole("link", { name: "Reference", exact: true }).click();
  const busy = page.locator('.app > [aria-busy="true"]');
  await soon(async () => (await busy.count()) === 1 || pages.asked.length === 0, true);
  pages.go();
  await page.getByRole("heading", { name: "What runs where" }).waitFor();
  await soon(() => busy.count(), 0);
});

pageTest("its policy stops a script that is not its own", { expect: [/script-src|Content Security Policy/] }, async ({ page, problems }) => {
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.foreign = true";
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => window.foreign), undefined);
  await soon(() => problems.length, 1);
});

test("its policy allows no inline script but by hash", async () => {
  const page = await readFile(join(DIST, "index.html"), "utf8");
  const policy = page.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
  const scripts = policy.match(/script-src ([^;]*)/)[1];
  assert.match(policy, /^default-src 'none';/);
  assert.match(scripts, /^'self' 'wasm-unsafe-eval'( 'sha256-[A-Za-z0-9+/]{43}=')+$/);
});
