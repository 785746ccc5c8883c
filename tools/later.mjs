// Cuts the page's wasm in two once more: what a first visit runs, and the rest, which the script fetches as soon as the page
// is drawn. tools/later.txt says which functions are the rest, and which regions of functions (tools/visit.mjs measured it);
// what it does not name stays.
//
// Both share memory and table. A function of the rest has a place in the table, where the first file has none: whoever calls
// by a place asks first whether there is one, and else sees to it that the rest is here (`bring`, of the page's script), which
// fills them. Where many call a function by its name, or the script does, it has a stand-in that calls it by its place.
import { createHash } from "node:crypto";
import { GLOBALS, parse, print, shape, take } from "./cold.mjs";
import { needed, parted } from "./data.mjs";

/** A name in Binaryen's text. */
const ID = String.raw`\$(?:"(?:[^"\\]|\\.)*"|[^\s()]+)`;

/** A function of the rest that is called at so few places has no stand-in: it is called there by its place in the table. */
const FEW = 6;

/** What tools/later.txt calls a function: crates' hashes are not the same everywhere, its name is. */
export const mark = (id) =>
  createHash("sha256")
    .update(id.replace(/^\$"?|"$/g, "").replace(/\[[0-9a-f]+\]/g, ""))
    .digest("hex")
    .slice(0, 8);

/** What tools/later.txt names: whole functions by their marks, and by mark and shape the regions of others, as pairs of stretches. */
export function listed(text) {
  const [whole, regions] = [new Set(), new Map()];
  for (const line of text.split("\n")) {
    const [found, form, ...pairs] = line.split(" ");
    if (form === undefined) whole.add(found);
    else regions.set(`${found} ${form}`, pairs.map((pair) => pair.split("-").map(Number)).map(([first, last]) => [first, last ?? first]));
  }
  return { whole, regions, some: new Set([...regions.keys()].map((key) => key.split(" ")[0])) };
}

/** The things of a module: each begins a line, with one space before it. */
function* things(text) {
  let thing = "";
  for (const line of text.slice(text.indexOf("\n") + 1, text.lastIndexOf("\n)")).split("\n")) {
    if (line.startsWith(" ;;")) continue;
    if (line.startsWith(" (") && thing !== "") {
      yield thing;
      thing = line;
    } else thing += thing === "" ? line : `\n${line}`;
  }
  yield thing;
}

function read(text) {
  const module = { type: [], import: [], global: [], memory: [], data: [], table: [], elem: [], export: [], tag: [], func: [], start: [] };
  for (const thing of things(text)) module[/^ \((\w+)/.exec(thing)[1]].push(thing);
  if (module.start.length + module.tag.length > 0) throw new Error("no start function and no tags were expected");
  return module;
}

const HEAD = new RegExp(String.raw`^ \(func (${ID})((?: \(param ${ID} \w+\))*)((?: \(result [^)]*\))?)`);
const CALLED = new RegExp(String.raw`\((?:return_call|call|ref\.func) (${ID})`, "g");

/** A function's name, the types of its parameters, its type as text, and those that it refers to. */
function look(text) {
  const [, id, params, result] = HEAD.exec(text);
  const types = [...params.matchAll(/ (\w+)\)/g)].map(([, type]) => type);
  const type = `${types.length > 0 ? ` (param ${types.join(" ")})` : ""}${result}`;
  return { id, text, types, type, calls: new Set([...text.matchAll(CALLED)].map(([, called]) => called)) };
}

/** The functions of a module as text. */
export const functions = (text) => read(text).func;

