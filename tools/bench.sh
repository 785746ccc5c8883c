#!/usr/bin/env bash
# The benches: the engine natively, by criterion. benches/README.md says what each one is.
# tools/bench.sh [native]   NAME=words: only the benches whose names have them
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
tools/setup.sh rust

[ $# -gt 0 ] || set -- native
for part in "$@"; do
  case $part in
    native)
      say "the engine, natively"
      # shellcheck disable=SC2086
      cargo bench --locked --bench engine -- ${NAME:-}
      ;;
    *) die "parts: native" ;;
  esac
done
