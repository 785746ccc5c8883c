#!/usr/bin/env bash
# Asks the real Apache Flink and Apache Spark: tools/conformance.sh
#   SEED=n COUNT=m    which scenarios, and how many a family (1 and 100; of Spark's three fifths, as it is the slower)
#   FAMILIES="..."    only these; tools/conformance/generate.py --help names them
# Both engines and joinscope run the same files; every field of every step is compared. Exit 1 if anything differs.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/conformance/engines.sh
source tools/conformance/engines.sh

SEED=${SEED:-1}
COUNT=${COUNT:-100}
work=${WORK:-${TMPDIR:-/tmp}/joinscope-conformance/seed-$SEED}
need_java_python

# A name that was there before is no scenario of this run.
rm -rf "$work"
mkdir -p "$work"/scenarios "$work"/real "$work"/ours
# shellcheck disable=SC2086
python3 tools/conformance/generate.py --seed "$SEED" --count "$COUNT" --out "$work/scenarios" ${FAMILIES:-}
find "$work/scenarios" -name '*.scenario.json' | sort >"$work/all"
grep '/spark-[^/]*$' "$work/all" >"$work/spark" || true
grep -v '/spark-[^/]*$' "$work/all" >"$work/flink" || true

say "joinscope, $(wc -l <"$work/all" | tr -d ' ') scenarios of seed $SEED"
tools/setup.sh rust
cargo build --release --locked
# The binary runs all files in one go; xargs asks it twice only past the system's limit.
xargs "${CARGO_TARGET_DIR:-target}/release/joinscope" trace --out "$work/ours" <"$work/all"

if [ -s "$work/flink" ]; then
  install_flink
  say "Apache Flink $FLINK_VERSION, $(wc -l <"$work/flink" | tr -d ' ') scenarios; its log: $work/flink.log"
  run_flink "@$work/flink" --out "$work/real" >"$work/flink.log" 2>&1 || say "Flink could not run some of them"
fi
if [ -s "$work/spark" ]; then
  install_spark
  say "Apache Spark $SPARK_VERSION, $(wc -l <"$work/spark" | tr -d ' ') scenarios; its log: $work/spark.log"
  run_spark "@$work/spark" --out "$work/real" >"$work/spark.log" 2>&1 || say "Spark could not run some of them"
fi

status=0
python3 tools/conformance/compare.py "$work/scenarios" "$work/real" "$work/ours" --keep "$work/different" || status=$?
if [ "$status" != 0 ]; then
  echo
  echo "Kept in $work: scenarios/, real/, ours/, and the names of what differs in 'different'."
  echo "One of them again, by the real engine: tools/conformance/run-one $work/scenarios/NAME.scenario.json"
fi
exit "$status"
