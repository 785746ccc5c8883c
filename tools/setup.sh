#!/usr/bin/env bash
# Installs what is missing and leaves what is there: tools/setup.sh rust|page|web|e2e ...
#   rust  the toolchain of rust-toolchain.toml with the wasm target, rustfmt and clippy
#   page  what builds the page: trunk, wasm-bindgen, wasm-opt, wasm-split
#   web   what runs wasm-pack's tests: wasm-pack, wasm-bindgen, Chromium and chromedriver
#   e2e   what runs the end-to-end tests: Chromium and the node packages
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/browser.sh
source tools/browser.sh

# get CRATE VERSION ARCHIVE FOLDER EXECUTABLE...: the executables into FOLDER, from the project's release archive
# where that can be had and runs here, else built by cargo. CARGO_FLAGS (maybe empty) goes to cargo install.
get() {
  local crate=$1 version=$2 archive=$3 folder=$4 tmp exe
  shift 4
  tmp=$(mktemp -d)
  say "$crate $version is missing: looking for a prebuilt one"
  if ! { has curl && curl -fsSL --connect-timeout 5 --max-time 180 "$archive" 2>/dev/null |
    tar -xz -C "$tmp" 2>/dev/null && "$(find "$tmp" -type f -name "$1")" --version >/dev/null 2>&1; }; then
    say "no prebuilt $crate within reach: building it with cargo, once, for some minutes"
    # shellcheck disable=SC2086
    cargo install "$crate" --version "$version" ${CARGO_FLAGS:-} --root "$tmp/built" ||
      die "could not get $crate. Install it by hand: cargo install $crate --version $version ${CARGO_FLAGS:-}"
    tmp=$tmp/built
  fi
  mkdir -p "$folder"
  for exe in "$@"; do mv -f "$(find "$tmp" -type f -name "$exe")" "$folder/"; done
  rm -rf "${tmp%/built}"
}

# As releases name a machine.
platform() {
  local cpu
  cpu=$(uname -m)
  [ "$cpu" = arm64 ] && cpu=aarch64
  case $(uname -s) in
    Darwin) echo "$cpu-apple-darwin" ;;
    *) echo "$cpu-unknown-linux-musl" ;;
  esac
}

# Where a tool that people also call by hand goes: cargo's folder, unless that would replace another version.
folder_for() { if has "$1"; then echo "$TOOLS/bin"; else echo "$CARGO_BIN"; fi; }

rust() {
  # What cargo links with.
  if ! has cc; then
    if has apt-get; then
      say "a C compiler is missing: installing Debian's build-essential"
      apt_install build-essential || true
    fi
    has cc || die "a C compiler (cc) is missing. Linux: apt-get install build-essential, or your system's gcc. macOS: xcode-select --install"
  fi
  has cargo || die "cargo is missing. Get Rust by rustup: https://rustup.rs"
  has rustup || {
    cargo --version >/dev/null || die "cargo does not run. Get Rust by rustup: https://rustup.rs"
    say "no rustup: using $(cargo --version) as it is; Rust $RUST_VERSION and the wasm32-unknown-unknown target are up to you"
    return 0
  }
  local have piece missing=""
  have=$(rustup component list --installed --toolchain "$RUST_VERSION" 2>/dev/null || true)
  for piece in rustfmt clippy rust-std-wasm32; do
    case $have in *$piece*) ;; *) missing=$piece ;; esac
  done
  [ -n "$missing" ] || return 0
  say "Rust $RUST_VERSION with the wasm target, rustfmt and clippy"
  rustup toolchain install "$RUST_VERSION" --profile minimal --component rustfmt,clippy --target wasm32-unknown-unknown ||
    die "rustup could not install Rust $RUST_VERSION. By hand: rustup toolchain install $RUST_VERSION --component rustfmt,clippy --target wasm32-unknown-unknown"
}

node_there() {
  { has node && has npm; } || die "node and npm are missing. Get Node 20 or later: https://nodejs.org"
  [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || die "node $(node -v) is too old. Get Node 20 or later: https://nodejs.org"
}

trunk_there() {
  # Any 0.21 from ours on: 0.22 may read Trunk.toml otherwise.
  case $(trunk --version 2>/dev/null) in "trunk 0.21."1[4-9] | "trunk 0.21."[2-9][0-9]) return 0 ;; esac
  CARGO_FLAGS=--locked get trunk "$TRUNK_VERSION" \
    "https://github.com/trunk-rs/trunk/releases/download/v$TRUNK_VERSION/trunk-$(platform).tar.gz" \
    "$(folder_for trunk)" trunk
}

