// trunk's post_build hook: makes of what trunk built the page that is served.
//
// - All style sheets become one.
// - Where the crate is built with its feature `split` (tools/build.sh), its wasm is cut apart: what the page needs at first,
//   and a file for each part that comes later (src/parts.rs says where it is cut). The cut is made by wasm-split-cli before
//   wasm-bindgen, along the relocations that the linker kept. Of what is left, what no first visit runs is cut off as well
//   (tools/later.mjs). Then each file is made small by wasm-opt.
// - A still of its first view is put in (www/still.html).
// - The policy gets the hashes of the inline scripts.
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, homedir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { promisify } from "node:util";
import { hashed } from "./csp.mjs";
import { linked } from "./data.mjs";
import { cut as cutLater, listed } from "./later.mjs";

const root = join(import.meta.dirname, "..");
const staging = process.env.TRUNK_STAGING_DIR;
const release = process.env.TRUNK_PROFILE === "release";
const source = readFileSync(process.env.TRUNK_HTML_FILE ?? join(root, "index.html"), "utf8");
const file = join(staging, "index.html");
let page = readFileSync(file, "utf8");

const digest = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);
const give_up = (why) => {
  console.error(`tools/page.mjs: ${why}`);
  process.exit(1);
};

// ---- style sheets

const SHEET = /<link rel="stylesheet" href="\.\/([^"]+\.css)"[^>]*>\n?/g;

/** Without comments and the space between words that only people read; what is quoted stays as it is. */
const tight = (css) =>
  css
    .replace(/\/\*[^]*?\*\//g, "")
    .split(/("[^"]*"|'[^']*')/)
    .map((piece, at) => (at % 2 ? piece : piece.replace(/\s+/g, " ").replace(/ ?([{};]) ?/g, "$1").replace(/;}/g, "}")))
    .join("");

function join_sheets() {
  const sheets = [...page.matchAll(SHEET)].map(([, name]) => name);
  const all = sheets.map((name) => tight(readFileSync(join(staging, name), "utf8"))).join("\n");
  const name = `joinscope-${digest(all)}.css`;
  for (const sheet of sheets) rmSync(join(staging, sheet));
  writeFileSync(join(staging, name), all);
  let first = true;
  page = page.replace(SHEET, () => {
    if (!first) return "";
    first = false;
    return `<link rel="stylesheet" href="./${name}">\n`;
  });
}

// ---- parts

// The tools are where tools/lib.sh puts them, and where trunk itself looks for them.
const cache = process.platform === "darwin" ? join(homedir(), "Library/Caches/dev.trunkrs.trunk") : join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "trunk");
const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
const bindgen = /^name = "wasm-bindgen"\nversion = "([^"]+)"$/m.exec(lock)[1];
const binaryen = /^wasm_opt = "([^"]+)"$/m.exec(readFileSync(join(root, "Trunk.toml"), "utf8"))[1];
const split = /^WASM_SPLIT_VERSION=(.*)$/m.exec(readFileSync(join(root, "tools/lib.sh"), "utf8"))[1];
process.env.PATH = [join(root, ".tools/bin"), join(cache, `wasm-bindgen-${bindgen}`), join(cache, `wasm-split-${split}`), join(cache, `wasm-opt-${binaryen}`, "bin"), process.env.PATH, join(homedir(), ".cargo/bin")].join(delimiter);
const run = (command, ...args) => execFileSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });

const flags = /data-wasm-opt-params="([^"]*)"/.exec(source)?.[1].split(" ") ?? [];
const features = flags.filter((flag) => flag.startsWith("--enable-"));

const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const work = join(target, "parts");
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });

