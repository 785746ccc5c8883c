#!/usr/bin/env python3
"""The rules of Flink's joins, small and in Python, checked against the real traces. docs/engines.md has them in words.

    model_flink.py DIR...      every Flink *.scenario.json in DIR with its *.trace.json; exit 1 on a difference
"""
import collections
import copy
import glob
import json
import os
import sys

MIN = -(1 << 63)


class Refused(Exception):
    """Flink refuses to run this, with (part of) its reason."""


class Plain:
    """A side's source with no partitions and no idleness. What it emits is a list of watermarks and of changes of idleness."""

    def __init__(self, scenario, side):
        self.how = scenario[side]["watermark"]
        self.less = 1 if scenario["dialect"] == "flink_datastream" else 0
        self.top, self.mark, self.idle = MIN, None, False

    def pushed(self, time, partition, clock):
        self.top = max(self.top, time)
        if self.how["strategy"] == "bounded":
            return self.moved(self.top - self.how["delay"] - self.less, clock)
        return []

    def moved(self, time, clock):
        if self.how["strategy"] == "none" or self.mark is not None and time <= self.mark:
            return []
        self.mark = time
        return [time]

    def settle(self, clock):
        return []


class Partitioned:
    """A side's source with partitions, each of which may go idle, as WatermarkStrategy ... withIdleness does it."""

    def __init__(self, scenario, side, clock):
        how = scenario[side]["watermark"]
        self.timeout = how.get("idle_timeout")
        if self.timeout is not None and self.timeout <= 0:
            raise Refused("idleTimeout must be greater than zero")
        self.delay = how["delay"] + (1 if scenario["dialect"] == "flink_datastream" else 0)
        count = how.get("partitions", 1)
        self.top = [None] * count          # largest time of each partition
        self.heard = [clock] * count       # the clock at each one's last row, or at the start
        self.start = clock
        self.mark, self.idle = None, False           # what the side has emitted
        self.combined = MIN                # of the partitions alone, without watermark steps
        self.splits_idle = self.own_idle = self.own_was_idle = False

    def emit(self, time):
        if self.mark is not None and time <= self.mark or time == MIN:
            return []
        self.mark = time
        woken, self.idle = self.idle, False
        return ["active", time] if woken else [time]

    def pushed(self, time, partition, clock):
        self.top[partition] = time if self.top[partition] is None else max(self.top[partition], time)
        self.heard[partition] = clock
        return self.settle(clock)

    def moved(self, time, clock):
        """A watermark of the source's own, beside its partitions'. After that it never counts as idle again, if it did."""
        self.own_idle = False
        return self.emit(time) + self.settle(clock)

    def silent(self, since, clock):
        return self.timeout is not None and clock - since > self.timeout

    def settle(self, clock):
        events = []
        marks = [MIN if top is None else top - self.delay for top in self.top]
        active = [m for m, since in zip(marks, self.heard) if not self.silent(since, clock)]
        low = min(active) if active else max(marks)      # all idle: the largest
        if low > self.combined:
            self.combined = low
            events += self.emit(low)
            self.splits_idle = False
        if not active:
            self.splits_idle = True
        if self.silent(self.start, clock) and not self.own_was_idle:   # no row ever takes this way
            self.own_idle = self.own_was_idle = True
        if (not active or self.own_idle) and self.splits_idle and self.own_idle and not self.idle:
            self.idle = True
            events.append("idle")
        return events


def source(scenario, side, clock):
    how = scenario[side]["watermark"]
    if how["strategy"] == "bounded" and ("partitions" in how or "idle_timeout" in how):
        return Partitioned(scenario, side, clock)
    return Plain(scenario, side)


class Combined:
    """The watermark of an operator with two inputs: the smaller of those not idle; if both are idle, the larger."""

    def __init__(self):
        self.mark = {"left": MIN, "right": MIN}
        self.idle = {"left": False, "right": False}
        self.out = MIN

    def take(self, side, event):
        """The operator's watermark after this."""
        if event == "idle" or event == "active":
            self.idle[side] = event == "idle"
        else:
            self.mark[side] = event
        active = [self.mark[s] for s in self.mark if not self.idle[s]]
        self.out = max(self.out, min(active) if active else max(self.mark.values()))
        return self.out


