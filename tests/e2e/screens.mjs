// Every screen of the page and the way there, in either language and at any width: what must hold everywhere is looked at
// on each of them. The words are read from the message tables, so that they cannot drift.

import { readFileSync, readdirSync } from "node:fs";
import { booted } from "./harness.mjs";
import { generated } from "./generated.mjs";
import { dropped, paste, soon } from "./person.mjs";

const TABLES = new URL("../../src/explain/messages/", import.meta.url);

/** All messages of a language: `words("zh").ui.undo`. */
export function words(lang) {
  const tables = {};
  for (const file of readdirSync(TABLES).filter((file) => file.endsWith(".rs"))) {
    const table = (tables[file.slice(0, -3)] = {});
    const text = readFileSync(new URL(file, TABLES), "utf8");
    for (const [, key, en, zh] of text.matchAll(/^\s+(\w+):\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)";/gm)) {
      table[key] = lang === "zh" ? zh : en;
    }
  }
  return tables;
}
/** A message with its values; in Chinese a space stands between Han and Latin or digits. */
const fill = (text, values) => {
  const full = text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  return full.replace(/(\p{Script=Han})([A-Za-z0-9])/gu, "$1 $2").replace(/([A-Za-z0-9])(\p{Script=Han})/gu, "$1 $2");
};

/** What a walk needs at hand. */
export function hands(page, lang) {
  const m = words(lang);
  const button = (name) => page.getByRole("button", { name, exact: true });
  const more = async () => {
    if ((await button(m.app.more).getAttribute("aria-expanded")) !== "true") await button(m.app.more).click();
  };
  return {
    page, lang, m, button, fill,
    orders: lang === "zh" ? "订单" : "orders",
    field: (name) => page.getByRole("textbox", { name, exact: true }),
    mark: (id) => page.getByRole("listbox").getByRole("option", { name: new RegExp(`^${id}(, |，)`) }),
    watermark: (stream) => page.getByRole("slider", { name: fill(m.ui.stream_watermark, { stream }), exact: true }),
    // Where there is little room, what is not needed at every step waits behind one button.
    async press(name) {
      if (!(await button(name).isVisible())) await more();
      await button(name).click();
    },
    async go(name) {
      const link = page.getByRole("navigation").getByRole("link", { name, exact: true });
      if (!(await link.isVisible())) await more();
      await link.click();
    },
    async tab(name) {
      const tab = page.getByRole("tab", { name: new RegExp(`^${name}( |$)`) }).first();
      if (await tab.count()) await tab.click();
    },
    async escape() {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor({ state: "detached" });
    },
  };
}

/** Where what there is to see does not change with the width beyond what these two show. */
const FEW = ["desktop", "phone"];

const ORDERS = "order_id,order_time,amount\n001,2024-01-01T10:00:00Z,100\n002,2024-01-01T10:05:00Z,50\n003,soon,70\n";
const SHIPMENTS = "ship_id;order_id;ship_time\ns1;001;1704103260\ns2;002;1704103560\n";

/**
 * Groups of screens: each begins on a page just opened, at `url`, and looks at one screen after the other, in all `sizes`
 * or in those given.
 */
