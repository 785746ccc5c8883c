// How long a first visit waits for something useful, beside a bare page of Yew (benches/bare-yew) in the same browser:
//   node benches/browser/paint.mjs [--runs N] [--dist DIST] [--bare DIST]
// For each of the two, by turns, in a fresh context without a cache: from the start of navigation to the frame after the
// first useful thing is in the page. Ours is useful once the stage shows a row, Yew's once its button is there. Files are
// sent brotli-compressed; once over the plain loopback, once throttled to 10 Mbit/s with 40 ms of latency.
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";
import { launch } from "../../tests/e2e/page.mjs";
import { result } from "./bench.mjs";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: { runs: { type: "string", default: "15" }, dist: { type: "string", default: join(root, "dist") }, bare: { type: "string", default: join(root, "benches/bare-yew/dist") } },
});

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** Serves a folder as a good static host does: compressed. What is sent is made before anything is timed. */
function serve(dist) {
  if (!existsSync(join(dist, "index.html"))) throw new Error(`there is no built page in ${dist}`);
  const sent = new Map();
  const server = createServer((request, response) => {
    let path = normalize(decodeURIComponent(new URL(request.url, "http://127.0.0.1").pathname)).slice(1) || "index.html";
    if (path.startsWith("..") || !existsSync(join(dist, path))) return response.writeHead(404).end();
    if (!sent.has(path)) sent.set(path, brotliCompressSync(readFileSync(join(dist, path)), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream", "Content-Encoding": "br", "Cache-Control": "no-store" }).end(sent.get(path));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({ url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() })));
}

/** Milliseconds from the start of navigation to the frame that shows what a selector finds. */
async function wait(browser, url, selector, slow) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (slow) {
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 });
  }
  await page.addInitScript((selector) => {
    const look = () => (document.querySelector(selector) ? requestAnimationFrame(() => { window.useful = performance.now(); }) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  }, selector);
  await page.goto(url, { waitUntil: "commit" });
  const useful = await (await page.waitForFunction(() => window.useful, null, { polling: 100 })).jsonValue();
  await context.close();
  return useful;
}

const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];
const [ours, bare] = await Promise.all([serve(values.dist), serve(values.bare)]);
const browser = await launch();
try {
  for (const [line, slow] of [["loopback", false], ["10 Mbit/s, 40 ms", true]]) {
    const times = { ours: [], bare: [] };
    for (let run = -1; run < Number(values.runs); run++) {
      const pair = { ours: await wait(browser, ours.url, ".stage-svg .mark", slow), bare: await wait(browser, bare.url, "button", slow) };
      // The first pair warms everything up.
      if (run >= 0) for (const name in pair) times[name].push(pair[name]);
    }
    const least = { ours: Math.min(...times.ours), bare: Math.min(...times.bare) };
    const middle = { ours: median(times.ours), bare: median(times.bare) };
    const ratio = middle.ours / middle.bare;
    const told = `${ratio.toFixed(2)} (median of ${values.runs}: ${middle.ours.toFixed(0)} and ${middle.bare.toFixed(0)} ms; least ${least.ours.toFixed(0)} and ${least.bare.toFixed(0)} ms)`;
    result(`first useful paint to a bare Yew page's, ${line}`, told, "at most 1.5", ratio <= 1.5);
  }
} finally {
  await browser.close();
  ours.stop();
  bare.stop();
}
