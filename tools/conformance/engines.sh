# shellcheck shell=bash
# The real engines, from PyPI. Sourced after tools/lib.sh; needs Java 17 with javac, Python 3 with venv, and pip.
# ENGINES may name another folder to keep them in; some 800 MB.

FLINK_VERSION=2.3.0
SPARK_VERSION=4.3.0
ENGINES=${ENGINES:-$TOOLS/engines}
FLINK_HOME=${FLINK_HOME:-$ENGINES/flink-$FLINK_VERSION}
SPARK_HOME_VENV=$ENGINES/pyspark-$SPARK_VERSION

need_java_python() {
  has javac || die "javac is missing: a JDK 17 is needed (Debian: apt-get install openjdk-17-jdk-headless)"
  has python3 || die "python3 is missing"
  case $(javac -version 2>&1) in
    "javac 17"*) ;;
    *) say "Flink and Spark are made for Java 17; here is $(javac -version 2>&1)" ;;
  esac
}

# Flink's own jars are what the sdist apache-flink-libraries holds (330 MB). No Maven.
install_flink() {
  local part="$ENGINES/part" name="apache_flink_libraries-$FLINK_VERSION"
  if [ ! -d "$FLINK_HOME/lib" ]; then
    say "Apache Flink $FLINK_VERSION"
    rm -rf "$part"
    mkdir -p "$part" "$FLINK_HOME"
    python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$part" "apache-flink-libraries==$FLINK_VERSION"
    tar -xzf "$part/$name.tar.gz" -C "$part" "$name/deps/lib"
    mv "$part/$name/deps/lib" "$FLINK_HOME/lib"
    rm -rf "$part"
  fi
  FLINK_JARS=$(find "$FLINK_HOME/lib" -name '*.jar' | sort | tr '\n' ':')
  FLINK_CLASSES=$FLINK_HOME/classes
  if [ ! -f "$FLINK_CLASSES/Oracle.class" ] ||
    [ -n "$(find tools/conformance/flink -newer "$FLINK_CLASSES/Oracle.class")" ]; then
    mkdir -p "$FLINK_CLASSES/META-INF/services"
    # shellcheck disable=SC2016
    echo 'Harness$MetricsFactory' \
      >"$FLINK_CLASSES/META-INF/services/org.apache.flink.metrics.reporter.MetricReporterFactory"
    # shellcheck disable=SC2016
    printf '%s\n' 'Printed$Factory' 'Lookup$Factory' \
      >"$FLINK_CLASSES/META-INF/services/org.apache.flink.table.factories.Factory"
    javac -nowarn -proc:none -cp "$FLINK_JARS" -d "$FLINK_CLASSES" tools/conformance/flink/*.java
  fi
}

install_spark() {
  [ -x "$SPARK_HOME_VENV/bin/spark-submit" ] && return
  say "Apache Spark $SPARK_VERSION"
  rm -rf "$SPARK_HOME_VENV"
  mkdir -p "$ENGINES"
  python3 -m venv "$SPARK_HOME_VENV"
  "$SPARK_HOME_VENV/bin/pip" install --quiet "pyspark==$SPARK_VERSION"
}

# expand_all DIR SCENARIO.json...: into DIR each scenario with all its steps, which generated ones keep as parameters
expand_all() {
  local folder=$1 file
  shift
  mkdir -p "$folder"
  for file in "$@"; do
    "${CARGO_TARGET_DIR:-target}/release/joinscope" expand "$file" >"$folder/$(basename "$file")"
  done
}

# run_flink SCENARIO.json... --out DIR [--explain] [--printed DIR: the SQL to run, NAME.sql for each scenario]
run_flink() {
  run_java Oracle "$@"
}

# run_java CLASS...: a program beside Flink's jars
run_java() {
  local opens=() package
  for package in lang lang.reflect util util.concurrent util.concurrent.atomic net io nio time; do
    opens+=("--add-opens=java.base/java.$package=ALL-UNNAMED")
  done
  java -Xmx1500m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "${opens[@]}" -Dlog4j2.level=OFF \
    -Dlog4j.configurationFile=tools/conformance/flink/log4j2.properties -cp "$FLINK_CLASSES:$FLINK_JARS" "$@"
}

# run_spark SCENARIO.json... --out DIR [--sides]
run_spark() {
  "$SPARK_HOME_VENV/bin/python" tools/conformance/spark.py "$@"
}
