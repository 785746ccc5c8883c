// Everything by keyboard: Tab goes through each page and the focus is always seen; no action loses it; the map says the keys.

import assert from "node:assert/strict";
import { atRest, axe, pageTest } from "./harness.mjs";
import { button, list, mark, slider, soon, step } from "./person.mjs";

/** What has the focus: its role or tag and its name. "body" where nothing has it. */
const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return "body";
    return `${at.getAttribute("role") ?? at.tagName.toLowerCase()} ${(at.getAttribute("aria-label") ?? at.textContent ?? "").trim().slice(0, 40)}`;
  });

/** Whether the focus is on something that shows it: by an outline of its own, of its frame, or of a part drawn for it. */
const marked = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const box = at.getBoundingClientRect();
    if (box.width === 0 && box.height === 0) return false;
    const outlined = (element, pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
    };
    if (outlined(at) || outlined(at, "::after") || (at.parentElement && outlined(at.parentElement))) return true;
    if (at.nextElementSibling && outlined(at.nextElementSibling)) return true;
    const focus = getComputedStyle(document.documentElement).getPropertyValue("--focus");
    const probe = document.createElement("i");
    probe.style.color = focus;
    document.body.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    return [at, ...at.children].some((part) => getComputedStyle(part).stroke === color && parseFloat(getComputedStyle(part).strokeWidth) >= 2);
  });

/** Tab through the page from its start to its end; what it stops at, in order. */
async function walk(page, most = 400) {
  await page.evaluate(() => document.activeElement?.blur());
  const stops = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (now === "body") return stops;
    assert.ok(await marked(page), `${now} does not show that it has the focus`);
    stops.push(now);
    // The gallery has a hundred cards, each like the others.
    if (stops.length > 60 && new Set(stops.slice(-30).map((stop) => stop.split(" ")[0])).size === 1) return stops;
  }
  throw new Error(`Tab does not come to an end: ${stops.slice(-5).join("; ")}`);
}

for (const size of ["desktop", "phone"]) {
  pageTest(`Tab goes through the workspace in order, and the focus is seen, ${size}`, { size, timeout: 180_000 }, async ({ page }) => {
    const stops = await walk(page);
    const at = (what) => {
      const index = stops.findIndex((stop) => stop.startsWith(what));
      assert.notEqual(index, -1, `${what} is not reached: ${stops.join("; ")}`);
      return index;
    };
    const order = [at("button Undo"), at("select Join type"), at("listbox orders events"), at("slider orders watermark"), at("listbox shipments events"), at("slider shipments watermark"), at("slider Step")];
    assert.deepEqual([...order].sort((a, b) => a - b), order, stops.join("; "));
  });
}

for (const name of ["Scenarios", "Compare", "Lessons", "Reference"]) {
  pageTest(`Tab goes through ${name}, and the focus is seen`, { timeout: 180_000 }, async ({ page }) => {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("main").getByRole("button").nth(5).waitFor();
    await soon(() => focused(page), `a ${name}`);
    // The page may still be filling: what comes while the focus goes round is reached the next time.
    let stops = await walk(page);
    for (let i = 0; i < 3 && stops.length <= 18; i++) {
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).focus();
      stops = await walk(page);
    }
    assert.ok(stops.length > 18, stops.join("; "));
  });
}

/** Does something and asserts that the focus is somewhere, and seen to be. */
async function keeps(page, what, act) {
  await act();
  await atRest(page);
  await soon(async () => (await focused(page)) !== "body", true, `${what} loses the focus`);
  assert.ok(await marked(page), `${what}: ${await focused(page)} does not show the focus`);
}

pageTest("no action loses the focus", { timeout: 180_000 }, async ({ page }) => {
  const press = (key) => page.keyboard.press(key);
  const enter = async (locator) => {
    await locator.focus();
    await press("Enter");
  };
  await list(page, "orders").focus();
  await keeps(page, "a mark's deletion", async () => {
    await press(",");
    await press("Delete");
  });
  await keeps(page, "Undo", () => press("Control+z"));
  await keeps(page, "adding", async () => {
    await list(page, "orders").focus();
    await press("n");
    await page.getByRole("group", { name: "Add event", exact: true }).waitFor();
    await press("Escape");
  });
  for (const name of ["Duplicate", "Edit", "Delete"]) {
    await mark(page, "o4").click();
    await keeps(page, name, () => enter(button(page.getByRole("region", { name: "Selected row" }), name)));
    await press("Control+z");
  }
  for (const name of ["Plane", "Tables", "Stage"]) await keeps(page, `the view ${name}`, () => enter(button(page, name)));
  for (const name of ["Help", "Share"]) {
    await enter(button(page, name));
    await page.getByRole("dialog").waitFor();
    await keeps(page, `closing ${name}`, () => press("Escape"));
    await soon(() => focused(page), `button ${name}`);
  }
  await enter(button(page, "Enlarge Watermarks"));
  await page.getByRole("dialog").waitFor();
  await keeps(page, "closing a chart", () => press("Escape"));
  await soon(() => focused(page), "button Enlarge Watermarks");
  await keeps(page, "all settings", () => enter(button(page, "All settings")));
  await keeps(page, "a refusal taken back", async () => {
    await page.getByRole("combobox", { name: "Join kind", exact: true }).focus();
    await page.getByRole("combobox", { name: "Join kind", exact: true }).selectOption("temporal");
    await page.getByRole("combobox", { name: "orders watermark strategy", exact: true }).selectOption("none");
    await enter(page.getByRole("alert").getByRole("button").last());
  });
  await keeps(page, "an empty scenario", () => enter(button(page, "Empty scenario")));
  await keeps(page, "Undo of it", () => press("Control+z"));
});

