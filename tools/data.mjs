// Which of the page's constant data the first file needs. The linker tells of each datum where it lies (its symbols), and where
// code and data name another (its relocations). wasm-split-cli lays data out anew, but leaves functions and data what they are:
// where they name a datum, it is told where that lies now.

/** A wasm: its segments of data, the bodies of its functions by name, and what the linker says of them. */
function read(bytes) {
  let at = 8;
  const leb = () => {
    for (let sum = 0, shift = 1; ; shift *= 128) {
      const byte = bytes[at++];
      sum += (byte & 127) * shift;
      if (byte < 128) return sum;
    }
  };
  const signed = () => {
    for (let sum = 0, shift = 1; ; ) {
      const byte = bytes[at++];
      sum += (byte & 127) * shift;
      shift *= 128;
      if (byte < 128) return byte & 64 ? sum - shift : sum;
    }
  };
  const text = () => {
    const length = leb();
    at += length;
    return bytes.toString("utf8", at - length, at);
  };
  const wasm = { bytes, segments: [], symbols: [], bodies: [], "reloc.CODE": [], "reloc.DATA": [], named: new Map() };
  let imports = 0;
  while (at < bytes.length) {
    const id = bytes[at++];
    const end = leb() + at;
    if (id === 2)
      for (let left = leb(); left > 0; left--) {
        text();
        text();
        const kind = bytes[at++];
        if (kind === 0) imports++;
        if (kind === 1 || kind === 3) at++;
        if (kind === 0) leb();
        else if (kind !== 3 && leb() & 1) leb(), leb();
        else if (kind !== 3) leb();
        else at++;
      }
    else if (id === 10) {
      wasm.code = at;
      for (let left = leb(); left > 0; left--) {
        const length = leb();
        wasm.bodies.push({ from: at, to: at + length });
        at += length;
      }
    } else if (id === 11) {
      wasm.data = at;
      for (let left = leb(); left > 0; left--) {
        if (leb() !== 0 || bytes[at++] !== 0x41) throw new Error("a segment of data without a place");
        const from = signed();
        at++;
        const length = leb();
        wasm.segments.push({ from, in: at, length });
        at += length;
      }
    } else if (id === 0) {
      const name = text();
      if (name === "linking") {
        leb();
        while (at < end) {
          const kind = bytes[at++];
          const after = leb() + at;
          if (kind === 8)
            for (let left = leb(); left > 0; left--) {
              const type = bytes[at++];
              const flags = leb();
              const absent = (flags & 0x10) !== 0;
              if (type === 1) {
                text();
                wasm.symbols.push(absent ? undefined : { segment: leb(), offset: leb(), length: leb() });
              } else {
                leb();
                if (type !== 3 && (!absent || flags & 0x40)) text();
                wasm.symbols.push(undefined);
              }
            }
          at = after;
        }
      } else if (name === "reloc.CODE" || name === "reloc.DATA") {
        leb();
        for (let left = leb(); left > 0; left--) {
          const type = bytes[at++];
          const offset = leb();
          const symbol = leb();
          // Addresses in memory, functions' and sections' offsets have an addend.
          const addend = [3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25].includes(type) ? signed() : 0;
          if ([3, 4, 5, 11].includes(type)) wasm[name].push({ type, offset, symbol, addend });
        }
      } else if (name === "name")
        while (at < end) {
          const kind = bytes[at++];
          const after = leb() + at;
          if (kind === 1)
            for (let left = leb(); left > 0; left--) {
              const index = leb() - imports;
              const called = text();
              if (wasm.bodies[index]) wasm.named.set(called, wasm.named.has(called) ? undefined : wasm.bodies[index]);
            }
          at = after;
        }
    }
    at = end;
  }
  return wasm;
}

/** A number that was written by a relocation: 5 bytes with or without a sign, or 4. */
function number(bytes, at, type) {
  if (type === 5) return bytes.readInt32LE(at);
  let sum = 0;
  for (let nth = 0; nth < 5; nth++) sum |= (bytes[at + nth] & 127) << (7 * nth);
  return sum;
}

/**
 * By number, the data that code means by it: where each lies, and what it names. `whole` are the bytes of the wasm as it was linked,
 * `cut` those of the same without its parts.
 */
