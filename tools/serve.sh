#!/usr/bin/env bash
# Builds the page optimised and serves it on 127.0.0.1 until Ctrl-C; the address is the last thing said.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
port=${PORT:-8080}

answers() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }

if answers; then die "port $port is taken by another program. Choose another: make serve PORT=$((port + 1))"; fi
tools/setup.sh page

say "building the page, optimised (the first time some minutes)"
# trunk opens its port even after a build that failed: only a page written since tells.
rm -f dist/index.html
trunk serve --release --features split --address 127.0.0.1 --port "$port" &
trunk=$!
trap 'kill "$trunk" 2>/dev/null || true; wait "$trunk" 2>/dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

until answers; do
  kill -0 "$trunk" 2>/dev/null || die "trunk gave up: what it said is above"
  sleep 0.3
done
[ -f dist/index.html ] || die "trunk could not build the page: what it said is above"
say "serving; what you change is built anew (reload the page yourself). Ctrl-C ends it"
echo "joinscope is at http://127.0.0.1:$port"
wait "$trunk"