/** The tab that the focus is on, and that it is the one chosen. */
const tabbed = (page) =>
  page.evaluate(() => {
    const tab = document.activeElement;
    return [tab.getAttribute("role"), tab.textContent.trim().split(" ")[0], tab.getAttribute("aria-selected")];
  });

pageTest("the tabs of the third pane go by the arrow keys, and keep the focus whatever comes", async ({ page }) => {
  const press = (key) => page.keyboard.press(key);
  const list = page.getByRole("tablist", { name: "Beside the states", exact: true });
  const names = ["Output", "Steps", "Sink", "Metrics", "Plan", "Advice"];
  assert.deepEqual(await list.getByRole("tab").allInnerTexts(), names);
  await list.getByRole("tab", { name: "Output", exact: true }).focus();
  const before = await step(page);
  for (const name of [...names.slice(1), names[0]]) {
    await press("ArrowRight");
    await page.getByRole("tabpanel", { name, exact: true }).getByRole("region", { name, exact: true }).waitFor();
    await soon(() => tabbed(page), ["tab", name, "true"]);
  }
  for (const [key, name] of [["ArrowLeft", "Advice"], ["ArrowLeft", "Plan"], ["Home", "Output"], ["End", "Advice"], ["Home", "Output"]]) {
    await press(key);
    await soon(() => tabbed(page), ["tab", name, "true"], key);
  }
  // Only the tab chosen is a stop, and the arrows did not step.
  assert.deepEqual(await list.getByRole("tab").evaluateAll((all) => all.map((tab) => tab.tabIndex)), [0, -1, -1, -1, -1, -1]);
  assert.equal(await step(page), before);
  await list.getByRole("tab", { name: "Steps", exact: true }).click();
  await soon(() => tabbed(page), ["tab", "Steps", "true"]);
  assert.deepEqual(await axe(page), []);
});

pageTest("the tabs of a narrow page go by the arrow keys", { size: "phone" }, async ({ page }) => {
  const list = page.getByRole("tablist", { name: "Details", exact: true });
  await list.getByRole("tab", { name: "Why", exact: true }).focus();
  for (const [key, name] of [["ArrowRight", "Rows"], ["ArrowRight", "Output"], ["End", "Advice"], ["ArrowLeft", "Plan"], ["Home", "Why"], ["ArrowLeft", "Advice"]]) {
    await page.keyboard.press(key);
    await soon(() => tabbed(page), ["tab", name, "true"], key);
  }
  await page.getByRole("tabpanel", { name: "Advice", exact: true }).getByRole("region", { name: "Advice", exact: true }).waitFor();
  assert.deepEqual(await axe(page), []);
});

pageTest("the list of steps keeps the focus, whatever its commands do", async ({ page }) => {
  const press = (key) => page.keyboard.press(key);
  await page.getByRole("tab", { name: "Steps", exact: true }).focus();
  await press("Enter");
  const open = async (number) => {
    await button(page, `Menu of step ${number}`).focus();
    await press("Enter");
    await page.getByRole("menu").waitFor();
  };
  await open(3);
  await keeps(page, "closing the menu", () => press("Escape"));
  await soon(() => focused(page), "button Menu of step 3");
  for (const name of ["Duplicate", "Move earlier", "Move later", "Swap with next, and compare", "Delete"]) {
    await open(3);
    await keeps(page, name, async () => {
      await page.getByRole("menuitem", { name, exact: true }).focus();
      await press("Enter");
    });
  }
  await keeps(page, "the order before", async () => {
    await open(3);
    await page.getByRole("menuitem", { name: "Swap with next, and compare", exact: true }).press("Enter");
    await page.getByRole("region", { name: "Another order" }).getByRole("button", { name: "Back to the order before" }).press("Enter");
  });
  await keeps(page, "an editor given up", async () => {
    await button(page, "Insert step").press("Enter");
    await press("Escape");
  });
});

