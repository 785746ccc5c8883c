// The engine as wasm in Chromium beside itself natively, over the peers' workload: node benches/browser/wasm.mjs [rows a side]
// tools/bench.sh builds both: target/bench-wasm and target/release/joinscope.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, serve } from "../../tests/e2e/page.mjs";
import { result } from "./bench.mjs";

const n = Number(process.argv[2] ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 10);
const RUNS = 3;
const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = process.env.WASM ?? join(root, "target/bench-wasm");
const native = process.env.JOINSCOPE ?? join(root, "target/release/joinscope");
const joins = ["interval-inner", "interval-left", "window-inner", "regular-inner"];

/** The fastest of some runs, seconds, and what came out. */
function natively(name) {
  const text = execFileSync(native, ["bench", "--join", name, "--n", String(n), "--seed", "42", "--runs", String(RUNS)], { encoding: "utf8" });
  const runs = text.split("\n").map((line) => line.split("\t")).filter(([kind, , , run]) => kind === "run" && run !== "0");
  return { seconds: Math.min(...runs.map((run) => Number(run[6]))), out: `${runs[0][8]} ${runs[0][9]}` };
}

const server = await serve({ dist });
const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(server.base);
  const inWasm = (name) =>
    page.evaluate(
      async ({ name, n, runs }) => {
        const wasm = await import("./engine.js");
        await wasm.default();
        const work = wasm.Work.of(name, n, 42);
        let [seconds, out] = [Infinity, ""];
        for (let run = 0; run <= runs; run++) {
          const started = performance.now();
          out = work.run();
          // The first one is compiled while it runs.
          if (run > 0) seconds = Math.min(seconds, (performance.now() - started) / 1000);
        }
        work.free();
        return { seconds, out };
      },
      { name, n, runs: RUNS },
    );
  for (const name of joins) {
    const best = { native: Infinity, wasm: Infinity };
    for (let round = 0; round < ROUNDS; round++) {
      // By turns: what else the machine does falls on both.
      const [a, b] = [natively(name), await inWasm(name)];
      if (a.out !== b.out) throw new Error(`${name}: natively ${a.out}, in wasm ${b.out}`);
      best.native = Math.min(best.native, a.seconds);
      best.wasm = Math.min(best.wasm, b.seconds);
    }
    const ratio = best.native / best.wasm;
    const ms = (seconds) => `${(seconds * 1000).toFixed(0)} ms`;
    result(`wasm to native, ${name}, ${n} rows a side`, `${ratio.toFixed(2)} (native ${ms(best.native)}, wasm ${ms(best.wasm)})`, "at least 0.6", ratio >= 0.6);
  }
} finally {
  await browser.close();
  await server.close();
}
