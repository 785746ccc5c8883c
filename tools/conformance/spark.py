#!/usr/bin/env python3
"""Run scenarios through the real Apache Spark Structured Streaming stream-stream join.

    spark.py SCENARIO.json... --out DIR    (a name @LIST stands for the files named in LIST, one a line)

All scenarios share one local Spark session; NAME.trace.json is written for each of them.
The scenario and trace files are described in docs/format.md. Times are milliseconds, all in UTC.

How a scenario reaches Spark: each side is a MemoryStream of JSON strings. The pushes since the
previous `batch` step are added to both sources while the query's progress lock is held, so that
one micro-batch takes all of them; then processAllAvailable() runs until nothing is left to do.
What each micro-batch emitted is read back from the memory sink by batch id, and its numbers from
the query's progress reports.
"""
import argparse
import json
import logging
import os
import re
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from datetime import datetime, timezone

HOW = {"inner": "inner", "left": "left_outer", "right": "right_outer", "full": "full_outer",
       "semi": "left_semi", "anti": "left_anti"}
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Refused(Exception):
    """The scenario asks for something that Spark has no way to express."""


def refuse_what_spark_lacks(sc):
    join = sc["join"]
    for side in ("left", "right"):
        if sc[side]["watermark"]["strategy"] == "manual":
            raise Refused("Spark has no manual watermark: it follows the event times seen (withWatermark)")
    if join.get("window", {}).get("shape") == "cumulating":
        raise Refused("Spark has no cumulating window")
    if join.get("min_cleanup_interval", 0):
        raise Refused("Spark's stream-stream join has no minimum clean-up interval")
    if join.get("window", {}).get("max_length"):
        raise Refused("Spark's session_window has no longest length")
    for side in ("left", "right"):
        if "idle_timeout" in sc[side]["watermark"]:
            raise Refused("Spark has no idle sources: a side not heard holds the watermark, or does not (policy max)")
    if join["kind"] == "temporal":
        raise Refused("Spark Structured Streaming has no temporal (versioned table) stream-stream join")
    if join.get("state_ttl", 0):
        raise Refused("Spark's stream-stream join has no processing-time state TTL")
    if join.get("allowed_lateness", 0):
        raise Refused("Spark's stream-stream join has no allowed lateness")
    for step in sc["script"]:
        if step["do"] == "watermark":
            raise Refused("Spark has no manual watermark: it follows the event times seen (withWatermark)")
        if step["do"] == "checkpoint":
            raise Refused("Spark checkpoints each micro-batch by itself")
        if step["do"] == "push" and step.get("kind", "+I") != "+I" and not (
                join["kind"] == "lookup" and step["side"] == "right" and step["kind"] != "-U"):
            raise Refused("Spark's streaming sources are append only: row kind " + step["kind"])


def ms(n):
    return f"INTERVAL {n} MILLISECONDS"


def shifted(column, n):
    """column + n milliseconds, as one writes it in SQL."""
    return column if n == 0 else f"{column} {'+' if n > 0 else '-'} {ms(abs(n))}"


def window_expr(win, column):
    if win["shape"] != "session":
        slide = win["slide"] if win["shape"] == "sliding" else win["size"]
        return (f"window({column}, '{win['size']} milliseconds', '{slide} milliseconds', "
                f"'{win.get('offset', 0)} milliseconds')")
    return f"session_window({column}, '{win['gap']} milliseconds')"


