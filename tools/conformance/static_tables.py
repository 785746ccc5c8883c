#!/usr/bin/env python3
"""What Spark's stream-static join sees of a table that changes while the query runs, by the kind of table.

Run by the venv that engines.sh makes. For each kind: the table holds (a, v1); one micro-batch; it gets (b, v2); one more
micro-batch; it is replaced by (a, v3); a third. Each micro-batch asks for a and b. Prints what each was told.
"""
import os
import shutil
import sys
import tempfile

from spark import Oracle

SCHEMA = "K string, ID string"


def kinds(spark, tmp, oracle):
    """name -> (the static DataFrame, what adds rows, what replaces all)."""
    def parquet():
        path = os.path.join(tmp, "files")
        spark.createDataFrame([("a", "v1")], SCHEMA).write.parquet(path)
        write = lambda mode: lambda rows: spark.createDataFrame(rows, SCHEMA).write.mode(mode).parquet(path)
        return spark.read.parquet(path), write("append"), write("overwrite")

    def saved():
        spark.createDataFrame([("a", "v1")], SCHEMA).write.format("parquet").saveAsTable("saved")
        put = lambda over: lambda rows: spark.createDataFrame(rows, SCHEMA).write.insertInto("saved", overwrite=over)
        return spark.table("saved"), put(False), put(True)

    def view():
        make = lambda rows: spark.createDataFrame(rows, SCHEMA).createOrReplaceTempView("v")
        make([("a", "v1")])
        return spark.table("v"), lambda rows: make([("a", "v1"), *rows]), make

    def memory():
        rows = [("a", "v1")]
        return spark.createDataFrame(rows, SCHEMA), rows.extend, lambda new: rows.__setitem__(slice(None), new)

    def jdbc(cached=False):
        connection, df = oracle.table("cached" if cached else "jdbc")
        push = lambda rows: [oracle.change(connection, {"id": v, "key": k, "time": 0}) for k, v in rows]
        push([("a", "v1")])

        def replace(rows):
            connection.createStatement().execute("DELETE FROM R")
            push(rows)
        df = df.select("K", "ID")
        return df.cache() if cached else df, push, replace

    return {"files": parquet, "saved table": saved, "temporary view": view, "local rows": memory, "JDBC": jdbc,
            "JDBC, cached": lambda: jdbc(True)}


def main():
    tmp = tempfile.mkdtemp()
    oracle = Oracle(tmp, [])
    from pyspark.sql.functions import expr
    spark = oracle.spark
    try:
        for name, make in kinds(spark, tmp, oracle).items():
            table, add, replace = make()
            stream, left = oracle.source()
            joined = left.alias("l").join(table.alias("r"), expr("l.value = r.K"), "left_outer").selectExpr("l.value", "r.ID")
            query = joined.writeStream.format("memory").queryName("q").outputMode("append").start()
            told = []
            for change in (None, lambda: add([("b", "v2")]), lambda: replace([("a", "v3")])):
                try:
                    if change:
                        change()
                    buffer = spark.sparkContext._jvm.java.util.ArrayList()
                    buffer.add("a"), buffer.add("b")
                    before = spark.table("q").count()
                    stream.addData(spark.sparkContext._jvm.scala.jdk.javaapi.CollectionConverters.asScala(buffer).toSeq())
                    query.processAllAvailable()
                    rows = spark.table("q").collect()[before:]
                    told.append(", ".join(sorted(f"{r[0]}: {r[1]}" for r in rows)))
                except Exception as error:
                    text = str(error)
                    told.append("fails: " + next((w for w in ("FILE_NOT_EXIST", "FileNotFound") if w in text), text[:300]))
                    break
            query.stop()
            print(f"{name:15} | " + " | ".join(told), flush=True)
    finally:
        spark.stop()
        shutil.rmtree(tmp, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
