"""Session windows with a longest length, as people add it by hand in DataStream: flink/CappedSessionWindows.java."""
from script import scenario


def of(kind, gap, longest, text, title, lateness=0):
    join = {"kind": "window", "type": kind, "window": {"shape": "session", "gap": gap, "max_length": longest}}
    if lateness:
        join["allowed_lateness"] = lateness
    return scenario(title, "flink_datastream", join, text)


END = "; W 9000"


def cases():
    yield "full-session", of("full", 10, 30, "L a 100; R a 109; L a 118; R a 121; L a 128; R a 130; L a 137" + END,
                             "a row that would stretch it starts another")
    yield "exactly-the-length", of("full", 10, 30, "L a 100; R a 110; L a 120; R a 121" + END, "[100, 130) is 30 long")
    yield "uncapped", of("full", 10, 1000, "L a 100; R a 109; L a 118; R a 121; L a 128; R a 130; L a 137" + END, "no cap in reach")
    yield "inside-a-full-one", of("full", 10, 30, "L a 100; L a 110; L a 120; L a 125; R a 105; R a 119; R a 120; R a 122; R a 125" + END,
                                  "a row that fits into the full session goes there, one that does not into the next")
    yield "before-a-full-one", of("full", 10, 30, "L a 100; L a 110; L a 120; R a 95; R a 99; R a 92; L a 101" + END,
                                  "a row just before a full session")
    yield "bridge", of("full", 10, 30, "L a 100; L a 118; R a 109; L a 131; R a 125" + END, "a row between two sessions")
    yield "bridge-too-long", of("full", 10, 25, "L a 100; L a 118; R a 109; R a 108; R a 110" + END,
                                "a row between two: it joins the earlier, if that is not too long then")
    yield "bridge-the-later", of("full", 10, 20, "L a 100; L a 110; L a 128; R a 120; R a 119; R a 111" + END,
                                 "the earlier is full: the later one")
    yield "shorter-than-the-gap", of("full", 10, 5, "L a 100; R a 100; R a 101; L a 101; L a 100" + END,
                                     "a longest length below the gap: rows of one time only")
    yield "as-long-as-the-gap", of("full", 10, 10, "L a 100; R a 100; R a 101; L a 110" + END, "no two times together")
    yield "equal-times", of("full", 10, 20, "L a 100; L a 110; L a 115; R a 115; R a 100; R a 110" + END, "equal times")
    yield "order-matters-1", of("full", 10, 20, "L a 100; L a 110; R a 105; R a 95" + END, "the same rows in one order")
    yield "order-matters-2", of("full", 10, 20, "R a 95; L a 100; R a 105; L a 110" + END, "and in another")
    yield "order-matters-3", of("full", 10, 20, "L a 110; R a 105; L a 100; R a 95" + END, "and backwards")
    yield "keys", of("full", 10, 20, "L a 100; L b 105; L a 110; R b 115; R a 120; R b 125" + END, "each key by itself")
    yield "late-row", of("full", 10, 20, "L a 100; L a 110; W 119; R a 112; R a 108; W 120; R a 108; R a 111; R a 125; W 129" + END,
                         "a late row that would have gone into the full session")
    yield "late-alone", of("full", 10, 20, "L a 100; L a 110; W 115; R a 99; R a 90; R a 104; R a 106" + END,
                           "a late row that the cap keeps out of an open session")
    yield "lateness", of("full", 10, 20, "L a 100; L a 110; W 119; R a 105; R a 112; W 125; L a 113; R a 99; W 139; L a 100; W 170; L a 101" + END,
                         "allowed lateness", 20)
    yield "overlapping-fire", of("full", 10, 20, "L a 100; L a 110; R a 112; L a 115; W 119; W 121; W 122; W 124; W 125" + END,
                                 "two overlapping sessions of a key, each in its time")
    for kind in ("inner", "left", "right", "semi", "anti"):
        yield f"type-{kind}", of(kind, 10, 25, "L a 100; R a 109; L a 118; L a 125; R a 130; L b 100" + END, kind)
    yield "zero", of("inner", 10, 0, "L a 100" + END, "a longest length of 0")
    yield "negative", of("inner", 10, -1, "L a 100" + END, "a negative one")
    yield "sql", scenario("SQL has none", "flink_sql", {"kind": "window", "type": "inner", "window": {
        "shape": "session", "gap": 10, "max_length": 20}}, "L a 100" + END)
    yield "spark", scenario("Spark has none", "spark", {"kind": "window", "type": "inner", "window": {
        "shape": "session", "gap": 10, "max_length": 20}}, "L a 100; B", "0", "0")


def generate(rng, n):
    kind = ("inner", "left", "right", "full", "semi", "anti")[n % 6]
    gap = rng.choice((5, 10, 10, 20))
    longest = gap * rng.choice((1, 2, 2, 3, 3, 5)) + rng.choice((-1, 0, 0, 1, gap // 2))
    lateness = rng.choice((0, 0, 0, gap, 3 * gap))
    keys = rng.choice((["a"], ["a"], ["a", "b"]))
    text, times, mark = [], [], 0
    base = 1000
    for _ in range(rng.randint(8, 28)):
        if rng.random() < 0.8 or not times:
            pick = rng.random()
            near = rng.choice(times) if times else base
            if pick < 0.55:
                time = near + rng.choice((-gap, gap, -gap - 1, gap + 1, gap - 1, 1 - gap))
            elif pick < 0.75:
                time = near + rng.choice((longest - gap, gap - longest)) + rng.choice((-1, 0, 1))
            elif pick < 0.85 and mark:
                time = mark - gap + rng.choice((0, 1, 2))
            else:
                time = near + rng.randint(-gap, gap)
            times = (times + [time])[-8:]
            text.append(f"{rng.choice('LR')} {rng.choice(keys)} {time}")
        else:
            end = rng.choice(times) + rng.choice((gap, longest)) - 1 + rng.choice((-1, 0, 1)) + rng.choice((0, lateness))
            if rng.random() < 0.75 and mark and end > mark + 2 * gap:
                end = mark + rng.randint(1, gap)
            mark = max(mark, end)
            text.append(f"W {end}")
    return of(kind, gap, longest, "; ".join(text) + END, f"gap {gap}, longest {longest}, lateness {lateness}", lateness)
