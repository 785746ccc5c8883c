// What the browser benches share: the built page in headless Chromium, a large scenario in it, and what a trace says of the
// main thread's work.
//
// Times are of the main thread. Each is told twice: by the clock on the wall, which is what a person waits for, and by the
// thread's own clock, which leaves out what other programs took from it: on a busy machine only that one compares.

import { readFile } from "node:fs/promises";
import { booted, launch, serve } from "../../tests/e2e/page.mjs";
import { generated } from "../../tests/e2e/generated.mjs";
import { paste, slider } from "../../tests/e2e/person.mjs";

/** The numbers that the bench's clock gives animation frames are larger than wasm can call off: a number of 32 bits. */
function smallFrames() {
  const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = window;
  const frames = new Map();
  let last = 0;
  window.requestAnimationFrame = (draw) => {
    const own = ++last;
    frames.set(own, ask((time) => (frames.delete(own), draw(time))));
    return own;
  };
  window.cancelAnimationFrame = (own) => (cancel(frames.get(own)), frames.delete(own));
}

/**
 * Runs `body` on the opened page and closes all behind it. With `clock` its timers are the bench's from the beginning: one that
 * the browser had started could not be called off by them. `before` runs in the page before anything else.
 */
export async function withPage(body, { args = [], clock = false, before, ...context } = {}) {
  const server = await serve();
  const browser = await launch(args);
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", colorScheme: "light", ...context })).newPage();
    page.on("pageerror", (error) => {
      throw error;
    });
    if (clock) {
      await page.clock.install();
      await page.addInitScript(smallFrames);
    }
    if (before) await page.addInitScript(before);
    await page.goto(server.base);
    await booted(page);
    return await body({ page, browser });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Opens a scenario of so many events, and waits until all of it is there. */
export async function open(page, events, more) {
  await paste(page, JSON.stringify(generated(events, more)));
  await slider(page, "Step").and(page.locator(`[aria-valuemax="${events}"]`)).waitFor({ timeout: 300_000 });
  await calm(page);
}

/** Waits until the page has nothing to do. */
export async function calm(page, ms = 1500) {
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await page.waitForTimeout(ms);
}

/** The trace events of the page's main thread while `body` runs, in order of time; times in µs. */
export async function traced(browser, page, body) {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata", "devtools.timeline", "disabled-by-default-devtools.timeline", "v8", "blink.user_timing"] });
  await body();
  const { traceEvents: events } = JSON.parse((await browser.stopTracing()).toString());
  // Of the renderers the one whose main thread ran the most scripts is the page's; its worker's thread may run more.
  const scripts = new Map();
  const threadOf = (event) => `${event.pid} ${event.tid}`;
  const mains = new Set(events.filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain").map(threadOf));
  for (const event of events.filter((event) => event.name === "FunctionCall")) {
    const thread = threadOf(event);
    if (mains.size > 0 && !mains.has(thread)) continue;
    scripts.set(thread, (scripts.get(thread) ?? 0) + 1);
  }
  const [main] = [...scripts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return events.filter((event) => `${event.pid} ${event.tid}` === main).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
}

/** What is our script, with the style and layout that it asks for in between. */
const SCRIPT = new Set([
  "EventDispatch", "FunctionCall", "EvaluateScript", "v8.run", "RunMicrotasks", "TimerFire", "FireAnimationFrame", "FireIdleCallback",
  "v8.callFunction", "V8.GCScavenger", "MinorGC", "MajorGC", "HandlePostMessage",
]);
/** What the browser makes of it: style, layout, paint. */
const DRAWING = new Set([
  "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "HitTest", "UpdateLayer", "UpdateLayerTree", "IntersectionObserverController::computeIntersections",
  "ResizeObserverController", "Animation",
]);
const WORK = new Set([...SCRIPT, ...DRAWING]);

/** The outermost of the events of some kinds; the work of the probes is none of ours. */
const outermost = (events, kinds) => {
  const probes = probed(events);
  return whole(events, kinds).filter((event) => !probes.some((probe) => event.ts >= probe.ts && event.ts <= probe.ts + probe.dur));
};
const TASK = new Set(["RunTask", "ThreadControllerImpl::RunTask"]);

function whole(events, kinds) {
  const all = [];
  let end = -Infinity;
  for (const event of events) {
    if (event.ph !== "X" || !kinds.has(event.name) || event.ts < end) continue;
    all.push(event);
    end = event.ts + event.dur;
  }
  return all;
}

const total = (events) => ({
  wall: events.reduce((sum, event) => sum + event.dur, 0) / 1000,
  cpu: events.reduce((sum, event) => sum + (event.tdur ?? event.dur), 0) / 1000,
});

/** The tasks of the thread, each of which nothing else comes between: ms by both clocks, with their time. */
export const tasks = (events) =>
  outermost(events, TASK).map((event) => ({ at: event.ts, wall: event.dur / 1000, cpu: (event.tdur ?? event.dur) / 1000 }));

/** ms of script in each stretch between two times; the last one is open. */
export function scriptBetween(events, times) {
  return between(outermost(events, SCRIPT), times);
}

/** The same of all our work, drawing included. */
export function workBetween(events, times) {
  return between(outermost(events, WORK), times);
}

/**
 * A fixed piece of work on the main thread. On a machine that others use as well the thread's own clock runs on while they
 * have the core's parts: how long this takes beside the least that it took says by how much.
 */
export const probe = (page) =>
  page.evaluate(() => {
    performance.mark("probe");
    let sum = 0;
    for (let i = 0; i < 2_000_000; i++) sum = (Math.imul(sum, 31) + i) | 0;
    return sum;
  });

/** The tasks of the probes. */
function probed(events) {
  const began = events.filter((event) => event.name === "probe").map((event) => event.ts);
  return began.length === 0 ? [] : whole(events, TASK).filter((task) => began.some((ts) => ts >= task.ts && ts <= task.ts + task.dur));
}

/** How many times as long as at best the probes took, at the median. */
export function slowed(events) {
  const times = probed(events).map((event) => event.tdur ?? event.dur).sort((a, b) => a - b);
  return times.length > 0 ? times[times.length >> 1] / times[0] : 1;
}

function between(events, times) {
  return times.map((from, at) => total(events.filter((event) => event.ts >= from && event.ts < (times[at + 1] ?? Infinity))));
}

/** ms of all our work in each frame that was drawn: from the end of one frame's to the end of the next one's. */
export function frames(events) {
  const work = outermost(events, WORK);
  const ends = events.filter((event) => event.name === "Commit" && event.ph === "X").map((event) => event.ts + event.dur);
  return ends.slice(1).map((end, at) => total(work.filter((event) => event.ts >= ends[at] && event.ts < end)));
}

/** The times at which a key or the pointer reached the page. */
export const dispatched = (events, type) => events.filter((event) => event.name === "EventDispatch" && event.args?.data?.type === type).map((event) => event.ts);

/** Median, 95th percentile and the most. */
export function stats(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), max: sorted.at(-1) };
}

/** Of times told twice the statistics of both. */
export const both = (times) => ({ wall: stats(times.map((time) => time.wall)), cpu: stats(times.map((time) => time.cpu)) });

const ms = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
/** How busy the machine was, to be told beside a thread's times. */
export const busy = (trace) => `a probe took ${slowed(trace).toFixed(1)} times its least, ${(Math.min(...probed(trace).map((event) => event.tdur ?? event.dur)) / 1000).toFixed(1)} ms`;
export const told = ({ p50, p95, max }) => `p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)} ms`;

/** Prints a result for people, and for tools/bench.sh a line that it makes its table of. */
export function result(what, measured, goal, held) {
  const verdict = held === undefined ? "" : held ? "held" : "MISSED";
  console.log(`${what}: ${measured}${goal ? ` (goal: ${goal}${verdict && `, ${verdict}`})` : ""}`);
  console.log(`@bench\t${what}\t${measured}\t${goal ?? ""}\t${verdict}`);
}

/** A file beside the benches. */
export const beside = (name) => readFile(new URL(name, import.meta.url), "utf8");

/** Takes the left watermark's flag and drags it over the events, so many frames long; lets go of nothing. */
export async function dragFlag(page, moves) {
  const flag = await slider(page, "orders watermark").boundingBox();
  const list = await page.getByRole("listbox", { name: "orders events", exact: true }).boundingBox();
  const from = { x: flag.x + flag.width / 2, y: flag.y + flag.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= moves; i++) {
    // Up and down the lane, a few px a move.
    const there = (i * 7) % Math.max(1, list.x + list.width - from.x - 40);
    await page.mouse.move(from.x + 10 + there, from.y + 3);
    if (i % 20 === 0) await probe(page);
    await page.waitForTimeout(32);
  }
}

/** Takes hold of a small chart, which then seeks to wherever the pointer goes in it: gives what seeks to a random step. */
export async function holdChart(page) {
  const chart = await page.locator(".charts .plot-in").first().boundingBox();
  let seed = 42;
  const next = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
  await page.mouse.move(chart.x + 5, chart.y + chart.height / 2);
  await page.mouse.down();
  await page.mouse.move(chart.x + 40, chart.y + chart.height / 2);
  await calm(page);
  return () => page.mouse.move(chart.x + 1 + next() * (chart.width - 2), chart.y + chart.height / 2);
}
