"""A stream against a table as it stands when the row is looked up: Flink's lookup join, Spark's stream-static join."""
from script import scenario

TYPES = ("inner", "left", "right", "full", "semi", "anti")
TABLE = "L a 1000; R a 1100; L a 1001; R a 900 +U; L a 1002; R b 950; L b 1003; R a 960 -D; L a 1004; L b 1005"


def flink(join, text, title, left="manual", right="none"):
    return scenario(title, "flink_sql", {"kind": "lookup", "type": join}, text, left, right)


def spark(join, text, title, left="0", right="none"):
    return scenario(title, "spark", {"kind": "lookup", "type": join}, text, left, right)


def cases():
    for kind in TYPES:
        yield f"flink-{kind}", flink(kind, TABLE, "the table as it stands, times play no part")
        yield f"spark-{kind}", spark(kind, "L a 1000; R a 1100; B; L a 1001; R a 900 +U; L a 1002; R b 950; B; L b 1003; "
                                           "L a 1004; R a 960 -D; B; L a 1005; L b 1006; L c 1007; B",
                                     "the table as it stands when the batch runs")
    for kind in ("inner", "left"):
        yield f"flink-null-keys-{kind}", flink(kind, "R a 1; R - 2; L - 1000; L a 1001; L - 1002", "null keys find nothing")
        yield f"flink-late-{kind}", flink(kind, "R a 1; W 5000; L a 1000; L b 1001; W 9000; L a 2; WR 9999; L b 3",
                                          "no row is late", right="manual")
        yield f"flink-bounded-{kind}", flink(kind, "L a 1000; R a 9000; L a 500; L b 2000; L a 1", "bounded", "10", "5")
        yield f"flink-no-watermark-{kind}", flink(kind, "L a 1000; R a 9000; L a 500; W 2000; L b 2000; C 9000; L a 1",
                                                  "no watermark", "none", "none")
    yield "flink-delete-again", flink("left", "R a 1 -D; L a 10; R a 2; R a 3 -D; R a 4 -D; L a 11; R a 5 +U; L a 12; R a 6; "
                                              "L a 13; C 100; L a 14", "deleting what is not there, putting again")
    yield "flink-update-before", flink("left", "R a 1; L a 10; R a 1 -U; L a 11", "-U says nothing to a table")
    yield "datastream", scenario("no such join", "flink_datastream", {"kind": "lookup", "type": "inner"}, TABLE)
    for kind in ("inner", "left", "semi", "anti"):
        yield f"spark-null-keys-{kind}", spark(kind, "R a 1; R - 2; L - 1000; L a 1001; L - 1002; B", "null keys")
        yield f"spark-late-{kind}", spark(kind, "R a 1; L a 5000; L b 5000; B; L a 10; L b 11; B; L a 12; B",
                                          "no row is late", left="0")
        yield f"spark-no-watermark-{kind}", spark(kind, "R a 1; L a 5000; L b 5000; B; L a 10; L b 11; B", "no watermark",
                                                  left="none")
    yield "spark-mark-of-the-table", spark("left", "R a 9000; L a 100; B; L a 50; B; R a 99999 +U; L a 10; B",
                                           "a watermark on the table says nothing", right="5")
    yield "spark-only-the-table", spark("left", "R a 1; B; R a 2 +U; B; L a 100; B; B; R a 3 +U; B; L a 101; B",
                                        "a change of the table runs no batch")
    yield "spark-max", {**spark("left", "R a 1; L a 100; B; L a 5; B", "policy max", left="3", right="5"),
                        "watermark_policy": "max"}
    yield "spark-waiting", spark("inner", "R a 1; L a 100; R a 1 -D; B; R a 2; L a 101", "rows that wait")
    yield "spark-update-before", spark("left", "R a 1; L a 10; R a 1 -U; B", "-U says nothing to a table")


def generate(rng, n):
    """Options go round with the number."""
    engine = ("flink", "spark")[n % 2]
    kind = (("inner", "left") if engine == "flink" else ("inner", "left", "semi", "anti"))[n // 2 % (2 if engine == "flink" else 4)]
    keys = rng.choice((["a"], ["a", "b"], ["a", "b", "c", "-"]))
    text, now, open_rows = [], 1000, 0
    for _ in range(rng.randint(6, 24)):
        x = rng.random()
        now += rng.choice((0, 1, 10, 100))
        if x < 0.45:
            text.append(f"L {rng.choice(keys)} {max(1, now - rng.choice((0, 0, 5, 500)))}")
        elif x < 0.75:
            text.append(f"R {rng.choice(keys)} {max(1, now + rng.choice((-500, 0, 500)))} {rng.choice(('+I', '+U', '+U', '-D'))}")
        elif engine == "spark":
            text.append("B")
        elif x < 0.85:
            text.append(f"{rng.choice(('W', 'WL', 'WR'))} {now + rng.choice((-100, 0, 100))}")
        else:
            text.append(f"C {now}")
    marks = ("manual", "none", "0", "7") if engine == "flink" else ("none", "0", "7")
    make = flink if engine == "flink" else spark
    return make(kind, "; ".join(text) + ("; B" if engine == "spark" and rng.random() < 0.8 else ""), f"lookup {kind}",
                rng.choice(marks), rng.choice(marks))
