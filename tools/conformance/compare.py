#!/usr/bin/env python3
"""Compares traces of the real engines with joinscope's: compare.py SCENARIOS REAL OURS [--keep FILE]

Three folders: NAME.scenario.json, and NAME.trace.json of either. Every field that the real engine's trace has is compared:
`out` as a multiset, `late`, `watermark`, `state` (of a side, or the total), each micro-batch; whether there is a `state`
at all; and that both refuse, not in which words. Prints a line a family, tells the first difference of each scenario
that has one, writes their names into FILE, and exits 1 if there are any.
"""
import argparse
import json
import os
import re
import sys
from collections import Counter

NONE_LATE = {"left": 0, "right": 0}


def differ(real, ours):
    """The first difference of two traces, in words, or None."""
    if "error" in real or "error" in ours:
        if "error" in real and "error" in ours:
            return None
        return "the engine %s\n  joinscope %s" % tuple(
            "refuses: " + trace["error"] if "error" in trace else "runs it" for trace in (real, ours))
    if len(real["steps"]) != len(ours["steps"]):
        return f"the engine ran {len(real['steps'])} steps\n  joinscope {len(ours['steps'])}"
    for number, (theirs, mine) in enumerate(zip(real["steps"], ours["steps"])):
        what = differing_entry(theirs, mine)
        if what:
            return f"script[{number}], {what}:\n  the engine {brief(theirs)}\n  joinscope  {brief(mine)}"
    return None


def differing_entry(real, ours):
    """The name of the first field that differs in a step, or in a micro-batch within one."""
    if bag(real["out"]) != bag(ours["out"]):
        return "out"
    if "batches" not in real and real.get("late", NONE_LATE) != ours.get("late", NONE_LATE):
        return "late"                          # Spark's traces count late rows of both sides in `dropped`
    for field in ("watermark", "idle", "id", "failed", "dropped", "removed"):
        # Spark shows the watermark of a micro-batch, and no side's own after a step.
        if real.get(field) != ours.get(field) and not (field == "watermark" and "batches" in real):
            return field
    if ("state" in real) != ("state" in ours):
        return "state"
    for side, count in real.get("state", {}).items():
        mine = ours["state"]
        if count != (mine["left"] + mine["right"] if side == "total" else mine[side]):
            return f"state.{side}"
    if len(real.get("batches", ())) != len(ours.get("batches", ())):
        return "batches"
    for number, (theirs, mine) in enumerate(zip(real.get("batches", ()), ours.get("batches", ()))):
        what = differing_entry(theirs, mine)
        if what:
            return f"batches[{number}].{what}"
    return None


def bag(rows):
    return Counter((row["kind"], row["left"], row.get("right", "absent"), str(row.get("window"))) for row in rows)


def brief(entry):
    return json.dumps(entry, ensure_ascii=False)


def read(folder, name):
    try:
        with open(os.path.join(folder, name + ".trace.json"), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def family(name):
    return re.sub(r"-s-?\d+-\d+$", "", name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios")
    parser.add_argument("real")
    parser.add_argument("ours")
    parser.add_argument("--keep", metavar="FILE", help="where to write the names of what differs")
    args = parser.parse_args()
    end = ".scenario.json"
    names = sorted(name[:-len(end)] for name in os.listdir(args.scenarios) if name.endswith(end))
    rows, different = {}, []
    for name in names:
        real, ours = read(args.real, name), read(args.ours, name)
        row = rows.setdefault(family(name), {"engine": "", "scenarios": 0, "refused": 0, "steps": 0, "different": 0})
        row["scenarios"] += 1
        if real is None or ours is None:
            what = "no trace from " + ("the engine" if real is None else "joinscope")
        else:
            what = differ(real, ours)
            row["engine"] = f"{real['engine']['name']} {real['engine']['version']}"
            row["refused"] += "error" in real
            row["steps"] += len(real.get("steps", ()))
        if what:
            row["different"] += 1
            different.append(name)
            print(f"{os.path.join(args.scenarios, name + end)}\n  {what}\n")
    if args.keep:
        with open(args.keep, "w", encoding="utf-8") as file:
            file.writelines(name + "\n" for name in different)
    table(rows)
    return 1 if different or not names else 0


def table(rows):
    columns = ("engine", "scenarios", "refused", "steps", "different")
    total = {"engine": "", **{column: sum(row[column] for row in rows.values()) for column in columns[1:]}}
    print(f"{'family':16} | {'engine':18} | {'scenarios':>9} | {'refused':>7} | {'steps':>6} | {'different':>9}")
    for name, row in [*rows.items(), ("total", total)]:
        print(f"{name:16} | {row['engine']:18} | {row['scenarios']:9} | {row['refused']:7} | {row['steps']:6} | "
              f"{row['different']:9}")


if __name__ == "__main__":
    sys.exit(main())