def build(spark, sc, left, right):
    """The joined DataFrame, one JSON string a row. In a lookup the right one is a table already."""
    from pyspark.sql import functions as F
    join, sides = sc["join"], []
    for p, df, spec in (("l", left, sc["left"]), ("r", right, sc["right"])):
        if join["kind"] == "lookup" and p == "r":
            df = df.selectExpr("ID AS rid", "K AS rkey", "timestamp_millis(T) AS rts")
            if spec["watermark"]["strategy"] == "bounded":
                df = df.withWatermark("rts", f"{spec['watermark']['delay']} milliseconds")
            sides.append(df)
            continue
        df = df.select(F.from_json("value", "id STRING, key STRING, time BIGINT").alias("v")).selectExpr(
            f"v.id AS {p}id", f"v.key AS {p}key", f"timestamp_millis(v.time) AS {p}ts")
        if spec["watermark"]["strategy"] == "bounded":
            df = df.withWatermark(f"{p}ts", f"{spec['watermark']['delay']} milliseconds")
        if join["kind"] == "window":
            df = df.selectExpr(f"{p}id", f"{p}key", f"{window_expr(join['window'], p + 'ts')} AS {p}win")
        sides.append(df)
    on = ["lkey = rkey"]
    if join["kind"] == "interval":
        ge = ">=" if join.get("lower_inclusive", True) else ">"
        le = "<=" if join.get("upper_inclusive", True) else "<"
        on.append(f"rts {ge} {shifted('lts', join['lower'])}")
        on.append(f"rts {le} {shifted('lts', join['upper'])}")
    elif join["kind"] == "window":
        on.append("lwin = rwin")
    df = sides[0].join(sides[1], F.expr(" AND ".join(on)), HOW[join["type"]])
    # Every column stays in the output (SELECT *): Spark drops late rows by the event-time column
    # that reaches the join, and one that nobody reads is pruned before it.
    columns = []
    for c in df.columns:
        if c.endswith("win"):
            c = f"array(unix_millis({c}.start), unix_millis({c}.end)) AS {c}"
        elif c.endswith("ts"):
            c = f"unix_millis({c}) AS {c}"
        columns.append(c)
    return df.selectExpr(f"to_json(struct({', '.join(columns)}), map('ignoreNullFields', 'false')) AS o")


def emitted(row):
    """One `out` entry from a joined row."""
    out = {"kind": "+I", "left": row["lid"]}
    if "rid" in row:
        out["right"] = row["rid"]
    if "lwin" in row:
        out["window"] = row["lwin"] if row["lid"] is not None else row["rwin"]
    return out


def epoch_ms(iso):
    d = datetime.strptime(iso, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc) - EPOCH
    return d.days * 86400000 + d.seconds * 1000 + d.microseconds // 1000


def first_line(message):
    """An engine's message without plan trees, stack traces and expression numbers."""
    lines = [x.strip() for x in str(message).strip().splitlines() if x.strip()]
    text = re.split(r";\s*$|;\s+'?(?:Join|Project)\b", lines[0])[0] if lines else "unknown error"
    text = re.sub(r"#\d+L?|; line \d+ pos \d+$", "", text)
    return re.sub(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "...", text)


