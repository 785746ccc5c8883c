// What the built page weighs, brotli-compressed as servers send it:
//   node tools/size.mjs [DIST]
// First is what the page itself asks for before it is drawn: the page, its style sheet, scripts and wasm. The rest
// (tools/later.mjs) comes once it is, the parts when the browser is idle, or when they are used; the Chinese texts come first
// where they are spoken.
//
// GOAL is what a first visit should load. RATCHETS are what was reached, and one in a hundred, but the goal at most: what is
// heavier fails. Who makes the page lighter lowers them.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const GOAL = 300_000;
const RATCHETS = { "first load": 277_000, "first load in Chinese": GOAL };

const dist = process.argv[2] ?? "dist";
const page = readFileSync(join(dist, "index.html"), "utf8");
const weigh = (name) => {
  const bytes = readFileSync(join(dist, name));
  const mode = name.endsWith(".wasm") ? constants.BROTLI_MODE_GENERIC : constants.BROTLI_MODE_TEXT;
  const sent = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: mode, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  return { name, bytes: bytes.length, sent: sent.length };
};
const linked = [...page.matchAll(/<link\b[^>]*\brel="?(?:stylesheet|modulepreload|preload)"?[^>]*>/g)].map(([link]) => /\bhref="\.\/([^"]+)"/.exec(link)[1]);
const scripts = [...page.matchAll(/<script src="?\.\/([^">]+)/g)].map(([, name]) => name);
const first = ["index.html", ...new Set([...linked, ...scripts])].map(weigh);
const later = readdirSync(dist).filter((name) => name.startsWith("part-")).map(weigh);

const figure = (n) => n.toLocaleString("en").padStart(11);
const total = (files) => files.reduce((sum, file) => ({ bytes: sum.bytes + file.bytes, sent: sum.sent + file.sent }), { bytes: 0, sent: 0 });
const row = (name, { bytes, sent }) => console.log(`${name.padEnd(44)}${figure(bytes)}${figure(sent)}`);
console.log(`${"".padEnd(44)}${"bytes".padStart(11)}${"brotli".padStart(11)}`);
for (const file of first) row(file.name, file);
row("first load", total(first));
for (const file of later) row(`  ${file.name}`, file);
row("  the parts, later", total(later));

const chinese = later.filter(({ name }) => name.startsWith("part-chinese"));
let heavier = false;
for (const [what, files] of [["first load", first], ["first load in Chinese", [...first, ...chinese]]]) {
  const { sent } = total(files);
  const goal = sent > GOAL ? `GOAL MISSED by ${figure(sent - GOAL).trim()}` : "goal reached";
  const ratchet = sent > RATCHETS[what] ? `HEAVIER than the ratchet by ${figure(sent - RATCHETS[what]).trim()}` : "not heavier than the ratchet";
  console.log(`${what}: ${figure(sent).trim()} bytes; goal ${figure(GOAL).trim()}: ${goal}; ratchet ${figure(RATCHETS[what]).trim()}: ${ratchet}`);
  heavier ||= sent > RATCHETS[what];
}
process.exit(heavier ? 1 : 0);
