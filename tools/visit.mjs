// Measures what a first visit runs of the page in dist/, and writes tools/later.txt: the marks (tools/later.mjs) of the
// functions that it does not run, which the next build takes out of the first file.
//   node tools/visit.mjs [DIST]
// A first visit draws the page, on a desktop and on a phone, in the light and in the dark, and the mouse moves over it. Its first
// step is done by a part, and parts come after the rest.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mark } from "./later.mjs";
import { launch, serve, SIZES } from "../tests/e2e/page.mjs";

const root = join(import.meta.dirname, "..");
const work = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "parts");
const dist = process.argv[2] ?? join(root, "dist");
const features = /data-wasm-opt-params="([^"]*)"/.exec(readFileSync(join(root, "index.html"), "utf8"))[1].split(" ").filter((flag) => flag.startsWith("--enable-"));

// Each function tells that it runs: Binaryen numbers the places where it does so in the order of the text.
const [told, text] = ["told.wasm", "told.wat"].map((name) => join(work, name));
execFileSync("wasm-opt", [...features, "-g", "--log-execution", join(work, "bound/joinscope_bg.wasm"), "-o", told]);
execFileSync("wasm-dis", [...features, told, "-o", text]);
const wat = readFileSync(text, "utf8");
const log = /"log_execution" \(func (\$\S+)/.exec(wat)[1];

/** What a page with the whole of the wasm in its first file does, as numbers of places. */
const ran = new Set();
async function visit(browser, base, options) {
  const context = await browser.newContext({ locale: "en-US", ...options });
  const page = await context.newPage();
  const as = (path, change) => page.route(path, async (route) => route.fulfill({ contentType: change.type, body: await change.body(await (await route.fetch()).text()) }));
  await as(base, { type: "text/html", body: (html) => html.replace(/ integrity="[^"]*"/g, "") });
  await as(/joinscope-\w+\.js$/, {
    type: "text/javascript",
    body: (js) =>
      js
        .replace("bring: rest.bring,", "log_execution: (place) => void (globalThis.ran ??= new Set()).add(place),")
        .replace(/const rest = \(\(\) => \{[^]*?\n\}\)\(\);/, "const rest = { async come() {} };"),
  });
  // What is done by parts is no first visit.
  await page.route(/part-/, () => {});
  await page.route(/_bg\.wasm$/, (route) => route.fulfill({ contentType: "application/wasm", body: readFileSync(told) }));
  await page.goto(base);
  const step = page.getByRole("slider", { name: "Step", exact: true });
  await step.waitFor();
  const drawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await drawn();
  // Wherever the mouse is, and what is pressed: it is done once the rest is here, with the part that does it.
  const { width, height } = page.viewportSize();
  for (let y = 20; y < height; y += 90) await page.mouse.move(width, y).then(() => page.mouse.move(0, y, { steps: 12 }));
  await page.getByRole("button", { name: "Step forward", exact: true }).click({ force: true });
  await drawn();
  for (const place of await page.evaluate(() => [...globalThis.ran])) ran.add(place);
  await context.close();
}
const [server, browser] = await Promise.all([serve({ dist }), launch()]);
for (const options of [{ viewport: SIZES.desktop }, { viewport: SIZES.phone, hasTouch: true }, { viewport: SIZES.desktop, colorScheme: "dark", reducedMotion: "reduce" }]) await visit(browser, server.base, options);
await browser.close();
await server.close();

// A name that several functions have is that of one that runs, if one of them does.
const [runs, not] = [new Set(), new Set()];
for (const func of wat.slice(wat.indexOf("\n (func ")).split("\n (func ").slice(1)) {
  const id = /^(?:\$"(?:[^"\\]|\\.)*"|\S+)/.exec(func)[0];
  const here = func.split(`(call ${log}`).slice(1).map((after) => Number(/^\s*\(i32\.const (\d+)\)/.exec(after)[1]));
  (here.some((place) => ran.has(place)) ? runs : not).add(mark(id));
}
const later = [...not].filter((found) => !runs.has(found)).sort();
writeFileSync(join(root, "tools/later.txt"), `${later.join("\n")}\n`);
console.log(`${runs.size} functions run in a first visit, ${later.length} do not`);