export function linked(whole, cut) {
  const [before, now] = [read(whole), read(cut)];
  const found = new Map();
  /** A symbol of which it is known where it lies now. */
  const datum = (symbol, from) => {
    if (!found.has(symbol)) found.set(symbol, { symbol, from, to: from + before.symbols[symbol].length, names: [] });
    if (found.get(symbol).from !== from) throw new Error(`a datum lies at ${from} and at ${found.get(symbol).from}`);
    return found.get(symbol);
  };

  const meant = new Map();
  const bodies = [...before.named].filter(([name, body]) => body && now.named.get(name)).map(([name, body]) => ({ ...body, now: now.named.get(name) }));
  bodies.sort((a, b) => a.from - b.from);
  let nth = 0;
  for (const { type, offset, symbol, addend } of before["reloc.CODE"]) {
    const at = before.code + offset;
    while (nth < bodies.length && bodies[nth].to <= at) nth++;
    if (nth === bodies.length) break;
    const body = bodies[nth];
    if (at < body.from || before.symbols[symbol] === undefined) continue;
    if (body.to - body.from !== body.now.to - body.now.from) throw new Error("a function is not what it was");
    const value = number(now.bytes, body.now.from + at - body.from, type);
    meant.set(value, (meant.get(value) ?? new Set()).add(datum(symbol, value - addend)));
  }

  // What data names, from datum to datum.
  const pointers = before["reloc.DATA"].filter(({ symbol }) => before.symbols[symbol]).map(({ offset, ...rest }) => ({ at: before.data + offset, ...rest }));
  pointers.sort((a, b) => a.at - b.at);
  const bytesAt = (address) => {
    const segment = now.segments.find(({ from, length }) => from <= address && address < from + length);
    return segment && segment.in + address - segment.from;
  };
  for (const here of found.values()) {
    const { segment, offset, length } = before.symbols[here.symbol];
    const start = before.segments[segment].in + offset;
    let [low, high] = [0, pointers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pointers[middle].at < start) low = middle + 1;
      else high = middle;
    }
    for (; low < pointers.length && pointers[low].at < start + length; low++) {
      const { at, symbol, addend } = pointers[low];
      const place = bytesAt(here.from + at - start);
      if (place !== undefined) here.names.push(datum(symbol, now.bytes.readInt32LE(place) - addend));
    }
  }
  return meant;
}

const NUMBER = /\(i\d\d\.const (-?\d+)\)|offset=(\d+)/g;

/** The data that functions (their texts) may read, by themselves and by what is named there: ranges, in order. */
export function needed(meant, texts) {
  const found = new Set();
  const todo = [];
  const add = (symbol) => {
    if (!found.has(symbol)) {
      found.add(symbol);
      todo.push(symbol);
    }
  };
  for (const text of texts) for (const [, number, offset] of text.matchAll(NUMBER)) for (const symbol of meant.get(Number(number ?? offset)) ?? []) add(symbol);
  while (todo.length > 0) todo.pop().names.forEach(add);
  return [...found].sort((a, b) => a.from - b.from);
}

/** A segment of data as Binaryen writes it. */
const SEGMENT = /^ \(data (\$\S+) \(i32\.const (\d+)\) "((?:[^"\\]|\\.)*)"\)$/;
const ESCAPED = { t: 9, n: 10, r: 13, '"': 34, "'": 39, "\\": 92 };
const bytesOf = (text) => Buffer.concat([...text.matchAll(/\\([0-9a-f]{2})|\\(.)|[^\\]+/gs)].map(([all, hex, one]) => (hex ? Buffer.from(hex, "hex") : one ? Buffer.from([ESCAPED[one]]) : Buffer.from(all))));
const textOf = (bytes) => bytes.toString("hex").replace(/../g, "\\$&");

/**
 * Constant data in two: `first` has what is in the ranges, and nothing where the others are; `rest` has the others. What a page
 * changes while it runs stays in the first.
 */
export function parted(segments, ranges) {
  const [first, rest] = [[], []];
  for (const thing of segments) {
    const [, name, from, text] = SEGMENT.exec(thing) ?? [];
    if (name === undefined || !name.startsWith("$.rodata")) {
      first.push(thing);
      continue;
    }
    const all = bytesOf(text);
    const start = Number(from);
    const kept = Buffer.alloc(all.length);
    let done = 0;
    const other = (to) => {
      if (to > done) rest.push(` (data (i32.const ${start + done}) "${textOf(all.subarray(done, to))}")`);
    };
    for (const range of ranges) {
      const [low, high] = [Math.max(range.from - start, 0), Math.min(range.to - start, all.length)];
      if (low >= high) continue;
      all.copy(kept, low, low, high);
      // A gap of few bytes is not worth a segment.
      if (low > done + 16) other(low);
      else if (low > done) all.copy(kept, done, done, low);
      done = Math.max(done, high);
    }
    other(all.length);
    first.push(` (data ${name} (i32.const ${start}) "${textOf(kept)}")`);
  }
  return { first, rest };
}
