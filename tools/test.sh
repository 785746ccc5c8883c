#!/usr/bin/env bash
# Runs test suites, all of them though one fails, and ends with counts: tools/test.sh native|web|e2e ...
#   native  cargo test
#   web     tests/web*.rs by wasm-pack in headless Chromium
#   e2e     tests/e2e/*.spec.mjs against the built page in dist/, which is built first
# A suite that ends badly or without having run one test counts as at least one failure.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/browser.sh
source tools/browser.sh
logs=target/test-logs
mkdir -p "$logs"

native() {
  tools/setup.sh rust
  say "native tests"
  cargo test --locked --no-fail-fast
}

web() {
  tools/setup.sh web
  find_browser
  say "tests in headless Chromium"
  local select=() file
  for file in tests/web*.rs; do
    [ -f "$file" ] || die "there is no tests/web*.rs to run"
    select+=(--test "$(basename "$file" .rs)")
  done
  # webdriver.json, with the very browser that chromedriver is to start.
  node -e '
    const conf = JSON.parse(require("fs").readFileSync("webdriver.json"));
    conf["goog:chromeOptions"].binary = process.env.CHROMIUM;
    console.log(JSON.stringify(conf));' >"$logs/webdriver.json"
  # no-install: wasm-pack is to download nothing, tools/setup.sh has brought it all.
  # The runner gives all tests together 20 s, which a busy machine does not keep.
  WASM_BINDGEN_TEST_TIMEOUT=300 WASM_BINDGEN_TEST_WEBDRIVER_JSON="$PWD/$logs/webdriver.json" \
    wasm-pack test --headless --chrome --chromedriver "$CHROMEDRIVER" --mode no-install -- --locked "${select[@]}"
}

e2e() {
  tools/setup.sh e2e
  tools/build.sh
  find_browser
  say "end to end, against the built page"
  node --test --test-reporter=spec tests/e2e/*.spec.mjs
}

pictures() {
  tools/setup.sh e2e
  tools/build.sh
  find_browser
  say "the visual check's pictures, stored anew"
  node --test --test-reporter=spec tests/e2e/visual.spec.mjs
}

# count LOG: "passed failed", from the closing lines of cargo test, wasm-bindgen's runner and node's.
count() {
  sed $'s/\033\\[[0-9;]*m//g' "$1" | awk '
    /test result: / { for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) p += $(i - 1); if ($i ~ /^failed/) f += $(i - 1) } }
    /^(ℹ|#) pass [0-9]+$/ { p += $3 }
    /^(ℹ|#) (fail|cancelled) [0-9]+$/ { f += $3 }
    END { print p + 0, f + 0 }'
}

passed=0
failed=0
table=""
for suite in "$@"; do
  case $suite in native | web | e2e | pictures) ;; *) die "tools/test.sh knows native, web, e2e and pictures, not '$suite'" ;; esac
  start=$SECONDS
  # Not "|| status=$?": left of || bash runs on after a failure, here all through the suite's function.
  set +e
  (
    set -e
    "$suite"
  ) 2>&1 | tee "$logs/$suite.log"
  status=$?
  set -e
  read -r p f <<<"$(count "$logs/$suite.log")"
  if [ "$f" = 0 ] && { [ "$status" != 0 ] || [ "$p" = 0 ]; }; then f=1; fi
  passed=$((passed + p))
  failed=$((failed + f))
  table+=$(printf '%-8s %5d passed %4d failed %5d s' "$suite" "$p" "$f" $((SECONDS - start)))$'\n'
done

printf '\n%s' "$table"
# For .ci/run, which has more to say after this.
echo "$passed $failed" >"$logs/total"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
