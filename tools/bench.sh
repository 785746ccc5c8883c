#!/usr/bin/env bash
# The benches; benches/README.md says what each one is. tools/bench.sh [native] [browser]
#   native   the engine, by criterion
#   browser  the optimised page in headless Chromium, and the engine as wasm beside itself natively
# NAME=words: only the benches whose names have them (paint, step, drag, seek, edit, loop and wasm are the browser's).
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/browser.sh
source tools/browser.sh
results=target/bench/browser.tsv

native() {
  tools/setup.sh rust
  say "the engine, natively"
  # shellcheck disable=SC2086
  cargo bench --locked --bench engine -- ${NAME:-}
}

# The engine as wasm, compiled and optimised as index.html has it done to the page.
engine_wasm() {
  cargo build --locked --profile web --target wasm32-unknown-unknown --example engine_wasm
  wasm-bindgen target/wasm32-unknown-unknown/web/examples/engine_wasm.wasm --target web --no-typescript --out-dir target/bench-wasm --out-name engine
  # As tools/page.mjs does.
  local params
  params=$(sed -n 's/.*data-wasm-opt-params="\([^"]*\)".*/\1/p' index.html)
  # shellcheck disable=SC2086
  wasm-opt $params target/bench-wasm/engine_bg.wasm -o target/bench-wasm/engine_bg.wasm
  echo '<!doctype html><title>engine</title>' >target/bench-wasm/index.html
}

# The page that the first paint of ours is held against.
bare_yew() { (cd benches/bare-yew && trunk build --release --locked) || die "trunk could not build benches/bare-yew"; }

wants() { [ -z "${NAME:-}" ] || [[ $1 == *"$NAME"* ]]; }

# one NAME COMMAND...: a bench, whose results are kept for the table
one() {
  local name=$1
  shift
  wants "$name" || return 0
  say "$name"
  "$@" | tee >(sed -n 's/^@bench\t//p' >>"$results") | grep -v '^@bench'
}

browser() {
  tools/setup.sh e2e
  find_browser || die "there is no Chromium with a chromedriver of its version"
  mkdir -p target/bench
  : >"$results"
  if wants wasm; then
    say "building the engine, natively and as wasm"
    cargo build --locked --release --bin joinscope
    engine_wasm
  fi
  # DIST=folder: a page that is built already.
  [ -n "${DIST:-}" ] || tools/build.sh
  if wants paint; then
    say "building a bare page of Yew"
    bare_yew
  fi
  one wasm node benches/browser/wasm.mjs
  one paint node benches/browser/paint.mjs --dist "${DIST:-dist}"
  one step node benches/browser/step.mjs
  one drag node benches/browser/drag.mjs
  one seek node benches/browser/seek.mjs
  one edit node benches/browser/edit.mjs
  one loop node benches/browser/loop.mjs
  # What the last tee writes may come a moment later.
  sleep 1
  printf '\n'
  awk -F '\t' '{ printf "%-52s %-7s %s\n%-52s %-7s goal: %s\n", $1, $4, $2, "", "", $3 }' "$results"
}

[ $# -gt 0 ] || set -- native browser
for part in "$@"; do
  case $part in native | browser) "$part" ;; *) die "parts: native browser" ;; esac
done
