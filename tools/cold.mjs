// What of a function a first visit does not run, and how that is taken out of it: a region, statements that follow each other in
// one body, becomes a function of its own, which tools/later.mjs puts into the rest. Functions are Binaryen's text.
//
// A function's statements are in stretches: what runs as a whole, or not at all, for nothing in it leaves but its last statement.
// They are numbered in the order of the text. A region takes what it reads as parameters, and gives back what it sets, and where
// it goes on, by globals (GLOBALS): few regions ever run, so that is to be short and not fast.
import { createHash } from "node:crypto";

const TOKEN = /[()]|\$"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*"|[^\s()"]+/g;

/** The text of a function as a tree: a list begins with its head. */
export function parse(text) {
  const open = [[]];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "(") open.push([]);
    else if (token === ")") open.at(-2).push(open.pop());
    else open.at(-1).push(token);
  }
  return open[0][0];
}

/** A tree as text; a function as tools/later.mjs reads it, which begins a line. */
export const print = (node) => (typeof node === "string" ? node : `(${node.map(print).join(" ")})`);
const DECLARED = new Set(["param", "result", "local", "type"]);

/** Where the statements of a body begin; nothing, where a node is no body. */
function body(node) {
  switch (node[0]) {
    case "func":
    case "block":
    case "loop": {
      let at = typeof node[1] === "string" ? 2 : 1;
      while (at < node.length && DECLARED.has(node[at][0])) at++;
      return at;
    }
    case "then":
    case "else":
      return 1;
    default:
      return undefined;
  }
}

const LEAVES = new Set(["br", "br_if", "br_table", "return", "unreachable"]);
const leaves = (node) => typeof node !== "string" && (LEAVES.has(node[0]) || node.some(leaves));

/** All stretches of a function, in the order of their numbers: from one statement of a body to another, that one not included. */
export function stretches(func) {
  const found = [];
  const walk = (node, typed) => {
    const start = body(node);
    if (start !== undefined) {
      const result = node.slice(0, start).find((item) => item[0] === "result")?.[1] ?? (node[0] === "then" || node[0] === "else" ? typed : undefined);
      let from = start;
      for (let at = start; at < node.length; at++)
        if (at === node.length - 1 || leaves(node[at])) {
          found.push({ node, from, to: at + 1, result });
          from = at + 1;
        }
    }
    const inner = node[0] === "if" ? node.find((item) => item[0] === "result")?.[1] : undefined;
    for (const item of node.slice(1)) if (typeof item !== "string") walk(item, inner);
  };
  walk(func);
  return found;
}

/** What a function is made of, but for names, numbers and addresses: the same on every machine, and as long as its code is. */
export const shape = (func) => {
  const heads = [];
  const walk = (node) => {
    heads.push(node[0]);
    for (const item of node) if (typeof item !== "string") walk(item);
    heads.push(")");
  };
  walk(func);
  return createHash("sha256").update(heads.join(" ")).digest("hex").slice(0, 8);
};

// ---- what is alive

/** The locals of a function, by name: their place among all, and their type. */
const locals = (func) => new Map(func.filter((item) => item[0] === "param" || item[0] === "local").map(([, id, type], at) => [id, { at, type, bit: 1n << BigInt(at) }]));

/**
 * Which locals are alive (may be read before they are set) before each statement of the bodies that are asked for, after its last
 * one, and where each label leads.
 */
