"""Where the other generators seldom go.

`grid`: every kind x type x shape x pair of watermark strategies on one small script, for what is refused and what is run as
something else. `corners`: an ordinary scenario, bent: near and before the epoch, far jumps, NULL keys, empty intervals, odd
windows, other strategies, clock steps, watermarks that go back, changelogs that take back what never was.
"""
import itertools

import flink_scenarios
import spark_scenarios
from flink_scenarios import TYPES

DAY = 86_400_000


# ---------------------------------------------------------------------------------------------------------------- grid

def grid(rng, dialect, n):
    """The n-th combination, in an order that the seed has no part in; the script is drawn."""
    every = combinations(dialect)
    join, left, right = every[n * 7919 % len(every)]          # a prime: neighbours differ in all
    strategy = {"left": mark(rng, left), "right": mark(rng, right)}
    scenario = frame(dialect, "grid", join, strategy, small_script(rng, dialect, join))
    if dialect == "spark" and rng.random() < 0.3:
        scenario["watermark_policy"] = rng.choice(("min", "max"))
    return scenario


def combinations(dialect):
    joins = []
    for kind in TYPES:
        for lower, upper, more in ((-5, 10, {}), (7, 3, {}), (0, 0, {"lower_inclusive": False}),
                                   (2, 3, {"lower_inclusive": False, "upper_inclusive": False})):
            joins.append({"kind": "interval", "type": kind, "lower": lower, "upper": upper, **more})
        for shape in ({"shape": "tumbling", "size": 10}, {"shape": "sliding", "size": 10, "slide": 4},
                      {"shape": "cumulating", "size": 12, "step": 4}, {"shape": "session", "gap": 5}):
            joins.append({"kind": "window", "type": kind, "window": shape})
        joins.append({"kind": "regular", "type": kind})
        joins.append({"kind": "temporal", "type": kind})
    marks = ("bounded", "none") if dialect == "spark" else ("manual", "bounded", "none")
    return list(itertools.product(joins, marks, marks))


def mark(rng, strategy, delays=(0, 3)):
    return {"strategy": strategy, **({"delay": rng.choice(delays)} if strategy == "bounded" else {})}


def small_script(rng, dialect, join):
    keys = ["a", "a", "b"] if dialect == "flink_datastream" else ["a", "a", "a", "b", None]
    script, count = [], {"left": 0, "right": 0}
    time = 100

    def push(side):
        count[side] += 1
        script.append({"do": "push", "side": side, "id": side[0] + str(count[side]), "key": rng.choice(keys),
                       "time": time + rng.randint(-8, 8)})

    for _ in range(rng.randint(2, 4)):
        for _ in range(rng.randint(2, 5)):
            push(rng.choice(("left", "right")))
        if rng.random() < 0.3:
            script.append({"do": "clock", "time": time})
        if dialect == "spark":
            script.append({"do": "batch"})
        else:
            for side in ("left", "right"):
                script.append({"do": "watermark", "side": side, "time": time + rng.randint(-5, 20)})
        time += rng.randint(5, 30)
    return script


def frame(dialect, title, join, strategy, script):
    return {"version": 1, "title": title, "dialect": dialect,
            "left": {"name": "l", "watermark": strategy["left"]},
            "right": {"name": "r", "watermark": strategy["right"]}, "join": join, "script": script}


# ------------------------------------------------------------------------------------------------------------- corners

def corners(rng, dialect, n):
    if dialect == "spark":
        family = ("interval", "window", "interval", "window", "regular")[n % 5]
        scenario = spark_scenarios.Gen(rng, family, rng.randrange(1000)).make()
        bends = [shifted, null_keys, odd_keys, longer, keys_anew, clocks, spark_batches, spark_marks, odd_window, bounds, other_type, far_jump,
                 wrong_step]
    else:
        kinds = ("interval", "window") if dialect == "flink_datastream" else \
            ("interval", "window", "interval", "regular", "window", "temporal")
        kind = kinds[n % len(kinds)]
        if kind == "regular" and rng.random() < 0.7:
            return changelog(rng, n)
        scenario = getattr(flink_scenarios, kind)(rng, dialect, rng.randrange(1000))
        bends = [shifted, odd_keys, longer, keys_anew, clocks, marks_anywhere, strategies, odd_window, bounds, far_jump, ties, options,
                 wrong_step]
        if dialect == "flink_sql":
            bends += [null_keys, row_kinds]
    done = []
    for bend in rng.sample(bends, rng.choice((1, 1, 2, 2, 3))):
        if bend(rng, scenario):
            done.append(bend.__name__)
    scenario["title"] += ", " + (" ".join(done) or "as it was")
    return scenario


def pushes(scenario, side=None):
    return [s for s in scenario["script"] if s["do"] == "push" and side in (None, s["side"])]


def sprinkle(rng, scenario, step, times):
    for _ in range(rng.randint(1, times)):
        scenario["script"].insert(rng.randint(0, len(scenario["script"])), step())


