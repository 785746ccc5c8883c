#!/usr/bin/env python3
"""Runs jobs that `joinscope job` writes on the real engines: jobs.py --work DIR [NAME...]

A job is a case of tests/code/cases.json, or a scenario of the gallery, in a form that its engine takes: Flink SQL, DataStream,
Spark SQL, PySpark. `--write` writes their folders and how they are run together: all of Flink's in one Java program, as they are but
for the name of the class Job; all of Spark's in one Python. `--spark` runs those. `--compare` asks each folder's check.py, and
with `--store` writes the code of the cases that ran with joinscope's result to tests/code, under a line that says so.
`make conformance-jobs` does all of it.
"""
import argparse
import collections
import datetime
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import traceback

import code as texts

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FORMS = {"flink_sql": ["flink-sql"], "flink_datastream": ["datastream", "flink-sql"], "spark": ["spark-sql", "pyspark"]}
ENDS = {"flink-sql": ("sql", "--"), "spark-sql": ("sql", "--"), "datastream": ("java", "//"), "pyspark": ("py", "#")}


def engine(dialect):
    """Its name and version, which tools/conformance-jobs.sh says."""
    name = "Spark" if dialect == "spark" else "Flink"
    return f"Apache {name} {os.environ[name.upper() + '_VERSION']}"


def sources(work, only):
    """Each scenario's name and file."""
    (work / "scenarios").mkdir(parents=True, exist_ok=True)
    for name, scenario in texts.scenarios(jobs=True):
        path = work / "scenarios" / f"{name}.scenario.json"
        path.write_text(json.dumps(scenario, ensure_ascii=False), encoding="utf-8")
        if not only or name in only:
            yield name, path
    for path in sorted((ROOT / "www" / "scenarios").glob("*.scenario.json")):
        name = path.name[:-len(".scenario.json")]
        if not only or name in only:
            yield name, path


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem + "_of_a_job", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(work, joinscope, only):
    """The jobs' folders; jobs.json tells which there are, and what joinscope gives no job for, and why."""
    jobs, without = [], {}
    for name, path in sources(work, only):
        scenario = texts.read(path)
        for form in FORMS[scenario["dialect"]]:
            folder = work / "jobs" / f"{name}.{form}"
            ran = subprocess.run([joinscope, "job", path, "--as", form, "--out", folder], capture_output=True, text=True)
            if ran.returncode:
                without[f"{name}.{form}"] = ran.stderr.strip().split(": ", 1)[-1]
            else:
                kind, window = scenario["join"]["kind"], scenario["join"].get("window", {})
                jobs.append({"name": name, "form": form, "engine": engine(scenario["dialect"]),
                             "family": " ".join(filter(None, (kind, window.get("shape"), scenario["join"]["type"])))})
    (work / "jobs.json").write_text(json.dumps({"jobs": jobs, "without": without}, indent=1), encoding="utf-8")
    batch(work, jobs)


def batch(work, jobs):
    """One Java program that plays all of Flink's jobs."""
    java = work / "java"
    java.mkdir(exist_ok=True)
    plays = []
    for number, job in enumerate(jobs):
        folder = work / "jobs" / f"{job['name']}.{job['form']}"
        if job["form"] == "datastream":
            text = (folder / "Job.java").read_text(encoding="utf-8")
            (java / f"Job{number}.java").write_text(text.replace("class Job {", f"class Job{number} {{"), encoding="utf-8")
            plays.append(f'        play({json.dumps(str(folder))}, Job{number}::join);')
        elif job["form"] == "flink-sql":
            plays.append(f'        sql({json.dumps(str(folder))});')
    for name in ("Replay", "Sql"):
        (java / f"{name}.java").write_text((ROOT / "src/job/flink" / f"{name}.java").read_text(encoding="utf-8"), encoding="utf-8")
    (java / "Batch.java").write_text("""import java.nio.file.Files;
import java.nio.file.Path;

public final class Batch {
    static void play(String folder, Replay.Build build) {
        try {
            System.out.print(folder + ": ");
            Replay.run(Path.of(folder), build);
        } catch (Throwable e) {
            System.out.println(e);
            e.printStackTrace();
        }
    }

    static void sql(String folder) {
        play(folder, env -> Sql.join(env, Files.readString(Path.of(folder, "job.sql"))));
    }

    public static void main(String[] args) {
""" + "\n".join(plays) + """
        System.exit(0);
    }
}
""", encoding="utf-8")


def run_spark(work):
    import tempfile
    replay = load(ROOT / "src/job/spark/replay.py")
    with tempfile.TemporaryDirectory(prefix="joinscope-spark-") as place:
        spark = replay.session(pathlib.Path(place))
        for job in texts.read(work / "jobs.json")["jobs"]:
            if "Spark" in job["engine"]:
                folder = work / "jobs" / f"{job['name']}.{job['form']}"
                try:
                    replay.play(spark, folder)
                    print(f"{folder}: ran", flush=True)
                except Exception:
                    (folder / "output.ndjson").unlink(missing_ok=True)
                    print(f"{folder}: failed", flush=True)
                    traceback.print_exc()
        spark.stop()


def compare(work, joinscope, store, only):
    check = load(ROOT / "src/job/check.py").check
    listed = texts.read(work / "jobs.json")
    different, ran, rows, families = [], collections.Counter(), collections.Counter(), set()
    cases = {name for name, _ in texts.scenarios(jobs=True)}
    for job in listed["jobs"]:
        name = f"{job['name']}.{job['form']}"
        folder = work / "jobs" / name
        try:
            what = check(folder)
        except FileNotFoundError:
            what = "the engine did not run it to its end, see its log"
        out = sum(1 for _ in open(folder / "expected.ndjson", encoding="utf-8"))
        if not what and job["name"] in cases and out == 0 and job["name"] != "empty":
            what = "nothing came out, so nothing is shown"
        if what:
            different.append(name)
            print(f"{name}: {what}\n")
            continue
        key = f"{job['engine']}, {job['form']}"
        ran[key] += 1
        rows[key] += out
        families.add((job["form"], job["family"]))
        if store and job["name"] in cases:
            keep(work, joinscope, job)
    for key in sorted(ran):
        print(f"{key}: {ran[key]} jobs ran, {rows[key]} rows came out as expected, step by step")
    print(f"families and types, by form: {len(families)}")
    if not only:
        for why, count in collections.Counter(listed["without"].values()).most_common():
            print(f"no job for {count}: {why}")
    print(f"different: {len(different)}")
    return 1 if different or not ran else 0


def keep(work, joinscope, job):
    """The text as `joinscope code` prints it, under a line that says that the engine ran it."""
    end, mark = ENDS[job["form"]]
    path = ROOT / "tests/code" / f"{job['name']}.{end}"
    scenario = work / "scenarios" / f"{job['name']}.scenario.json"
    text = subprocess.run([joinscope, "code", scenario, "--as", job["form"]], capture_output=True, text=True, check=True).stdout
    if not path.exists() or path.read_text(encoding="utf-8").split("\n", 1)[1] != text:
        today = datetime.date.today()
        path.write_text(f"{mark} {job['engine']} ran this on {today} with the result of `joinscope trace`.\n{text}", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="NAME")
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--joinscope", default="joinscope")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--store", action="store_true")
    args = parser.parse_args()
    if args.write:
        write(args.work, args.joinscope, args.only)
    if args.spark:
        run_spark(args.work)
    return compare(args.work, args.joinscope, args.store, args.only) if args.compare else 0


if __name__ == "__main__":
    sys.exit(main())
