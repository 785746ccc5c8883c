#!/usr/bin/env python3
"""Runs the SQL that `joinscope code` prints in the real engines: code.py --work DIR [NAME...]

Each case of tests/code/cases.json is made a scenario file (`--write`), joinscope prints its SQL and its trace, and the
engine runs that SQL with the scenario's rows:

- Flink: tools/conformance/flink/Printed.java takes the text as it is, but for the connector.
- Spark (`--spark`): the text as it is; rows come in by INSERT INTO the tables that it creates, a micro-batch at a time.

`--compare` then compares every field of every step that both have, and with `--store` writes the texts that ran with the same
result to tests/code/NAME.sql, under a line that says so. `make conformance-code` does all of it.
"""
import argparse
import datetime
import json
import os
import re
import shutil
import sys
import tempfile

import compare

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TEXTS = os.path.join(ROOT, "tests", "code")


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def scenarios(jobs=False):
    """Each case's name and scenario; those that run as jobs only (jobs.py) if they are wanted."""
    cases = read(os.path.join(TEXTS, "cases.json"))
    for name, case in cases["cases"].items():
        if case.pop("run_as", None) == "job" and not jobs:
            continue
        scenario = {"version": 1, "title": name, **case, "script": cases["scripts"][case["script"]]}
        for side in ("left", "right"):
            stream, watermark = case[side]
            scenario[side] = {**cases["streams"][stream], "watermark": watermark}
        yield name, scenario


