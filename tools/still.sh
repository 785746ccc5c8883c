#!/usr/bin/env bash
# The page's first view, of the page as it is built now, into www/still.html, which the next build puts into the page.
# A page that is built already: DIST=folder.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/browser.sh
source tools/browser.sh
tools/setup.sh e2e
[ -n "${DIST:-}" ] || tools/build.sh
find_browser
node tools/still.mjs
