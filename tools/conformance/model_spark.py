#!/usr/bin/env python3
"""The rules of Spark's joins, small and in Python, checked against the real traces. docs/engines.md has them in words.

    model_spark.py DIR...      every Spark *.scenario.json in DIR with its *.trace.json; exit 1 on a difference
"""
import copy
import glob
import json
import os
import sys
from collections import Counter

NO_RANGE = ("Stream-stream {} join between two streaming DataFrame/Datasets is not supported without a "
            "watermark in the join keys, or a watermark on the nullable side and an appropriate range condition")
SPARK_NAME = {"left": "LeftOuter", "right": "RightOuter", "full": "FullOuter", "semi": "LeftSemi",
              "anti": "LeftAnti"}
OTHER = {"left": "right", "right": "left"}


def windows(win, t):
    """The windows [start, end) that a time falls in."""
    if win["shape"] == "session":            # Spark: a join never merges sessions
        return [(t, t + win["gap"])]
    size, offset = win["size"], win.get("offset", 0)
    slide = win["slide"] if win["shape"] == "sliding" else size
    start = t - (t - offset) % slide         # newest start <= t
    out = []
    while start > t - size:
        out.append((start, start + size))
        start -= slide
    return out


class Row:
    def __init__(self, push, win):
        self.id, self.key, self.time, self.win = push["id"], push["key"], push["time"], win
        self.matched = False