def write(work, only):
    for folder in ("scenarios", "sql", "real", "ours"):
        os.makedirs(os.path.join(work, folder), exist_ok=True)
    lists = {"flink": [], "spark": []}
    for name, scenario in scenarios():
        if only and name not in only:
            continue
        path = os.path.join(work, "scenarios", name + ".scenario.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(scenario, file, ensure_ascii=False)
        lists["spark" if scenario["dialect"] == "spark" else "flink"].append(path)
    for engine, paths in lists.items():
        with open(os.path.join(work, engine), "w", encoding="utf-8") as file:
            file.writelines(path + "\n" for path in paths)


# ---- Spark ----------------------------------------------------------------------------------------------

def field_value(value, kind):
    """A payload's value as a literal of the column's type."""
    if value is None:
        return "NULL"
    if kind == "BOOLEAN":
        return "true" if value else "false"
    if kind == "BIGINT":
        return str(value)
    if kind == "DOUBLE":
        return f"{value!r}D" if isinstance(value, float) else f"{value}.0D"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


class Table:
    """A table as the text creates it, and where each part of a row goes."""

    def __init__(self, statement, scenario, side):
        self.name = re.match(r"CREATE TABLE (`(?:[^`]|``)*`|\w+)", statement).group(1)
        self.columns = re.findall(r"^  (`(?:[^`]|``)*`|\w+) (\w+),?$", statement, re.M)
        fields = list(scenario[side].get("fields", {}))
        for step in scenario["script"]:
            if step["do"] == "push" and step["side"] == side:
                fields += [field for field in step.get("row", {}) if field not in fields]
        self.fields = fields
        if len(self.columns) != 3 + len(fields):
            raise ValueError(f"{self.columns} are not the fields {fields}")

    def insert(self, rows):
        values = []
        for row in rows:
            parts = [field_value(row["id"], "STRING"), field_value(row["key"], "STRING"), f"timestamp_millis({row['time']})"]
            payload = row.get("row", {})
            for field, (_, kind) in zip(self.fields, self.columns[3:]):
                parts.append(field_value(payload.get(field), kind))
            values.append("(" + ", ".join(parts) + ")")
        return f"INSERT INTO {self.name} VALUES {', '.join(values)}"


def run_spark(work):
    import spark
    with open(os.path.join(work, "spark"), encoding="utf-8") as file:
        paths = file.read().splitlines()
    tmp = tempfile.mkdtemp(prefix="spark-code-")

    class Runner(spark.Oracle):
        def add(self, table, rows):
            if rows:
                self.spark.sql(table.insert(rows))

        def fed(self, pushed, taken):
            """A file whose rows all have a NULL key may be passed over unread where the join wants none."""
            return sum(taken) <= pushed

        def steps(self, scenario):
            self.count += 1
            name, folder = f"q{self.count}", os.path.join(self.tmp, f"q{self.count}")
            # Nothing but what the text sets.
            self.spark.conf.unset("spark.sql.streaming.multipleWatermarkPolicy")
            tables, frame, query = [], None, None
            try:
                for statement in filter(str.strip, self.text.split(";\n")):
                    statement = statement.strip()
                    if statement.startswith("SELECT"):
                        frame, select = self.spark.sql(statement), statement
                    else:
                        self.spark.sql(statement)
                        if statement.startswith("CREATE TABLE"):
                            tables.append(Table(statement, scenario, ("left", "right")[len(tables)]))
                query = (self.named(frame, select).writeStream.format("memory").queryName(name)
                         .outputMode("append").option("checkpointLocation", folder).start())
                return self.drive(scenario, query, dict(zip(("left", "right"), tables)), folder)
            finally:
                if query is not None:
                    query.stop()
                self.spark.catalog.dropTempView(name)
                for table in tables:
                    self.spark.sql(f"DROP TABLE IF EXISTS {table.name}")
                shutil.rmtree(folder, ignore_errors=True)

        def named(self, frame, select):
            """The result as spark.py reads it. Nothing is added to the query but this projection, of all columns."""
            from pyspark.sql import functions as F
            items = [item.split(" AS ")[0].strip() for item in select[len("SELECT"):select.index("\nFROM ")].split(",")]
            left, parts = items[0].split(".")[0], []
            frame = frame.toDF(*[f"c{n}" for n in range(len(items))])
            for n, item in enumerate(items):
                side = "l" if item.split(".")[0] == left else "r"
                if item.split(".")[1] == "id":
                    parts.append(f"c{n} AS {side}id")
                elif item.split(".")[1] == "window":
                    parts.append(f"array(unix_millis(c{n}.start), unix_millis(c{n}.end)) AS {side}win")
                else:
                    parts.append(f"c{n}")       # read, or Spark would prune the column before the join
            return frame.select(F.expr(f"to_json(struct({', '.join(parts)}), map('ignoreNullFields', 'false')) AS o"))

    real_emitted = spark.emitted

    def emitted(row):
        """Either side's window may be there, or both; one is NULL where its side is."""
        windows = [row.pop(side) for side in ("lwin", "rwin") if side in row]
        out = real_emitted(row)
        if windows:
            out["window"] = next(window for window in windows if window[0] is not None)
        return out

    spark.emitted = emitted
    try:
        runner = Runner(tmp)
        for path in paths:
            name = os.path.basename(path)[:-len(".scenario.json")]
            with open(os.path.join(work, "sql", name + ".sql"), encoding="utf-8") as file:
                runner.text = file.read()
            trace = runner.run(read(path))
            with open(os.path.join(work, "real", name + ".trace.json"), "w", encoding="utf-8") as file:
                file.write(spark.dump(trace))
            print(f"{name}: {trace.get('error', 'ran')}", flush=True)
        runner.spark.stop()
    finally:
        shutil.rmtree(tmp, ignore_errors=True)


# ---- comparing ------------------------------------------------------------------------------------------

def without(trace, fields):
    for step in trace.get("steps", ()):
        for field in fields:
            step.pop(field, None)
    return trace


def result(work, store, only):
    today, different, counts = datetime.date.today(), [], {}
    for name, scenario in scenarios():
        if only and name not in only:
            continue
        # The SQL of a DataStream job is another operator: the same rows, other state.
        fields = ("state", "late") if scenario["dialect"] == "flink_datastream" else ()
        real, ours = (os.path.join(work, folder, name + ".trace.json") for folder in ("real", "ours"))
        if not os.path.exists(real):
            different.append(name)
            print(f"{name}: the engine gave no trace, see its log\n")
            continue
        real, ours = without(read(real), fields), without(read(ours), fields)
        what = compare.differ(real, ours) or ("it was refused: " + real["error"] if "error" in real else None)
        rows = [row for step in real.get("steps", ()) for row in step["out"]]
        if not what and scenario["script"] and not rows:
            what = "nothing came out, so nothing is shown"
        engine = f"{real['engine']['name']} {real['engine']['version']}"
        counts.setdefault(engine, []).append(len(rows))
        if what:
            different.append(name)
            print(f"{name}: {what}\n")
            continue
        if store:
            with open(os.path.join(work, "sql", name + ".sql"), encoding="utf-8") as file:
                text = file.read()
            path = os.path.join(TEXTS, name + ".sql")
            if not os.path.exists(path) or body(path) != text:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"-- {engine} ran this on {today} with the result of `joinscope trace`.\n{text}")
    for engine, rows in counts.items():
        print(f"{engine}: {len(rows)} texts ran, {sum(rows)} rows came out")
    print(f"different: {len(different)}")
    return 1 if different or not counts else 0


def body(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n", 1)[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="NAME")
    parser.add_argument("--work", required=True)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--store", action="store_true")
    args = parser.parse_args()
    if args.write:
        write(args.work, args.only)
    if args.spark:
        run_spark(args.work)
    return result(args.work, args.store, args.only) if args.compare else 0


if __name__ == "__main__":
    sys.exit(main())
