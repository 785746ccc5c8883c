#!/usr/bin/env python3
"""Plays the steps of events/order.ndjson through the job, and writes what each puts out to output.ndjson: replay.py [DIR]

Sources that Spark reads by itself are cut into micro-batches by chance, and with them the watermark. Here the rows that came since
the last `batch` step go into the two tables at once, while the query may not begin a micro-batch, and the next step
waits until nothing is left to do. Each table is read as a stream, as any other source would be.
"""
import datetime
import json
import logging
import os
import pathlib
import shutil
import sys
import tempfile
import time

os.environ["TZ"] = "UTC"          # times come to Python without a zone
time.tzset()
os.environ["PYSPARK_PIN_THREAD"] = "true"   # the lock below belongs to one thread
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import types as T

TYPES = {"STRING": T.StringType(), "BIGINT": T.LongType(), "DOUBLE": T.DoubleType(), "BOOLEAN": T.BooleanType(),
         "TIMESTAMP": T.LongType()}   # in the files times are numbers, ms
DERBY = {"STRING": "VARCHAR(32672)", "BIGINT": "BIGINT", "DOUBLE": "DOUBLE", "BOOLEAN": "BOOLEAN", "TIMESTAMP": "TIMESTAMP"}
EPOCH = datetime.datetime(1970, 1, 1)


def session(folder):
    """A Spark on this machine. It has no settings that change what a join does."""
    builder = SparkSession.builder.master("local[1]").appName("joinscope")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.local.dir": str(folder),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.streaming.pollingDelay": "2ms",
        # For speed only: to compile a small job takes longer than to run it, and checkpoints here outlive nothing.
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.streaming.checkpoint.fileChecksum.enabled": "false",
        "spark.sql.streaming.checkpointFileManagerClass":
            "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager",
        "spark.driver.extraJavaOptions": f"-XX:TieredStopAtLevel=1 -Dderby.stream.error.file={folder / 'derby.log'}",
    }.items():
        builder = builder.config(key, value)
    logging.getLogger("SQLQueryContextLogger").disabled = True
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def millis(at):
    return round((at - EPOCH) / datetime.timedelta(milliseconds=1))


