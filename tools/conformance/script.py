"""Scenarios written short, for the hand-made ones.

    L a 1000        a left row, key a, time 1000 (key -: null); R a 900 -D: a right one, with its kind; L/2 a 1000: of partition 2
    W 1020          both sides' watermarks (WL, WR: one side's)
    C 500           processing time
    K, X            checkpoint, crash
    B, BF           a batch; one whose first micro-batch fails
"""


def mark(text):
    """manual, none, 5 (bounded by 5), 5/2 (two partitions), 5/2/100 (idle after 100), 5//100."""
    if text in ("manual", "none"):
        return {"strategy": text}
    parts = text.split("/")
    spec = {"strategy": "bounded", "delay": int(parts[0])}
    if len(parts) > 1 and parts[1]:
        spec["partitions"] = int(parts[1])
    if len(parts) > 2:
        spec["idle_timeout"] = int(parts[2])
    return spec


def steps(text):
    count, script = {"left": 0, "right": 0}, []
    for part in filter(None, (p.strip() for p in text.split(";"))):
        word, *rest = part.split()
        what, _, partition = word.partition("/")
        if what in "LR":
            side = "left" if what == "L" else "right"
            count[side] += 1
            step = {"do": "push", "side": side, "id": f"{side[0]}{count[side]}",
                    "key": None if rest[0] == "-" else rest[0], "time": int(rest[1])}
            if len(rest) > 2:
                step["kind"] = rest[2]
            if partition:
                step["partition"] = int(partition)
            script.append(step)
        elif what in ("W", "WL", "WR"):
            for side in {"W": ("left", "right"), "WL": ("left",), "WR": ("right",)}[what]:
                script.append({"do": "watermark", "side": side, "time": int(rest[0])})
        elif what == "C":
            script.append({"do": "clock", "time": int(rest[0])})
        else:
            script.append({"K": {"do": "checkpoint"}, "X": {"do": "crash"}, "B": {"do": "batch"},
                           "BF": {"do": "batch", "fails": True}}[what].copy())
    return script


def scenario(title, dialect, join, text, left="manual", right="manual", **more):
    return {"version": 1, "title": title, "dialect": dialect, "left": {"name": "l", "watermark": mark(left)},
            "right": {"name": "r", "watermark": mark(right)}, "join": join, **more, "script": steps(text)}
