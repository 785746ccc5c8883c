#!/usr/bin/env bash
# The engine beside the real Flink, the real Spark, DataFusion and bare loops: one workload, one table. benches/peers/README.md
# tools/bench-peers.sh [--n N] [--seed S] [--cpu C] [--only WORD]... [--full] [--datafusion] [--peer NAME=COMMAND]... [--out FILE]
# shellcheck source=tools/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tools/conformance/engines.sh
source tools/conformance/engines.sh

n=300000 seed=42 cpu='' only='' full=0 datafusion='' peers='' out=''
while [ $# -gt 0 ]; do
  case $1 in
    --n) n=$2 && shift 2 ;;
    --seed) seed=$2 && shift 2 ;;
    --cpu) cpu=$2 && shift 2 ;;
    --only) only="$only $2" && shift 2 ;;
    --full) full=1 && shift ;;
    --datafusion) datafusion=1 && shift ;;
    --peer) peers="$peers$2"$'\n' && shift 2 ;;
    --out) out=$2 && shift 2 ;;
    *) die "$(sed -n 3p "$0")" ;;
  esac
done

here=benches/peers
work=$PWD/target/peers
lines=$work/lines.tsv
mkdir -p "$work/src" "$work/flink-classes" "$work/spark-classes" "$work/java-tmp"
# Pinned to one CPU, the last one that we may use; not where there is no taskset (macOS).
pin=()
if has taskset; then
  [ -n "$cpu" ] || cpu=$(taskset -pc $$ | sed 's/.*[ ,-]//')
  pin=(taskset -c "$cpu")
fi
ram=$work # Spark's checkpoints: in memory, if there is any such folder
[ ! -w /dev/shm ] || ram=/dev/shm
joins="interval-inner interval-left window-inner regular-inner"

wanted() { # wanted "ENGINE JOIN"
  [ -n "$only" ] || return 0
  local word
  for word in $only; do
    case $1 in *"$word"*) return 0 ;; esac
  done
  return 1
}

peer() { # peer ENGINE JOIN COMMAND...
  local label="$1 $2"
  wanted "$label" || return 0
  shift 2
  echo "  $label" >&2
  ${pin[@]+"${pin[@]}"} "$@" 2>"$work/stderr" </dev/null >>"$lines" || {
    printf 'failed\t%s\n' "$label" >>"$lines"
    tail -5 "$work/stderr" >&2
  }
}

any_wanted() { # any_wanted ENGINE
  local join
  for join in $joins; do
    wanted "$1 $join" && return 0
  done
  return 1
}

say "the workload, by brute force"
python3 "$here/workload.py" --tsv --n "$n" --seed "$seed" >"$lines"
python3 "$here/workload.py" --tsv --n $((n / 5)) --seed "$seed" >>"$lines"

say "Rust: joinscope, the limit"
cargo build --release --locked --quiet
build() { # copied: no lock file and no target folder among the sources
  rm -rf "${work:?}/src/$1"
  cp -r "$here/$1" "$work/src/"
  cargo build --release --quiet --target-dir "$work/target" --manifest-path "$work/src/$1/Cargo.toml"
}
build limit
for join in $joins; do
  peer joinscope "$join" "${CARGO_TARGET_DIR:-target}/release/joinscope" bench --join "$join" --n "$n" --seed "$seed" --runs 6
  peer limit "$join" "$work/target/release/bench-limit" --join "$join" --n "$n" --seed "$seed" --runs 6
done
for join in interval-inner interval-left; do
  peer limit-ring "$join" "$work/target/release/bench-limit" --name limit-ring --join "$join" --n "$n" --seed "$seed" \
    --runs 6
done
[ -z "$datafusion" ] || build datafusion
if [ -x "$work/target/release/bench-datafusion" ]; then
  for join in interval-inner interval-left regular-inner; do
    peer datafusion "$join" "$work/target/release/bench-datafusion" --join "$join" --n "$n" --seed "$seed" --runs 6
  done
fi

while IFS='=' read -r name command; do
  [ -n "$name" ] || continue
  for join in $joins; do
    # shellcheck disable=SC2086
    peer "$name" "$join" $command --join "$join" --n "$n" --seed "$seed" --runs 6
  done
done <<<"$peers"

java=(java -Xms3g -Xmx3g -XX:+UseSerialGC "-Djava.io.tmpdir=$work/java-tmp" -Dlog4j2.level=OFF
  "-Dlog4j.configurationFile=$here/log4j2.properties" "-Dlog4j2.configurationFile=$here/log4j2.properties")
for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.time java.util \
  java.util.concurrent java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs sun.security.action \
  sun.util.calendar; do
  java+=("--add-opens=java.base/$package=ALL-UNNAMED")
done

flink() { # flink ENGINE JOIN OPTION...
  local engine=$1 join=$2
  shift 2
  peer "$engine" "$join" "${java[@]}" -cp "$work/flink-classes:$FLINK_JARS" FlinkBench --name "$engine" --join "$join" \
    --n "$n" --seed "$seed" --runs 6 "$@"
  rm -rf "$work"/java-tmp/*
}
if any_wanted flink-sql || any_wanted flink-datastream; then
  say "Flink"
  need_java_python
  install_flink
  javac -nowarn -proc:none -cp "$FLINK_JARS" -d "$work/flink-classes" "$here"/java/*.java "$here"/flink/*.java
  for join in $joins; do
    flink flink-sql "$join" --api sql
  done
  for join in interval-inner window-inner; do
    flink flink-datastream "$join" --api datastream
  done
  flink flink-sql-wm500 window-inner --api sql --watermark-every 500
  flink flink-datastream-wm500 window-inner --api datastream --watermark-every 500
fi

spark() { # spark ENGINE JOIN RUNS OPTION...
  local engine=$1 join=$2 runs=$3
  shift 3
  SPARK_LOCAL_IP=127.0.0.1 peer "$engine" "$join" "${java[@]}" -XX:+IgnoreUnrecognizedVMOptions \
    --add-modules=jdk.incubator.vector -Djdk.reflect.useDirectMethodHandle=false \
    -Dio.netty.tryReflectionSetAccessible=true -cp "$work/spark-classes:$jars/*" SparkBench \
    --name "$engine" --work "$ram" --join "$join" --n "$n" --seed "$seed" --runs "$runs" "$@" \
    --spark.sql.streaming.checkpoint.fileChecksum.enabled false \
    --spark.sql.streaming.checkpointFileManagerClass \
    org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager
  rm -rf "$work"/java-tmp/*
}
if any_wanted spark || any_wanted spark-4-batches || any_wanted spark-rocksdb; then
  say "Spark"
  need_java_python
  install_spark
  jars=$(echo "$SPARK_HOME_VENV"/lib/python3*/site-packages/pyspark/jars)
  javac -nowarn -proc:none -cp "$jars/*" -d "$work/spark-classes" "$here"/java/*.java "$here"/spark/*.java
  for join in $joins; do
    spark spark "$join" 3 --batches 20
  done
  for join in $joins; do
    case $full$join in
      1* | *interval-inner | *regular-inner) spark spark-4-batches "$join" 3 --batches 4 ;;
    esac
  done
  for join in $joins; do
    case $full$join in
      1*) spark spark-rocksdb "$join" 3 --store rocksdb --batches 20 ;;
      *interval-inner) spark spark-rocksdb "$join" 1 --store rocksdb --batches 20 ;;
    esac
  done
fi

python3 "$here/report.py" "$lines" ${out:+--out "$out"}
