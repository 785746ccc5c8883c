#!/usr/bin/env python3
"""Compares output.ndjson with expected.ndjson, what joinscope says: check.py [DIR]

First the net output: the rows that are there at the end, what was taken back left out. Then each step's. Exit 1 if either differs.
"""
import collections
import json
import pathlib
import sys


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def known(row):
    """What a row of the result is known by."""
    return row["left"], row.get("right"), tuple(row.get("window", ()))


def net(changes):
    there = collections.Counter()
    for row in changes:
        there[known(row)] += 1 if row["kind"] in ("+I", "+U") else -1
    return +there, -there


def steps(changes):
    return collections.Counter((row["step"], row["kind"], *known(row)) for row in changes)


def shown(difference):
    return "".join(f"\n  {count} x {row}" for row, count in list(difference.items())[:10])


def check(folder):
    """What differs, as text; nothing if all is equal."""
    real, ours = rows(folder / "output.ndjson"), rows(folder / "expected.ndjson")
    for of, title in ((lambda changes: net(changes)[0], "the net output"), (lambda changes: net(changes)[1], "rows taken back"),
                      (steps, "the output of a step")):
        engine, joinscope = of(real), of(ours)
        if engine != joinscope:
            return (f"{title} differs"
                    f"\nonly the engine's:{shown(engine - joinscope)}\nonly joinscope's:{shown(joinscope - engine)}")
    return None


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    different = check(where)
    if different:
        sys.exit(different)
    print(f"equal: {sum(net(rows(where / 'output.ndjson'))[0].values())} rows of net output, and each step's")
