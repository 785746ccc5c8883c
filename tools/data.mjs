// Where the data lies that only the rest of the page's wasm uses (tools/later.mjs). The linker's relocations say what leads
// where.

/**
 * Ranges of addresses, `[from, to]`, of what is only read and is used by no function but those of which `later` says, of the
 * name that the linker knows it by, that it is of the rest. `linked` is the whole wasm as the linker made it.
 */
export function laterData(linked, later) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = linked[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  const name = () => {
    const length = number();
    at += length;
    return linked.toString("utf8", at - length, at);
  };
  const all = (read) => Array.from({ length: number() }, read);

  // Sections: where the bodies of functions are, and the data.
  const custom = {};
  const bodies = [];
  const segments = [];
  let imported = 0;
  let code, data;
  while (at < linked.length) {
    const id = linked[at++];
    const end = number() + at;
    const start = at;
    if (id === 0) custom[name()] = [at, end];
    if (id === 2) {
      all(() => {
        name();
        name();
        const kind = linked[at++];
        if (kind === 0) imported++;
        else if (kind !== 3) throw new Error("only functions and globals are imported, as far as is known");
        number();
        if (kind === 3) at++;
      });
    }
    if (id === 10) {
      code = start;
      all(() => {
        bodies.push(at - code);
        at = number() + at;
      });
    }
    if (id === 11) {
      data = start;
      all(() => {
        // Its place in memory is a constant.
        if (number() !== 0 || linked[at++] !== 0x41) throw new Error("the data is not placed as expected");
        const address = number();
        at++;
        const length = number();
        segments.push({ address, offset: at - data });
        at += length;
      });
    }
    at = end;
  }
  const subsections = function* (end) {
    while (at < end) {
      const kind = linked[at++];
      const next = number() + at;
      yield kind;
      at = next;
    }
  };

  const funcs = new Map();
  at = custom.name[0];
  for (const kind of subsections(custom.name[1])) if (kind === 1) all(() => funcs.set(number(), name()));
  const symbols = [];
  at = custom.linking[0];
  number();
  for (const kind of subsections(custom.linking[1])) {
    if (kind === 5) all(() => { segments[segments.findIndex(({ name }) => name === undefined)].name = name(); number(); number(); });
    if (kind !== 8) continue;
    all(() => {
      const [SECTION, DATA, FUNCTION] = [3, 1, 0];
      const what = linked[at++];
      const flags = number();
      const known = (flags & 0x10) === 0;
      const symbol = {};
      if (what === SECTION) number();
      else if (what === DATA) {
        name();
        if (known) {
          const segment = segments[number()];
          const start = number();
          Object.assign(symbol, { segment, from: segment.address + start, size: number(), leads: new Set() });
        }
      } else {
        const index = number();
        if (what === FUNCTION) symbol.func = index;
        if (known || (flags & 0x40) !== 0) name();
      }
      symbols.push(symbol);
    });
  }

  // What leads to which data: its roots are all other functions, and what may change.
  const ADDRESSES = new Set([3, 4, 5, 11, 14, 15, 16, 17, 21, 23, 25]);
  const relocations = function* (section) {
    at = custom[section][0];
    number();
    for (let left = number(); left > 0; left--) {
      const kind = linked[at++];
      const place = number();
      const symbol = symbols[number()];
      if (ADDRESSES.has(kind) || kind === 8 || kind === 9 || kind === 22) number();
      if (ADDRESSES.has(kind) && symbol?.leads) yield [place, symbol];
    }
  };
  const under = (list, value, key) => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (key(list[middle]) <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const used = new Set();
  for (const [place, symbol] of relocations("reloc.CODE")) {
    if (!later(funcs.get(under(bodies, place, (body) => body) + imported))) used.add(symbol);
  }
  const datas = symbols.filter(({ leads }) => leads).sort((a, b) => a.from - b.from);
  for (const [place, symbol] of relocations("reloc.DATA")) {
    const segment = segments[under(segments, place, ({ offset }) => offset)];
    const address = segment.address + place - segment.offset;
    let found = false;
    // Several may lie over each other.
    for (let k = under(datas, address, ({ from }) => from); k >= 0 && datas[k].from > address - 100_000; k--) {
      if (address < datas[k].from + datas[k].size) {
        datas[k].leads.add(symbol);
        found = true;
      }
    }
    if (!found) used.add(symbol);
  }
  for (const symbol of datas) if (symbol.segment.name !== ".rodata") used.add(symbol);
  for (const symbol of used) for (const lead of symbol.leads) used.add(lead);

  // Where several lie over each other, one that is used counts.
  const [FREE, USED] = [1, 2];
  const start = segments[0].address;
  const state = new Uint8Array(datas.at(-1).from + datas.at(-1).size - start);
  const lie = (symbol, as) => state.fill(as, symbol.from - start, symbol.from + symbol.size - start);
  for (const symbol of datas) if (!used.has(symbol)) lie(symbol, FREE);
  for (const symbol of used) lie(symbol, USED);
  const ranges = [];
  for (let from = state.indexOf(FREE), to; from >= 0; from = state.indexOf(FREE, to)) {
    for (to = from; state[to] === FREE; to++);
    ranges.push([start + from, start + to]);
  }
  return ranges;
}