class Valve(Combined):
    """The watermark of one input fed by both sides (union): a side that comes back does not count until it has caught up."""

    def __init__(self):
        super().__init__()
        self.aligned = {"left": True, "right": True}

    def take(self, side, event):
        if event == "idle":
            self.idle[side], self.aligned[side] = True, False
            if self.mark[side] == self.out:
                if all(self.idle.values()):
                    self.out = max(self.out, max(self.mark.values()))
                else:
                    self.low()
        elif event == "active":
            self.idle[side] = False
            self.aligned[side] = self.mark[side] >= self.out
        else:
            self.mark[side] = event
            self.aligned[side] = self.aligned[side] or event >= self.out
            self.low()
        return self.out

    def low(self):
        marks = [self.mark[s] for s in self.mark if self.aligned[s]]
        if marks:
            self.out = max(self.out, min(marks))


class Join:
    """Base: rows go in by push(), the joint watermark by advance(); both return output rows."""

    def __init__(self, scenario):
        self.join = scenario["join"]
        self.type = self.join["type"]
        self.left_outer = self.type in ("left", "full")
        self.right_outer = self.type in ("right", "full")
        self.wm = MIN
        self.out = []
        self.late = {"left": 0, "right": 0}
        self.timers = set()      # (time, key, what)

    def emit(self, left, right, kind="+I", window=None):
        row = {"kind": kind, "left": left, "right": right}
        if self.type in ("semi", "anti"):
            del row["right"]
        if window is not None:
            row["window"] = list(window)
        self.out.append(row)

    def side_mark(self, side, time):
        """A side's own watermark moved (before it takes part in the joint one)."""

    def advance(self, time):
        if time <= self.wm:
            return
        self.wm = time
        while True:
            due = [t for t in self.timers if t[0] <= time]
            if not due:
                return
            timer = min(due, key=lambda t: (t[0], str(t[1]), str(t[2])))
            self.timers.remove(timer)
            self.fire(*timer)

    def fire(self, time, key, what):
        raise NotImplementedError

    def held(self):
        return None

    def restored(self):
        """What memory held is gone: of the operator itself only keyed state and timers are in a checkpoint."""
        self.wm = MIN


def bounds(join):
    """The bounds as inclusive ones: time is whole milliseconds."""
    return (join["lower"] + (0 if join.get("lower_inclusive", True) else 1),
            join["upper"] - (0 if join.get("upper_inclusive", True) else 1))


# ------------------------------------------------------------ SQL interval join


