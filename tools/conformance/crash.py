"""A checkpoint, a crash, and what is run again: Flink's checkpoints, Spark's micro-batches."""
import flink_scenarios
import partitions
import session_cap
import spark_scenarios
from script import scenario

FLINK = {
    "sql-interval": ("flink_sql", {"kind": "interval", "type": "full", "lower": 0, "upper": 10}),
    "sql-regular": ("flink_sql", {"kind": "regular", "type": "full"}),
    "sql-regular-ttl": ("flink_sql", {"kind": "regular", "type": "left", "state_ttl": 100}),
    "sql-temporal": ("flink_sql", {"kind": "temporal", "type": "left"}),
    "sql-window": ("flink_sql", {"kind": "window", "type": "full", "window": {"shape": "tumbling", "size": 10}}),
    "sql-session": ("flink_sql", {"kind": "window", "type": "full", "window": {"shape": "session", "gap": 5}}),
    "ds-interval": ("flink_datastream", {"kind": "interval", "type": "inner", "lower": 0, "upper": 10}),
    "ds-window": ("flink_datastream", {"kind": "window", "type": "full", "window": {"shape": "tumbling", "size": 10}}),
    "ds-window-late": ("flink_datastream", {"kind": "window", "type": "full", "allowed_lateness": 20,
                                            "window": {"shape": "tumbling", "size": 10}}),
    "ds-session": ("flink_datastream", {"kind": "window", "type": "full", "window": {"shape": "session", "gap": 5}}),
    "sql-lookup": ("flink_sql", {"kind": "lookup", "type": "left"}),
}
EVENT_TIME = [name for name in FLINK if "regular" not in name and "lookup" not in name]


def of(name, text, title, left="manual", right="manual"):
    dialect, join = FLINK[name]
    return scenario(title, dialect, join, text, left, right)


def cases():
    for j in FLINK:
        # what the checkpoint brings back, and what came since comes again, in what it puts out too
        yield f"replay-{j}", of(j, "L a 1000; R a 1001; L b 1002; K; R b 1003; W 1011; L a 1012; X; W 1014; L c 1030; W 1100; X; W 1100",
                                "a crash after a checkpoint, and another")
        yield f"no-checkpoint-{j}", of(j, "L a 1000; R a 1001; W 1005; L b 1006; X; W 1020; R b 1008; X; W 1100",
                                       "a crash before any checkpoint")
        yield f"twice-{j}", of(j, "L a 1000; K; R a 1001; K; X; X; R a 1002; W 1100", "two checkpoints, two crashes at once")
    for j in EVENT_TIME:
        # the watermark was 1050; after the crash it is not known until it is told again
        yield f"late-after-{j}", of(j, "W 1050; L a 1000; K; X; L a 1001; R a 1002; L b 1003; WL 1050; R b 1004; WR 1050; L a 1005; W 1060",
                                    "late rows after a crash")
        yield f"late-without-crash-{j}", of(j, "W 1050; L a 1000; K; L a 1001; R a 1002; L b 1003; WL 1050; R b 1004; WR 1050; L a 1005; W 1060",
                                            "the same rows with no crash")
        # watermarks before the checkpoint do not come again; timers do not fire until it is told
        yield f"watermark-lost-{j}", of(j, "L a 1000; R b 1000; WL 1009; K; WR 1009; X; WR 1100; WL 1008; WL 1200",
                                        "a watermark from before the checkpoint")
        yield f"watermark-back-{j}", of(j, "L a 1000; R b 1000; W 1100; L c 1150; K; X; L a 1120; W 1050; L a 1049; R c 1150; W 1100; W 1300",
                                        "a watermark that starts lower")
        yield f"bounded-{j}", of(j, "L a 1000; R a 1100; L a 1100; R b 1200; K; L b 1195; X; L a 1010; R a 1015; R c 1300; L c 1400",
                                 "bounded: only what is read again moves it", "5", "0")
    for j in ("ds-session", "sql-session"):
        yield f"session-stays-open-{j}", of(j, "R a 1000; WL 1004; K; WR 1004; X; R a 1005; W 1100", "a session that had been closed")
    yield "fired-before-ds-window-late", of("ds-window-late", "L a 1000; W 1009; R a 1001; K; X; R a 1002; W 1008; R a 1003; W 1009; "
                                            "R a 1004; W 1029; W 1100", "a window that had fired, kept for late rows")
    # the cache is cleaned by what other keys have raised; that is forgotten
    yield "expired-sql-interval", of("sql-interval", "L a 1100; L a 1000; W 1050; R b 1045; K; R a 1005; X; R a 1006; W 1200",
                                     "what the operator had expired")
    yield "expired-without-crash-sql-interval", of("sql-interval", "L a 1100; L a 1000; W 1050; R b 1045; K; R a 1005; R a 1006; W 1200",
                                                   "the same with no crash")
    yield "one-timer-sql-interval", of("sql-interval", "L a 1100; L a 1000; L b 1001; K; X; W 1050; W 1111; W 1200", "timers are in the checkpoint")
    yield "ttl", of("sql-regular-ttl", "L a 1; C 60; R a 1; K; C 99; X; R a 2; C 100; R a 3; C 160; L a 2; C 300; X",
                    "processing time does not go back")
    yield "ttl-replay", of("sql-regular-ttl", "R a 1; C 50; K; L a 1; C 120; X; R a 2; C 220; L a 2", "rows read again are written again, now")
    yield "table-changed", of("sql-lookup", "R a 1; L a 10; K; L a 11; R a 2 +U; L a 12; X; R a 3 -D; X", "the table is not in the checkpoint")
    yield "partitions", scenario("partitions begin anew", *FLINK["sql-interval"],
                                 "L/0 a 1000; L/1 a 1020; R a 1100; K; L/0 a 1030; C 101; C 120; X; R a 1200; L/0 a 1040; C 221; C 222; L/1 a 1050",
                                 "0/2/100", "0")
    yield "idle-before", scenario("idle, then a crash", *FLINK["ds-window"], "L/0 a 1000; L/1 a 1020; C 101; R a 1100; K; X; R a 1120; C 202; "
                                  "R a 1130", "0/2/100", "0")
    yield from spark_cases()


