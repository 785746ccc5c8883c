# shellcheck shell=bash
# Sourced: finds, and installs where it is missing, a Chromium (or Chrome) with a chromedriver of its version.

# Of a program that is not there: nothing.
major() { { "$1" --version 2>/dev/null || true; } | sed -n 's/^[^0-9]*\([0-9][0-9]*\)\..*/\1/p'; }

# Sets CHROMIUM and CHROMEDRIVER to the first two that run and agree on the version. Given ones are taken alone.
find_browser() {
  local driver browser version
  for driver in "${CHROMEDRIVER:-}" "$TOOLS"/chromedriver/*/*/chromedriver "${CHROMEWEBDRIVER:-}/chromedriver" chromedriver; do
    [ -z "${CHROMEDRIVER:-}" ] || [ "$driver" = "$CHROMEDRIVER" ] || continue
    version=$(major "$driver")
    [ -n "$version" ] || continue
    for browser in "${CHROMIUM:-}" "$TOOLS"/chrome/*/*/chrome "$TOOLS"/chrome/*/*/*.app/Contents/MacOS/* \
      chromium chromium-browser google-chrome google-chrome-stable \
      "/Applications/Chromium.app/Contents/MacOS/Chromium" \
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
      [ -z "${CHROMIUM:-}" ] || [ "$browser" = "$CHROMIUM" ] || continue
      [ "$(major "$browser")" = "$version" ] || continue
      CHROMIUM=$(command -v "$browser")
      CHROMEDRIVER=$(command -v "$driver")
      export CHROMIUM CHROMEDRIVER
      return 0
    done
  done
  return 1
}

browser_there() {
  local hint="Install both by hand, of one version, and name them by CHROMIUM=... and CHROMEDRIVER=... if they are not on PATH"
  if ! find_browser; then
    [ -z "${CHROMIUM:-}${CHROMEDRIVER:-}" ] ||
      die "CHROMIUM (${CHROMIUM:-not set}) and CHROMEDRIVER (${CHROMEDRIVER:-not set}): one does not run, or their versions differ"
    # Ubuntu's chromium package only leads to a snap, which a driver cannot start.
    if has apt-get && ! grep -qi ubuntu /etc/os-release; then
      say "Chromium and chromedriver are missing: installing Debian's"
      apt_install chromium chromium-driver || die "apt-get could not install chromium and chromium-driver. $hint"
    else
      say "Chromium and chromedriver are missing: taking Chrome for Testing from npm's @puppeteer/browsers into .tools"
      local piece
      for piece in chrome chromedriver; do
        npx --yes @puppeteer/browsers install "$piece@stable" --path "$TOOLS" ||
          die "could not get $piece. $hint (macOS: brew install --cask google-chrome chromedriver)"
      done
    fi
    find_browser || die "Chromium and chromedriver were installed, but do not run or are not of one version. $hint"
  fi
  fonts_there
}

# The page names these fonts and goes on without them, but Chinese then is boxes and pictures differ between machines.
fonts_there() {
  local have
  have=$(fc-list : family 2>/dev/null || true)
  case $have in *Inter*) case $have in *"JetBrains Mono"*) case $have in *"Noto Sans CJK"*) return 0 ;; esac ;; esac ;; esac
  has apt-get || return 0
  if [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; then
    say "fonts are missing: installing Inter, JetBrains Mono and Noto CJK"
    apt_install fontconfig fonts-inter fonts-jetbrains-mono fonts-noto-cjk && return 0
  fi
  say "note: screenshots look best with these: sudo apt-get install fonts-inter fonts-jetbrains-mono fonts-noto-cjk"
}
