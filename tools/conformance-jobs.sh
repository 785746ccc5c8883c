#!/usr/bin/env bash
# Runs the jobs that `joinscope job` writes on the real engines: tools/conformance-jobs.sh [NAME...]
# Each case of tests/code/cases.json and each scenario of the gallery (or only those named), in each form that its engine takes: the
# events go in by the script's order, and what comes out is compared with joinscope's, net and step by step. Exit 1 if anything
# differs. STORE=1 writes the code of the cases that agree to tests/code.
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/conformance/engines.sh
source tools/conformance/engines.sh
export FLINK_VERSION SPARK_VERSION

work=${WORK:-${TMPDIR:-/tmp}/joinscope-conformance/jobs}
need_java_python
rm -rf "$work"
mkdir -p "$work"
if [ -z "${JOINSCOPE:-}" ]; then
  tools/setup.sh rust
  cargo build --release --locked
  JOINSCOPE=${CARGO_TARGET_DIR:-target}/release/joinscope
fi
jobs() { python3 tools/conformance/jobs.py --work "$work" --joinscope "$JOINSCOPE" "$@"; }
jobs --write "$@"

if grep -q '"Apache Flink' "$work/jobs.json"; then
  install_flink
  say "Apache Flink $FLINK_VERSION; its log: $work/flink.log"
  mkdir -p "$work/classes/META-INF/services"
  # shellcheck disable=SC2016
  printf '%s\n' 'Sql$Factory' 'Sql$TableFactory' >"$work/classes/META-INF/services/org.apache.flink.table.factories.Factory"
  javac -nowarn -proc:none -encoding UTF-8 -cp "$FLINK_JARS" -d "$work/classes" "$work"/java/*.java
  FLINK_CLASSES=$work/classes run_java Batch >"$work/flink.log" 2>&1 || say "Flink could not run some of them"
fi
if grep -q '"Apache Spark' "$work/jobs.json"; then
  install_spark
  say "Apache Spark $SPARK_VERSION; its log: $work/spark.log"
  "$SPARK_HOME_VENV/bin/python" tools/conformance/jobs.py --work "$work" --spark >"$work/spark.log" 2>&1 ||
    say "Spark could not run some of them"
fi
jobs --compare ${STORE:+--store} "$@"
