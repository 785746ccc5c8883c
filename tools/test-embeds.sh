#!/usr/bin/env bash
# The pages of www/embed, built with their hosts' own tools, and the npm package, each in a page in Chromium. Installs the tools.
# Needs the registries of cargo, npm and PyPI the first time. A page that is built already: DIST=folder; a package: PACKED=1.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/browser.sh
source tools/browser.sh
MDBOOK_VERSION=0.4.52
NBCONVERT_VERSION=7.17.2
tools/setup.sh e2e

if ! [ tests/embeds/node_modules/.package-lock.json -nt tests/embeds/package-lock.json ]; then
  say "node packages: reveal.js, MDX, React"
  npm ci --prefix tests/embeds --no-audit --no-fund || die "npm ci failed in tests/embeds. It needs the npm registry, or a mirror: npm config set registry URL"
fi
if ! has mdbook; then
  say "mdBook $MDBOOK_VERSION is missing: building it with cargo into .tools, once, for some minutes"
  cargo install mdbook --version "$MDBOOK_VERSION" --locked --no-default-features --root "$TOOLS" ||
    die "could not get mdBook. By hand: cargo install mdbook --version $MDBOOK_VERSION"
fi
venv=target/embeds/venv
if ! "$venv/bin/jupyter" nbconvert --version >/dev/null 2>&1; then
  say "nbconvert $NBCONVERT_VERSION is missing: installing it into $venv"
  has python3 || die "python3 is missing. Get Python 3.10 or later"
  rm -rf "$venv"
  python3 -m venv "$venv" || die "python3 could not make a virtual environment (Debian: apt-get install python3-venv)"
  "$venv/bin/pip" install -q --disable-pip-version-check "nbconvert==$NBCONVERT_VERSION" ipykernel ||
    die "pip could not install nbconvert. It needs PyPI, or a mirror: pip config set global.index-url URL"
fi

[ -n "${DIST:-}" ] || tools/build.sh
[ -n "${PACKED:-}" ] || tools/package.sh
find_browser
say "in their hosts"
mkdir -p tests/e2e/out
node --test --test-reporter=spec tests/embeds/*.spec.mjs