class SqlInterval(Join):
    def __init__(self, scenario):
        super().__init__(scenario)
        low, high = bounds(self.join)
        # how long after its own time a row of each side can still find a partner
        self.reach = {"left": high, "right": -low}
        self.min_cleanup = self.join.get("min_cleanup_interval", 0)
        if self.min_cleanup < 0:
            raise Refused("a negative duration")
        self.empty = high < low
        self.cache = {"left": {}, "right": {}}         # key -> time -> [[id, joined]]
        self.timer_at = {"left": {}, "right": {}}      # key -> clean-up time of that side's cache
        self.expired = {"left": 0, "right": 0}         # of the whole operator, not of a key
        self.outer = {"left": self.left_outer, "right": self.right_outer}

    def restored(self):
        super().restored()
        self.expired = {"left": 0, "right": 0}

    def pad(self, side, ident):
        self.emit(ident, None) if side == "left" else self.emit(None, ident)

    def now(self):
        return max(0, self.wm)

    def push(self, side, ident, key, time, kind):
        if self.empty:
            if self.outer[side]:
                self.pad(side, ident)
            return
        other = "right" if side == "left" else "left"
        first, last = time - self.reach[other], time + self.reach[side]
        joined = False
        if self.expired[other] < last:
            self.expired[other] = self.now() - self.reach[other] - 1
            bucket = self.cache[other].get(key, {})
            for t in list(bucket):
                if first <= t <= last and key is not None:
                    for entry in bucket[t]:
                        self.emit(*((ident, entry[0]) if side == "left" else (entry[0], ident)))
                        joined = True
                        entry[1] = True
                if t <= self.expired[other]:
                    self.drop(other, bucket, t)
        if self.now() < last:
            self.cache[side].setdefault(key, {}).setdefault(time, []).append([ident, joined])
            if key not in self.timer_at[side]:
                self.set_timer(side, key, time)
        elif not joined and self.outer[side]:
            self.pad(side, ident)

    def drop(self, side, bucket, t):
        for ident, joined in bucket.pop(t):
            if not joined and self.outer[side]:
                self.pad(side, ident)

    def set_timer(self, side, key, time):
        at = time + self.reach[side] + self.min_cleanup + 1
        self.timer_at[side][key] = at
        self.timers.add((at, key, ""))

    def fire(self, time, key, what):
        for side in ("right", "left"):
            if self.timer_at[side].get(key) != time:
                continue
            self.expired[side] = self.now() - self.reach[side] - 1
            bucket = self.cache[side].get(key, {})
            for t in list(bucket):
                if t <= self.expired[side]:
                    self.drop(side, bucket, t)
            earliest = -1
            for t in bucket:
                if t < earliest or earliest < 0:
                    earliest = t
            if earliest > 0:
                self.set_timer(side, key, earliest)
            else:
                del self.timer_at[side][key]
                bucket.clear()          # rows of time 0 are lost here without a word

    def held(self):
        if self.empty:
            return None
        return {s: sum(len(e) for b in self.cache[s].values() for e in b.values())
                for s in ("left", "right")}


# ------------------------------------------------------------- SQL regular join


class Record:
    """Equal rows of one side: how many, how many partners each has, when last written."""

    def __init__(self, count, partners, stamp):
        self.count, self.partners, self.stamp = count, partners, stamp


