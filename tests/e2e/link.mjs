// Links as docs/links.md writes them, made without joinscope.

import { deflateSync } from "node:zlib";

/** The length as LEB128, zlib, base64url. */
export function pack(text) {
  const deflated = deflateSync(text, { level: 9 });
  const length = [];
  for (let n = deflated.length; ; n >>= 7) {
    length.push(n >= 128 ? (n & 127) | 128 : n);
    if (n < 128) break;
  }
  return `z:${Buffer.concat([Buffer.from(length), deflated]).toString("base64url")}`;
}