/** The script that loads the parts and the rest, as a piece of the page's own script: one file less to wait for. */
function loader(script, names, rest) {
  const given = [];
  const inner = script
    .replace(/^import .*$/m, "")
    .replace(/export const (\w+)/g, (_, name) => (given.push(name), `const ${name}`))
    .replace(/fetch\(new URL\("\.\/([^"]+)", import\.meta\.url\)\)/g, (_, name) => `partFrom("./${names.get(name)}")`)
    .replaceAll("WebAssembly.instantiateStreaming(src, imports)", "partOf(src, imports)");
  return `
// A page that was saved as one file has its parts inside.
function inside(name) {
    const bytes = globalThis.joinscopeParts?.[name];
    return bytes && Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
}
function partFrom(name) {
    const bytes = inside(name);
    return bytes ? Promise.resolve(new Response(bytes, { headers: { "Content-Type": "application/wasm" } })) : fetch(new URL(name, import.meta.url));
}
// A part may call whatever the page can do.
async function partOf(src, imports) {
    await rest.come();
    return instantiate(src, imports);
}
async function instantiate(src, imports) {
    const response = await src;
    if (!response.ok) throw new Error(\`\${response.url}: \${response.status}\`);
    // Not every server knows the type that streaming asks for.
    if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.instantiateStreaming(response, imports);
    return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}
// What the page can do besides a first visit (tools/later.mjs).
const rest = (() => {
    const name = "./${rest}";
    let coming;
    /** Fetches it, with what the first file gives. */
    function come(first = wasm) {
        coming ??= instantiate(partFrom(name), { ...__wbg_get_imports(), first }).then(() => { first.here.value = 1; });
        coming.catch(() => { coming = undefined; });
        return coming;
    }
    /** Whoever needs it before it is here cannot wait. */
    function bring() {
        let bytes = inside(name);
        if (!bytes) {
            const request = new XMLHttpRequest();
            request.open("GET", new URL(name, import.meta.url), false);
            // Of a document's own requests that wait only text can be had.
            request.overrideMimeType("text/plain; charset=x-user-defined");
            request.send();
            if (request.status !== 200) throw new Error(\`\${name}: \${request.status}\`);
            bytes = Uint8Array.from(request.responseText, (c) => c.charCodeAt(0));
        }
        new WebAssembly.Instance(new WebAssembly.Module(bytes), { ...__wbg_get_imports(), first: wasm });
        wasm.here.value = 1;
    }
    return { come, bring };
})();
const parts = (() => {
${inner}
return { ${given.join(", ")} };
})();
`;
}

/**
 * What wasm-opt makes of each file, by its path; their own bytes where the page is built to be looked into. As many at a time
 * as the machine has processors, the largest first: wasm-opt is alone with one for most of its time.
 */
async function small(files) {
  if (!release) return new Map(files.map((from) => [from, readFileSync(from)]));
  const left = files.map((from) => ({ from, size: statSync(from).size })).sort((a, b) => b.size - a.size);
  const made = new Map();
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const to = join(work, `small-${basename(next.from)}`);
      // Nothing is inlined (index.html): what the compiler did not, makes a file larger here, and as brotli packs it, too. Functions
      // of alike names stand together, for they have alike bodies.
      const { stderr } = await promisify(execFile)("wasm-opt", [...flags, next.from, "-o", to], { cwd: root });
      process.stderr.write(stderr);
      made.set(next.from, readFileSync(to));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return made;
}

/** A file takes the place of another in the page, which says what its content is. */
function vouch(old, now) {
  if (old !== now) rmSync(join(staging, old));
  const integrity = `sha384-${createHash("sha384").update(readFileSync(join(staging, now))).digest("base64")}`;
  page = page.replaceAll(old, now).replace(new RegExp(`(href="\\./${now}"[^>]* integrity=)"[^"]*"`), `$1"${integrity}"`);
}

async function cut() {
  const built = /href="\.\/((joinscope-[0-9a-f]+)\.js)"/.exec(page);
  if (built === null) give_up("trunk's page has no script joinscope-….js");
  const [, script, stem] = built;
  const whole = join(staging, `${stem}_bg.wasm`);
  if (!readFileSync(join(staging, script), "utf8").includes("__wasm_split")) {
    writeFileSync(whole, (await small([whole])).get(whole));
    return vouch(`${stem}_bg.wasm`, `${stem}_bg.wasm`);
  }

  const profile = /data-cargo-profile="([^"]+)"/.exec(source)?.[1] ?? (release ? "release" : "debug");
  const wasm = join(target, "wasm32-unknown-unknown", profile, "joinscope.wasm");
  run("wasm-split-cli", wasm, join(work, "cut"), "--out-name", "joinscope");
  const bind = (to, ...more) => run("wasm-bindgen", join(work, "cut/joinscope.wasm"), "--out-dir", join(work, to), "--target", "web", "--no-typescript", "--keep-lld-exports", ...more);
  bind("bound");
  const parts = readdirSync(join(work, "cut")).filter((name) => name.endsWith(".wasm") && name !== "joinscope.wasm");
  const put = (name, ending, content) => {
    const full = `${name}-${digest(content)}${ending}`;
    writeFileSync(join(staging, full), content);
    return full;
  };
  // What no first visit runs.
  const list = listed(readFileSync(join(root, "tools/later.txt"), "utf8"));
  const meant = linked(readFileSync(wasm), readFileSync(join(work, "cut/joinscope.wasm")));
  run("wasm-dis", ...features, join(work, "bound/joinscope_bg.wasm"), "-o", join(work, "bound.wat"));
  const files = { first: join(work, "first.wasm"), rest: join(work, "rest.wasm") };
  for (const [name, content] of Object.entries(cutLater(readFileSync(join(work, "bound.wat"), "utf8"), list, meant))) {
    writeFileSync(join(work, `${name}.wat`), content);
    run("wasm-as", "-g", ...features, join(work, `${name}.wat`), "-o", files[name]);
  }
  const made = await small([files.first, files.rest, ...parts.map((part) => join(work, "cut", part))]);
  // Parts fit those that they were made with: they have the name of all their contents in common, which is the less to load.
  const later = new Map([["rest", files.rest], ...parts.map((part) => [part, join(work, "cut", part)])]);
  const common = digest(Buffer.concat([...later.values()].map((file) => made.get(file))));
  const called = new Map();
  for (const [part, file] of later) {
    called.set(part, `part-${part.replace(/^split_|\.wasm$/g, "").replace("_", "-")}-${common}.wasm`);
    writeFileSync(join(staging, called.get(part)), made.get(file));
  }
  const first = put("joinscope", "_bg.wasm", made.get(files.first));
  let glue = readFileSync(join(work, "bound/joinscope.js"), "utf8");
  glue = glue
    .replace(/^import \* as import\d+ from "\.\/__wasm_split\.js"\n/gm, "")
    .replace(/^( *"\.\/__wasm_split\.js": )import\d+,$/gm, "$1parts,")
    .replaceAll("joinscope_bg.wasm", first)
    .replace(/^ *\/\*\*[^]*?\*\/\n/gm, "")
    .replace("    const import0 = {", "    const import0 = {\n        bring: rest.bring,")
    // A worker does what a first visit does not.
    .replace("imports);\n\n    return __wbg_finalize_init(instance, module);", "imports);\n    if (!globalThis.document) await rest.come(instance.exports);\n    __wbg_finalize_init(instance, module);\n    rest.come();\n    return wasm;");
  for (const needed of ['"./__wasm_split.js": parts', "rest.bring", "rest.come()"]) if (!glue.includes(needed)) give_up("wasm-bindgen's script is not written as expected");
  glue += loader(readFileSync(join(work, "cut/__wasm_split.js"), "utf8"), called, called.get("rest"));
  const main = put("joinscope", ".js", glue);

  vouch(`${stem}_bg.wasm`, first);
  vouch(script, main);
  // For who saves the page as one file.
  page = page.replace("</head>", `<meta name="joinscope-parts" content="${[...called.values()].map((name) => `./${name}`).join(" ")}">\n</head>`);
}

// What a first visitor sees until the wasm is there (www/first.js).
page = page.replace("<body>", () => `<body>${readFileSync(join(root, "www/still.html"), "utf8")}<script src="./first.js"></script>`);
join_sheets();
await cut();
// First what is to be seen, then what takes long.
page = page.replace(/(<link rel="preload"[^>]* as="fetch")/, '$1 fetchpriority="low"');
writeFileSync(file, hashed(page));
