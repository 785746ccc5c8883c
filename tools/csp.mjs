// trunk starts the app by an inline script that names hashed files, so what allows that script in the page's
// Content-Security-Policy, its own hash, is only known once the page is built.
import { createHash } from "node:crypto";

/** The page with the hashes of its inline scripts in its policy. */
export function hashed(page) {
  const inline = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(([, attributes]) => !/\ssrc=/.test(attributes));
  const hashes = inline.map(([, , text]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const marked = page.replace("'inline-scripts'", hashes.join(" "));
  if (marked === page) {
    console.error("tools/csp.mjs: index.html has no policy with 'inline-scripts' to fill in");
    process.exit(1);
  }
  return marked;
}