function alive(func, all, asked) {
  const labels = new Map();
  const before = new Map();
  const list = (node, from, out) => {
    const kept = asked.has(node) ? [] : undefined;
    if (kept) kept[node.length] = out;
    for (let at = node.length - 1; at >= from; at--) {
      if (typeof node[at] !== "string") out = one(node[at], out);
      if (kept) kept[at] = out;
    }
    if (kept) before.set(node, kept);
    return out;
  };
  const one = (node, out) => {
    switch (node[0]) {
      case "local.get":
        return out | all.get(node[1]).bit;
      case "local.set":
      case "local.tee":
        return list(node, 2, out & ~all.get(node[1]).bit);
      case "block":
        if (typeof node[1] === "string") labels.set(node[1], out);
        return list(node, body(node), out);
      case "loop": {
        let start = labels.get(node[1]) ?? 0n;
        for (;;) {
          labels.set(node[1], start);
          const now = start | list(node, body(node), out);
          if (now === start) return now;
          start = now;
        }
      }
      case "if": {
        const arms = node.filter((item) => item[0] === "then" || item[0] === "else");
        const ins = arms.map((arm) => list(arm, 1, out)).concat(arms.length === 1 ? [out] : []);
        const condition = node.slice(1).find((item) => item[0] !== "result");
        return one(condition, ins.reduce((a, b) => a | b));
      }
      case "br":
        return list(node, 2, labels.get(node[1]));
      case "br_if":
        return list(node, 2, out | labels.get(node[1]));
      case "br_table": {
        const to = node.slice(1).filter((item) => typeof item === "string");
        return list(node, 1 + to.length, to.reduce((sum, label) => sum | labels.get(label), 0n));
      }
      case "return":
        return list(node, 1, 0n);
      case "unreachable":
        return 0n;
      default:
        return list(node, 1, out);
    }
  };
  list(func, body(func), 0n);
  return { labels, before };
}

// ---- regions

const KINDS = ["i32", "i64", "f32", "f64"];
const MOST = 6;
/** By these a region gives back: where it goes on, and what it set. */
export const GLOBALS = [["$cold.way", "i32"], ...KINDS.flatMap((kind) => Array.from({ length: MOST }, (_, at) => [`$cold.${kind}.${at}`, kind]))];

/** About how many bytes a node is in a file. */
function bytes(node) {
  if (typeof node === "string") return 0;
  const inner = node.reduce((sum, item) => sum + bytes(item), 0);
  const number = () => {
    const value = Math.abs(Number(node[1]));
    return value < 64 ? 2 : value < 8192 ? 3 : value < 1048576 ? 4 : 5;
  };
  const own = { "i32.const": number, "i64.const": number, block: () => 3, loop: () => 3, if: () => 4, else: () => 1, then: () => 0, call: () => 3, call_indirect: () => 4, br_table: () => node.length, return: () => 1, drop: () => 1, select: () => 1 };
  const length = own[node[0]]?.() ?? (/^(local|global|br)/.test(node[0]) ? 2 : /\.(load|store)/.test(node[0]) ? 3 : 1);
  return inner + length;
}

/** Whether what follows a statement is reached by it. */
const goes_on = (node) => !["br", "br_table", "return", "unreachable"].includes(node[0]);

/** Labels that a list of statements leads out to, and "return"; nothing where a value is taken along to a label. */
function exits(statements) {
  const inner = new Set();
  const out = new Set();
  let valued = false;
  const walk = (node) => {
    if ((node[0] === "block" || node[0] === "loop") && typeof node[1] === "string") inner.add(node[1]);
    for (const item of node) if (typeof item !== "string") walk(item);
  };
  statements.forEach(walk);
  const look = (node) => {
    const to = node.slice(1).filter((item) => typeof item === "string");
    if (node[0] === "return") out.add("return");
    else if (node[0] === "br" || node[0] === "br_if" || node[0] === "br_table") {
      const led = to.filter((label) => !inner.has(label));
      led.forEach((label) => out.add(label));
      if (led.length > 0 && node.length - 1 - to.length > (node[0] === "br" ? 0 : 1)) valued = true;
    }
    for (const item of node) if (typeof item !== "string") look(item);
  };
  statements.forEach(look);
  return valued ? undefined : [...out];
}

// A hash map's table is scanned with these, and in each build other ways: where the stack and the heap lie makes its seed.
const SCAN = new Set(["-9187201950435737472", "i64.ctz"]);
const scans = (node) => node.some((item) => (typeof item === "string" ? SCAN.has(item) : scans(item)));

const ODD = /^(tuple|try|throw|rethrow|return_call|br_on|call_ref|resume|suspend)/;
const odd = (node) => typeof node !== "string" && (ODD.test(node[0]) || node.some(odd));