class Oracle:
    def __init__(self, tmp, conf=(), sides=False):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        os.environ["PYSPARK_PIN_THREAD"] = "true"   # the progress lock belongs to one JVM thread
        from pyspark.sql import SparkSession
        b = SparkSession.builder.master("local[1]").appName("stream-join-oracle")
        for k, v in {
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.driver.memory": "1g",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.local.dir": tmp,
            "spark.sql.warehouse.dir": os.path.join(tmp, "warehouse"),
            "spark.sql.session.timeZone": "UTC",
            "spark.sql.shuffle.partitions": "1",
            "spark.sql.codegen.wholeStage": "false",           # speed only
            "spark.sql.streaming.numRecentProgressUpdates": "100000",
            "spark.sql.streaming.noDataProgressEventInterval": "1000000s",
            "spark.sql.streaming.pollingDelay": "2ms",
            "spark.sql.streaming.checkpoint.fileChecksum.enabled": "false",
            "spark.sql.streaming.checkpointFileManagerClass":
                "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager",
            "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",   # speed only, as the one above
            **dict(conf),
        }.items():
            b = b.config(k, v)
        logging.getLogger("SQLQueryContextLogger").disabled = True   # a refusal is no news here
        self.spark = b.getOrCreate()
        self.spark.sparkContext.setLogLevel("OFF")
        self.jvm = self.spark.sparkContext._jvm
        self.engine = {"name": "Apache Spark", "version": self.spark.version}
        self.tmp, self.count, self.sides = tmp, 0, sides

    def source(self):
        j = self.jvm
        enc = j.org.apache.spark.sql.Encoders.STRING()
        stream = j.org.apache.spark.sql.execution.streaming.runtime.MemoryStream.apply(
            enc, self.spark._jsparkSession)
        from pyspark.sql import DataFrame
        return stream, DataFrame(stream.toDF(), self.spark)

    def table(self, name):
        """A table that is read anew by whoever reads it: in Derby, which Spark ships, over JDBC."""
        url = f"jdbc:derby:memory:{name};create=true"
        connection = self.jvm.org.apache.derby.jdbc.EmbeddedDriver().connect(url, self.jvm.java.util.Properties())
        connection.createStatement().execute(
            "CREATE TABLE R (ID VARCHAR(1000), K VARCHAR(1000) UNIQUE, T BIGINT)")
        return connection, self.spark.read.format("jdbc").option("url", url).option("dbtable", "R").option(
            "driver", "org.apache.derby.jdbc.EmbeddedDriver").load()

    def change(self, connection, push):
        """Puts the row of a key, or deletes it. A NULL key has no row to replace."""
        if push["key"] is not None:
            delete = connection.prepareStatement("DELETE FROM R WHERE K = ?")
            delete.setString(1, push["key"])
            delete.executeUpdate()
        if push.get("kind", "+I") != "-D":
            insert = connection.prepareStatement("INSERT INTO R VALUES (?, ?, ?)")
            insert.setString(1, push["id"])
            insert.setString(2, push["key"])
            insert.setLong(3, push["time"])
            insert.executeUpdate()

    def add(self, stream, rows):
        if rows:
            buf = self.jvm.java.util.ArrayList()
            for r in rows:
                buf.add(json.dumps({k: r[k] for k in ("id", "key", "time")}))
            stream.addData(self.jvm.scala.jdk.javaapi.CollectionConverters.asScala(buf).toSeq())

    def run(self, sc):
        try:
            refuse_what_spark_lacks(sc)
        except Refused as e:
            return self.refusal(f"[oracle] {e}")
        from pyspark.errors import PySparkException
        try:
            return {"version": 1, "engine": self.engine, "steps": self.steps(sc)}
        except PySparkException as e:
            return self.refusal(self.message(e))

    def message(self, e):
        cond = None
        try:
            cond = e.getCondition()
        except Exception:
            pass
        desc = first_line(getattr(e, "_desc", None) or e)
        if cond and cond not in desc:
            desc = f"[{cond}] {desc}"
        return desc

    def refusal(self, text):
        return {"version": 1, "engine": self.engine, "error": text}

    def steps(self, sc):
        self.count += 1
        self.spark.conf.set("spark.sql.streaming.multipleWatermarkPolicy", sc.get("watermark_policy", "min"))
        name = f"q{self.count}"
        left, ldf = self.source()
        right, rdf = self.table(name) if sc["join"]["kind"] == "lookup" else self.source()
        work = os.path.join(self.tmp, name)
        query = None
        try:
            if any(step["do"] == "crash" or step.get("fails") for step in sc["script"]):
                return Crashing(self, sc, build(self.spark, sc, ldf, rdf), {"left": left, "right": right}, work).play()
            query = (build(self.spark, sc, ldf, rdf).writeStream.format("memory").queryName(name)
                     .outputMode("append").option("checkpointLocation", work).start())
            return self.drive(sc, query, {"left": left, "right": right}, work)
        finally:
            if query is not None:
                query.stop()
            self.spark.catalog.dropTempView(name)
            shutil.rmtree(work, ignore_errors=True)

    def drive(self, sc, query, streams, work):
        jq = query._jsq.streamingQuery() if hasattr(query._jsq, "streamingQuery") else query._jsq
        lock = jq.awaitProgressLock()
        waiting = {"left": [], "right": []}
        steps, seen = [], 0
        lookup = sc["join"]["kind"] == "lookup"
        state = {"left": 0, "right": 0} if self.sides or lookup else {"total": 0}
        for step in sc["script"]:
            entry = {"out": []}
            if step["do"] == "push" and lookup and step["side"] == "right":
                self.change(streams["right"], step)
            elif step["do"] == "push":
                waiting[step["side"]].append(step)
            elif step["do"] == "batch":
                pushed = sum(map(len, waiting.values()))
                lock.lock()
                try:
                    if not lock.isHeldByCurrentThread():
                        raise RuntimeError("the progress lock is not held; is PYSPARK_PIN_THREAD on?")
                    for side, rows in waiting.items():
                        self.add(streams[side], rows)
                        waiting[side] = []
                finally:
                    lock.unlock()
                query.processAllAvailable()
                reports = [json.loads(p.json()) for p in jq.recentProgress()]
                reports = [p for p in reports if "addBatch" in p["durationMs"]]  # not idle triggers
                batches = [self.batch(jq, p) for p in reports[seen:]]
                # A table that a micro-batch reads is no source of the query, though what it reads is counted as its own.
                taken = [sum(s["numInputRows"] for s in p["sources"]) for p in reports[seen:]]
                if not self.fed(pushed, taken) or any(taken[1:]) or [b["id"] for b in batches] != list(
                        range(seen, len(reports))):
                    raise RuntimeError(f"micro-batches are not as fed: {pushed} rows pushed, {taken} taken, "
                                       f"ids {[b['id'] for b in batches]}")
                seen = len(reports)
                if self.sides:
                    for b in batches:
                        b["state"] = self.state_by_side(work, b)
                if batches:
                    state = batches[-1]["state"]
                entry = {"out": [o for b in batches for o in b["out"]], "state": state, "batches": batches}
            steps.append(entry)
        return steps

    def fed(self, pushed, taken):
        """Whether the micro-batches of a step took all that was pushed."""
        return sum(taken) == pushed

    def state_by_side(self, work, batch):
        state = {}
        for side in ("left", "right"):
            state[side] = (self.spark.read.format("statestore").option("path", work)
                           .option("batchId", batch["id"]).option("joinSide", side).load().count())
        if sum(state.values()) != batch["state"]["total"]:
            raise RuntimeError(f"the state reader sees {state}, the progress report {batch['state']}")
        return state

    def batch(self, jq, p):
        b = p["batchId"]
        sink = jq.sink()
        since, after = sink.dataSinceBatch(b - 1), sink.dataSinceBatch(b)
        rows = since.dropRight(after.size())
        text = rows.mkString("\n")
        out = [emitted(json.loads(line[1:-1])) for line in text.split("\n") if line]
        out.sort(key=lambda o: json.dumps(o, sort_keys=True))
        return self.numbers(p, out)

    def numbers(self, p, out):
        """A micro-batch as its progress report tells it."""
        b = p["batchId"]
        mark = p.get("eventTime", {}).get("watermark")
        if not p["stateOperators"]:              # a join with a table keeps nothing
            return {"id": b, "watermark": None if mark is None else epoch_ms(mark), "out": out,
                    "state": {"left": 0, "right": 0}, "dropped": 0, "removed": 0}
        op = p["stateOperators"][0]
        return {"id": b, "watermark": None if mark is None else epoch_ms(mark), "out": out,
                "state": {"total": op["numRowsTotal"]}, "dropped": op["numRowsDroppedByWatermark"],
                "removed": op["numRowsRemoved"]}


