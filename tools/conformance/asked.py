#!/usr/bin/env python3
"""Writes the scenarios of one part: asked.py PART --out DIR [--seed N --count M]

PART is lookup, partitions, crash or session_cap. With a seed M random scenarios, the same ones for the same seed, else the hand-made ones.
"""
import argparse
import importlib
import os
import random

from generate import text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("lookup", "partitions", "crash", "session_cap"))
    parser.add_argument("--out", required=True)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--count", type=int, default=40)
    args = parser.parse_args()
    part = importlib.import_module(args.part)
    os.makedirs(args.out, exist_ok=True)
    # Random ones have their part's name before their number: other goldens are numbered alike.
    before = "" if args.seed is None else args.part.replace("_", "-") + "-"
    if args.seed is None:
        made = list(part.cases())
    else:
        made = [(f"s{args.seed}-{n:03}", part.generate(random.Random(f"{args.seed}/{args.part}/{n}"), n))
                for n in range(args.count)]
    for name, scenario in made:
        scenario["title"] = f"{name}: {scenario['title']}"
        with open(os.path.join(args.out, before + name + ".scenario.json"), "w", encoding="utf-8") as file:
            file.write(text(scenario))


if __name__ == "__main__":
    main()
