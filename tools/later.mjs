// Cuts the page's wasm in two once more: what a first visit runs, and the rest, which the script fetches as soon as the page
// is drawn. tools/later.txt says which functions are the rest (tools/visit.mjs measured it); what it does not name stays.
//
// Both share memory, table and stack. A function of the rest that is called from outside of it, or whose address is taken, has
// a stand-in of its type in the first file: it sees to it that the rest is here (`bring`, of the page's script), and calls the
// function by its place in the table. Once the rest is here those places hold the functions themselves.
import { createHash } from "node:crypto";

/** A name in Binaryen's text. */
const ID = String.raw`\$(?:"(?:[^"\\]|\\.)*"|[^\s()]+)`;

/** What tools/later.txt calls a function: crates' hashes are not the same everywhere, its name is. */
export const mark = (id) =>
  createHash("sha256")
    .update(id.replace(/^\$"?|"$/g, "").replace(/\[[0-9a-f]+\]/g, ""))
    .digest("hex")
    .slice(0, 8);

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

/** The texts of the two modules; `later` says of a function's name whether it is of the rest. */
export function cut(text, later) {
  const module = read(text);
  const funcs = new Map(module.func.map(look).map((func) => [func.id, func]));
  const rest = new Set([...funcs.keys()].filter(later));
  const types = new Map(module.type.map((thing) => new RegExp(String.raw`^ \(type (${ID}) \(func(.*)\)\)$`).exec(thing)).map(([, id, type]) => [type, id]));

  // Where the table has them.
  const table = /^ \(table (\$\S+) (\d+) \d+ funcref\)$/m.exec(module.table.join("\n"));
  let places = Number(table[2]);
  const place = new Map();
  for (const thing of module.elem) {
    const [, from, all] = /^ \(elem \$\S+ \(table \$\S+\) \(i32\.const (\d+)\) (?:func|funcref)(.*)\)$/.exec(thing);
    [...all.matchAll(new RegExp(String.raw`ref\.null|${ID}`, "g"))].forEach(([id], at) => {
      if (rest.has(id)) place.set(id, Number(from) + at);
    });
  }

  // Who stands in the first file, and what the rest uses of it.
  const called = new Set([...funcs.values()].filter(({ id }) => !rest.has(id)).flatMap(({ calls }) => [...calls]));
  const exported = new Set(module.export.flatMap((thing) => new RegExp(String.raw`\(func (${ID})\)`).exec(thing)?.[1] ?? []));
  const standins = [...rest].filter((id) => called.has(id) || exported.has(id) || place.has(id)).map((id) => funcs.get(id));
  standins.sort((a, b) => a.type.localeCompare(b.type) || (place.get(a.id) ?? places) - (place.get(b.id) ?? places));
  for (const { id } of standins) if (!place.has(id)) place.set(id, places++);
  const restFuncs = [...rest].map((id) => funcs.get(id));
  const used = [...new Set(restFuncs.flatMap(({ calls }) => [...calls]))].filter((id) => !rest.has(id));
  const typeOf = new Map(module.import.map((thing) => new RegExp(String.raw` \(func (${ID})(.*)\)\)$`).exec(thing)).filter((found) => found !== null).map(([, id, type]) => [id, type]));
  const body = restFuncs.map(({ text }) => text).join("\n");
  const globals = module.global.map((thing) => new RegExp(String.raw`^ \(global (${ID}) (\(mut \w+\)|\w+)`).exec(thing)).filter(([, id]) => body.includes(`${id})`) || body.includes(`global.set ${id}`));
  const tables = module.table.filter((thing) => thing.includes(table[1]) || body.includes(/^ \(table (\$\S+)/.exec(thing)[1]));
  const nameOf = (kind, id) => new RegExp(String.raw`"([^"]+)" \(${kind} ${id.replace(/\$/g, "\\$")}\)`).exec(module.export.join("\n"))[1];

  const first = [
    "(module",
    ...module.type,
    ...module.import,
    ` (import "./joinscope_bg.js" "bring" (func $rest.bring))`,
    ...module.global,
    " (global $rest.here (mut i32) (i32.const 0))",
    ...module.memory,
    ...module.data,
    ...module.table.map((thing) => (thing.includes(table[1]) ? ` (table ${table[1]} ${places} ${places} funcref)` : thing)),
    ...module.elem,
    ...module.export,
    ` (export "here" (global $rest.here))`,
    ...used.map((id, at) => ` (export "${at.toString(36)}" (func ${id}))`),
    ...globals.map(([, id], at) => ` (export "-${at}" (global ${id}))`),
    ...[...funcs.values()].filter(({ id }) => !rest.has(id)).map(({ text }) => text),
    " (func $rest.needed (if (i32.eqz (global.get $rest.here)) (then (call $rest.bring))))",
    ...standins.map(({ id, types: params, type }) => {
      const given = params.map((_, at) => ` (local.get ${at})`).join("");
      return ` (func ${id}${type} (call $rest.needed) (call_indirect ${table[1]} (type ${types.get(type)})${given} (i32.const ${place.get(id)})))`;
    }),
    ")",
  ];
  const second = [
    "(module",
    ...module.type,
    ...module.memory.map((thing) => ` (import "first" "${nameOf("memory", /^ \(memory (\$\S+)/.exec(thing)[1])}" ${thing.trim()})`),
    ...tables.map((thing) => /^ \(table (\$\S+) (\d+).* (\w+)\)$/.exec(thing)).map(([, id, size, type]) => ` (import "first" "${nameOf("table", id)}" (table ${id} ${size} ${type}))`),
    ...globals.map(([, id, type], at) => ` (import "first" "-${at}" (global ${id} ${type}))`),
    ...used.map((id, at) => ` (import "first" "${at.toString(36)}" (func ${id}${typeOf.get(id) ?? funcs.get(id).type}))`),
    ...standins.map(({ id }) => ` (elem (table ${table[1]}) (i32.const ${place.get(id)}) func ${id})`),
    body,
    ")",
  ];
  return { first: first.join("\n"), rest: second.join("\n") };
}
