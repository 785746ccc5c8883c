// Where a step's script goes, by function: node benches/browser/profile.mjs [events [step|drag|seek]]
// Build the page with wasm names kept (data-wasm-opt-params="-g ..." in index.html) or functions are only numbers.

import { calm, dragFlag, holdChart, open, withPage } from "./bench.mjs";

const events = Number(process.argv[2] ?? 10_000);
const what = process.argv[3] ?? "step";
const STEPS = 30;

await withPage(async ({ page }) => {
  await open(page, events);
  for (let i = 0; i < 50; i++) await page.keyboard.press("ArrowLeft");
  await calm(page);
  const seek = what === "seek" && (await holdChart(page));
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  await session.send("Profiler.setSamplingInterval", { interval: 100 });
  await session.send("Profiler.start");
  if (what === "drag") await dragFlag(page, STEPS);
  else if (seek)
    for (let i = 0; i < STEPS; i++) {
      await seek();
      await page.waitForTimeout(300);
    }
  else
    for (let i = 0; i < STEPS; i++) {
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(300);
    }
  const { profile } = await session.send("Profiler.stop");
  const nodes = new Map(profile.nodes.map((node) => [node.id, { ...node, self: 0, total: 0 }]));
  profile.samples.forEach((id, at) => (nodes.get(id).self += profile.timeDeltas[at] / 1000));
  const own = new Map();
  const whole = new Map();
  const add = (map, name, by) => map.set(name, (map.get(name) ?? 0) + by);
  const walk = (id, above) => {
    const node = nodes.get(id);
    const name = node.callFrame.functionName || `(${node.callFrame.url.split("/").at(-1)}:${node.callFrame.lineNumber})`;
    const total = node.self + (node.children ?? []).reduce((sum, child) => sum + walk(child, new Set([...above, name])), 0);
    add(own, name, node.self);
    // Of a function that calls itself only the outermost counts.
    if (!above.has(name)) add(whole, name, total);
    return total;
  };
  walk(profile.nodes[0].id, new Set());
  const list = (map, most) =>
    [...map]
      .filter(([name]) => !["(idle)", "(root)", "(program)"].includes(name))
      .sort((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([name, ms]) => `${(ms / STEPS).toFixed(2).padStart(8)} ${name.slice(0, 150)}`)
      .join("\n");
  console.log(`ms a step, whole:\n${list(whole, 70)}\n\nms a step, own:\n${list(own, 40)}`);
});
