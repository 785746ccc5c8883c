// Whether two pictures are the same to the eye.

import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** How much of a picture may differ: text is set a little differently from machine to machine. */
const TOLERANCE = 0.004;
/** And of each of its tiles, so many px wide and high: a new word is little of a picture, and much of its place. */
const TILE = 32;
const TILE_TOLERANCE = 0.1;

/** The tile of which most differs: where it is, px, and the part of it that does. */
function worst({ data, width, height }) {
  const across = Math.ceil(width / TILE);
  const counts = new Uint32Array(across * Math.ceil(height / TILE));
  for (let at = 0; at < width * height; at++) {
    // The mask is transparent where nothing differs.
    if (data[4 * at + 3] > 0) counts[Math.floor(Math.floor(at / width) / TILE) * across + Math.floor((at % width) / TILE)] += 1;
  }
  const most = counts.indexOf(Math.max(...counts));
  return { x: (most % across) * TILE, y: Math.floor(most / across) * TILE, part: counts[most] / TILE ** 2 };
}

/** Two PNGs: whether they are the same, how they differ in words, and a picture of what does; null where their sizes differ. */
export function compared(a, b) {
  const [now, then] = [PNG.sync.read(a), PNG.sync.read(b)];
  const { width, height } = now;
  if (width !== then.width || height !== then.height) return null;
  const [difference, mask] = [new PNG({ width, height }), new PNG({ width, height })];
  const differ = pixelmatch(now.data, then.data, difference.data, width, height, { threshold: 0.2 });
  pixelmatch(now.data, then.data, mask.data, width, height, { threshold: 0.2, diffMask: true });
  const part = differ / (width * height);
  const tile = worst(mask);
  return {
    same: part <= TOLERANCE && tile.part <= TILE_TOLERANCE,
    told: `${(part * 100).toFixed(2)} % differs, and at ${tile.x}, ${tile.y} ${(tile.part * 100).toFixed(0)} %`,
    picture: PNG.sync.write(difference),
  };
}