pageTest("opening a scenario, going through a lesson and ending it keep the focus", { timeout: 180_000 }, async ({ page }) => {
  const enter = async (locator) => {
    await locator.focus();
    await page.keyboard.press("Enter");
  };
  const go = (name) => enter(page.getByRole("navigation").getByRole("link", { name, exact: true }));
  await go("Scenarios");
  const card = page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("button").first();
  await card.waitFor();
  await keeps(page, "opening a scenario", async () => {
    await enter(card);
    await list(page, "orders").waitFor();
  });
  await go("Reference");
  await keeps(page, "See it", () => enter(page.getByRole("main").getByRole("button").first()));
  await go("Lessons");
  await keeps(page, "starting a lesson", async () => {
    await enter(button(page, "Start: When NULL comes"));
    await page.getByRole("region", { name: "Lesson", exact: true }).waitFor();
  });
  const bar = page.getByRole("region", { name: "Lesson", exact: true });
  for (let i = 0; i < 7; i++) await keeps(page, `Next ${i}`, () => enter(bar.getByRole("button", { name: "Next", exact: true })));
  await bar.getByText("That is the lesson.").waitFor();
  await keeps(page, "ending a lesson", () => enter(bar.getByRole("button", { name: "End the lesson" })));
  await soon(() => bar.count(), 0);
});

pageTest("behind More, Esc and a choice lead back to it", { size: "phone" }, async ({ page }) => {
  const more = button(page, "More");
  await more.press("Enter");
  const reference = page.getByRole("navigation").getByRole("link", { name: "Reference", exact: true });
  await reference.focus();
  await page.keyboard.press("Escape");
  await reference.waitFor({ state: "hidden" });
  await soon(() => focused(page), "button More");
  await page.keyboard.press("Enter");
  await reference.press("Enter");
  await page.getByRole("table").first().waitFor();
  await reference.waitFor({ state: "hidden" });
  await soon(() => focused(page), "button More");
  await page.keyboard.press("Enter");
  await button(page, "Help").press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await soon(() => focused(page), "button More");
  // A tap beside closes it, too.
  await more.click();
  await reference.waitFor();
  await page.getByRole("main").click({ position: { x: 10, y: 600 } });
  await reference.waitFor({ state: "hidden" });
});

pageTest("the map says the keys, and they do what it says", async ({ page }) => {
  await list(page, "orders").focus();
  await page.keyboard.press("?");
  const map = page.getByRole("dialog", { name: "Help" });
  await map.getByText("search the scenarios").waitFor();
  const text = (await map.innerText()).replace(/\s+/g, " ");
  for (const said of ["Ctrl A select all marks of the lane", "+ − zoom in, out", "0 show all of it", "Alt ↑ Alt ↓ move the selected steps earlier, later", "Menu Shift F10 menu of the step", "/ search the scenarios"]) {
    assert.ok(text.includes(said), `${said}: ${text}`);
  }
  await page.keyboard.press("Escape");
  const selected = () => page.getByRole("listbox").getByRole("option", { selected: true }).count();
  await list(page, "orders").focus();
  await page.keyboard.press("Control+a");
  await soon(selected, 6);
  await page.keyboard.press(",");
  await soon(selected, 1);
  await page.keyboard.press("<");
  await soon(selected, 2);
  await page.keyboard.press("+");
  await soon(() => button(page, "Fit").isEnabled(), true);
  await page.keyboard.press("0");
  await soon(() => button(page, "Fit").isEnabled(), false);
  await slider(page, "Step").focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await soon(() => page.evaluate(() => document.activeElement.getAttribute("type")), "search");
});

pageTest("one message a step, and none while playing fast", async ({ page }) => {
  const live = () => page.getByRole("region", { name: "Why", exact: true }).evaluate((why) => why.querySelector("[aria-live]").getAttribute("aria-live"));
  const heard = () =>
    page.evaluate(() => {
      globalThis.heard = [];
      const hear = new MutationObserver(() => {
        const texts = [...document.querySelectorAll("main:not([hidden]) [aria-live=polite], main:not([hidden]) [role=status]")].map((at) => at.textContent.trim());
        globalThis.heard.push(texts.filter(Boolean).length);
      });
      hear.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  assert.equal(await live(), "polite");
  await heard();
  await page.keyboard.press("ArrowLeft");
  await soon(async () => (await step(page)).startsWith("step 9 "), true);
  await soon(() => page.evaluate(() => globalThis.heard.length > 0), true);
  assert.equal(await page.evaluate(() => Math.max(...globalThis.heard)), 1, "one region speaks");
  // From its first step, so that there is time to see it play.
  await button(page, "First step").click();
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: "2×" });
  await button(page, "Play").click();
  await soon(live, "off");
  await button(page, "Pause").click();
  await soon(live, "polite");
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await soon(() => page.evaluate(() => document.documentElement.lang), "zh-Hans");
});

pageTest("print has the picture, the reasons and the tables, and no controls", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await button(page, "Undo").waitFor({ state: "hidden" });
  for (const region of ["Stage", "Why"]) assert.ok(await page.getByRole("region", { name: region, exact: true }).first().isVisible(), region);
  for (const table of ["orders state", "shipments state", "Output"]) assert.ok(await page.getByRole("table", { name: table, exact: true }).isVisible(), table);
  for (const control of ["Play", "Share", "Add event", "Undo", "All settings"]) assert.equal(await page.getByRole("button", { name: control, exact: true }).isVisible(), false, control);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
});