class SqlRegular(Join):
    """Also what Flink makes of an interval join that is semi or anti, or lacks a watermark."""

    def __init__(self, scenario):
        super().__init__(scenario)
        self.ttl = self.join.get("state_ttl", 0)
        self.clock = 0
        self.rows = {"left": {}, "right": {}}          # key -> (id, time) -> Record
        self.half = self.type in ("semi", "anti")
        self.outer = {"left": self.left_outer or self.half, "right": self.right_outer}
        self.bounds = bounds(self.join) if self.join["kind"] == "interval" else None

    def live(self, side, key):
        bucket = self.rows[side].setdefault(key, {})
        if self.ttl:
            for row in [r for r, rec in bucket.items() if rec.stamp + self.ttl <= self.clock]:
                del bucket[row]
        return bucket

    def matches(self, side, key, time):
        """(row, partners it has now) for every row of that side, equal rows each on their own."""
        if key is None:
            return []
        found = []
        for row, rec in self.live(side, key).items():
            if self.bounds:
                ahead = row[1] - time if side == "right" else time - row[1]
                if not self.bounds[0] <= ahead <= self.bounds[1]:
                    continue
            found += [(row, rec.partners)] * rec.count
        return found

    def add(self, side, key, row, partners):
        bucket = self.live(side, key)
        old = bucket.get(row)
        bucket[row] = Record(old.count + 1 if old else 1, partners, self.clock)

    def take(self, side, key, row):
        bucket = self.live(side, key)
        old = bucket.get(row)
        if old and old.count > 1:
            bucket[row] = Record(old.count - 1, old.partners, self.clock)
        elif old:
            del bucket[row]

    def partners(self, side, key, row, n):
        bucket = self.live(side, key)
        old = bucket.get(row)
        bucket[row] = Record(old.count if old else 1, n, self.clock)

    def pair(self, side, mine, other, kind):
        self.emit(*((mine, other) if side == "left" else (other, mine)), kind)

    def pad(self, side, ident, kind):
        self.emit(*((ident, None) if side == "left" else (None, ident)), kind)

    def push(self, side, ident, key, time, kind):
        add = kind in ("+I", "+U")
        # the planner keeps only the columns it needs: the time only for a time condition, and of
        # the right side of semi and anti not even the id
        mine = (key if self.half and side == "right" else ident, time if self.bounds else None)
        if self.half:
            self.push_half(side, mine, key, time, kind, add)
            return
        other = "right" if side == "left" else "left"
        if not add:
            self.take(side, key, mine)
        found = self.matches(other, key, time)
        if self.outer[side] and not found:
            self.pad(side, ident, "+I" if add else "-D")
        for row, n in found:
            if add:
                if self.outer[other] and n == 0:
                    self.pad(other, row[0], "-D")
                plain = not self.outer[side] and not self.outer[other]
                self.pair(side, ident, row[0], kind if plain else "+I")
            else:
                self.pair(side, ident, row[0], "-D" if self.outer[side] else kind)
                if self.outer[other] and n == 1:
                    self.pad(other, row[0], "+I")
            if self.outer[other]:
                self.partners(other, key, row, n + (1 if add else -1))
        if add:
            self.add(side, key, mine, len(found))

    def push_half(self, side, mine, key, time, kind, add):
        anti = self.type == "anti"
        if side == "left":
            found = self.matches("right", key, time)
            if anti == (not found):
                self.emit(mine[0], None, kind)
            if add:
                self.add("left", key, mine, len(found))
            else:
                self.take("left", key, mine)
            return
        found = self.matches("left", key, time)
        if add:
            self.add("right", key, mine, 0)
        else:
            self.take("right", key, mine)
        for row, n in found:
            if add and n == 0:
                self.emit(row[0], None, "-D" if anti else kind)
            if not add and n == 1:
                self.emit(row[0], None, "+I" if anti else kind)
            self.partners("left", key, row, n + (1 if add else -1))

    def tick(self, time):
        self.clock = max(self.clock, time)

    def held(self):
        return {s: sum(rec.count for key in list(self.rows[s])
                       for rec in self.live(s, key).values()) for s in ("left", "right")}


# ------------------------------------------------------------ SQL temporal join


def need_watermarks(scenario):
    if "none" in [scenario[s]["watermark"]["strategy"] for s in ("left", "right")]:
        raise Refused("a column without a watermark is no time attribute")


class SqlTemporal(Join):
    def __init__(self, scenario):
        super().__init__(scenario)
        need_watermarks(scenario)
        if self.type not in ("inner", "left"):
            raise Refused("temporal " + self.type)
        self.waiting = collections.defaultdict(list)   # key -> [(time, id)] in order of arrival
        self.versions = collections.defaultdict(dict)  # key -> time -> (kind, id)
        self.timer_at = {}

    def push(self, side, ident, key, time, kind):
        if side == "left":
            self.waiting[key].append((time, ident))
        else:
            key = "" if key is None else key        # a version's key is NOT NULL: NULL becomes the empty string
            self.versions[key][time] = (kind, ident)
        if key not in self.timer_at or self.timer_at[key] > time:
            if key in self.timer_at:
                self.timers.discard((self.timer_at[key], key, ""))
            self.timer_at[key] = time
            self.timers.add((time, key, ""))

    def fire(self, time, key, what):
        del self.timer_at[key]
        versions = self.versions[key]
        later = []
        for t, ident in self.waiting[key]:
            if t > self.wm:
                later.append((t, ident))
                continue
            known = [v for v in versions if v <= t]
            kind, right = versions[max(known)] if known else ("-D", None)
            if kind != "-D" and key is not None:
                self.emit(ident, right)
            elif self.left_outer:
                self.emit(ident, None)
        self.waiting[key] = later
        past = sorted(v for v in versions if v <= self.wm)
        for v in past[:-1]:
            del versions[v]
        if later:
            self.timer_at[key] = min(later)[0]
            self.timers.add((self.timer_at[key], key, ""))

    def held(self):
        return {"left": sum(map(len, self.waiting.values())),
                "right": sum(map(len, self.versions.values()))}


