#!/usr/bin/env python3
"""Writes random scenarios, the same ones for the same seed: generate.py --seed N --count M --out DIR [FAMILY...]

M scenarios a family (of Spark's three fifths, as it is the slower), as DIR/FAMILY-sN-000.scenario.json and so on. Without a FAMILY, all of them: {families}.
"""
import argparse
import json
import os
import random

import corners
import flink_scenarios
import spark_scenarios


def flink(dialect, kind):
    return lambda rng, n: getattr(flink_scenarios, kind)(rng, dialect, n)


def spark(kind):
    return lambda rng, n: spark_scenarios.Gen(rng, kind, n).make()


def corner(mode, dialect):
    return lambda rng, n: getattr(corners, mode)(rng, dialect, n)


FAMILIES = {
    "sql-interval": flink("flink_sql", "interval"),
    "sql-regular": flink("flink_sql", "regular"),
    "sql-temporal": flink("flink_sql", "temporal"),
    "sql-window": flink("flink_sql", "window"),
    "sql-corners": corner("corners", "flink_sql"),
    "sql-grid": corner("grid", "flink_sql"),
    "ds-interval": flink("flink_datastream", "interval"),
    "ds-window": flink("flink_datastream", "window"),
    "ds-corners": corner("corners", "flink_datastream"),
    "ds-grid": corner("grid", "flink_datastream"),
    "spark-interval": spark("interval"),
    "spark-window": spark("window"),
    "spark-regular": spark("regular"),
    "spark-corners": corner("corners", "spark"),
    "spark-grid": corner("grid", "spark"),
}


def text(scenario):
    """JSON, one step a line."""
    head = {key: value for key, value in scenario.items() if key != "script"}
    steps = ",\n".join("    " + json.dumps(step) for step in scenario["script"])
    return json.dumps(head, indent=2)[:-2] + f',\n  "script": [\n{steps}\n  ]\n}}\n'


def main():
    parser = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter,
                                     description=__doc__.format(families=", ".join(FAMILIES)))
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("family", nargs="*", metavar="FAMILY")
    args = parser.parse_args()
    unknown = [family for family in args.family if family not in FAMILIES]
    if unknown:
        parser.error(f"no family {', '.join(unknown)}; there are {', '.join(FAMILIES)}")
    os.makedirs(args.out, exist_ok=True)
    for family in args.family or FAMILIES:
        for n in range(args.count * 3 // 5 if family.startswith("spark") else args.count):
            scenario = FAMILIES[family](random.Random(f"{args.seed}/{family}/{n}"), n)
            name = f"{family}-s{args.seed}-{n:03}"
            scenario["title"] = f"{name}: {scenario['title']}"
            with open(os.path.join(args.out, name + ".scenario.json"), "w", encoding="utf-8") as file:
                file.write(text(scenario))


if __name__ == "__main__":
    main()
