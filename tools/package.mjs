// The package's styles and package.json: node tools/package.mjs FOLDER
//
// The page's style sheets become one text for a shadow root: what they say of the page's root and body is said of the element.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const version = /^version = "(.*)"$/m.exec(readFileSync("Cargo.toml", "utf8"))[1];

// In the order of index.html.
const sheets = [...readFileSync("index.html", "utf8").matchAll(/rel="css" href="([^"]+)"/g)].map(([, path]) => path);
const css = sheets
  .map((path) => readFileSync(path, "utf8"))
  .join("\n")
  .replace(/\/\*[^]*?\*\//g, "")
  .replace(/:root\b/g, ":host")
  .replace(/(^|[\s,}])(html|body)(?=[\s,{])/g, "$1:host");
const own = `
:host { display: block; position: relative; overflow: hidden; contain: strict; width: 720px; height: 480px; }
:host([hidden]) { display: none; }
.joinscope-root, .joinscope-root > .embed { position: absolute; inset: 0; }`;
writeFileSync(join(folder, "style.js"), `export const css = ${JSON.stringify(css + own)};\n`);

const files = ["joinscope.js", "joinscope.d.ts", "style.js", "joinscope_element.js", "joinscope_element.d.ts", "joinscope_element_bg.wasm", "joinscope_element_bg.wasm.d.ts"];
const there = new Set(readdirSync(folder));
for (const file of files) if (!there.has(file)) throw new Error(`${file} is missing`);
writeFileSync(
  join(folder, "package.json"),
  JSON.stringify(
    {
      name: "joinscope",
      version,
      description: "See, step and explain a stream-stream join, exactly as Apache Flink or Apache Spark runs it",
      license: "Apache-2.0",
      type: "module",
      main: "joinscope.js",
      types: "joinscope.d.ts",
      exports: { ".": { types: "./joinscope.d.ts", default: "./joinscope.js" }, "./*": "./*" },
      sideEffects: true,
      keywords: ["flink", "spark", "stream", "join", "watermark", "custom element"],
      files,
    },
    null,
    2,
  ) + "\n",
);
