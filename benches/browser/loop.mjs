// Whether anything grows while a scenario is played again and again: node benches/browser/loop.mjs [loops]

import { calm, open, result, withPage } from "./bench.mjs";

const loops = Number(process.argv[2] ?? 10_000);
const STEPS = 6;
/** Until then what is remembered, such as the widths of texts, may still come. */
const WARM = Math.ceil(loops / 10);

await withPage(async ({ page }) => {
  await open(page, STEPS);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const memory = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    const { result: prototype } = await session.send("Runtime.evaluate", { expression: "WebAssembly.Memory.prototype" });
    const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: prototype.objectId });
    const { result: bytes } = await session.send("Runtime.callFunctionOn", {
      objectId: objects.objectId, returnByValue: true,
      functionDeclaration: "function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }",
    });
    await session.send("Runtime.releaseObject", { objectId: objects.objectId });
    return { heap: of("JSHeapUsedSize"), wasm: bytes.value, nodes: of("Nodes"), listeners: of("JSEventListeners") };
  };
  // Timers run as fast as they are let: a loop takes no time of its own, and is still what playing is.
  await page.getByRole("combobox", { name: "Speed", exact: true }).selectOption("16");
  await page.mouse.click(1190, 5);
  const play = async (times) => {
    for (let i = 0; i < times; i++) {
      await page.keyboard.press("Space");
      await page.clock.runFor((STEPS + 3) * 300);
    }
  };
  await play(WARM);
  const before = await memory();
  const started = Date.now();
  await play(loops - WARM);
  await page.clock.runFor(5_000);
  const after = await memory();
  const grown = Object.keys(before).filter((what) => after[what] > before[what] * (what === "heap" ? 1.02 : 1));
  const line = Object.keys(before).map((what) => `${what} ${before[what]} → ${after[what]}`).join(", ");
  console.log(`${((Date.now() - started) / (loops - WARM)).toFixed(1)} ms a loop`);
  result(`playing ${loops} times through ${STEPS} steps`, line, "nothing grows", grown.length === 0);
}, { clock: true });
