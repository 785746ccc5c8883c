"""Random scenarios for Spark's joins, most rows on purpose at, or 1 ms beside, a boundary: the watermark, a join bound of
an earlier row, a window's edge, or the watermark at which an earlier row is evicted.

Type and window shape go round with the scenario's number, so that each combination has its share; the rest is drawn.
"""
import random

TYPES = ("inner", "left", "right", "full", "semi")


class Gen:
    def __init__(self, rng, family, index):
        self.r, self.family = rng, family
        self.index = index
        self.script, self.rows = [], []
        self.n = {"left": 0, "right": 0}
        self.top = {"left": None, "right": None}     # largest time seen by finished batches
        self.fresh = {"left": None, "right": None}   # ... with the batch being filled

    # ---- the query ----------------------------------------------------------------------------
    def delay(self):
        return self.r.choice((0, 0, 1, 2, 5, 10, 17)) * self.unit

    def marks(self):
        pick = self.r.random()
        left, right = self.delay(), self.delay()
        if pick < 0.30:
            right = left
        elif pick < 0.38:
            left = None
        elif pick < 0.46:
            right = None
        elif pick < 0.49:
            left = right = None
        return left, right

    def interval(self, kind):
        r, u = self.r, self.unit
        shape = r.random()
        if shape < 0.13:
            low = high = r.choice((-7, -1, 0, 0, 1, 7))
        elif shape < 0.25:
            low, high = 0, r.choice((1, 5, 20))
        elif shape < 0.36:
            low, high = -r.choice((1, 5, 20)), 0
        elif shape < 0.55:                            # all of it on one side of zero
            low = r.choice((1, 3, 8))
            high = low + r.choice((1, 2, 9))
            if r.random() < 0.5:
                low, high = -high, -low
        elif shape < 0.59:
            low, high = 3, -3                         # nothing can match
        else:
            low, high = -r.choice((1, 2, 5, 10)), r.choice((1, 2, 5, 10))
        join = {"kind": "interval", "type": kind, "lower": low * u, "upper": high * u}
        ends = r.random()
        if ends < 0.75:
            if r.random() < 0.7:
                join["lower_inclusive"] = r.random() < 0.3
            if r.random() < 0.7:
                join["upper_inclusive"] = r.random() < 0.3
        return join

    def window(self, kind):
        r, u = self.r, self.unit
        shape = ("tumbling", "sliding", "session", "sliding")[self.index // 5 % 4]
        if shape == "session":
            return {"kind": "window", "type": kind, "window": {"shape": shape, "gap": r.choice((1, 5, 10)) * u}}
        win = {"shape": shape, "size": r.choice((1, 5, 10, 10)) * u}
        if shape == "sliding":
            win["slide"] = max(1, win["size"] * r.choice((1, 2, 2, 3, 4)) // r.choice((4, 5)))
            win["slide"] = min(win["slide"], win["size"])
        if r.random() < 0.35:
            step = win.get("slide", win["size"])
            off = r.choice((1, 3, -1, -3)) * max(1, u // 2)
            if abs(off) < step:
                win["offset"] = off
        return {"kind": "window", "type": kind, "window": win}

    # ---- times that matter --------------------------------------------------------------------
    def mark(self, tops):
        vals = [0 if tops[s] is None else tops[s] - self.d[s] for s in tops if self.d[s] is not None]
        if not vals:
            return None
        return max(0, (max if self.policy == "max" else min)(vals))

    def near(self, t):
        return t + self.r.choice((-1, 0, 0, 1))

    def jump(self):
        return self.base + self.clock + self.r.randint(-12, 12) * self.unit

    def time_for(self, side):
        r, j = self.r, self.join
        pick = r.random()
        other = [x for x in self.rows if x[0] != side]
        if pick < 0.30 and other:
            t = r.choice(other)[2]
            if j["kind"] == "interval":
                bound = r.choice((j["lower"], j["upper"]))
                return self.near(t + (bound if side == "right" else -bound))
            return self.near(t) if r.random() < 0.6 else t
        if pick < 0.58:
            m = self.mark(r.choice((self.top, self.top, self.fresh)))
            if m is not None and m > 0:
                if j["kind"] == "window" and r.random() < 0.7:
                    w = j["window"]
                    return self.near(m - w.get("size", w.get("gap", 0)))
                if j["kind"] == "interval" and r.random() < 0.4:   # evicted in the very batch it comes in?
                    return self.near(m - j["upper"] if side == "left" else m + j["lower"])
                return self.near(m) + r.choice((0, 0, 1))
        if pick < 0.68 and j["kind"] == "window" and j["window"]["shape"] != "session":
            w = j["window"]
            step = w.get("slide", w["size"])
            t = self.jump()
            return self.near(t - (t - w.get("offset", 0)) % step)
        if pick < 0.74 and self.rows:
            return r.choice(self.rows)[2]
        return self.jump()

    def push(self, side, key, time):
        self.n[side] += 1
        self.script.append({"do": "push", "side": side, "id": f"{side[0]}{self.n[side]}", "key": key, "time": time})
        self.rows.append((side, key, time))
        self.fresh[side] = time if self.fresh[side] is None else max(self.fresh[side], time)

    def some_key(self):
        if self.r.random() < (0.28 if self.join["type"] == "full" else 0.13):
            return None
        return self.r.choice(("a", "a", "a", "b", "c")[:self.r.choice((3, 5, 5))])

    def batch(self):
        self.script.append({"do": "batch"})
        self.top = dict(self.fresh)

    def land_on_an_eviction(self):
        """Push on the sides so that the watermark becomes exactly, or 1 ms beside, a row's limit."""
        r, j = self.r, self.join

        def limit(row):
            side, _, t = row
            if j["kind"] == "interval":
                return t + j["upper"] if side == "left" else t - j["lower"]
            if j["kind"] == "regular":
                return t
            w = j["window"]
            if w["shape"] == "session":
                return t + w["gap"]
            return t - (t - w.get("offset", 0)) % w.get("slide", w["size"]) + w["size"]
        now = self.mark(self.top) or 0
        ahead = sorted(x for x in map(limit, self.rows) if x > now)[:3]
        goal = r.choice(ahead or [limit(r.choice(self.rows))]) + r.choice((-1, 0, 0, 0, 1, 1, 1, 2))
        sides = [s for s in ("left", "right") if self.d[s] is not None]
        r.shuffle(sides)
        for s in sides:
            self.push(s, r.choice(("a", "b", "z")), goal + self.d[s])
        self.clock = max(self.clock, goal - self.base)

    # ---- the script ---------------------------------------------------------------------------
    def make(self):
        r, i = self.r, self.index
        self.unit = r.choice((1, 1, 1, 1000))
        self.base = r.choice((0, 5, 100, 1000, 100000, 1700000000000))
        self.clock = 20 * self.unit
        kind = TYPES[i % 5]
        left, right = self.marks()
        if self.family == "interval":
            self.join = self.interval(kind)
        elif self.family == "window":
            self.join = self.window(kind)
        else:
            self.join = {"kind": "regular", "type": "inner" if r.random() < 0.6 else kind}
        if self.family != "regular" and kind != "inner" and r.random() < 0.85:   # few of the refused ones
            ok = {"left": right is not None, "semi": right is not None, "right": left is not None,
                  "full": left is not None or right is not None}[kind]
            if self.join["kind"] == "window":
                ok = left is not None or right is not None
            if not ok:
                left, right = self.delay(), self.delay()
        if r.random() < 0.02:
            self.join["type"] = "anti"
        self.d = {"left": left, "right": right}
        self.policy = "max" if r.random() < 0.25 else "min"

        pushes, batches = r.randint(4, 19), r.randint(2, 4)
        cuts = sorted(r.randint(0, pushes) for _ in range(batches - 1)) + [pushes]
        done = 0
        for cut in cuts:                                  # equal cuts make empty batches
            flavour = r.random()
            only = "left" if flavour < 0.15 else "right" if flavour < 0.30 else None
            if done < cut and self.rows and r.random() < 0.55 and only is None:
                before = len(self.rows)
                self.land_on_an_eviction()
                done += len(self.rows) - before
                if r.random() < 0.5:                      # nothing else may move the watermark
                    self.batch()
                    continue
            while done < cut:
                side = only or r.choice(("left", "right"))
                key, time = self.some_key(), self.time_for(side)
                if key is None and r.random() < 0.4:      # does a null key move the watermark?
                    time += r.choice((3, 10)) * self.unit
                self.push(side, key, time)
                done += 1
                if r.random() < 0.10 and done < cut:      # a duplicate
                    self.push(side, key, self.rows[-1][2])
                    done += 1
            self.batch()
            self.clock += r.choice((0, 3, 10, 25)) * self.unit
        far = max(x[2] for x in self.rows) + 1000 * self.unit
        first, second = r.choice((("left", "right"), ("right", "left")))
        self.push(first, "y", far)
        if r.random() < 0.3:
            self.batch()
        self.push(second, r.choice(("x", "y")), far + r.choice((0, 1)))
        self.batch()
        if r.random() < 0.6:
            self.push(first, "z", far + 1000 * self.unit)
            self.push(second, "z", far + 1000 * self.unit)
            self.batch()
        if r.random() < 0.2:
            self.batch()

        def spec(s):
            return ({"strategy": "none"} if self.d[s] is None else {"strategy": "bounded", "delay": self.d[s]})
        sc = {"version": 1, "title": self.title(), "dialect": "spark",
              "left": {"name": "left", "watermark": spec("left")},
              "right": {"name": "right", "watermark": spec("right")}, "join": self.join}
        if self.policy == "max" or r.random() < 0.2:
            sc["watermark_policy"] = self.policy
        sc["script"] = self.script
        return sc

    def title(self):
        j = self.join
        if j["kind"] == "interval":
            what = (("[" if j.get("lower_inclusive", True) else "(") + f"{j['lower']}, {j['upper']}"
                    + ("]" if j.get("upper_inclusive", True) else ")"))
        else:
            what = " ".join(str(v) for v in j.get("window", {}).values())
        delays = "/".join("none" if self.d[s] is None else str(self.d[s]) for s in ("left", "right"))
        return f"{j['kind']} {j['type']} {what}".rstrip() + f", delays {delays}"