class Crashing:
    """Plays a scenario with batches that fail and crashes: a sink that may raise after writing, and a query that is started
    again from its checkpoint. A batch that failed is in no progress report; its watermark is read from the offset log."""

    def __init__(self, oracle, sc, joined, streams, work):
        self.oracle, self.sc, self.joined, self.streams, self.work = oracle, sc, joined, streams, work
        self.lookup = sc["join"]["kind"] == "lookup"
        self.marked = any(sc[s]["watermark"]["strategy"] == "bounded" for s in ("left", "right")
                          if not (self.lookup and s == "right"))
        self.waiting = {"left": [], "right": []}
        self.written, self.fail = [], False
        self.query = None

    def sink(self, df, batch):
        """A plain sink, then a failure."""
        self.written.append((batch, [emitted(json.loads(row.o)) for row in df.collect()]))
        if self.fail:
            self.fail = False
            raise RuntimeError("the sink fails")

    def start(self):
        self.query = (self.joined.writeStream.foreachBatch(self.sink).outputMode("append")
                      .option("checkpointLocation", self.work).start())
        self.jq = self.query._jsq.streamingQuery() if hasattr(self.query._jsq, "streamingQuery") else self.query._jsq

    def play(self):
        steps, state = [], {"left": 0, "right": 0} if self.lookup else {"total": 0}
        try:
            self.start()
            for step in self.sc["script"]:
                entry = {"out": []}
                if step["do"] == "push" and self.lookup and step["side"] == "right":
                    self.oracle.change(self.streams["right"], step)
                elif step["do"] == "push":
                    self.waiting[step["side"]].append(step)
                elif step["do"] in ("batch", "crash"):
                    batches = self.batch(step)
                    state = next((b["state"] for b in reversed(batches) if "state" in b), state)
                    entry = {"out": [o for b in batches for o in b["out"]], "state": state, "batches": batches}
                steps.append(entry)
        finally:
            if self.query is not None:
                self.query.stop()
        return steps

    def batch(self, step):
        """Runs what there is to run; rows that wait come in by a batch step only."""
        seen, reported, rows = len(self.written), 0, sum(map(len, self.waiting.values()))
        if step["do"] == "crash":
            self.query.stop()
        up = self.query.isActive
        lock = self.jq.awaitProgressLock()
        if up:
            reported = len(self.jq.recentProgress())
            lock.lock()
        try:
            if step["do"] == "batch":
                for side, pushed in self.waiting.items():
                    self.oracle.add(self.streams[side], pushed)
                    self.waiting[side] = []
            self.fail = step.get("fails", False)
        finally:
            if up:
                lock.unlock()
        if not up:
            self.start()
        from pyspark.errors import PySparkException
        try:
            if step.get("fails") and (rows or not up):
                self.query.awaitTermination()      # processAllAvailable sees a query's end after 10 s only
            self.query.processAllAvailable()
            self.fail = False
        except PySparkException:
            if not step.get("fails") or self.fail:
                raise
        reports = {p["batchId"]: p for p in (json.loads(p.json()) for p in list(self.jq.recentProgress())[reported:])
                   if "addBatch" in p["durationMs"]}
        batches = []
        for number, out in self.written[seen:]:
            out.sort(key=lambda o: json.dumps(o, sort_keys=True))
            if number in reports:
                batches.append(self.oracle.numbers(reports[number], out))
            else:
                with open(os.path.join(self.work, "offsets", str(number)), encoding="utf-8") as file:
                    mark = json.loads(file.read().split("\n")[1])["batchWatermarkMs"]
                batches.append({"id": number, "watermark": mark if self.marked else None, "out": out, "failed": True})
        return batches