INTERVAL = {"kind": "interval", "type": "full", "lower": 0, "upper": 10}


def spark(text, title, join=None, left="0", right="0", **more):
    return scenario(title, "spark", join or INTERVAL, text, left, right, **more)


def spark_cases():
    yield "spark-fails", spark("L a 1000; R a 1005; L b 1006; B; L a 1001; R b 1100; L c 1100; BF; X; B; L c 1200; R c 1200; B",
                               "a failing batch, then its rerun")
    yield "spark-fails-meanwhile", spark("L a 1000; R a 1005; L b 1006; B; L a 1001; R b 1100; L c 1100; BF; L b 1050; R c 1102; X; "
                                         "R d 1110; B; L e 1300; R e 1300; B", "rows that come while it is down")
    yield "spark-fails-no-crash", spark("L a 1000; R a 1005; L b 1006; B; L a 1001; R b 1100; L c 1100; BF; L b 1050; R c 1102; B; "
                                        "L e 1300; R e 1300; B", "the next batch starts it again, with rows waiting")
    yield "spark-fails-first", spark("L a 1000; R a 1005; BF; X; L a 1001; B", "the very first batch fails")
    yield "spark-fails-twice", spark("L a 1000; R a 1005; B; L a 1002; R a 1050; BF; BF; L x 1060; BF; X; X; R x 1060; B", "fails again and again")
    yield "spark-fails-idle", spark("L a 1000; R a 1005; B; BF; X; L a 1001; B", "nothing to run, nothing fails")
    yield "spark-crash", spark("L a 1000; R a 1005; L b 1100; R c 1100; B; X; L a 1200; B; R a 1150; B; R a 1300; B", "a crash between batches")
    yield "spark-no-crash", spark("L a 1000; R a 1005; L b 1100; R c 1100; B; L a 1200; B; R a 1150; B; R a 1300; B", "the same with none")
    yield "spark-crash-first", spark("X; L a 1000; R a 1005; B; X; X; L a 1001; B", "a crash before anything")
    yield "spark-crash-waiting", spark("L a 1000; R a 1005; B; L b 1100; R b 1100; X; B; X", "rows wait")
    yield "spark-crash-max", spark("L a 1000; R a 1005; B; L b 1100; B; X; R b 1050; B; R b 1120; B; L c 1200; R c 1010; B",
                                   "policy max", watermark_policy="max")
    yield "spark-crash-slow-side", spark("L a 1000; R a 1500; B; X; L b 1100; B; L c 1300; B; R c 1301; B; L d 1400; B", "side marks are forgotten")
    yield "spark-no-crash-slow-side", spark("L a 1000; R a 1500; B; L b 1100; B; L c 1300; B; R c 1301; B; L d 1400; B", "the same with none")
    yield "spark-late", spark("L a 1000; R a 1000; B; L b 1200; R b 1200; B; X; L a 1100; R a 1150; L b 1201; B", "late rows after a crash")
    yield "spark-late-no-eviction", spark("L a 1000; R a 1000; B; L b 1200; R b 1200; B; X; L a 1100; R a 1150; L b 1201; B; L b 1100; B",
                                          "late rows where no no-data batch runs", {"kind": "regular", "type": "inner"})
    yield "spark-late-rerun", spark("L a 1000; R a 1000; B; L b 1200; R b 1200; B; L a 1100; R b 1200; BF; X; L b 1100; B",
                                    "which rows are late in the rerun", {"kind": "regular", "type": "inner"})
    for kind in ("inner", "left", "right", "semi"):
        yield f"spark-{kind}", spark("L a 1000; L b 1001; R a 1005; B; L b 1002; R b 1004; R d 1100; L d 1101; BF; X; L x 1200; R x 1200; B",
                                     kind, {**INTERVAL, "type": kind})
    yield "spark-window", spark("L a 1000; L b 1001; R a 1005; B; L b 1002; R b 1004; R d 1100; L d 1101; BF; X; L x 1200; R x 1200; B",
                                "window", {"kind": "window", "type": "full", "window": {"shape": "sliding", "size": 10, "slide": 5}})
    yield "spark-one-mark", spark("L a 1000; R a 1005; B; L b 1100; R b 10; BF; X; X; L b 1050; R b 1101; B", "one watermark",
                                  {**INTERVAL, "type": "right"}, "0", "none")
    yield "spark-no-mark", spark("L a 1000; R a 1005; B; L b 1100; R b 10; BF; X; L b 1050; R b 1101; B", "no watermark",
                                 {"kind": "regular", "type": "inner"}, "none", "none")
    yield "spark-null-keys", spark("L - 1000; R - 1005; B; L - 1100; R a 1100; BF; X; L - 1300; R - 1300; B", "null keys")
    yield "spark-lookup", spark("R a 1; L a 10; B; L a 11; BF; R a 2 +U; X; L a 12; B", "the table is read anew in the rerun",
                                {"kind": "lookup", "type": "left"}, "0", "none")


def generate(rng, n):
    """An ordinary scenario, with checkpoints and crashes thrown in."""
    if n % 3 == 2:
        made = spark_scenarios.Gen(rng, ("interval", "window", "interval", "regular")[n // 3 % 4], n // 3).make()
        for step in made["script"]:
            if step["do"] == "batch" and rng.random() < 0.3:
                step["fails"] = True
        for _ in range(rng.randint(1, 3)):
            made["script"].insert(rng.randint(0, len(made["script"])), {"do": "crash"})
        return made
    kind = n // 3 % 9
    if kind < 6:
        make, dialect = (("interval", "flink_sql"), ("window", "flink_sql"), ("temporal", "flink_sql"), ("regular", "flink_sql"),
                         ("interval", "flink_datastream"), ("window", "flink_datastream"))[kind]
        made = getattr(flink_scenarios, make)(rng, dialect, rng.randrange(1000))
    else:
        made = (partitions if kind < 8 else session_cap).generate(rng, rng.randrange(1000))
    script = made["script"]
    for step, least in (("checkpoint", 0), ("checkpoint", 1), ("crash", 1)):
        for _ in range(rng.randint(least, 2)):
            script.insert(rng.randint(0, len(script)), {"do": step})
    return made
