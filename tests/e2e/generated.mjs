// A large scenario, always the same: events on both sides a few seconds apart, some out of order and some late.

export function generated(events, more = {}) {
  let seed = 7;
  const next = (most) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 4294967296) * most);
  };
  const script = [];
  for (let at = 0; at < events; at++) {
    const left = next(2) === 0;
    const late = next(25) === 0 ? 900_000 : next(30_000);
    script.push({
      do: "push", side: left ? "left" : "right", id: `${left ? "o" : "s"}${at}`, key: `k${next(Math.max(1, Math.floor(events / 4)))}`,
      time: 1773133200000 + at * 2000 - late,
    });
  }
  const stream = (name) => ({ name, watermark: { strategy: "bounded", delay: 60_000 } });
  return {
    version: 1, title: "Generated", dialect: "flink_sql", left: stream("orders"), right: stream("shipments"),
    join: { kind: "interval", type: "left", lower: 0, upper: 600_000 }, script, ...more,
  };
}
