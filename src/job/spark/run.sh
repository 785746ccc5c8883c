#!/usr/bin/env bash
# Runs the job on a local Spark {version}, and compares what comes out with what joinscope says: ./run.sh
#
# Needs Java 17 and Python 3 with venv. PySpark comes from PyPI, once (450 MB); PYTHON=FILE names a Python that has it.
set -euo pipefail
cd "$(dirname "$0")"

venv=${XDG_CACHE_HOME:-$HOME/.cache}/joinscope/pyspark-{version}
python=${PYTHON:-$venv/bin/python}
if [ ! -x "$python" ]; then
  echo "Apache Spark {version}, into $venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet pyspark=={version}
fi

"$python" replay.py .
"$python" check.py
