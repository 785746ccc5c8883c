// The built page on a server of its own, the browser, and what the page complains of there.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
/** SLOW=n: n times as slow as this machine is, as far as a browser can be made so. */
export const SLOW = Number(process.env.SLOW ?? 1);
export const OUT = join(here, "out");
export const DIST = resolve(process.env.DIST ?? join(here, "../../dist"));

/** The sizes the page is looked at in. */
export const SIZES = {
  desktop: { width: 1440, height: 900 },
  embed: { width: 720, height: 480 },
  phone: { width: 390, height: 844 },
};

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".csv": "text/csv; charset=utf-8",
  ".ndjson": "application/x-ndjson",
  ".txt": "text/plain; charset=utf-8",
};

/**
 * Serves a folder as any static host would, at a path (it ends in /), on a free port of 127.0.0.1.
 * `extra` maps further paths to HTML, say that of a page which embeds ours.
 */
export async function serve({ dist = DIST, path = "/", extra = {} } = {}) {
  if (!existsSync(join(dist, "index.html"))) throw new Error(`there is no built page in ${dist}: make build`);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    // A sandboxed frame has no origin: without this header it may load neither module scripts nor data.
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Cache-Control", "no-store");
    try {
      if (pathname in extra) return response.setHeader("Content-Type", TYPES[".html"]).end(extra[pathname]);
      if (!pathname.startsWith(path)) throw new Error("outside");
      let file = decodeURIComponent(pathname.slice(path.length));
      if (file === "" || file.endsWith("/")) file += "index.html";
      if (normalize(file).startsWith("..")) throw new Error("outside");
      const body = await readFile(join(dist, file));
      // What the page loads when it needs it comes last.
      if (SLOW > 1 && file.includes("part-")) await setTimeout(100 * SLOW);
      response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream").end(body);
    } catch {
      response.writeHead(404, { "Content-Type": TYPES[".txt"] }).end("not found");
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  // A server left open must not keep a spec from ending.
  server.unref();
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    base: origin + path,
    close: () => new Promise((closed) => (server.closeAllConnections(), server.close(closed))),
  };
}

export function launch(more = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--headless",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}

/** Collects, as text, everything in a context's pages and frames that went wrong. */
export function watch(context) {
  const problems = [];
  context.on("console", (message) => {
    // Policy violations come here too, as errors.
    if (message.type() === "error") problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => problems.push(`uncaught: ${error.error().stack ?? error.error()}`));
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // A request that a navigation or the page itself called off is no failure.
    if (why !== "net::ERR_ABORTED") problems.push(`request: ${request.url()} ${why}`);
  });
  return problems;
}

/** The app has drawn its frame, and the still that stood for it is gone. */
export async function booted(page, timeout = 20_000) {
  await page.waitForSelector(":is(.app, .embed):not(#still *)", { timeout });
  await page.waitForSelector("#still", { state: "detached", timeout });
}
