#!/usr/bin/env bash
# The page, optimised, into dist/: all of it static files, for any path of any web server.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
tools/setup.sh page
say "building the page into dist/, optimised"
# Functions' names that say what they were made for, and are the same for everyone: tools/later.txt knows them by name.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C symbol-mangling-version=v0"
trunk build --release --locked --features split || die "trunk could not build the page: what it said is above"