/** The texts of the two modules; `list` is what `listed` gives, `meant` what `linked` gives. */
export function cut(text, list, meant) {
  const module = read(text);
  const funcs = new Map(module.func.map(look).map((func) => [func.id, func]));
  const rest = new Set([...funcs.keys()].filter((id) => list.whole.has(mark(id))));
  const types = new Map(module.type.map((thing) => new RegExp(String.raw`^ \(type (${ID}) \(func(.*)\)\)$`).exec(thing)).map(([, id, type]) => [type, id]));
  const typed = (type) => {
    if (!types.has(type)) {
      types.set(type, `$cold.type.${types.size}`);
      module.type.push(` (type ${types.get(type)} (func${type}))`);
    }
    return types.get(type);
  };

  // Where the table has them: at first it has nothing where functions of the rest belong.
  const table = /^ \(table (\$\S+) (\d+) \d+ funcref\)$/m.exec(module.table.join("\n"));
  let places = Number(table[2]);
  const place = new Map();
  const at = (id) => {
    if (!place.has(id)) place.set(id, places++);
    return place.get(id);
  };
  const kept = new Map();
  for (const thing of module.elem) {
    const [, from, all] = /^ \(elem \$\S+ \(table \$\S+\) \(i32\.const (\d+)\) (?:func|funcref)(.*)\)$/.exec(thing);
    [...all.matchAll(new RegExp(String.raw`ref\.null|${ID}`, "g"))].forEach(([id], nth) => {
      if (rest.has(id)) place.set(id, Number(from) + nth);
      else if (id !== "ref.null") kept.set(Number(from) + nth, id);
    });
  }
  /** What fills the table, from places to functions: a run of places without a gap at a time. */
  const elems = (filled) => {
    const runs = [];
    for (const [from, id] of [...filled].sort(([a], [b]) => a - b)) {
      const run = runs.at(-1);
      if (run && run.from + run.ids.length === from) run.ids.push(id);
      else runs.push({ from, ids: [id] });
    }
    return runs.map(({ from, ids }) => ` (elem (table ${table[1]}) (i32.const ${from}) func ${ids.join(" ")})`);
  };

  // The regions, and the calls of the rest: by its place, or of a stand-in where there are many.
  const sites = new Map();
  for (const { id, text } of funcs.values()) if (!rest.has(id)) for (const [, called] of text.matchAll(CALLED)) if (rest.has(called)) sites.set(called, (sites.get(called) ?? 0) + 1);
  const few = (id) => sites.get(id) <= FEW;
  const live = (id) => ["call", "$rest.live", typeof id === "string" ? ["i32.const", String(at(id))] : id];
  const reach = (node) => {
    if (typeof node === "string") return node;
    if (node[0] === "call_indirect") return [...node.slice(0, -1).map(reach), live(reach(node.at(-1)))];
    if (node[0] === "call" && few(node[1])) return ["call_indirect", table[1], ["type", typed(funcs.get(node[1]).type)], ...node.slice(2).map(reach), live(node[1])];
    return node.map(reach);
  };
  for (const { id, text, calls } of [...funcs.values()].filter(({ id }) => !rest.has(id))) {
    const some = list.some.has(mark(id));
    if (!some && !text.includes("(call_indirect") && ![...calls].some(few)) continue;
    const func = parse(text);
    const regions = (some && list.regions.get(`${mark(id)} ${shape(func)}`)) || [];
    const name = (nth) => id.replace(/^\$"?([^]*?)"?$/, (_, plain) => `$"${plain} cold ${nth}"`);
    for (const { nth, parts } of take(func, regions, (nth, args) => ["call", name(nth), ...args])) {
      funcs.set(name(nth), look(` ${print(["func", name(nth), ...parts])}`));
      rest.add(name(nth));
      sites.set(name(nth), 1);
    }
    funcs.set(id, look(` ${print(reach(func))}`));
  }

  // Who stands in the first file, and what the rest uses of it.
  const called = new Set([...funcs.values()].filter(({ id }) => !rest.has(id)).flatMap(({ calls }) => [...calls]));
  const exported = new Set(module.export.flatMap((thing) => new RegExp(String.raw`\(func (${ID})\)`).exec(thing)?.[1] ?? []));
  const standins = [...rest].filter((id) => called.has(id) || exported.has(id)).map((id) => funcs.get(id));
  standins.sort((a, b) => a.type.localeCompare(b.type));
  for (const { id } of standins) at(id);
  const restFuncs = [...rest].map((id) => funcs.get(id));
  const used = [...new Set(restFuncs.flatMap(({ calls }) => [...calls]))].filter((id) => !rest.has(id));
  module.global.push(...GLOBALS.map(([id, type]) => ` (global ${id} (mut ${type}) (${type}.const 0))`));
  const body = restFuncs.map(({ text }) => text).join("\n");
  const globals = module.global.map((thing) => new RegExp(String.raw`^ \(global (${ID}) (\(mut \w+\)|\w+)`).exec(thing)).filter(([, id]) => body.includes(`${id})`) || body.includes(`global.set ${id}`));
  const tables = module.table.filter((thing) => thing.includes(table[1]) || body.includes(/^ \(table (\$\S+)/.exec(thing)[1]));
  const nameOf = (kind, id) => new RegExp(String.raw`"([^"]+)" \(${kind} ${id.replace(/\$/g, "\\$")}\)`).exec(module.export.join("\n"))[1];
  // What the page's script gives, the rest has from it.
  const imported = new Map(module.import.map((thing) => [new RegExp(String.raw` \(func (${ID})`).exec(thing)?.[1], thing]));
  // In the order that wasm-opt gives the functions: it packs better.
  const own = used.filter((id) => !imported.has(id)).sort();
  const hot = [...funcs.values()].filter(({ id }) => !rest.has(id)).map(({ text }) => text);
  const data = parted(module.data, needed(meant, hot));

  const first = [
    "(module",
    ...module.type,
    ...module.import,
    ` (import "./joinscope_bg.js" "bring" (func $rest.bring))`,
    ...module.global,
    " (global $rest.here (mut i32) (i32.const 0))",
    ...module.memory,
    ...data.first,
    ...module.table.map((thing) => (thing.includes(table[1]) ? ` (table ${table[1]} ${places} ${places} funcref)` : thing)),
    ...elems(kept),
    ...module.export,
    ` (export "here" (global $rest.here))`,
    ...own.map((id, at) => ` (export "${at.toString(36)}" (func ${id}))`),
    ...globals.map(([, id], at) => ` (export "-${at}" (global ${id}))`),
    ...hot,
    // A place in the table, with a function in it.
    ` (func $rest.live (param $0 i32) (result i32) (if (i32.eqz (global.get $rest.here)) (then (if (ref.is_null (table.get ${table[1]} (local.get $0))) (then (call $rest.bring))))) (local.get $0))`,
    ...standins.map(({ id, types: params, type }) => {
      const given = params.map((_, at) => ` (local.get ${at})`).join("");
      return ` (func ${id}${type} (call_indirect ${table[1]} (type ${typed(type)})${given} ${print(live(id))}))`;
    }),
    ")",
  ];
  const second = [
    "(module",
    ...module.type,
    ...used.filter((id) => imported.has(id)).map((id) => imported.get(id)),
    ...module.memory.map((thing) => ` (import "first" "${nameOf("memory", /^ \(memory (\$\S+)/.exec(thing)[1])}" ${thing.trim()})`),
    ...tables.map((thing) => /^ \(table (\$\S+) (\d+).* (\w+)\)$/.exec(thing)).map(([, id, size, type]) => ` (import "first" "${nameOf("table", id)}" (table ${id} ${size} ${type}))`),
    ...globals.map(([, id, type], at) => ` (import "first" "-${at}" (global ${id} ${type}))`),
    ...own.map((id, at) => ` (import "first" "${at.toString(36)}" (func ${id}${funcs.get(id).type}))`),
    ...data.rest,
    ...elems([...place].map(([id, at]) => [at, id])),
    body,
    ")",
  ];
  return { first: first.join("\n"), rest: second.join("\n") };
}