class Play:
    def __init__(self, spark, folder, work):
        self.spark, self.folder, self.work = spark, folder, work
        self.about = json.loads((folder / "job.json").read_text(encoding="utf-8"))
        self.waiting = {"left": [], "right": []}
        self.step, self.files, self.fails, self.query, self.derby = 0, 0, False, None, None

    # ---- the job's own code

    def job(self):
        """The tables, and the joined DataFrame."""
        script = self.folder / "job.py"
        if script.exists():
            names = {}
            exec(compile(script.read_text(encoding="utf-8"), str(script), "exec"), names)
            return names["joined"]
        joined = None
        for statement in (self.folder / "job.sql").read_text(encoding="utf-8").split(";\n"):
            if statement.strip().startswith("SELECT"):
                joined = self.spark.sql(statement)
            elif statement.strip():
                self.spark.sql(statement)
        return joined

    # ---- rows in

    def add(self, side, lines):
        """Puts lines of a file of events into a side's table."""
        self.files += 1
        path = self.work / f"{self.files}.ndjson"
        path.write_text("".join(lines), encoding="utf-8")
        columns = self.about["columns_of"][side]
        schema = T.StructType([T.StructField(name, TYPES[kind]) for name, kind in columns])
        quoted = [("`" + name.replace("`", "``") + "`", kind) for name, kind in columns]
        (self.spark.read.schema(schema).json(str(path))
         .selectExpr(*(f"timestamp_millis({name})" if kind == "TIMESTAMP" else name for name, kind in quoted))
         .write.insertInto(self.about["tables"][side]))

    def make_table(self):
        """The table that a stream-static join asks, in Derby, which Spark ships: it is read anew in each micro-batch."""
        jvm = self.spark.sparkContext._jvm
        self.derby = jvm.org.apache.derby.jdbc.EmbeddedDriver().connect(
            "jdbc:derby:memory:replay;create=true", jvm.java.util.Properties())
        columns = ", ".join('"' + name.replace('"', '""') + '" ' + DERBY[kind] for name, kind in self.about["columns_of"]["right"])
        if self.derby.getMetaData().getTables(None, None, "ASKED", None).next():
            self.derby.createStatement().execute("DROP TABLE ASKED")
        self.derby.createStatement().execute(f"CREATE TABLE ASKED ({columns})")

    def change_table(self, line, kind):
        """Puts the row of a key, or deletes it. Nobody finds a row whose key is NULL."""
        name = self.about["table_key"]
        if line[name] is None:
            return
        delete = self.derby.prepareStatement('DELETE FROM ASKED WHERE "' + name.replace('"', '""') + '" = ?')
        delete.setString(1, line[name])
        delete.executeUpdate()
        if kind == "-D":
            return
        columns = self.about["columns_of"]["right"]
        insert = self.derby.prepareStatement(f"INSERT INTO ASKED VALUES ({', '.join('?' for _ in columns)})")
        jvm = self.spark.sparkContext._jvm
        for at, (name, kind) in enumerate(columns, 1):
            value = line.get(name)
            if value is None:
                insert.setString(at, None)
            elif kind == "TIMESTAMP":
                insert.setTimestamp(at, jvm.java.sql.Timestamp(value))
            elif kind == "BIGINT":
                insert.setLong(at, value)
            elif kind == "DOUBLE":
                insert.setDouble(at, float(value))
            elif kind == "BOOLEAN":
                insert.setBoolean(at, value)
            else:
                insert.setString(at, value)
        insert.executeUpdate()

    # ---- rows out

    def sink(self, rows, batch):
        at = self.about["columns"]
        for row in rows.collect():
            told = {"step": self.step, "kind": "+I", "left": row[at["left"]]}
            if "right" in at:
                told["right"] = row[at["right"]]
            window = next((row[column] for column in at.get("windows", ()) if row[column] is not None), None)
            if window is not None:
                told["window"] = [millis(window["start"]), millis(window["end"])]
            told["row"] = str(row)
            self.out.write(json.dumps(told, ensure_ascii=False) + "\n")
        if self.fails:
            self.fails = False
            raise RuntimeError("the sink fails, as the step says")

    # ---- playing

    def start(self):
        self.query = (self.joined.writeStream.foreachBatch(self.sink).outputMode("append")
                      .option("checkpointLocation", str(self.work / "checkpoint")).start())

    def run(self):
        events = self.folder / "events"
        try:
            with (open(events / "order.ndjson", encoding="utf-8") as order, open(events / "left.ndjson", encoding="utf-8") as left,
                  open(events / "right.ndjson", encoding="utf-8") as right,
                  open(self.folder / "output.ndjson", "w", encoding="utf-8") as self.out):
                rows = {"left": left, "right": right}
                if "table_key" in self.about:
                    self.make_table()
                self.joined = self.job()
                self.start()
                for self.step, line in enumerate(order, 1):
                    what = json.loads(line)
                    does = what["do"]
                    if does in rows:
                        self.waiting[does].append(rows[does].readline())
                    elif does == "table":
                        self.change_table(json.loads(right.readline()), what.get("kind", "+I"))
                    elif does in ("batch", "failing_batch", "crash"):
                        self.batch(does)
        finally:
            if self.query is not None:
                self.query.stop()
            for table in self.about["tables"].values():
                self.spark.sql(f"DROP TABLE IF EXISTS {table}")

    def batch(self, does):
        """Lets in what waits, unless it is a crash, and runs micro-batches until nothing is left to do."""
        rows = sum(map(len, self.waiting.values()))
        if does == "crash":
            self.query.stop()
        up = self.query.isActive
        lock = getattr(self.query._jsq, "streamingQuery", lambda: self.query._jsq)().awaitProgressLock()
        if up:
            lock.lock()
        try:
            if does != "crash":
                for side, waits in self.waiting.items():
                    if waits:
                        self.add(side, waits)
                    self.waiting[side] = []
            self.fails = does == "failing_batch"
        finally:
            if up:
                lock.unlock()
        if not up:
            self.start()
        try:
            if self.fails and (rows or not up):
                self.query.awaitTermination()
            self.query.processAllAvailable()
            self.fails = False
        except PySparkException:
            if does != "failing_batch" or self.fails:
                raise


def play(spark, folder):
    work = pathlib.Path(tempfile.mkdtemp(prefix="joinscope-"))
    try:
        spark.conf.unset("spark.sql.streaming.multipleWatermarkPolicy")
        Play(spark, folder, work).run()
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    place = pathlib.Path(tempfile.mkdtemp(prefix="joinscope-spark-"))
    here = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    try:
        spark_here = session(place)
        play(spark_here, here)
        spark_here.stop()
    finally:
        shutil.rmtree(place, ignore_errors=True)
    with open(here / "output.ndjson", encoding="utf-8") as result:
        print(f"{sum(1 for _ in result)} rows came out: {here / 'output.ndjson'}")