def shifted(rng, scenario):
    """All of it moved to the epoch, or before."""
    times = [s["time"] for s in pushes(scenario)]
    if not times:
        return False
    span = max(1, sorted(times)[len(times) // 2] - min(times))
    by = min(times) - rng.choice((0, -1, 1, -span // 2, -span, -2 * span, -1_000_000))
    if rng.random() < 0.2:
        by = max(times)
    for step in scenario["script"]:
        if step["do"] in ("push", "watermark"):
            step["time"] -= by
    return True


def null_keys(rng, scenario):
    for step in pushes(scenario):
        if rng.random() < 0.4:
            step["key"] = None
    return True


def odd_keys(rng, scenario):
    """Keys that look alike, or like nothing."""
    names = rng.sample(("", " ", "null", "NULL", "A", "ä", "a\u0308", "\n", "\"", "\\", "\0", "\U0001f600"), 4)
    for step in pushes(scenario):
        if step["key"] is not None and rng.random() < 0.7:
            step["key"] = names[ord(step["key"][0]) % 4]
    return True


def longer(rng, scenario):
    """The script again, up to three times, with other rows, earlier, later or at the same times."""
    script = scenario["script"]
    times = [s["time"] for s in pushes(scenario)]
    if not times or len(script) > 60:
        return False
    span = max(1, sorted(times)[len(times) * 3 // 4] - min(times))
    last = [s for s in script if s["do"] == "watermark" and s["time"] > max(times) + 3 * span]
    first = [s for s in script if s not in last]
    rounds = list(first)
    for number in range(1, rng.randint(2, 4)):
        by = number * span + rng.choice((-span, -1, 0, 0, 1, span // 2, span, 2 * span))
        for step in first:
            step = dict(step)
            if step["do"] in ("push", "watermark"):
                step["time"] += by
            if "id" in step:
                step["id"] += "'" * number
            rounds.append(step)
    scenario["script"] = rounds + last
    return True


def keys_anew(rng, scenario):
    """All of one key, or of many."""
    if scenario["join"]["kind"] == "regular":
        return False
    keys = rng.choice((["k"], ["k", "m"], list("abcdefgh")))
    for step in pushes(scenario):
        if step["key"] is not None:
            step["key"] = rng.choice(keys)
    return True


def ties(rng, scenario):
    """Few different times."""
    for step in scenario["script"]:
        if "time" in step and step["time"] < 10**9:
            step["time"] -= step["time"] % 5
    return True


def far_jump(rng, scenario):
    times = [s["time"] for s in pushes(scenario)]
    top = max(times) + rng.choice((10**6, DAY, 400 * DAY, 10**12))
    scenario["script"].append({"do": "push", "side": rng.choice(("left", "right")), "id": "far", "key": "a",
                               "time": top})
    if scenario["dialect"] == "spark":
        scenario["script"].append({"do": "batch"})
    else:
        for side in ("left", "right"):
            scenario["script"].append({"do": "watermark", "side": side, "time": top + rng.choice((-1, 0, 1, DAY))})
    again = dict(rng.choice(pushes(scenario)), id="again")
    if again.get("kind", "+I") == "+I":
        scenario["script"].append(again)
    if scenario["dialect"] == "spark":
        scenario["script"].append({"do": "batch"})
    return True


def clocks(rng, scenario):
    now = [0]

    def step():
        now[0] += rng.choice((-50, 0, 1, 99, 100, 101, 5000))
        return {"do": "clock", "time": now[0]}
    sprinkle(rng, scenario, step, 8)
    return True


def marks_anywhere(rng, scenario):
    """Watermarks ahead, back and equal, in every strategy."""
    times = [s["time"] for s in scenario["script"] if "time" in s] or [0]
    sprinkle(rng, scenario, lambda: {"do": "watermark", "side": rng.choice(("left", "right")),
                                     "time": rng.choice(times) + rng.choice((-1, 0, 0, 1, -100))}, 6)
    return True


def strategies(rng, scenario):
    for side in ("left", "right"):
        delays = (0, 0, 1, 3, 100, 10**6, DAY, 10**13)
        if scenario["dialect"] == "flink_datastream":
            delays += (-1,)                       # in SQL it is any expression
        scenario[side]["watermark"] = mark(rng, rng.choice(("manual", "bounded", "bounded", "none")), delays)
    return True


def spark_marks(rng, scenario):
    for side in ("left", "right"):
        delay = rng.choice((0, 0, 1, 5, 100, 10**6, DAY, -1))
        scenario[side]["watermark"] = {"strategy": "none"} if rng.random() < 0.4 else \
            {"strategy": "bounded", "delay": delay}
    scenario["watermark_policy"] = rng.choice(("min", "max", "max"))
    return True


def spark_batches(rng, scenario):
    if rng.random() < 0.4:                        # after every row
        scenario["script"] = [s for step in scenario["script"] for s in (step, {"do": "batch"})]
    else:
        sprinkle(rng, scenario, lambda: {"do": "batch"}, 6)
    return True


def wrong_step(rng, scenario):
    """A step that the engine lacks, now and then; a batch is Spark's, a watermark step Flink's."""
    if rng.random() < 0.8:
        return False
    lacks = {"do": "batch"} if scenario["dialect"] != "spark" else {"do": "watermark", "side": "left", "time": 100}
    sprinkle(rng, scenario, lambda: lacks, 1)
    return True


def other_type(rng, scenario):
    scenario["join"]["type"] = rng.choice(TYPES)
    return True


def bounds(rng, scenario):
    join = scenario["join"]
    if join["kind"] != "interval":
        return False
    much = rng.choice((1, 1000, DAY, 365 * DAY, 999 * DAY, 998 * DAY + 1))
    a = rng.choice((join["lower"], join["upper"], 0, 1, -1, much, -much))
    b = rng.choice((join["lower"], join["upper"], a, a, a + 1, a - 1, much, -much))
    join["lower"], join["upper"] = a, b
    for end in ("lower_inclusive", "upper_inclusive"):
        if rng.random() < 0.5:
            join[end] = rng.random() < 0.5
    return True


def odd_window(rng, scenario):
    join = scenario["join"]
    if join["kind"] != "window":
        return False
    shape = rng.choice(("tumbling", "sliding", "sliding", "cumulating", "session"))
    size = rng.choice((0, 1, 2, 3, 5, 7, 10, 11, 100, -1, 3600_000, DAY))
    inner = rng.choice((0, 1, 2, 3, 5, 7, 10, 11, -1, size, size, 3600_000))
    if inner > 0 and size // inner > 50:
        inner = size // rng.choice((1, 2, 3, 4, 24)) or 1
    offset = rng.choice((0, 1, -1, 3, -3, size - 1, 1 - size, size, -size, inner - 1, 1 - inner, inner, -inner, size + 1,
                         5 * size + 2, -5 * size - 2, -7, 13, DAY // 2))
    window = {"tumbling": {"size": size}, "sliding": {"size": size, "slide": inner},
              "cumulating": {"size": size, "step": inner}, "session": {"gap": size}}[shape]
    if shape != "session" and rng.random() < 0.7:
        window["offset"] = offset
    join["window"] = {"shape": shape, **window}
    return True


def options(rng, scenario):
    """What only some joins have, also where it is none of theirs."""
    join = scenario["join"]
    if join["kind"] == "window":
        join["allowed_lateness"] = rng.choice((0, 1, 5, 100, 10**6, DAY, -1))
    elif join["kind"] == "interval":
        if scenario["dialect"] == "flink_sql":
            join["min_cleanup_interval"] = rng.choice((0, 1, 7, 1000, DAY, -1))
    elif join["kind"] == "regular":
        join["state_ttl"] = rng.choice((0, 1, 50, DAY, -1))
    return True


def row_kinds(rng, scenario):
    """Rows that an append-only input does not take."""
    join = scenario["join"]["kind"]
    if join == "regular" or rng.random() < 0.5:
        return False
    step = rng.choice(pushes(scenario, "left" if join == "temporal" else None) or [None])
    if step is None or step.get("kind", "+I") != "+I":
        return False
    step["kind"] = rng.choice(("+U", "-U", "-D"))
    return True


def changelog(rng, n):
    """A regular join of few ids, taken back early, twice, under another key, or without ever having been."""
    kind = TYPES[n // 6 % 6]
    ttl = rng.choice((0, 0, 10, 100))
    join = {"kind": "regular", "type": kind, **({"state_ttl": ttl} if ttl else {})}
    keys = rng.choice((["a"], ["a", "b"], ["a", None]))
    script, known, clock = [], {"left": [], "right": []}, 0
    for _ in range(rng.randint(6, 30)):
        side = rng.choice(("left", "right"))
        if ttl and rng.random() < 0.25:
            clock += rng.choice((1, ttl // 2, ttl - 1, ttl, ttl + 1))
            script.append({"do": "clock", "time": clock})
            continue
        step = {"do": "push", "side": side, "time": rng.randint(0, 50)}
        if rng.random() < 0.5:
            step.update(id=f"{side[0]}{len(known[side]) + 1}", key=rng.choice(keys), kind=rng.choice(("+I", "+U")))
            known[side].append((step["id"], step["key"]))
        else:
            ident, key = rng.choice(known[side] + [(f"{side[0]}0", rng.choice(keys))])
            if rng.random() < 0.2:
                key = rng.choice(keys)
            step.update(id=ident, key=key, kind=rng.choice(("-U", "-D")))
        script.append(step)
    strategy = {side: rng.choice(({"strategy": "none"}, {"strategy": "bounded", "delay": 3})) for side in known}
    return frame("flink_sql", f"regular {kind} changelog", join, strategy, script)
