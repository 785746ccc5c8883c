// Measures what a first visit runs of the page in dist/, and writes tools/later.txt: the marks (tools/later.mjs) of the
// functions that it does not run, and the regions (tools/cold.mjs) that it does not run of others, which the next build takes out
// of the first file.
//   node tools/visit.mjs [DIST]
// A first visit draws the page, on a desktop and on a phone, in the light and in the dark, and the mouse moves over it. Its first
// step is done by a part, and parts come after the rest.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, print, shape, stretches, tell, worth } from "./cold.mjs";
import { functions, mark } from "./later.mjs";
import { launch, serve, SIZES } from "../tests/e2e/page.mjs";

const root = join(import.meta.dirname, "..");
const work = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "parts");
const dist = process.argv[2] ?? join(root, "dist");
const features = /data-wasm-opt-params="([^"]*)"/.exec(readFileSync(join(root, "index.html"), "utf8"))[1].split(" ").filter((flag) => flag.startsWith("--enable-"));

// Each stretch of each function tells that it runs, in memory that the page itself does not get: what it has at first grows by it.
const [told, text] = ["told.wasm", "told.wat"].map((name) => join(work, name));
execFileSync("wasm-dis", [...features, join(work, "bound/joinscope_bg.wasm"), "-o", text]);
const wat = readFileSync(text, "utf8");
const [, memory, pages] = /^ \(memory (\$\S+) (\d+)/m.exec(wat);
const start = Number(pages) * 65536;
let places = 0;
const funcs = functions(wat).map((func) => {
  const tree = parse(func);
  const at = places;
  const length = tell(tree, start + at);
  places += length;
  return { id: tree[1], func, at, length, text: ` ${print(tree)}` };
});
const head = wat.slice(0, wat.indexOf("\n (func ") + 1).replace(` (memory ${memory} ${pages}`, ` (memory ${memory} ${Number(pages) + Math.ceil(places / 65536)}`);
const body = funcs.map(({ text }) => `${text}\n`).join("");
// Where the stack begins is what the seed of hash maps is made of, so each build goes other ways through their tables.
const SEEDS = 12;
function seeded(seed) {
  writeFileSync(text, `${head.replace(/(global \$__stack_pointer \(mut i32\) \(i32\.const )(\d+)/, (_, before, top) => before + (Number(top) - 16 * seed))}${body})\n`);
  execFileSync("wasm-as", [...features, text, "-o", told]);
  return readFileSync(told);
}

/** What a page with the whole of the wasm in its first file does, a byte a stretch. */
const ran = new Uint8Array(places);
async function visit(browser, base, wasm, options) {
  const context = await browser.newContext({ locale: "en-US", ...options });
  const page = await context.newPage();
  const as = (path, change) => page.route(path, async (route) => route.fulfill({ contentType: change.type, body: await change.body(await (await route.fetch()).text()) }));
  await as(base, { type: "text/html", body: (html) => html.replace(/ integrity="[^"]*"/g, "") });
  await as(/joinscope-\w+\.js$/, {
    type: "text/javascript",
    body: (js) =>
      js
        .replace("bring: rest.bring,", "")
        .replace(/const rest = \(\(\) => \{[^]*?\n\}\)\(\);/, `const rest = { async come() {} }; globalThis.ran = () => [...new Uint8Array(wasm.memory.buffer, ${start}, ${places})].join("");`),
  });
  // What is done by parts is no first visit.
  await page.route(/part-/, () => {});
  await page.route(/_bg\.wasm$/, (route) => route.fulfill({ contentType: "application/wasm", body: wasm }));
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
  const here = await page.evaluate(() => globalThis.ran());
  for (let at = 0; at < places; at++) ran[at] |= Number(here[at]);
  await context.close();
}
const [server, browser] = await Promise.all([serve({ dist }), launch()]);
const LOOKS = [{ viewport: SIZES.desktop }, { viewport: SIZES.phone, hasTouch: true }, { viewport: SIZES.desktop, colorScheme: "dark", reducedMotion: "reduce" }];
for (let seed = 0; seed < SEEDS; seed++) {
  const before = ran.reduce((sum, one) => sum + one, 0);
  await visit(browser, server.base, seeded(seed), LOOKS[seed % LOOKS.length]);
  console.log(`visit ${seed + 1} of ${SEEDS}: ${ran.reduce((sum, one) => sum + one, 0) - before} stretches more`);
}
await browser.close();
await server.close();

// What several functions have in common that are called alike did not run if it ran in none of them.
const runs = new Set(funcs.filter(({ at }) => ran[at]).map(({ id }) => mark(id)));
// Of what does nothing it cannot be told; and keys in a table are compared by chance.
for (const { id, length } of funcs) if (length === 0 || /hashbrown\S*::.*\{closure|Equivalent/.test(id)) runs.add(mark(id));
const whole = new Set(funcs.map(({ id }) => mark(id)).filter((found) => !runs.has(found)));
const alike = new Map();
for (const { id, func, at } of funcs) {
  if (whole.has(mark(id))) continue;
  const tree = parse(func);
  const key = `${mark(id)} ${shape(tree)}`;
  const same = alike.get(key) ?? { tree, ran: new Uint8Array(stretches(tree).length) };
  same.ran.forEach((_, stretch) => { same.ran[stretch] |= ran[at + stretch]; });
  alike.set(key, same);
}
const lines = [...alike].map(([key, { tree, ran }]) => [key, worth(tree, (stretch) => ran[stretch])]).filter(([, regions]) => regions.length > 0);
const regions = lines.map(([key, found]) => `${key} ${found.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(" ")}`);
writeFileSync(join(root, "tools/later.txt"), `${[...whole, ...regions].sort().join("\n")}\n`);
console.log(`${runs.size} functions run in a first visit, ${whole.size} do not; of the former ${regions.length} in part, ${lines.reduce((sum, [, found]) => sum + found.length, 0)} regions left out`);
