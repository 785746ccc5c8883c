#!/usr/bin/env bash
# rustfmt, and clippy for both of the crate's targets, warnings denied.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
tools/setup.sh rust
failed=0
check() {
  say "$*"
  "$@" || failed=1
}
# Engine, scenario and replay know no browser: natively there is no such crate to know.
no_browser() {
  # Natively none of it has a browser's crate; the join itself not even in the browser.
  ! {
    cargo tree --locked --edges normal --target "$(rustc -vV | sed -n 's/^host: //p')" --prefix none
    cargo tree --locked --edges normal --package joinscope-engine --target all --prefix none
  } | grep -E '^(yew|web-sys|js-sys|wasm-bindgen|gloo|plotters)[ -]'
}

check no_browser
check cargo fmt --all --check
check cargo clippy --locked --all-targets -- -D warnings
check cargo clippy --locked --all-targets --target wasm32-unknown-unknown -- -D warnings
check cargo clippy --locked --bin joinscope --features split --target wasm32-unknown-unknown -- -D warnings
[ "$failed" = 0 ] || die "format with: make fmt; what clippy says is above"
