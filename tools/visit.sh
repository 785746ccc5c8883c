#!/usr/bin/env bash
# What a first visit runs of the page as it is built now: into tools/later.txt, for the next build.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/browser.sh
source tools/browser.sh
tools/setup.sh e2e
tools/build.sh
find_browser
say "measuring what a first visit runs"
node tools/visit.mjs