# -------------------------------------------------------------- window joins


def windows_of(window, time):
    offset = window.get("offset", 0)
    if window["shape"] == "cumulating":     # from the start of the big window to each step's end after time
        start = time - (time - offset) % window["size"]
        end = time - (time - offset) % window["step"] + window["step"]
        while end <= start + window["size"]:
            yield start, end
            end += window["step"]
        return
    slide = window.get("slide", window["size"])
    start = time - (time - offset) % slide
    while start > time - window["size"]:
        yield start, start + window["size"]
        start -= slide


def check_window(window, dialect):
    slide = window.get("slide", window.get("size"))
    if window["shape"] == "session" or dialect == "flink_sql" and window["shape"] in ("sliding", "cumulating"):
        return      # SQL's HOP and CUMULATE take any offset
    if abs(window.get("offset", 0)) >= slide:
        raise Refused("abs(offset) < " + ("slide" if window["shape"] == "sliding" else "size"))


class Sessions:
    """One set of open session windows of one key: (start, end) -> rows. With a longest length they may overlap."""

    def __init__(self, longest=None):
        self.open = {}
        self.longest = longest

    def add_capped(self, start, end, rows):
        """By start, each into the one before it if they touch and are not too long together. At most one group is new."""
        new, merged, parts = (start, end), None, []
        groups = []
        for w in sorted([*self.open, new], key=lambda w: w[0]):     # stable: the new one after those of its start
            cover = merged and w[0] <= merged[1] and (merged[0], max(merged[1], w[1]))
            if cover and cover[1] - cover[0] <= self.longest:
                merged = cover
                parts.append(w)
            else:
                merged, parts = w, [w]
                groups.append(parts)
        mine = next(g for g in groups if new in g)
        gone = [w for w in dict.fromkeys(mine) if w in self.open]
        rows = [row for w in gone for row in self.open.pop(w)] + rows
        window = (mine[0][0], max(w[1] for w in mine))
        self.open[window] = self.open.get(window, []) + rows
        return window, gone

    def add(self, start, end, rows):
        if self.longest is not None:
            return self.add_capped(start, end, rows)
        gone = []
        while True:
            touching = [w for w in self.open if w[0] <= end and w[1] >= start]
            if not touching:
                break
            for w in touching:
                start, end = min(start, w[0]), max(end, w[1])
                rows = self.open.pop(w) + rows
                gone.append(w)
        self.open[(start, end)] = rows
        return (start, end), gone


