#!/usr/bin/env bash
# Runs the job on a Flink {version} in this process, and compares what comes out with what joinscope says: ./run.sh
#
# Needs a JDK 17 and Python 3 with pip. Flink's jars come from PyPI, once (330 MB); FLINK_LIB=DIR names a folder that has them.
set -euo pipefail
cd "$(dirname "$0")"

lib=${FLINK_LIB:-${XDG_CACHE_HOME:-$HOME/.cache}/joinscope/flink-{version}/lib}
if [ ! -d "$lib" ]; then
  echo "Apache Flink {version}, into $lib"
  name=apache_flink_libraries-{version}
  part=$(mktemp -d)
  python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$part" apache-flink-libraries=={version}
  tar -xzf "$part/$name.tar.gz" -C "$part" "$name/deps/lib"
  mkdir -p "$(dirname "$lib")"
  mv "$part/$name/deps/lib" "$lib"
  rm -rf "$part"
fi
jars=$(find "$lib" -name '*.jar' | sort | tr '\n' ':')

rm -rf classes
mkdir -p classes
cp -r META-INF classes
javac -nowarn -proc:none -encoding UTF-8 -cp "$jars" -d classes ./*.java
opens=()
for package in lang lang.reflect util util.concurrent util.concurrent.atomic net io nio time; do
  opens+=("--add-opens=java.base/java.$package=ALL-UNNAMED")
done
java -Xmx1g -XX:+UseSerialGC "${opens[@]}" -Dfile.encoding=UTF-8 -Dlog4j2.level=OFF -cp "classes:$jars" {main} .
python3 check.py
