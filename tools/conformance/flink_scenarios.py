"""Random scenarios for Flink's joins, aimed at the boundaries: a row on, or 1 ms beside, a bound, a window's edge, the
watermark, or the watermark at which an earlier row leaves.

Type and window shape go round with the scenario's number, so that each combination has its share; the rest is drawn.
"""
import random

STEP = (-1, 0, 1)
TYPES = ("inner", "left", "right", "full", "semi", "anti")


class Maker:
    """One scenario under construction: what has been pushed, and where the watermarks stand."""

    def __init__(self, rng, dialect, kind):
        self.rng = rng
        self.dialect = dialect
        self.kind = kind
        self.least = 0                            # no row is older
        self.base = rng.choice([0, 1000, 100_000, 100_000, 100_000, 1_700_000_000_000])
        self.rows = {"left": [], "right": []}     # (id, key, time)
        self.mark = {"left": None, "right": None}
        self.top = {"left": None, "right": None}
        self.next_id = {"left": 1, "right": 1}
        self.script = []
        self.keys = rng.choice([["a"], ["a", "a", "b"], ["a", "b"], ["a", "b", "c"]])
        self.null_keys = 0.0 if rng.random() < 0.5 else 0.15
        self.strategy = {}
        for side in ("left", "right"):
            self.strategy[side] = {"strategy": "manual"}

    def pick_strategies(self, scale, none=0.0):
        rng = self.rng
        for side in ("left", "right"):
            x = rng.random()
            if x < 0.72:
                self.strategy[side] = {"strategy": "manual"}
            else:
                self.strategy[side] = {"strategy": "bounded",
                                       "delay": rng.choice([0, 1, scale // 4, scale])}
        if rng.random() < none:
            for side in rng.choice([("left", "right"), ("left",), ("right",)]):
                self.strategy[side] = {"strategy": "none"}

    def key(self):
        return None if self.rng.random() < self.null_keys else self.rng.choice(self.keys)

    def low(self):
        """The joint watermark, or None."""
        if self.mark["left"] is None or self.mark["right"] is None:
            return None
        return min(self.mark.values())

    def push(self, side, time, key=None, kind=None, ident=None, fixed_key=False):
        time = max(self.least, int(time))
        if not fixed_key:
            key = self.key()
        if ident is None:
            ident = side[0] + str(self.next_id[side])
            self.next_id[side] += 1
        step = {"do": "push", "side": side, "id": ident, "key": key, "time": time}
        if kind:
            step["kind"] = kind
        self.script.append(step)
        self.rows[side].append((ident, key, time))
        self.top[side] = time if self.top[side] is None else max(self.top[side], time)
        if self.strategy[side]["strategy"] == "bounded":
            less = 1 if self.dialect == "flink_datastream" else 0
            self._moved(side, self.top[side] - self.strategy[side]["delay"] - less)
        return ident

    def _moved(self, side, time):
        if self.mark[side] is None or time > self.mark[side]:
            self.mark[side] = time

    def watermark(self, side, time):
        self.script.append({"do": "watermark", "side": side, "time": int(time)})
        if self.strategy[side]["strategy"] != "none":
            self._moved(side, int(time))

    def move(self, time):
        """Move one side, or both in either order, to (about) this time."""
        rng = self.rng
        sides = ["left", "right"]
        rng.shuffle(sides)
        how = rng.random()
        if how < 0.45:
            for side in sides:
                self.watermark(side, time)
        elif how < 0.7:
            self.watermark(sides[0], time + rng.choice([0, 1, 7, 500]))
            self.watermark(sides[1], time)
        else:
            self.watermark(sides[0], time)

    def next_mark(self, options):
        """Mostly a small move ahead, so that what is held goes bit by bit."""
        ahead = sorted(o for o in options if self.low() is None or o > self.low())
        if ahead and self.rng.random() < 0.65:
            return ahead[min(len(ahead) - 1, self.rng.randint(0, 2))]
        return self.rng.choice(options)

    def row_time(self, options, back=1):
        """Mostly a row that is not late, or only by a hair."""
        fresh = [o for o in options if self.low() is None or o > self.low() - back]
        if fresh and self.rng.random() < 0.7:
            return self.rng.choice(fresh)
        return self.rng.choice(options)

    def drain(self, far):
        sides = ["left", "right"]
        self.rng.shuffle(sides)
        for side in sides:
            self.watermark(side, far)

    def finish(self, join, title):
        return {"version": 1, "title": title, "dialect": self.dialect,
                "left": {"name": "l", "watermark": self.strategy["left"]},
                "right": {"name": "r", "watermark": self.strategy["right"]},
                "join": join, "script": self.script}


def interval(rng, dialect, n):
    m = Maker(rng, dialect, "interval")
    scale = rng.choice([4, 10, 100, 1000])
    a, b = sorted((rng.randint(0, scale), rng.randint(0, scale)))
    lower, upper = rng.choice([(0, b), (0, b), (-b, 0), (-a, b), (-b, a), (-a, b), (a, b), (-b, -a),
                               (a, a), (-a, -a), (0, 0), (-b, b)])
    kind = ("left", "right", "full", "inner")[n % 4]
    if n % 20 == 19:
        kind = rng.choice(["semi", "anti"])
    if dialect == "flink_datastream":
        kind = "inner" if rng.random() < 0.96 else rng.choice(["left", "full", "semi"])
        if rng.random() < 0.85:
            m.null_keys = 0.0
    join = {"kind": "interval", "type": kind, "lower": lower, "upper": upper}
    if rng.random() < 0.3:
        join["lower_inclusive"] = False
    if rng.random() < 0.3:
        join["upper_inclusive"] = False
    if dialect == "flink_sql" and n % 10 == 9:
        join["min_cleanup_interval"] = rng.choice([1, scale // 2, scale, 5 * scale]) or 1
    m.pick_strategies(scale, none=0.05)
    extra = max(0, (upper - lower)) // 2

    def time_for(side):
        other = "right" if side == "left" else "left"
        options = [m.base + rng.randint(0, 4 * scale)]
        for _, _, t in m.rows[other][-6:]:
            for bound in (lower, upper):
                options.append((t + bound if side == "right" else t - bound) + rng.choice(STEP))
            mid = rng.randint(min(lower, upper), max(lower, upper))
            options.append(t + mid if side == "right" else t - mid)
        for _, _, t in m.rows[side][-4:]:
            options.append(t)
        if m.low() is not None:
            w = m.low()
            reach = upper if side == "left" else -lower
            options += [w + rng.choice(STEP), w - reach + rng.choice(STEP), w - reach + rng.choice(STEP),
                        w - reach - extra + rng.choice(STEP)]
        return m.row_time(options)

    def both(time):
        for side in rng.sample(["left", "right"], 2):
            m.watermark(side, time)

    def last_chance():
        """A row's partner comes when the watermark stands at, or one off, the row's last moment."""
        side = rng.choice(["left", "right"])
        other = "right" if side == "left" else "left"
        reach = upper if side == "left" else -lower
        if m.rows[side] and rng.random() < 0.5:
            _, key, time = rng.choice(m.rows[side][-3:])
        else:
            time = max(m.base, (m.low() or 0) - reach) + rng.randint(1, 3)
            key = rng.choice(m.keys)
            m.push(side, time, key, fixed_key=True)
        both(time + max(0, reach) + rng.choice(STEP))
        for _ in range(rng.randint(1, 2)):
            m.push(other, time + reach + rng.choice((0, 0, -1, 1)), key, fixed_key=True)

    def left_behind():
        """Two rows of one key out of order, so the earlier outlives its time; then someone looks."""
        side = rng.choice(["left", "right"])
        other = "right" if side == "left" else "left"
        sign = 1 if side == "left" else -1
        reach = upper if side == "left" else -lower
        time = max(m.base, (m.low() or 0) - reach) + rng.randint(1, 3)
        key = rng.choice(m.keys)
        m.push(side, time + 3 * scale, key, fixed_key=True)
        m.push(side, time, key, fixed_key=True)
        both(time + reach + rng.randint(0, 2 * scale))
        if rng.random() < 0.5:
            m.push(other, m.base + rng.randint(0, 9 * scale), "z", fixed_key=True)
        for _ in range(rng.randint(1, 2)):
            inside = rng.randint(min(lower, upper), max(lower, upper))
            m.push(other, time + sign * rng.choice((lower, upper, inside)) + rng.choice((0, 0, -1, 1)),
                   key, fixed_key=True)

    if m.base == 0 and rng.random() < 0.6:
        for _ in range(rng.randint(2, 4)):
            m.push(rng.choice(["left", "right"]), max(0, rng.choice((0, 0, 1, lower, -upper))))
    for _ in range(rng.randint(4, 22)):
        x = rng.random()
        if x < 0.09:
            last_chance()
        elif x < 0.16:
            left_behind()
        elif x < 0.72 or not (m.rows["left"] or m.rows["right"]):
            side = rng.choice(["left", "right"])
            m.push(side, time_for(side))
        else:
            options = []
            for _, _, t in m.rows["left"][-6:]:
                options += [t + upper + rng.choice((-1, 0, 1, 2)),
                            t + upper + extra + rng.choice((-1, 0, 1, 2)), t + rng.choice(STEP)]
            for _, _, t in m.rows["right"][-6:]:
                options += [t - lower + rng.choice((-1, 0, 1, 2)),
                            t - lower + extra + rng.choice((-1, 0, 1, 2)), t + rng.choice(STEP)]
            options.append(m.base + rng.randint(0, 5 * scale))
            m.move(m.next_mark(options))
    m.drain(m.base + 100 * scale + 1_000_000)
    return m.finish(join, "interval " + kind)


def regular(rng, dialect, n):
    m = Maker(rng, dialect, "regular")
    kind = TYPES[n % 6]
    join = {"kind": "regular", "type": kind}
    ttl = (0, 100, 0, 1000)[n // 6 % 4]
    if ttl:
        join["state_ttl"] = ttl
    for side in ("left", "right"):
        m.strategy[side] = rng.choice([{"strategy": "none"}, {"strategy": "none"},
                                       {"strategy": "manual"}])
    if ttl and rng.random() < 0.7:
        m.keys = ["a"]
    live = {"left": [], "right": []}
    touched = [0]
    clock = 0
    updates = rng.random() < 0.8
    for n in range(rng.randint(5, 26)):
        side = rng.choice(["left", "right"])
        x = rng.random()
        time = m.base + rng.randint(0, 1000)
        if ttl and x < 0.3:
            near = rng.choice(touched[-5:])
            clock = max(clock, near + rng.choice((ttl - 1, ttl, ttl + 1, ttl // 2, ttl // 3)))
            m.script.append({"do": "clock", "time": clock})
            continue
        if m.strategy[side]["strategy"] == "manual" and x > 0.97:
            m.watermark(side, time)
            continue
        if updates and live[side] and x < (0.4 if ttl else 0.5):
            ident, key = live[side].pop(rng.randrange(len(live[side])))
            if rng.random() < 0.5:
                m.push(side, time, key, "-D", ident, fixed_key=True)
            else:
                m.push(side, time, key, "-U", ident, fixed_key=True)
                new = m.key() if rng.random() < 0.3 else key
                live[side].append((m.push(side, time, new, "+U", fixed_key=True), new))
        elif updates and x < 0.53:
            m.push(side, time, m.key(), rng.choice(["-D", "-U"]), fixed_key=True)  # never inserted
        else:
            key = m.key()
            live[side].append((m.push(side, time, key, "+I" if rng.random() < 0.5 else None,
                                      fixed_key=True), key))
        touched.append(clock)
    return m.finish(join, "regular " + kind)


def temporal(rng, dialect, n):
    m = Maker(rng, dialect, "temporal")
    kind = ("inner", "left")[n % 2]
    if n % 40 == 39:
        kind = rng.choice(["right", "full", "semi", "anti"])
    scale = rng.choice([4, 20, 1000])
    m.pick_strategies(scale, none=0.05)
    versions = {}
    for _ in range(rng.randint(5, 24)):
        x = rng.random()
        times = [t for s in ("left", "right") for _, _, t in m.rows[s][-6:]]
        if x < 0.36:
            options = [m.base + rng.randint(0, 4 * scale)]
            options += [t + rng.choice(STEP) for t in times]
            if m.low() is not None:
                options += [m.low() + rng.choice(STEP), m.low() + rng.choice(STEP)]
            m.push("left", m.row_time(options))
        elif x < 0.74:
            options = [m.base + rng.randint(0, 4 * scale)]
            options += [t + rng.choice(STEP) for t in times]
            if m.low() is not None:
                options += [m.low() + rng.choice(STEP)]
            key = rng.choice(m.keys)
            if key not in versions:
                row_kind = rng.choice(["+I", "+I", "+I", "+U", "-D"])
            else:
                row_kind = rng.choice(["+U", "+U", "+I", "-D"])
            versions[key] = True
            m.push("right", m.row_time(options), key, row_kind, fixed_key=True)
        else:
            options = [t + rng.choice(STEP) for t in times] + [m.base + rng.randint(0, 5 * scale)]
            m.move(m.next_mark(options))
    m.drain(m.base + 100 * scale + 1_000_000)
    return m.finish({"kind": "temporal", "type": kind}, "temporal " + kind)


def window(rng, dialect, n):
    m = Maker(rng, dialect, "window")
    kind = TYPES[n % 6]
    shapes = ("tumbling", "sliding", "session") + (("cumulating",) if dialect == "flink_sql" else ())
    shape = shapes[n // 6 % len(shapes)]
    if dialect == "flink_datastream" and rng.random() < 0.9:
        m.null_keys = 0.0
    size = rng.choice([5, 10, 60, 1000])
    if shape == "tumbling":
        win = {"shape": shape, "size": size}
        slide = size
    elif shape == "sliding":
        slide = rng.choice([s for s in (1, 2, 5, 10, 20, 250, 500) if s <= size and size // s <= 6]
                           + [size])
        if rng.random() < 0.85:
            size = slide * rng.randint(1, 4)
        win = {"shape": shape, "size": size, "slide": slide}
        if rng.random() < 0.05:
            win["size"], win["slide"] = slide, slide + rng.randint(1, 5)
            size, slide = win["size"], win["slide"]
    elif shape == "cumulating":
        slide = rng.choice([1, 2, 5, 10, 250])
        size = slide * rng.randint(1, 5)
        win = {"shape": shape, "size": size, "step": slide}
    else:
        win = {"shape": shape, "gap": size}
        slide = size
    offset = 0
    if shape != "session" and rng.random() < 0.35:
        offset = rng.choice([1, -1, slide // 2, -(slide // 2), slide - 1, slide + 1, -slide - 1])
        if rng.random() < 0.8:
            offset = max(-slide + 1, min(slide - 1, offset))
        win["offset"] = offset
    join = {"kind": "window", "type": kind, "window": win}
    lateness = 0
    if dialect == "flink_datastream" and rng.random() < 0.6:
        lateness = rng.choice([1, size // 2, size, 3 * size])
        join["allowed_lateness"] = lateness
    m.pick_strategies(size, none=0.04)

    def edges():
        found = []
        for side in ("left", "right"):
            for _, _, t in m.rows[side][-6:]:
                if shape == "session":
                    found += [t + size, t]
                else:
                    start = t - (t - offset) % slide
                    found += [start, start + size]
        return found

    for _ in range(rng.randint(5, 22)):
        if rng.random() < 0.1:
            # a key of its own meets the watermark right where its window closes
            low = max(m.base, m.low() or 0) + rng.randint(0, size)
            for side in rng.sample(["left", "right"], 2):
                m.watermark(side, low)
            for _ in range(rng.randint(1, 3)):
                start = low - size - lateness + rng.choice((0, 1, 2))
                if shape != "session":
                    start = start - (start - offset) % slide + rng.choice((0, slide - 1, slide))
                m.push(rng.choice(["left", "right"]), start, rng.choice(["z", "z", "y"]), fixed_key=True)
        elif rng.random() < 0.7 or not (m.rows["left"] or m.rows["right"]):
            side = rng.choice(["left", "right"])
            times = [t for s in ("left", "right") for _, _, t in m.rows[s][-6:]]
            options = [m.base + rng.randint(0, 4 * size)]
            if times:
                options += [rng.choice(times), rng.choice(times) + rng.randint(-size, size)]
                options += [e + rng.choice(STEP) for e in rng.sample(edges(), min(4, len(edges())))]
                if shape == "session":
                    options += [rng.choice(times) + rng.choice((-size, size)) + rng.choice(STEP)
                                for _ in range(3)]
                    options += [rng.choice(times), rng.choice(times)]
            if m.low() is not None:
                options += [m.low() + rng.choice(STEP), m.low() - size + rng.choice((-1, 0, 1, 2)),
                            m.low() - size - lateness + rng.choice((-1, 0, 1, 2))]
            time = m.row_time(options, lateness + 1)
            m.push(side, time)
            if shape == "session" and dialect == "flink_sql" and rng.random() < 0.5:
                # the same session on the other side, or SQL has nothing to join
                other = "right" if side == "left" else "left"
                m.push(other, time, m.rows[side][-1][1], fixed_key=True)
        else:
            options = [m.base + rng.randint(0, 5 * size)]
            for e in edges():
                options += [e - 1 + rng.choice(STEP), e - 1 + lateness + rng.choice(STEP)]
            m.move(m.next_mark(options))
    m.drain(m.base + 100 * size + 1_000_000)
    return m.finish(join, "window " + shape + " " + kind)
