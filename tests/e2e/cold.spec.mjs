// What tools/cold.mjs takes out of a function does there what it did in it: functions made at random, each whole and cut, give the
// same for the same, whether what they run was taken out or not.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { GLOBALS, parse, print, stretches, take, tell, worth } from "../../tools/cold.mjs";
import { needed, parted } from "../../tools/data.mjs";

/** Numbers below a bound, the same for a seed. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** A function of two numbers and chance, with blocks, loops that end, tables of labels, returns, and values that blocks give. */
function made(name, draw) {
  let labels = 0;
  const local = () => `$${draw(14)}`;
  const value = (depth) => {
    const kind = draw(depth > 2 ? 2 : 6);
    if (kind === 0) return `(i32.const ${draw(40)})`;
    if (kind === 1) return `(local.get ${local()})`;
    if (kind === 2) return `(i32.wrap_i64 (local.get $w))`;
    if (kind === 3) return `(local.tee ${local()} ${value(depth + 1)})`;
    return `(i32.${["add", "sub", "mul", "xor", "lt_u", "eq"][draw(6)]} ${value(depth + 1)} ${value(depth + 1)})`;
  };
  const leave = (around) => {
    const label = () => around[draw(around.length)];
    const kind = draw(6);
    if (kind === 0) return `(return ${value(1)})`;
    if (kind === 1 && around.length > 0) return `(br_table ${label()} ${label()} ${label()} (i32.add (call $chance) (i32.const -1)))`;
    if (kind === 2 && around.length > 0) return `(block $${name}l${labels} (br_if $${name}l${labels++} (call $chance)) (call $told ${value(1)}) (local.set ${local()} ${value(1)}) (br ${label()}))`;
    if (kind < 4 && around.length > 0) return `(br_if ${label()} (i32.eqz (call $chance)))`;
    return `(call $told ${value(1)})`;
  };
  const statements = (depth, around) =>
    Array.from({ length: 2 + draw(5) }, () => {
      const kind = draw(depth > 3 ? 4 : 9);
      if (kind < 2) return `(local.set ${local()} ${value(0)})`;
      if (kind === 2) return `(local.set $w (i64.add (local.get $w) (i64.extend_i32_u ${value(1)})))`;
      if (kind === 3) return `(call $told ${value(0)})`;
      const label = `$${name}l${labels++}`;
      if (kind === 4) return `(local.set ${local()} (block ${label} (result i32) ${statements(depth + 1, around)} ${value(0)}))`;
      if (kind === 5) return `(loop ${label} ${statements(depth + 1, around)} (br_if ${label} (i32.and (call $chance) (call $fuel))))`;
      const inner = () => statements(depth + 1, [...around, label]);
      return `(block ${label} (br_if ${label} (call $chance)) ${inner()} ${leave([...around, label])} ${inner()})`;
    }).join(" ");
  return `(func $${name} (param $0 i32) (param $1 i32) (result i32) ${Array.from({ length: 12 }, (_, at) => at + 2).map((at) => `(local $${at} i32)`).join(" ")} (local $w i64) ${statements(0, [])} ${value(0)})`;
}

/** What a module of such functions does for many numbers, and what of it ran. */
async function run(folder, funcs, more = "") {
  const [text, wasm] = ["module.wat", "module.wasm"].map((name) => join(folder, name));
  const globals = GLOBALS.map(([id, type]) => `(global ${id} (mut ${type}) (${type}.const 0))`).join(" ");
  writeFileSync(text, `(module (import "host" "told" (func $told (param i32))) (import "host" "fuel" (func $fuel (result i32))) (import "host" "chance" (func $chance (result i32))) (memory (export "memory") 4) ${globals} ${funcs.map((func, at) => `(export "${at}" (func ${func[1]}))`).join(" ")} ${funcs.map(print).join("\n")} ${more})`);
  execFileSync("wasm-as", ["--enable-multivalue", "--enable-mutable-globals", "--enable-bulk-memory", text, "-o", wasm]);
  let [told, fuel, chance] = [[], 0, random(0)];
  const host = { told: (number) => void told.push(number), fuel: () => Number(fuel-- > 0), chance: () => chance(3) };
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { host });
  return {
    ask: (at, a, b) => {
      [told, fuel, chance] = [[], 20, random(a * 64 + b)];
      return [instance.exports[at](a, b), ...told];
    },
    ran: (count) => new Uint8Array(instance.exports.memory.buffer, 0, count).slice(),
  };
}