class SqlWindow(Join):
    """Window table function on each side, then a join of what has the same window end."""

    def __init__(self, scenario):
        super().__init__(scenario)
        need_watermarks(scenario)
        if self.join.get("allowed_lateness", 0):
            raise Refused("no allowed lateness in SQL")
        self.window = self.join["window"]
        if "max_length" in self.window:
            raise Refused("no longest length in SQL")
        check_window(self.window, "flink_sql")
        self.session = self.window["shape"] == "session"
        self.rows = {"left": {}, "right": {}}          # (key, end) -> [(id, window)]
        self.sessions = {"left": {}, "right": {}}      # key -> Sessions
        self.side_wm = {"left": MIN, "right": MIN}

    def push(self, side, ident, key, time, kind):
        if not self.session:
            for w in windows_of(self.window, time):
                self.into_join(side, ident, key, w)
            return
        if time + self.window["gap"] - 1 <= self.side_wm[side]:
            touching = [w for w in self.sessions[side].get(key, Sessions()).open
                        if w[0] <= time + self.window["gap"] and w[1] >= time]
            if not touching:
                self.late[side] += 1
                return
        self.sessions[side].setdefault(key, Sessions()).add(
            time, time + self.window["gap"], [ident])

    def restored(self):
        super().restored()
        self.side_wm = {"left": MIN, "right": MIN}

    def side_mark(self, side, time):
        self.side_wm[side] = time
        if self.session:
            for key, sessions in self.sessions[side].items():
                for w in sorted(w for w in sessions.open if w[1] - 1 <= time):
                    for ident in sessions.open.pop(w):
                        self.into_join(side, ident, key, w)

    def into_join(self, side, ident, key, window):
        if window[1] - 1 <= self.wm:
            self.late[side] += 1
            return
        self.rows[side].setdefault((key, window[1]), []).append((ident, window))
        self.timers.add((window[1] - 1, key, window[1]))

    def fire(self, time, key, end):
        lefts = self.rows["left"].pop((key, end), [])
        rights = self.rows["right"].pop((key, end), [])
        match = key is not None
        if self.type in ("semi", "anti"):
            for left, w in lefts:
                if bool(rights and match) == (self.type == "semi"):
                    self.emit(left, None, window=w)
            return
        for left, w in lefts:
            if match:
                for right, _ in rights:
                    self.emit(left, right, window=w)
            if self.left_outer and not (match and rights):
                self.emit(left, None, window=w)
        if self.right_outer and not (match and lefts):
            for right, w in rights:
                self.emit(None, right, window=w)

    def held(self):
        held = {}
        for s in ("left", "right"):
            held[s] = sum(map(len, self.rows[s].values())) + sum(
                len(rows) for o in self.sessions[s].values() for rows in o.open.values())
        return held


class StreamWindow(Join):
    """DataStream join / coGroup: both sides in one keyed window operator."""

    def __init__(self, scenario):
        super().__init__(scenario)
        self.window = self.join["window"]
        check_window(self.window, "flink_datastream")
        self.lateness = self.join.get("allowed_lateness", 0)
        self.longest = self.window.get("max_length")
        if self.longest is not None and self.longest <= 0:
            raise Refused("a longest length above 0")
        self.session = self.window["shape"] == "session"
        self.panes = {}                                # (key, window) -> [(side, id)]
        self.sessions = {}                             # key -> Sessions

    def push(self, side, ident, key, time, kind):
        if key is None:
            raise Refused("null")
        if self.session:
            sessions = self.sessions.setdefault(key, Sessions(self.longest))
            w, gone = sessions.add(time, time + self.window["gap"], [(side, ident)])
            for old in gone:
                self.timers -= {(old[1] - 1, key, old), (old[1] - 1 + self.lateness, key, old)}
            if w[1] - 1 + self.lateness <= self.wm:
                del sessions.open[w]
                self.late[side] += 1
                return
            self.into(key, w)
            return
        skipped = True
        for w in windows_of(self.window, time):
            if w[1] - 1 + self.lateness <= self.wm:
                continue
            skipped = False
            self.panes.setdefault((key, w), []).append((side, ident))
            self.into(key, w)
        if skipped and time + self.lateness <= self.wm:
            self.late[side] += 1

    def into(self, key, w):
        if w[1] - 1 <= self.wm:
            self.show(key, w)
        else:
            self.timers.add((w[1] - 1, key, w))
        self.timers.add((w[1] - 1 + self.lateness, key, w))

    def rows(self, key, w):
        return self.sessions[key].open.get(w, []) if self.session else self.panes.get((key, w), [])

    def fire(self, time, key, w):
        if time == w[1] - 1:
            self.show(key, w)
        if time == w[1] - 1 + self.lateness:
            if self.session:
                self.sessions[key].open.pop(w, None)
            else:
                self.panes.pop((key, w), None)

    def show(self, key, w):
        lefts = [i for s, i in self.rows(key, w) if s == "left"]
        rights = [i for s, i in self.rows(key, w) if s == "right"]
        if self.type in ("semi", "anti"):
            for left in lefts:
                if bool(rights) == (self.type == "semi"):
                    self.emit(left, None, window=w)
            return
        for left in lefts:
            for right in rights:
                self.emit(left, right, window=w)
            if self.left_outer and not rights:
                self.emit(left, None, window=w)
        if self.right_outer and not lefts:
            for right in rights:
                self.emit(None, right, window=w)

    def held(self):
        every = list(self.panes.values()) + [r for o in self.sessions.values()
                                             for r in o.open.values()]
        return {s: sum(1 for rows in every for x, _ in rows if x == s) for s in ("left", "right")}