/** How a region is taken out: its function, but for its name, and what stands in its place. Nothing, if it cannot be or gains nothing. */
function plan(func, all, { labels, before }, { node, from, to, result }) {
  const statements = node.slice(from, to);
  const size = statements.reduce((sum, item) => sum + bytes(item), 0);
  if (size < 10 || statements.some(scans)) return undefined;
  const ways = exits(statements);
  if (ways === undefined) return undefined;
  const whole = func.find((item) => item[0] === "result")?.[1];
  const last = statements.at(-1);
  // A block that is to give a value and says of no type ends nowhere.
  const fruitless = ["block", "loop", "if"].includes(last[0]) && !last.some((item) => item[0] === "result");
  const valued = to === node.length && result !== undefined && goes_on(last) && !fruitless;
  const falls = goes_on(last) && !(to === node.length && result !== undefined && fruitless);

  let [read, set] = [0n, 0n];
  const look = (item) => {
    if (item[0] === "local.get") read |= all.get(item[1]).bit;
    if (item[0] === "local.set" || item[0] === "local.tee") set |= all.get(item[1]).bit;
    for (const inner of item) if (typeof inner !== "string") look(inner);
  };
  statements.forEach(look);
  const after = ways.reduce((sum, way) => sum | (way === "return" ? 0n : labels.get(way)), falls ? before.get(node)[to] : 0n);
  const list = (bits) => [...all].filter(([, { bit }]) => bits & bit).map(([id, { type }]) => ({ id, type }));
  const taken = list(before.get(node)[from] & (read | set)).sort((a, b) => KINDS.indexOf(a.type) - KINDS.indexOf(b.type));
  const given = list(after & set);
  if ([...taken, ...given].some(({ type }) => !KINDS.includes(type)) || !KINDS.includes(result ?? "i32") || !KINDS.includes(whole ?? "i32")) return undefined;

  const used = new Map(KINDS.map((kind) => [kind, 0]));
  const global = (kind) => {
    const at = used.get(kind);
    used.set(kind, at + 1);
    return `$cold.${kind}.${at}`;
  };
  const gifts = given.map(({ id, type }) => ({ id, by: global(type) }));
  const value = valued ? global(result) : undefined;
  const returned = whole !== undefined && ways.includes("return") ? global(whole) : undefined;
  if ([...used.values()].some((count) => count > MOST)) return undefined;

  // Inside: each label that it leads out to is a block around it, after which it says which one it was.
  const several = ways.length + (falls ? 1 : 0) > 1;
  const leave = (item) => {
    if (typeof item === "string") return item;
    if (item[0] !== "return") return item.map(leave);
    return whole === undefined ? ["br", "$cold.return"] : ["block", ["global.set", returned, leave(item[1])], ["br", "$cold.return"]];
  };
  let inside = statements.map(leave);
  if (valued) inside[inside.length - 1] = ["global.set", value, inside.at(-1)];
  const say = (way) => (several ? [["global.set", "$cold.way", ["i32.const", String(way)]]] : []);
  if (ways.length > 0) {
    if (falls) inside.push(...say(0), ["br", "$cold.end"]);
    ways.forEach((way, at) => {
      inside = [["block", way === "return" ? "$cold.return" : way, ...inside], ...say(at + 1), ["br", "$cold.end"]];
    });
    inside = [["block", "$cold.end", ...inside]];
  }
  if (!falls && ways.length === 0) inside.push(["unreachable"]);
  else inside.push(...gifts.map(({ id, by }) => ["global.set", by, ["local.get", id]]));
  const own = list((read | set) & ~taken.reduce((sum, { id }) => sum | all.get(id).bit, 0n));
  const parts = [...taken.map(({ id, type }) => ["param", id, type]), ...own.map(({ id, type }) => ["local", id, type]), ...inside];

  // In its place: the call, what it set, and where it goes on.
  const go = (way) => (way === "return" ? ["return", ...(returned ? [["global.get", returned]] : [])] : ["br", way]);
  const stand = (call) => {
    const here = [call, ...gifts.map(({ id, by }) => ["local.set", id, ["global.get", by]])];
    ways.forEach((way, at) => {
      if (!falls && at === ways.length - 1) return here.push(go(way));
      const asked = ways.length === 1 ? ["global.get", "$cold.way"] : ["i32.eq", ["global.get", "$cold.way"], ["i32.const", String(at + 1)]];
      here.push(way === "return" ? ["if", asked, ["then", go(way)]] : ["br_if", way, asked]);
    });
    if (!falls && ways.length === 0) here.push(["unreachable"]);
    if (valued) here.push(["global.get", value]);
    return here;
  };
  const cost = stand(["call", "", ...taken.map(({ id }) => ["local.get", id])]).reduce((sum, item) => sum + bytes(item), 0) + 9;
  // Calls are much alike, and pack better than what they stand for.
  if (size < cost - 4) return undefined;
  return { node, from, to, parts, taken, stand };
}