bindgen_there() {
  [ "$(wasm-bindgen --version 2>/dev/null)" = "wasm-bindgen $BINDGEN_VERSION" ] &&
    [ "$(wasm-bindgen-test-runner --version 2>/dev/null)" = "wasm-bindgen-test-runner $BINDGEN_VERSION" ] && return 0
  # Without --locked: its lock file is made for an older Rust.
  get wasm-bindgen-cli "$BINDGEN_VERSION" \
    "https://github.com/wasm-bindgen/wasm-bindgen/releases/download/$BINDGEN_VERSION/wasm-bindgen-$BINDGEN_VERSION-$(platform).tar.gz" \
    "$BINDGEN_HOME" wasm-bindgen wasm-bindgen-test-runner
}

wasm_split_there() {
  [ -x "$WASM_SPLIT_HOME/wasm-split-cli" ] && return 0
  say "wasm-split $WASM_SPLIT_VERSION is missing: building it with cargo, once, for a minute"
  local tmp
  tmp=$(mktemp -d)
  cargo install --quiet --locked wasm_split_cli_support --version "$WASM_SPLIT_VERSION" --features build-binary --root "$tmp" ||
    die "could not get wasm-split-cli. By hand: cargo install --locked wasm_split_cli_support --version $WASM_SPLIT_VERSION --features build-binary --root $WASM_SPLIT_HOME"
  mkdir -p "$WASM_SPLIT_HOME"
  mv -f "$tmp/bin/wasm-split-cli" "$WASM_SPLIT_HOME/"
  rm -rf "$tmp"
}

wasm_pack_there() {
  case $(wasm-pack --version 2>/dev/null) in "wasm-pack 0.1"[3-9].*) return 0 ;; esac
  CARGO_FLAGS=--locked get wasm-pack "$WASM_PACK_VERSION" \
    "https://github.com/wasm-bindgen/wasm-pack/releases/download/v$WASM_PACK_VERSION/wasm-pack-v$WASM_PACK_VERSION-$(platform).tar.gz" \
    "$(folder_for wasm-pack)" wasm-pack
}

# From npm on every system: Debian's is years behind, and what builds the page should not depend on who builds it.
wasm_opt_there() {
  case $(wasm-opt --version 2>/dev/null) in "wasm-opt version $BINARYEN_VERSION" | "wasm-opt version $BINARYEN_VERSION "*) return 0 ;; esac
  say "wasm-opt $BINARYEN_VERSION is missing: taking it from npm's binaryen"
  local tmp
  tmp=$(mktemp -d)
  (cd "$tmp" && npm pack --silent "binaryen@$BINARYEN_VERSION.0.0" >/dev/null && tar -xzf binaryen-*.tgz) ||
    die "could not get wasm-opt. By hand: npm install -g binaryen@$BINARYEN_VERSION.0.0"
  rm -rf "$BINARYEN_HOME"
  mkdir -p "$TRUNK_CACHE"
  mv "$tmp/package" "$BINARYEN_HOME"
  rm -rf "$tmp"
}

node_packages() {
  # npm's own record of what it installed tells whether the lock file has changed since.
  [ tests/e2e/node_modules/.package-lock.json -nt tests/e2e/package-lock.json ] && return 0
  say "node packages of the end-to-end tests"
  npm ci --prefix tests/e2e --no-audit --no-fund || die "npm ci failed in tests/e2e. It needs the npm registry, or a mirror: npm config set registry URL"
}

# Each on its own line, not joined by &&: there bash would ignore a failure inside.
for what in "$@"; do
  case $what in
    rust) rust ;;
    page)
      rust
      node_there
      trunk_there
      bindgen_there
      wasm_opt_there
      wasm_split_there
      ;;
    web)
      rust
      node_there
      bindgen_there
      wasm_pack_there
      browser_there
      ;;
    e2e)
      node_there
      browser_there
      node_packages
      ;;
    *) die "tools/setup.sh knows rust, page, web and e2e, not '$what'" ;;
  esac
done
