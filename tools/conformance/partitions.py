"""A side's watermark out of partitions, and idleness."""
from script import scenario

JOINS = {
    "sql-interval": ("flink_sql", {"kind": "interval", "type": "full", "lower": 0, "upper": 10}),
    "sql-window": ("flink_sql", {"kind": "window", "type": "full", "window": {"shape": "tumbling", "size": 10}}),
    "sql-session": ("flink_sql", {"kind": "window", "type": "full", "window": {"shape": "session", "gap": 5}}),
    "sql-temporal": ("flink_sql", {"kind": "temporal", "type": "left"}),
    "ds-interval": ("flink_datastream", {"kind": "interval", "type": "inner", "lower": 0, "upper": 10}),
    "ds-window": ("flink_datastream", {"kind": "window", "type": "full", "window": {"shape": "tumbling", "size": 10}}),
    "ds-session": ("flink_datastream", {"kind": "window", "type": "full", "window": {"shape": "session", "gap": 5}}),
}
SOME = ("sql-interval", "sql-window", "ds-interval", "ds-window")
END = "; L/0 z 9000; L/1 z 9000; R/0 z 9000; R/1 z 9000"


def of(join, text, title, left, right):
    dialect, spec = JOINS[join]
    return scenario(title, dialect, spec, text, left, right)


def cases():
    for j in SOME:
        yield f"silent-{j}", of(j, "L/0 a 1000; R/0 a 1000; R/1 a 1001; L/0 a 1100; R/0 a 1100; R/1 a 1100; L/1 a 1005; "
                                   "L/1 a 1100" + END, "a partition never heard holds its side back", "5/2", "5/2")
        yield f"slowest-{j}", of(j, "L/0 a 1000; L/1 a 1050; R a 1100; L/1 a 1200; L/0 a 1060; L/2 a 1070; L/0 a 1080; L/2 a 1300",
                                 "the slowest partition's mark is the side's", "0/3", "0")
        # idle_timeout 100: idle at 100 ms of silence, or after?
        yield f"idle-when-{j}", of(j, "L/0 a 1000; R a 1200; L/0 a 1100; C 50; L/0 a 1150; C 100; C 101; C 150; C 151",
                                   "how long a silence is idleness", "0/2/100", "0")
        yield f"idle-from-the-start-{j}", of(j, "C 50; L/0 a 1000; R a 1200; L/0 a 1100; C 100; C 101; L/0 a 1110; L/1 a 1005; L/0 a 1120; "
                                                "L/1 a 1115; C 300; C 400", "a partition never heard", "0/2/100", "0")
        yield f"idle-all-{j}", of(j, "L/0 a 1000; L/1 a 1020; R a 1015; C 101; R a 1100; C 200; L/1 a 1030; R a 1110; L/0 a 1040; "
                                     "R a 1300; C 400", "all partitions of a side idle, and the other side goes on",
                                  "0/2/100", "0")
        yield f"idle-both-{j}", of(j, "L a 1000; R a 1015; C 50; R a 1050; C 101; C 151; L a 1001; C 200; R a 1060; L a 1055; C 500",
                                   "both sides idle", "0/1/100", "0/1/100")
        yield f"idle-both-at-once-{j}", of(j, "L a 1000; R a 1050; C 101; R a 1100; L a 1100; C 300; L a 1200; R a 1250; C 500",
                                           "both sides idle in one step", "0/1/100", "0/1/100")
        yield f"idle-left-ahead-{j}", of(j, "R a 1000; L a 1050; C 101; R a 1100; L a 1100; C 300; L a 1200; R a 1250; C 500",
                                         "both sides idle in one step, the left one ahead", "0/1/100", "0/1/100")
        yield f"idle-never-heard-{j}", of(j, "L a 1000; L a 1100; C 101; L a 1110; L a 1200; R a 1190; R a 1150; R a 1210; C 300; L a 1300",
                                          "a side never heard", "0", "0/2/100")
        yield f"back-with-old-{j}", of(j, "L/0 a 1000; L/1 a 1000; R a 1100; C 60; L/0 a 1050; C 120; L/1 a 1010; R a 1110; L/0 a 1070; "
                                          "L/1 a 1049; L/1 a 1051; L/0 a 1090; L/1 a 1080; L/1 a 1095",
                                       "a partition comes back with old rows", "0/2/100", "0")
        yield f"all-back-with-old-{j}", of(j, "L/0 a 1000; L/1 a 1050; R a 1100; C 101; L/0 a 1010; R a 1110; L/1 a 1020; L/0 a 1200; "
                                              "L/1 a 1060; L/1 a 1200", "all idle, one comes back with old rows", "0/2/100", "0")
        yield f"back-exactly-{j}", of(j, "L a 1000; R a 1050; C 101; R a 1100; L a 1100; R a 1200; L a 1210; C 300; R a 1300; L a 1299; R a 1400; "
                                         "L a 1301; R a 1500", "back exactly at the join's watermark, and 1 ms below it", "0/1/100", "0")
        yield f"step-{j}", of(j, "L/0 a 1000; R a 1100; WL 1040; L/1 a 1020; L/0 a 1030; C 101; WL 1060; C 150; C 202; R a 1200; L/0 a 1045; "
                                 "L/1 a 1100; L/0 a 1100; WL 1090; C 500; WL 1300; R a 1400; C 700; R a 1500",
                              "watermark steps beside partitions", "0/2/100", "0")
        yield f"step-first-{j}", of(j, "WL 1040; R a 1100; C 101; R a 1110; L/0 a 1050; C 150; L/1 a 1060; C 202; C 300",
                                    "a watermark step before any row", "0/2/100", "0")
        yield f"manual-{j}", of(j, "L/0 a 1000; WR 1010; C 101; WR 1030; R a 1020; L/0 a 1040; WR 1050", "an idle side against a manual one",
                                "0/1/100", "manual")
        yield f"timeout-zero-{j}", of(j, "L/0 a 1000; R a 1005; L/1 a 1010; R a 1100; C 1; R a 1200; L/0 a 1050; C 2", "idle at once", "0/2/0", "0")
    yield "negative-timeout-sql", of("sql-interval", "L a 1", "a negative timeout", "0/1/-5", "0")
    yield "negative-timeout-ds", of("ds-interval", "L a 1", "a negative timeout", "0/1/-5", "0")
    yield "max-of-both", of("ds-window", "L a 1000; R a 1050; C 101; C 102", "union: both idle, the later mark is taken", "0/1/100", "0/1/100")
    for j in ("sql-temporal", "sql-session", "ds-session"):
        yield f"idle-{j}", of(j, "L/0 a 1000; R a 990; L/1 a 1001; R a 1003; C 101; R a 1040; L/0 a 1020; L/1 a 1030; R a 1050; C 300; "
                                 "R a 1100; L/1 a 1060", "idle", "0/2/100", "0")
    for j in ("sql-interval", "ds-window"):
        yield f"one-partition-{j}", of(j, "L a 1000; R a 1005; L a 1020; R a 1012; WL 1030; R a 1100; L a 1025; C 900", "partitions 1 is none",
                                       "3/1", "0/1")
    yield "sql-regular", scenario("idle changes nothing", "flink_sql", {"kind": "regular", "type": "left"},
                                  "L/0 a 1000; C 101; R a 1000; C 300; L/1 a 1", "0/2/100", "0/1/100")
    yield "sql-lookup", scenario("idle changes nothing", "flink_sql", {"kind": "lookup", "type": "left"},
                                 "L/0 a 1000; C 101; R a 1000; C 300; L/1 a 1", "0/2/100", "none")
    yield "spark-idle", scenario("Spark has none", "spark", {"kind": "interval", "type": "inner", "lower": 0, "upper": 10}, "L a 1000; B",
                                 "0/1/100", "0")
    yield "spark-partitions", scenario("partitions mean nothing", "spark",
                                       {"kind": "interval", "type": "left", "lower": 0, "upper": 10},
                                       "L/0 a 1000; R a 1000; B; L/1 a 1030; R a 1030; B; L/0 a 1031; R a 1032; B", "0/2", "0/1")