test("what is taken out of a function does what it did there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "joinscope-"));
  try {
    let regions = 0;
    let entered = 0;
    for (const seed of [1, 2]) {
      const draw = random(seed);
      const texts = Array.from({ length: 40 }, (_, at) => made(`f${at}`, draw));
      // One try tells what is to stay.
      let places = 0;
      const starts = [];
      const telling = texts.map(parse).map((func) => {
        starts.push(places);
        places += tell(func, places);
        return func;
      });
      const watched = await run(folder, telling);
      texts.forEach((_, at) => watched.ask(at, 1, 2));
      const ran = watched.ran(places);

      const cold = [];
      const cut = texts.map(parse).map((func, at) => {
        const found = worth(func, (stretch) => ran[starts[at] + stretch]);
        regions += found.length;
        for (const { nth, parts } of take(func, found, (nth, args) => ["call", `$f${at}.${nth}`, ...args])) cold.push(print(["func", `$f${at}.${nth}`, ...parts]));
        return func;
      });
      const [whole, parts] = [await run(folder, texts.map(parse)), await run(folder, cut, cold.join("\n"))];
      for (let at = 0; at < texts.length; at++)
        for (let nth = 0; nth < 60; nth++) {
          const [a, b] = [draw(50), draw(50)];
          const [now, before] = [parts.ask(at, a, b), whole.ask(at, a, b)];
          assert.ok(now.join() === before.join(), `${texts[at]} of ${a} and ${b}: ${now}, not ${before}`);
        }
      // They are not only never run.
      for (let at = 0; at < texts.length; at++) for (let nth = 0; nth < 60; nth++) watched.ask(at, draw(50), draw(50));
      const later = watched.ran(places);
      entered += ran.filter((one, at) => !one && later[at]).length;
      assert.equal(stretches(parse(texts[0])).length, starts[1]);
    }
    assert.ok(regions > 300 && entered > 100, `${regions} regions, ${entered} stretches run of what was not`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("data that code may read stays, with what it names; the rest is where it was", () => {
  const named = { from: 130, to: 160, names: [] };
  const meant = new Map([[100, new Set([{ from: 104, to: 110, names: [named] }])], [200, new Set([{ from: 200, to: 210, names: [] }])]]);
  const ranges = needed(meant, ["(func $a (i32.load offset=100 (local.get $0)))"]);
  assert.deepEqual(ranges.map(({ from, to }) => [from, to]), [[104, 110], [130, 160]]);
  const all = Array.from({ length: 120 }, (_, at) => `\\${(at + 1).toString(16).padStart(2, "0")}`).join("");
  const { first, rest } = parted([` (data $.rodata (i32.const 100) "${all}")`, ` (data $.data (i32.const 400) "ab")`], ranges);
  assert.equal(first[1], ` (data $.data (i32.const 400) "ab")`);
  const bytes = (thing) => [...thing.matchAll(/\\(..)/g)].map(([, hex]) => Number.parseInt(hex, 16));
  const memory = new Array(120).fill(0);
  bytes(first[0]).forEach((byte, at) => (memory[at] = byte));
  for (const at of [4, 9, 30, 59]) assert.equal(memory[at], at + 1);
  assert.equal(memory[100], 0, "what nobody reads is not there at first");
  for (const thing of rest) bytes(thing).forEach((byte, at) => (memory[Number(/const (\d+)/.exec(thing)[1]) - 100 + at] = byte));
  assert.deepEqual(memory, Array.from({ length: 120 }, (_, at) => at + 1));
});
