#!/usr/bin/env bash
# The npm package with the custom element, into target/npm/, and its tarball.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
tools/setup.sh page web
say "building the npm package into target/npm/"
wasm-pack build npm --target web --profile web --mode no-install --no-pack --out-dir ../target/npm --out-name joinscope_element -- --locked
cp npm/joinscope.js npm/joinscope.d.ts npm/README.md LICENSE target/npm/
node tools/package.mjs target/npm
(cd target/npm && npm pack --silent)
