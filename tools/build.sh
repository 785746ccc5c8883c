#!/usr/bin/env bash
# The page, optimised, into dist/: all of it static files, for any path of any web server.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
tools/setup.sh page
say "building the page into dist/, optimised"
trunk build --release --locked --features split || die "trunk could not build the page: what it said is above"
