#!/usr/bin/env bash
# Pictures of the built page, to look at.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/browser.sh
source tools/browser.sh
tools/setup.sh e2e
tools/build.sh
find_browser
node tests/e2e/shots.mjs