const able = (func) => {
  const found = [...labelsOf(func)];
  return !odd(func) && new Set(found).size === found.length;
};
function* labelsOf(node) {
  if ((node[0] === "block" || node[0] === "loop") && typeof node[1] === "string") yield node[1];
  for (const item of node) if (typeof item !== "string") yield* labelsOf(item);
}

/** What of a function is worth to be taken out, as pairs of stretches: of those that did not run, as many together as can be. */
export function worth(func, ran) {
  if (!able(func)) return [];
  const all = stretches(func);
  const known = locals(func);
  const cold = all.map((_, at) => !ran(at));
  const inside = new Map();
  all.forEach((stretch, at) => inside.set(stretch.node, [...(inside.get(stretch.node) ?? []), at]));
  const living = alive(func, known, new Set(inside.keys()));
  const found = [];
  // What lies in stretches that were taken is theirs.
  const gone = new Set();
  const mark = (node) => {
    for (const at of inside.get(node) ?? []) gone.add(at);
    for (const item of node) if (typeof item !== "string") mark(item);
  };
  const take = (first, last) => {
    const region = { ...all[first], to: all[last].to };
    if (plan(func, known, living, region) === undefined) return false;
    found.push([first, last]);
    for (const item of region.node.slice(region.from, region.to)) mark(item);
    for (const at of inside.get(region.node)) if (at >= first && at <= last) gone.add(at);
    return true;
  };
  all.forEach((stretch, at) => {
    if (!cold[at] || gone.has(at)) return;
    const here = inside.get(stretch.node);
    let end = here.indexOf(at);
    while (end + 1 < here.length && cold[here[end + 1]]) end++;
    for (let upto = end; upto >= here.indexOf(at); upto--) if (take(at, here[upto])) return;
  });
  return found;
}

/**
 * Takes regions out of a function. `call` gives what calls a region's function, by its number among them and with what arguments.
 * Returns the functions: the number, and all behind the name.
 */
export function take(func, regions, call) {
  const all = stretches(func);
  const known = locals(func);
  const living = alive(func, known, new Set(regions.map(([first]) => all[first].node)));
  const plans = regions.map(([first, last], nth) => ({ nth, ...plan(func, known, living, { ...all[first], to: all[last].to }) }));
  // From the last to the first, so that places in a body stay what they are.
  for (const { nth, node, from, to, taken, stand } of plans.toReversed()) node.splice(from, to - from, ...stand(call(nth, taken.map(({ id }) => ["local.get", id]))));
  return plans.map(({ nth, parts }) => ({ nth, parts }));
}

/** Has each stretch of a function tell that it ran, by a byte at its number behind `base`; gives how many there are. */
export function tell(func, base) {
  const all = stretches(func);
  all.map((stretch, at) => ({ ...stretch, at })).reverse().forEach(({ node, from, at }) => node.splice(from, 0, ["i32.store8", ["i32.const", String(base + at)], ["i32.const", "1"]]));
  return all.length;
}
