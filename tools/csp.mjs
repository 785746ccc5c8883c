// trunk's post_build hook. trunk starts the app by an inline script that names hashed files, so what allows that
// script in the page's Content-Security-Policy, its own hash, is only known now.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const file = join(process.env.TRUNK_STAGING_DIR, "index.html");
const page = readFileSync(file, "utf8");

const inline = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(([, attributes]) => !/\ssrc=/.test(attributes));
const hashes = inline.map(([, , text]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);

const marked = page.replace("'inline-scripts'", hashes.join(" "));
if (marked === page) {
  console.error("tools/csp.mjs: index.html has no policy with 'inline-scripts' to fill in");
  process.exit(1);
}
writeFileSync(file, marked);
