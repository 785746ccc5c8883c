#!/usr/bin/env bash
# Runs the SQL that `joinscope code` prints in the real engines: tools/conformance-code.sh [NAME...]
# Each case of tests/code/cases.json (or only those named): the text as printed, the scenario's rows, and every field of every
# step compared with joinscope's trace. Exit 1 if anything differs. STORE=1 writes what agrees to tests/code/NAME.sql.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/conformance/engines.sh
source tools/conformance/engines.sh

work=${WORK:-${TMPDIR:-/tmp}/joinscope-conformance/code}
need_java_python
rm -rf "$work"
mkdir -p "$work"
python3 tools/conformance/code.py --write --work "$work" "$@"
tools/setup.sh rust
cargo build --release --locked
joinscope=${CARGO_TARGET_DIR:-target}/release/joinscope
cat "$work/flink" "$work/spark" | xargs "$joinscope" trace --out "$work/ours"
for file in "$work"/scenarios/*.json; do
  "$joinscope" code "$file" >"$work/sql/$(basename "$file" .scenario.json).sql" 2>/dev/null
done

if [ -s "$work/flink" ]; then
  install_flink
  say "Apache Flink $FLINK_VERSION; its log: $work/flink.log"
  run_flink "@$work/flink" --out "$work/real" --printed "$work/sql" >"$work/flink.log" 2>&1 || say "Flink could not run some of them"
fi
if [ -s "$work/spark" ]; then
  install_spark
  say "Apache Spark $SPARK_VERSION; its log: $work/spark.log"
  "$SPARK_HOME_VENV/bin/python" tools/conformance/code.py --spark --work "$work" >"$work/spark.log" 2>&1 ||
    say "Spark could not run some of them"
fi
python3 tools/conformance/code.py --compare ${STORE:+--store} --work "$work" "$@"
