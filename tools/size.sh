#!/usr/bin/env bash
# What the page in dist/ weighs, and whether a first visit loads more than the ratchet in tools/size.mjs; the page is built
# first where there is none.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
[ -f dist/index.html ] || tools/build.sh
say "what the page weighs"
node tools/size.mjs dist || die "a first visit loads more than it did: the figures are above. If it is worth it, raise the ratchet in tools/size.mjs"
