# shellcheck shell=bash
# Sourced by every script here: the versions we dictate, where tools are looked for, how we speak and give up.
# Written for bash 3.2, which is what macOS has.
# shellcheck disable=SC2034
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

TRUNK_VERSION=0.21.14
WASM_PACK_VERSION=0.15.1
# It and the crate wasm_split_helpers check that they go together.
WASM_SPLIT_VERSION=0.2.4
# Two more are dictated by others: the wasm-bindgen tool must equal the crate, wasm-opt is the one Trunk.toml asks for.
BINDGEN_VERSION=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print }' Cargo.lock)
BINARYEN_VERSION=$(sed -n 's/^wasm_opt = "version_\([0-9]*\)"$/\1/p' Trunk.toml)
RUST_VERSION=$(sed -n 's/^channel = "\(.*\)"$/\1/p' rust-toolchain.toml)

# Those two go where trunk itself looks for tools, in folders named by version: so a plain `trunk serve`
# finds them too (and wasm-split beside them), other projects' versions stay as they are, and a second clone installs nothing again.
case $(uname -s) in
  Darwin) TRUNK_CACHE="$HOME/Library/Caches/dev.trunkrs.trunk" ;;
  *) TRUNK_CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/trunk" ;;
esac
BINDGEN_HOME="$TRUNK_CACHE/wasm-bindgen-$BINDGEN_VERSION"
BINARYEN_HOME="$TRUNK_CACHE/wasm-opt-version_$BINARYEN_VERSION"
WASM_SPLIT_HOME="$TRUNK_CACHE/wasm-split-$WASM_SPLIT_VERSION"

CARGO_BIN="${CARGO_HOME:-$HOME/.cargo}/bin"
TOOLS="$PWD/.tools"
export PATH="$TOOLS/bin:$WASM_SPLIT_HOME:$BINDGEN_HOME:$BINARYEN_HOME/bin:$PATH:$CARGO_BIN"
# trunk would ask for its own newest version at each start.
export TRUNK_SKIP_VERSION_CHECK=true

say() { if [ -t 1 ]; then printf '\033[1m==> %s\033[0m\n' "$*"; else printf '==> %s\n' "$*"; fi; }
die() {
  printf '\nerror: %s\n' "$*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

apt_install() {
  local root=""
  [ "$(id -u)" = 0 ] || root=sudo
  # shellcheck disable=SC2086
  $root apt-get update -qq && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}