def generate(rng, n):
    name = sorted(JOINS)[n % len(JOINS)]
    marks, parts, limits = [], [], []
    for side in range(2):
        kind = rng.random()
        if kind < 0.15:
            marks.append("manual"), parts.append(1), limits.append(None)
            continue
        delay, count = rng.choice((0, 0, 1, 5)), rng.choice((1, 2, 2, 3))
        idle = rng.choice((None, 50, 100, 100)) if kind < 0.99 else 0
        marks.append(f"{delay}/{count}" + (f"/{idle}" if idle is not None else ""))
        parts.append(count), limits.append(idle)
    if all(limit is None for limit in limits) and "/" in marks[0] and rng.random() < 0.8:
        marks[0], limits[0] = f"{marks[0]}/100", 100
    clock, heard, top, text, times = 0, [0], [1000, 1000], [], []
    keys = rng.choice((["a"], ["a", "a", "b"]))
    for _ in range(rng.randint(8, 26)):
        x = rng.random()
        if x < 0.62:
            side = rng.randint(0, 1)
            if rng.random() < 0.6 or not times:
                top[side] += rng.choice((0, 1, 3, 10, 10, 20))
                time = top[side] - rng.choice((0, 0, 0, 1, 5, 12))
            else:
                time = rng.choice(times) + rng.choice((-10, -1, 0, 1, 10))
            times.append(time)
            heard.append(clock)
            text.append(f"{'LR'[side]}/{rng.randrange(parts[side])} {rng.choice(keys)} {time}")
        elif x < 0.9:
            limit = rng.choice([l for l in limits if l is not None] or [10])
            clock = max(clock, rng.choice((rng.choice(heard[-4:]) + limit + rng.choice((-1, 0, 1, 1, 1)), clock + rng.choice((1, 20, limit)))))
            text.append(f"C {clock}")
        else:
            side = rng.randint(0, 1)
            text.append(f"W{'LR'[side]} {top[side] + rng.choice((-10, 0, 1, 5, 10))}")
    text.append("C 5000")
    return of(name, "; ".join(text) + "; " + "; ".join(f"{s}/{p} z 9000" for s, c in zip("LR", parts) for p in range(c)), name, *marks)