export const WALKS = {
  workspace: {
    async walk({ page, m, button, field, press, escape, fill, orders }, look) {
      await look("first visit");
      const tabs = page.getByRole("main").getByRole("tab");
      for (let i = 0; i < (await tabs.count()); i++) {
        await tabs.nth(i).click();
        await look(`tab ${i}`);
      }
      await tabs.first().click();
      for (const view of [m.charts.look_plane, m.charts.look_tables, m.charts.look_stage]) {
        await button(view).click();
        await look(`view ${view}`);
      }
      await button(m.charts.zoom_in).click();
      await button(m.charts.zoom_in).click();
      await look("zoomed");
      await button(m.charts.fit).click();
      await button(m.ui.add_event).first().click();
      await look("form");
      await page.getByRole("group", { name: m.ui.add_event, exact: true }).getByRole("textbox").last().fill("{");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").first().waitFor();
      await look("form with a fault");
      await page.keyboard.press("Escape");
      await button(m.ui.all_settings).click();
      await look("settings");
      await field(m.ui.upper_bound).fill("?");
      await page.keyboard.press("Enter");
      await look("field with a fault");
      await page.keyboard.press("Escape");
      await page.getByRole("combobox", { name: m.ui.engine, exact: true }).selectOption("spark");
      await page.getByRole("dialog").waitFor();
      await look("switching the engine");
      await escape();
      await page.getByRole("combobox", { name: m.ui.join_kind, exact: true }).selectOption("temporal");
      await page.getByRole("combobox", { name: fill(m.ui.watermark_strategy, { stream: orders }), exact: true }).selectOption("none");
      await page.getByRole("alert").first().waitFor();
      await look("refused");
      for (let i = 0; i < 2; i++) await button(m.ui.undo).click();
      await button(m.ui.all_settings).click();
      await press(m.ui.empty_scenario);
      await page.getByRole("option", { name: /^o3(, |，)/ }).waitFor({ state: "detached" });
      await look("empty");
    },
  },
  chosen: {
    async walk({ page, m, mark, tab, watermark, orders }, look) {
      await tab(m.ui.why);
      await mark("o3").click();
      await mark("s4").click({ modifiers: ["Control"] });
      await soon(() => page.getByRole("listbox").getByRole("option", { selected: true }).count(), 2);
      await look("two rows");
      await mark("o6").click({ modifiers: ["Control"] });
      await look("three rows");
      await watermark(orders).focus();
      await page.keyboard.press("Enter");
      await look("a watermark");
      await page.getByRole("slider", { name: m.ui.step, exact: true }).focus();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await look("nothing");
      await page.keyboard.press("Home");
      await look("step 0");
      await page.keyboard.press("End");
      await look("last step");
    },
  },
  steps: {
    async walk({ page, m, button, tab, fill }, look) {
      await tab(m.ui.steps);
      await page.getByRole("table", { name: m.ui.steps, exact: true }).waitFor();
      await look("steps");
      await button(fill(m.steps.step_menu, { step: 4 })).click();
      await page.getByRole("menu").waitFor();
      await look("menu");
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      await button(m.steps.insert_step).click();
      await look("a step put in");
      await page.keyboard.press("Escape");
      await button(fill(m.steps.step_menu, { step: 3 })).click();
      await page.getByRole("menuitem", { name: m.steps.swap_next, exact: true }).click();
      await page.getByRole("region", { name: m.steps.order, exact: true }).waitFor();
      await look("another order");
    },
  },
  code: {
    async walk({ page, m, button, press }, look) {
      const [name, there] = [m.app.from_code, await button(m.app.from_code).count()];
      await (there ? button(name).first().click() : press(name));
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await look("no code yet");
      await dialog.getByRole("button", { name: m.from_code.take_present, exact: true }).click();
      await dialog.getByRole("region", { name: m.from_code.understood, exact: true }).waitFor();
      await look("code that is whole");
      await dialog.getByRole("textbox", { name: m.from_code.code, exact: true }).fill("SELECT * FROM a JOIN b ON a.k = b.k AND a.t < b.t AND a.x LIKE 'y' /*+ X */");
      await dialog.getByRole("region", { name: m.from_code.missing, exact: true }).waitFor();
      await look("code with a hole");
    },
  },
  dialogs: {
    async walk({ page, m, button, press, tab, fill, escape }, look) {
      await tab(m.app.tab_charts);
      await button(fill(m.charts.enlarge, { chart: m.ui.watermarks })).click();
      await page.getByRole("dialog").waitFor();
      await look("chart");
      await escape();
      await press(m.links.share);
      const share = page.getByRole("dialog");
      for (const name of [m.links.link, m.links.embed, m.links.files]) {
        await share.getByRole("tab", { name, exact: true }).click();
        await look(`share ${name}`, { iframes: false });
      }
      await escape();
      await press(m.ui.help);
      await page.getByRole("dialog").waitFor();
      await look("help");
      await escape();
      await paste(page, '{"version": 1, "dialect": "flinksql"}');
      await page.getByRole("alertdialog").waitFor();
      await look("import");
      await escape();
      if (await button(m.app.more).isVisible()) {
        await button(m.app.more).click();
        await look("more");
      }
    },
  },
  pages: {
    async walk({ page, m, go }, look) {
      await go(m.gallery.scenarios);
      await page.getByRole("main").getByRole("heading", { level: 3 }).first().waitFor();
      await look("scenarios");
      await page.getByRole("searchbox").fill("qqqq");
      await look("no scenario");
      await go(m.lessons.lessons);
      await page.getByRole("button", { name: new RegExp(fill(m.lessons.start_of, { title: "" })) }).first().waitFor();
      await look("lessons");
      await go(m.ui.reference);
      await page.getByRole("table").first().waitFor();
      await look("reference");
    },
  },
  compare: {
    async walk({ page, m, go }, look) {
      await go(m.compare.compare);
      const choose = page.getByRole("combobox", { name: m.compare.comparison, exact: true });
      for (const preset of ["regular-interval", "flink-spark", "all-types"]) {
        await choose.selectOption(preset);
        await look(`compare ${preset}`);
      }
      await choose.selectOption("regular-interval");
      await page.getByRole("group").getByRole("combobox").first().selectOption("spark");
      await page.getByRole("alert").first().waitFor();
      await look("compare, refused");
    },
  },
  lesson: {
    url: "?lesson=when-null-comes",
    async walk({ page, m }, look) {
      const bar = page.getByRole("region", { name: m.lessons.lesson, exact: true });
      await bar.waitFor();
      await look("lesson");
      const question = page.getByRole("group", { name: m.lessons.ask, exact: true });
      while (!(await question.isVisible())) await bar.getByRole("button", { name: m.lessons.next, exact: true }).click();
      await look("question");
      await question.getByRole("button", { name: m.lessons.nothing, exact: true }).click();
      await question.getByRole("button", { name: m.lessons.check, exact: true }).click();
      await look("answered");
    },
  },
  "own events": {
    sizes: FEW,
    async walk({ page, m, button, go }, look) {
      await go(m.gallery.scenarios);
      await button(m.app.own_events).click();
      const dialog = page.getByRole("dialog", { name: m.ingest.title, exact: true });
      await dialog.waitFor();
      await look("no events yet");
      await dialog.getByRole("button", { name: m.ingest.paste, exact: true }).click();
      await look("events as text");
      await dropped(page, [["orders.csv", ORDERS], ["shipments.csv", SHIPMENTS]]);
      await dialog.getByRole("table", { name: m.ingest.bad_rows, exact: true }).waitFor();
      await look("events, and a bad row");
    },
  },
  streams: {
    sizes: FEW,
    async walk({ page, m, button, press, tab }, look) {
      await press(m.app.generate);
      const dialog = page.getByRole("dialog", { name: m.streams.title, exact: true });
      const duration = dialog.getByRole("textbox", { name: m.streams.duration, exact: true });
      await duration.waitFor();
      await look("generate");
      await duration.fill("-1 min");
      await duration.press("Enter");
      await dialog.getByRole("alert").first().waitFor();
      await look("generate, with a fault");
      await duration.fill("2 min");
      await duration.press("Enter");
      await dialog.getByRole("button", { name: m.streams.create, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
      await tab(m.ui.steps);
      await button(m.streams.parameters).click();
      await look("generated");
    },
  },
  estimate: {
    sizes: FEW,
    url: "#estimate",
    async walk({ page, m, button }, look) {
      await button(m.estimate.one_hour).click();
      await page.getByRole("table", { name: m.estimate.rows_in_state, exact: true }).first().waitFor();
      await look("estimate");
      await button(m.estimate.present).click();
      await look("estimate of what is open");
    },
  },
  "real run": {
    sizes: FEW,
    async walk({ page }, look) {
      const golden = JSON.parse(readFileSync(new URL("../golden/gallery/orders-shipments.trace.json", import.meta.url), "utf8"));
      const changed = (change) => {
        const trace = structuredClone(golden);
        change(trace.steps);
        return JSON.stringify(trace);
      };
      const runs = {
        equal: JSON.stringify(golden),
        late: changed((steps) => steps[4].out.push(steps[2].out.pop())),
        short: changed((steps) => steps.splice(9)),
        none: '{"engine": 1, "steps": []}',
      };
      for (const [name, text] of Object.entries(runs)) {
        await dropped(page, [[`${name}.trace.json`, text]]);
        await page.getByRole("heading", { name: `${name}.trace.json` }).first().waitFor();
        await look(`real run, ${name}`);
      }
    },
  },
  advice: {
    sizes: FEW,
    url: "?scenario=choose-a-delay&pane=advice",
    async walk({ page, m, tab }, look) {
      await tab(m.app.tab_advice);
      const lost = page.getByRole("table", { name: m.choose.lost, exact: true }).getByRole("button").first();
      await lost.waitFor();
      await look("advice");
      await lost.click();
      await look("a pair that was lost");
    },
  },
  families: {
    sizes: FEW,
    url: "?scenario=clicks-sliding&step=8&row=left.v3",
    async walk({ page, m, tab }, look) {
      const panes = [m.app.tab_sink, m.app.tab_metrics, m.app.tab_plan];
      const names = [
        "clicks-sliding&step=8&row=left.v3", "sessions-sql", "sessions-datastream", "rates-temporal", "price-lookup", "null-then-taken-back",
        "lagging-partition&step=9", "order-waits-spark", "batch-fails-spark", "crash-replay", "hot-key-generated", "left-datastream-refused",
      ];
      for (const [index, name] of names.entries()) {
        await page.goto(new URL(`?scenario=${name}`, page.url().split(/[?#]/)[0]).href);
        await booted(page);
        await tab(panes[index % panes.length]);
        await look(`${name}, ${panes[index % panes.length]}`);
      }
    },
  },
  bars: {
    sizes: FEW,
    async walk({ page, m, tab }, look) {
      await paste(page, JSON.stringify(generated(2_000)));
      await page.getByRole("img", { name: /(: |：)\d+/ }).first().waitFor();
      await look("bars");
      await tab(m.ui.steps);
      await page.getByRole("table", { name: m.ui.steps, exact: true }).waitFor();
      await look("many steps");
    },
  },
  embed: {
    url: "?embed=1&scenario=orders-shipments&step=10&row=left.o3",
    async walk({ page, m, button, fill }, look) {
      await page.getByRole("option", { name: /^o3(, |，)/, selected: true }).waitFor();
      await look("embed");
      await button(fill(m.links.all_reasons, { count: 4 })).click();
      await look("embed, all reasons");
      for (const view of ["plane", "tables"]) {
        await page.goto(new URL(`?embed=1&scenario=clicks-sliding&step=8&view=${view}`, page.url().split("?")[0]).href);
        await booted(page);
        await look(`embed, ${view}`);
      }
      await page.goto(new URL("?embed=1#s=z:AAAA", page.url().split("?")[0]).href);
      await booted(page);
      await page.getByRole("alert").first().waitFor();
      await look("embed, a broken link");
    },
  },
  "broken link": {
    url: "#s=z:AAAA",
    async walk({ page, m, button }, look) {
      await page.getByRole("alert").first().waitFor();
      await look("broken link");
      await button(m.links.paste_whole).click();
      await page.getByRole("dialog").waitFor();
      await look("paste a link");
    },
  },
};