def main():
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("scenario", nargs="+")
    ap.add_argument("--out", required=True, help="folder for NAME.trace.json")
    ap.add_argument("--sides", action="store_true", help="state of each side, not the total (slow)")
    ap.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE", help="extra Spark setting")
    args = ap.parse_args()
    paths = []
    for name in args.scenario:
        if name.startswith("@"):
            with open(name[1:], encoding="utf-8") as f:
                paths += f.read().splitlines()
        else:
            paths.append(name)
    os.makedirs(args.out, exist_ok=True)
    tmp = tempfile.mkdtemp(prefix="spark-oracle-")
    done = Counter()
    try:
        oracle = Oracle(tmp, [c.split("=", 1) for c in args.conf], args.sides)
        for path in paths:
            name = re.sub(r"(\.scenario)?\.json$", "", os.path.basename(path))
            try:
                with open(path, encoding="utf-8") as f:
                    scenario = json.load(f)
                trace = oracle.run(scenario)
            except Exception:              # a bad file, or this script's own mistake: no trace
                print(f"{path}:", file=sys.stderr)
                traceback.print_exc()
                done["failed"] += 1
                continue
            done["error" if "error" in trace else "ok"] += 1
            with open(os.path.join(args.out, name + ".trace.json"), "w", encoding="utf-8") as f:
                f.write(dump(trace))
        oracle.spark.stop()
    finally:
        shutil.rmtree(tmp, ignore_errors=True)
    print(f"{done['ok']} traces, {done['error']} refusals, {done['failed']} failed -> {args.out}", file=sys.stderr)
    return 1 if done["failed"] else 0


def dump(trace):
    """JSON, one step a line."""
    head = {k: v for k, v in trace.items() if k != "steps"}
    text = json.dumps(head, ensure_ascii=False)
    if "steps" not in trace:
        return text + "\n"
    body = ",\n".join("  " + json.dumps(s, ensure_ascii=False) for s in trace["steps"])
    return f'{text[:-1]}, "steps": [\n{body}\n]}}\n'


if __name__ == "__main__":
    sys.exit(main())
