// A page at rest: what it was asked for is drawn. A machine with much to do draws late, and a spec must not read before.
//
// What a page may still have to do: a file that it fetches, a part of itself that loads, a task or a frame that it has put
// off. Each page and frame of a context counts these for itself, and after each act of a spec (a click, a key, a choice) all
// of them are waited for. What goes on by the clock, as playing, and what takes long, as a run of many steps, is not waited
// for: a spec that needs its end says so.

/** For how long an act waits, ms: what takes longer a person sees going on. */
const PATIENCE = 2000;

/** Runs in each page and frame before anything else. */
function count() {
  // What is to come: its name, by whatever stands for it.
  const coming = new Map();
  const here = new Set();
  const during = (promise, name) => {
    coming.set(promise, name);
    const over = () => coming.delete(promise);
    promise.then(over, over);
    return promise;
  };
  const { fetch, setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = globalThis;
  globalThis.fetch = (...asked) => during(fetch(...asked), `fetch ${asked[0]?.url ?? asked[0]}`);
  for (const name of ["arrayBuffer", "blob", "json", "text"]) {
    const read = Response.prototype[name];
    Response.prototype[name] = function () {
      return during(read.call(this), `${name} of ${this.url}`);
    };
  }
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (response, imports) => {
    const made = instantiateStreaming.call(WebAssembly, response, imports);
    made.then(() => here.add(new URL(response.url || "part:").pathname.split("/").at(-1)), () => {});
    return during(made, `module ${response.url}`);
  };
  const later = (ask, forget, name) => {
    const put = (what, given, ...rest) => {
      const id = ask((...told) => (coming.delete(name + id), what(...told)), given, ...rest);
      coming.set(name + id, name + id);
      return id;
    };
    return [put, (id) => (coming.delete(name + id), forget(id))];
  };
  const [soon, notSoon] = later(setTimeout, clearTimeout, "task ");
  globalThis.setTimeout = (what, ms = 0, ...rest) => (ms > 0 || typeof what !== "function" ? setTimeout(what, ms, ...rest) : soon(what, 0, ...rest));
  globalThis.clearTimeout = notSoon;
  [globalThis.requestAnimationFrame, globalThis.cancelAnimationFrame] = later(requestAnimationFrame, cancelAnimationFrame, "frame ");

  // The parts that a page loads by itself, when the browser has nothing else to do. It need not come to that in a frame of
  // another origin; and English pages need no Chinese.
  const parts = () => globalThis.top !== globalThis ? [] : document.querySelector("meta[name=joinscope-parts]")?.content.split(" ").map((file) => file.replace("./", "")) ?? [];
  const missing = () => parts().filter((file) => !/^part-(chunk|chinese)-/.test(file) && !here.has(file));
  const busy = () => [...document.querySelectorAll('[aria-busy="true"]')].map((part) => `place of ${part.className}`);
  const task = (ms) => new Promise((done) => setTimeout(done, ms));
  globalThis.leftAfter = async (ms, all) => {
    // What an event asks for is asked for in a task that comes after it.
    await task(0);
    for (const until = performance.now() + ms; ; await task(10)) {
      const left = [...coming.values(), ...busy(), ...(all ? missing() : [])];
      if (left.length === 0 || performance.now() > until) return left;
    }
  };
}

/** What a page, with its frames, has left to do after so many ms; with `all`, the parts that it loads by itself, too. */
async function leftAfter(page, ms, all = false) {
  const frames = page.frames?.() ?? [page];
  const left = (frame) => frame.evaluate(([ms, all]) => globalThis.leftAfter?.(ms, all) ?? [], [ms, all]);
  // A page or frame that goes has nothing left to do.
  return (await Promise.all(frames.map((frame) => left(frame).catch(() => [])))).flat();
}

/** Whose pages are waited for after each act. */
const resting = new WeakSet();

/** The page, or the frame, has drawn what it was asked for, as far as that is done in a moment. */
export async function atRest(page) {
  // A frame has a page, and a page a context.
  const context = (page.context ? page : page.page()).context();
  if (resting.has(context)) await leftAfter(page, PATIENCE);
}

/** All that the page loads by itself is here, and drawn. */
export async function whole(page, ms) {
  const left = await leftAfter(page, ms, true);
  if (left.length > 0) throw new Error(`after ${ms} ms there is still to come: ${left.join(", ")}`);
}

/** The page has been laid out for another size, or drawn for another medium. */
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** What the page was to do within so many ms is done: by its own clock, so on a slow machine as well. */
export const past = (page, ms) => page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), ms);

const restAfter = (of, names, rest) => {
  for (const name of names) {
    const act = of[name];
    of[name] = async function (...given) {
      const done = await act.apply(this, given);
      await rest(this);
      return done;
    };
  }
};
const ACTS = [
  "check", "clear", "click", "dblclick", "dispatchEvent", "dragTo", "fill", "focus", "hover", "press", "pressSequentially",
  "scrollIntoViewIfNeeded", "selectOption", "setChecked", "setInputFiles", "tap", "type", "uncheck",
];
let locators;

/** The pages that a context opens from now on count what they have to do; with `acts`, each act on them waits until it is done. */
export async function counting(context, acts) {
  await context.addInitScript(count);
  if (!acts) return;
  resting.add(context);
  context.on("page", (page) => {
    const rest = () => atRest(page);
    restAfter(page.keyboard, ["down", "insertText", "press", "type", "up"], rest);
    restAfter(page.mouse, ["click", "dblclick", "down", "move", "up", "wheel"], rest);
    restAfter(page.touchscreen, ["tap"], rest);
    restAfter(page, ["emulateMedia", "setViewportSize"], () => drawn(page).then(rest));
    // All locators are of one class.
    const prototype = Object.getPrototypeOf(page.locator(":root"));
    if (locators !== prototype) restAfter((locators = prototype), ACTS, (locator) => atRest(locator.page()));
  });
}