class Model:
    def __init__(self, sc):
        self.sc, self.join = sc, sc["join"]
        self.kind, self.type = self.join["kind"], self.join["type"]
        self.delay = {s: sc[s]["watermark"].get("delay") for s in OTHER}     # None: no watermark
        self.lookup = self.kind == "lookup"
        self.table = {}           # of a lookup: key to push
        if self.lookup:
            self.delay["right"] = None
        self.marked = [s for s in OTHER if self.delay[s] is not None]
        # Where a null key cannot produce a row, Spark filters null keys below the watermark operator.
        self.drops_null_key = {"left": self.type in ("inner", "right", "semi"),
                               "right": self.type in ("inner", "left", "semi")}
        self.padded = {"left": self.type in ("left", "full"), "right": self.type in ("right", "full")}
        self.cleans = {"interval": len(self.marked) == 2, "window": len(self.marked) > 0,
                       "regular": False, "lookup": False}[self.kind]
        self.state = {"left": [], "right": []}
        self.side_mark = {s: None for s in self.marked}
        self.global_mark = 0      # decided when a batch ends
        self.late_mark = 0        # in force in the previous micro-batch
        self.batch_id = 0

    # ---- what Spark refuses -------------------------------------------------------------------
    def refusal(self):
        j = self.join
        if any("idle_timeout" in self.sc[s]["watermark"] for s in OTHER):
            return "idle"
        if j.get("window", {}).get("max_length"):
            return "longest"
        if self.lookup:
            return self.type in ("right", "full") and "static DataFrame" or None
        if self.kind == "window" and j["window"]["shape"] == "sliding" and j["window"]["slide"] > j["window"]["size"]:
            return "The `slide_duration`"
        if self.type == "anti":
            return "LeftAnti joins with a streaming DataFrame/Dataset on the right are not supported"
        needs = {"inner": True,
                 "left": "right" in self.marked, "semi": "right" in self.marked,
                 "right": "left" in self.marked, "full": bool(self.marked)}[self.type]
        if self.kind == "window":
            needs = self.type == "inner" or bool(self.marked)
        if self.kind == "regular":
            needs = self.type == "inner"
        return None if needs else NO_RANGE.format(SPARK_NAME[self.type])

    # ---- the three predicates -----------------------------------------------------------------
    def late(self, side, row):
        if side not in self.marked:
            return False
        return (row.win[1] if row.win else row.time) <= self.late_mark

    def evicted(self, side, row, mark):
        if not self.cleans:
            return False
        if self.kind == "window":
            return row.win[1] <= mark
        j = self.join
        if side == "left":
            return row.time <= mark - j["upper"] - (1 if j.get("upper_inclusive", True) else 0)
        return row.time <= mark + j["lower"] - (1 if j.get("lower_inclusive", True) else 0)

    def matches(self, left, right):
        if left.key != right.key or left.win != right.win:
            return False                      # None == None matches
        if self.kind != "interval":
            return True
        j, d = self.join, right.time - left.time
        low = d >= j["lower"] if j.get("lower_inclusive", True) else d > j["lower"]
        high = d <= j["upper"] if j.get("upper_inclusive", True) else d < j["upper"]
        return low and high

    # ---- one micro-batch ----------------------------------------------------------------------
    def micro_batch(self, pushed):
        mark, out, dropped = self.global_mark, [], 0

        def emit(left, right):
            entry = {"kind": "+I", "left": left and left.id}
            if self.type not in ("semi", "anti"):
                entry["right"] = right and right.id
            if self.kind == "window":
                entry["window"] = list((left or right).win)
            out.append(entry)

        self.removed = 0
        # All rows of one side, then all rows of the other: left first, but right first for semi.
        for side in ("right", "left") if self.type == "semi" else ("left", "right"):
            arrived = [p for p in pushed if p["side"] == side]
            arrived = [p for p in arrived if not (self.drops_null_key[side] and p["key"] is None)]
            if arrived and side in self.marked:
                seen = max(p["time"] for p in arrived) - self.delay[side]
                old = self.side_mark[side]
                self.side_mark[side] = seen if old is None else max(old, seen)
            for push in arrived:
                for win in windows(self.join["window"], push["time"]) if self.kind == "window" else [None]:
                    row = Row(push, win)
                    if self.lookup:
                        self.look_up(row, emit)
                        continue
                    if self.late(side, row):
                        dropped += 1
                        continue
                    self.arrive(side, row, mark, emit)

        for side in ("left", "right"):
            gone = [r for r in self.state[side] if self.evicted(side, r, mark)]
            self.state[side] = [r for r in self.state[side] if not self.evicted(side, r, mark)]
            self.removed += len(gone)
            for r in gone:
                if self.padded[side] and not r.matched:
                    emit(r if side == "left" else None, r if side == "right" else None)

        batch = {"id": self.batch_id, "watermark": mark if self.marked else None, "out": out,
                 "state": {side: len(rows) for side, rows in self.state.items()},
                 "dropped": dropped, "removed": self.removed}
        self.batch_id += 1
        self.late_mark = mark
        if self.marked:
            pick = max if self.sc.get("watermark_policy", "min") == "max" else min
            self.global_mark = max(mark, pick(m or 0 for m in self.side_mark.values()))
        return batch

    def look_up(self, row, emit):
        """In a join with a table each row is answered at once; no row is late."""
        found = self.table.get(row.key) if row.key is not None else None
        if self.type in ("inner", "left", "semi") and found or self.type in ("left", "anti") and not found:
            emit(row, found)

    def arrive(self, side, row, mark, emit):
        semi = self.type == "semi"
        for other in list(self.state[OTHER[side]]):
            left, right = (row, other) if side == "left" else (other, row)
            if not self.matches(left, right):
                continue
            if not (semi and left.matched):   # semi: a left row goes out once
                emit(left, right)
            row.matched = other.matched = True
            if semi and side == "right":      # ... and is not kept any longer
                self.state["left"].remove(left)
                self.removed += 1
        if side == "left":
            keep = not (semi and row.matched)
        else:
            keep = not self.evicted("right", row, mark) or (self.padded["right"] and not row.matched)
        if keep:
            self.state[side].append(row)

    # ---- failures and restarts ----------------------------------------------------------------
    def failing(self, rows):
        """A micro-batch that puts its rows out and is not committed: nothing of it is kept but its plan, in the offset log."""
        before = copy.deepcopy({k: v for k, v in vars(self).items() if k != "table"})
        batch = self.micro_batch(rows)
        vars(self).update(before)
        self.planned, self.up = rows, False
        return {"id": batch["id"], "watermark": batch["watermark"], "out": batch["out"], "failed": True}

    def restart(self):
        """The state, the mark and the late mark are in the checkpoint; the marks of the sides are not."""
        self.side_mark = {s: None for s in self.marked}
        self.up = True

    def batches(self, fails):
        """What runs until nothing is left to do: a batch that had failed, new rows, or none if that can evict."""
        done = []
        while True:
            rerun = self.planned is not None
            rows = self.planned if rerun else self.source
            if not rerun:
                if not rows and not (done and self.cleans and self.global_mark > done[-1]["watermark"]):
                    return done
                self.source = []
            if fails:
                return [*done, self.failing(rows)]
            self.planned = None
            done.append(self.micro_batch(rows))

    # ---- the whole script ---------------------------------------------------------------------
    def run(self):
        error = self.refusal()
        if error:
            return {"error": error}
        steps, waiting, state = [], [], {"left": 0, "right": 0}
        self.planned, self.source, self.up = None, [], True
        for step in self.sc["script"]:
            if step["do"] == "push" and self.lookup and step["side"] == "right":
                if step.get("kind") == "-U":
                    return {"error": "-U"}
                if step.get("kind") == "-D":
                    self.table.pop(step["key"], None)
                else:
                    self.table[step["key"]] = Row(step, None)
                steps.append({"out": []})
                continue
            if step["do"] == "push":
                waiting.append(step)
                steps.append({"out": []})
                continue
            if step["do"] == "batch":
                self.source = self.source + waiting
                waiting = []
            if step["do"] == "crash" or not self.up:
                self.restart()
            batches = self.batches(step.get("fails", False))
            state = next((b["state"] for b in reversed(batches) if "state" in b), state)
            steps.append({"out": [o for b in batches for o in b["out"]], "state": state, "batches": batches})
        return {"steps": steps}