# --------------------------------------------------- DataStream interval join


class StreamInterval(Join):
    def __init__(self, scenario):
        super().__init__(scenario)
        if self.type != "inner":
            raise Refused("inner join only")
        if self.join["lower"] > self.join["upper"]:
            raise Refused("lowerBound <= upperBound must be fulfilled")
        self.low, self.high = bounds(self.join)
        self.buffer = {"left": {}, "right": {}}        # (key, time) -> [id]

    def push(self, side, ident, key, time, kind):
        if key is None:
            raise Refused("null")
        if self.wm != MIN and time < self.wm:
            self.late[side] += 1
            return
        self.buffer[side].setdefault((key, time), []).append(ident)
        other = "right" if side == "left" else "left"
        low, high = (self.low, self.high) if side == "left" else (-self.high, -self.low)
        for (k, t), rows in self.buffer[other].items():
            if k == key and time + low <= t <= time + high:
                for row in rows:
                    self.emit(*((ident, row) if side == "left" else (row, ident)))
        self.timers.add((time + max(0, high), key, side))

    def fire(self, time, key, side):
        reach = max(0, self.high) if side == "left" else max(0, -self.low)
        self.buffer[side].pop((key, time - reach), None)

    def held(self):
        return {s: sum(map(len, self.buffer[s].values())) for s in ("left", "right")}


# ------------------------------------------------------------- SQL lookup join


class SqlLookup(Join):
    """Each left row is answered as the table stands; no state, and times and watermarks play no part."""

    def __init__(self, scenario):
        super().__init__(scenario)
        if self.type not in ("inner", "left"):
            raise Refused("lookup " + self.type)
        self.table = {}

    def push(self, side, ident, key, time, kind):
        if side == "right":
            if kind == "-U":
                raise Refused("a table takes no -U")
            if key is not None and kind == "-D":
                self.table.pop(key, None)
            elif key is not None:
                self.table[key] = ident
            return
        found = self.table.get(key) if key is not None else None
        if found is not None or self.left_outer:
            self.emit(ident, found)

    def held(self):
        return {"left": 0, "right": 0}


MODELS = {("flink_sql", "interval"): SqlInterval, ("flink_sql", "regular"): SqlRegular,
          ("flink_sql", "temporal"): SqlTemporal, ("flink_sql", "window"): SqlWindow,
          ("flink_sql", "lookup"): SqlLookup,
          ("flink_datastream", "interval"): StreamInterval,
          ("flink_datastream", "window"): StreamWindow}


def model_of(scenario):
    join = scenario["join"]
    if (scenario["dialect"], join["kind"]) not in MODELS:
        raise Refused("the DataStream API has no such join")
    make = MODELS[scenario["dialect"], join["kind"]]
    if make is SqlInterval and (join["type"] in ("semi", "anti") or "none" in [
            scenario[s]["watermark"]["strategy"] for s in ("left", "right")]):
        make = SqlRegular
    return make(scenario)