def bag(rows):
    return Counter(json.dumps(r, sort_keys=True) for r in rows)


def same_state(want, got):
    """`want` may hold both sides, or their total only."""
    return want is None and got is None or want is not None and got is not None and (
        want == got if "left" in want else want["total"] == got["left"] + got["right"])


def differences(want, got):
    """What the trace `want` has that the model's `got` has not, as text."""
    if "error" in want or "error" in got:
        if "error" in want and "error" in got and got["error"] in want["error"]:
            return []
        return [f"error {want.get('error')!r} against {got.get('error')!r}"]
    found = []
    if len(want["steps"]) != len(got["steps"]):
        found.append("number of steps")
    for i, (w, g) in enumerate(zip(want["steps"], got["steps"])):
        if bag(w["out"]) != bag(g["out"]):
            found.append(f"step {i} out {w['out']} against {g['out']}")
        if not same_state(w.get("state"), g.get("state")):
            found.append(f"step {i} state {w.get('state')} against {g.get('state')}")
        wb, gb = w.get("batches", []), g.get("batches", [])
        if len(wb) != len(gb):
            found.append(f"step {i} number of micro-batches {len(wb)} against {len(gb)}")
        for a, b in zip(wb, gb):
            if not same_state(a.get("state"), b.get("state")):
                found.append(f"step {i} batch {a['id']} state {a.get('state')} against {b.get('state')}")
            for field in ("id", "watermark", "dropped", "removed", "failed"):
                if a.get(field) != b.get(field):
                    found.append(f"step {i} batch {a['id']} {field} {a.get(field)} against {b.get(field)}")
            if bag(a["out"]) != bag(b["out"]):
                found.append(f"step {i} batch {a['id']} out {a['out']} against {b['out']}")
    return found


def main():
    good, bad, batches = 0, 0, 0
    for folder in sys.argv[1:]:
        for path in sorted(glob.glob(os.path.join(folder, "*.scenario.json"))):
            with open(path, encoding="utf-8") as f:
                sc = json.load(f)
            if sc["dialect"] != "spark":
                continue
            trace = path.replace(".scenario.json", ".trace.json")
            if not os.path.exists(trace):
                print(f"{os.path.basename(path)}: no trace")
                bad += 1
                continue
            with open(trace, encoding="utf-8") as f:
                want = json.load(f)
            batches += sum(len(s.get("batches", [])) for s in want.get("steps", []))
            diff = differences(want, Model(sc).run())
            if diff:
                bad += 1
                print(f"{os.path.basename(path)}: {sc['title']}")
                for d in diff[:6]:
                    print("    " + d)
            else:
                good += 1
    print(f"{good} of {good + bad} traces predicted exactly ({batches} micro-batches)")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