class Play:
    """A scenario played step by step on its model."""

    def __init__(self, scenario):
        self.scenario = scenario
        self.lookup = scenario["join"]["kind"] == "lookup"
        self.now = 0
        self.model = model_of(scenario)
        self.checkpoint = copy.deepcopy(self.model)      # of a job that has just started
        self.since = []
        self.sources()

    def sources(self):
        self.side = {s: source(self.scenario, s, self.now) for s in ("left", "right")}
        union = self.scenario["dialect"] == "flink_datastream" and self.scenario["join"]["kind"] == "window"
        self.joint = Valve() if union else Combined()

    def step(self, step):
        model = self.model
        model.out, model.late = [], {"left": 0, "right": 0}
        marks, idle = self.marks(), self.idle()
        if step["do"] == "checkpoint":
            self.checkpoint, self.since = copy.deepcopy(model), []
        elif step["do"] == "crash":
            table = getattr(model, "table", None)
            model = self.model = copy.deepcopy(self.checkpoint)
            model.restored()
            model.out, model.late = [], {"left": 0, "right": 0}
            if table is not None:
                model.table = table                      # it is not Flink's
            if hasattr(model, "tick"):
                model.tick(self.now)
            self.sources()
            for again in self.since:
                if not (self.lookup and again["side"] == "right"):
                    self.feed(again)
            marks = None
        elif step["do"] == "clock":
            self.now = max(self.now, step["time"])
            if hasattr(model, "tick"):
                model.tick(step["time"])
            for side in ("left", "right"):
                self.follow(side, self.side[side].settle(self.now))
        else:
            self.since.append(step)
            self.feed(step)
        entry = {"out": model.out, "late": model.late, "state": model.held()}
        if self.marks() != marks:
            entry["watermark"] = self.marks()
        if self.idle() != idle:
            entry["idle"] = self.idle()
        return entry

    def marks(self):
        return {s: None if self.lookup and s == "right" else self.side[s].mark for s in self.side}

    def idle(self):
        return {s: self.side[s].idle for s in self.side}

    def feed(self, step):
        side, source = step["side"], self.side[step["side"]]
        table = self.lookup and side == "right"
        if step["do"] == "push":
            self.model.push(side, step["id"], step["key"], step["time"], step.get("kind", "+I"))
            if not table:
                self.follow(side, source.pushed(step["time"], step.get("partition", 0), self.now))
        elif not table:
            self.follow(side, source.moved(step["time"], self.now))

    def follow(self, side, events):
        for event in events:
            if event not in ("idle", "active"):
                self.model.side_mark(side, event)
            self.model.advance(self.joint.take(side, event))


def predict(scenario):
    """The trace's steps, or the Refused that says why there is none."""
    try:
        play = Play(scenario)
        return [play.step(step) for step in scenario["script"]]
    except Refused as refused:
        return refused


def bag(rows):
    return sorted(json.dumps(r, sort_keys=True) for r in rows)


def compare(scenario, trace):
    """None, or what differs first."""
    steps = predict(scenario)
    if "error" in trace or isinstance(steps, Refused):
        if "error" in trace and isinstance(steps, Refused):
            return None
        return f"refusal: model {steps if isinstance(steps, Refused) else 'runs'}, " \
               f"Flink {trace.get('error', 'runs')}"
    for n, (want, got) in enumerate(zip(trace["steps"], steps)):
        if bag(want["out"]) != bag(got["out"]):
            return f"step {n} out: Flink {want['out']}, model {got['out']}"
        if want.get("late", {"left": 0, "right": 0}) != got["late"]:
            return f"step {n} late: Flink {want.get('late')}, model {got['late']}"
        if "state" in want and got["state"] is not None and want["state"] != got["state"]:
            return f"step {n} state: Flink {want['state']}, model {got['state']}"
        for field in ("watermark", "idle"):
            if want.get(field) != got.get(field):
                return f"step {n} {field}: Flink {want.get(field)}, model {got.get(field)}"
    return None


def main(folders):
    same, wrong = collections.Counter(), collections.Counter()
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "*.scenario.json"))):
            with open(path, encoding="utf-8") as f:
                scenario = json.load(f)
            if scenario["dialect"] == "spark":
                continue
            with open(path.replace(".scenario.", ".trace."), encoding="utf-8") as f:
                trace = json.load(f)
            kind = scenario["dialect"] + " " + scenario["join"]["kind"]
            problem = compare(scenario, trace)
            if problem is None:
                same[kind] += 1
            else:
                wrong[kind] += 1
                print(os.path.basename(path) + ": " + problem)
    for kind in sorted(set(same) | set(wrong)):
        print(f"{kind}: {same[kind]} of {same[kind] + wrong[kind]} predicted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
