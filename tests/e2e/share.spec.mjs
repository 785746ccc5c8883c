// Sharing and embedding: what leaves the page is what its sender saw.

import assert from "node:assert/strict";
import { readFile, writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { axe, booted, newContext, pageTest, past, serve } from "./harness.mjs";
import { button, center, field, flag, marks, middle, rows, shown, slider, soon, step } from "./person.mjs";

const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const link = async (page) => {
  await button(page, "Share").click();
  await page.getByRole("dialog").waitFor();
  return field(page, "Link").inputValue();
};

pageTest("a link opened in a private window shows the identical state", async ({ page, browser }) => {
  // Not the first visit's picture: another bound, another step, another row.
  await field(page, "Upper bound").fill("90 min");
  await page.keyboard.press("Enter");
  await slider(page, "Step").focus();
  await page.keyboard.press("End");
  await page.getByRole("listbox").getByRole("option", { name: /^s2, / }).click();
  const [seen, address] = [await shown(page), await link(page)];
  assert.ok(address.length < 1500, `${address.length} characters`);
  const context = await newContext(browser);
  const other = await context.newPage();
  await other.goto(address);
  await booted(other);
  await soon(() => shown(other), seen);
  await context.close();
});

pageTest("a comparison's link shows the same two joins", { url: "#compare" }, async ({ page, browser }) => {
  const choice = (page) => page.getByRole("combobox", { name: "Comparison", exact: true });
  await choice(page).selectOption("flink-spark");
  const seen = await rows(page, "What each step emits");
  const address = await link(page);
  const context = await newContext(browser);
  const other = await context.newPage();
  await other.goto(address);
  await booted(other);
  await soon(() => rows(other, "What each step emits"), seen);
  await context.close();
});

pageTest("a link carries the view, the pane, the sink and a selected watermark", { url: "?scenario=append-only-left&step=3&pane=sink&sink=append_only&view=plane&watermark=join" }, async ({ page, browser }) => {
  const details = (page) => page.getByRole("complementary", { name: "Details" }).innerText();
  const address = await link(page);
  assert.match(address, /\?step=3&watermark=join&view=plane&pane=sink&sink=append_only#s=z:/);
  await page.keyboard.press("Escape");
  const context = await newContext(browser);
  const other = await context.newPage();
  await other.goto(address);
  await booted(other);
  await soon(() => details(other), await details(page));
  await soon(() => link(other), address);
  await context.close();
});

pageTest("what the reader of an embed may not do the reader of the link may", async ({ page }) => {
  await button(page, "Share").click();
  await tab(page, "Embed").click();
  await page.getByRole("combobox", { name: "Reader may" }).selectOption("none");
  await page.getByRole("combobox", { name: "Shows" }).selectOption("none");
  assert.match(await field(page, "Text to paste").inputValue(), /embed=1&amp;readonly=none&amp;controls=none#s=/);
  await tab(page, "Link").click();
  assert.ok(!/readonly|controls/.test(await field(page, "Link").inputValue()));
});

pageTest("the dialog says what it does, in both themes, and Esc leads back", async ({ page }) => {
  await button(page, "Share").click();
  const dialog = page.getByRole("dialog", { name: "Share “Orders and shipments”" });
  await dialog.waitFor();
  const found = [];
  for (const name of ["Link", "Embed", "Files"]) {
    await tab(page, name).click();
    // The preview is a page of its own, looked at elsewhere.
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const violation of await axe(page, { iframes: false })) found.push(`${name} ${scheme}: ${violation}`);
    }
  }
  assert.deepEqual(found, []);
  await tab(page, "Link").click();
  await page.getByRole("radio", { name: "first step" }).check();
  assert.match(await field(page, "Link").inputValue(), /\?step=0&/);
  await dialog.getByRole("combobox", { name: "Theme" }).selectOption("dark");
  await dialog.getByRole("combobox", { name: "View" }).selectOption("tables");
  assert.match(await field(page, "Link").inputValue(), /view=tables&theme=dark#s=z:/);
  await page.keyboard.press("Escape");
  await soon(() => dialog.count(), 0);
});

pageTest("the snippet pasted into a page shows the same step there", { extra: {} }, async ({ page, context }) => {
  await button(page, "Share").click();
  await tab(page, "Embed").click();
  const html = await field(page, "Text to paste").inputValue();
  const preview = page.frameLocator("iframe");
  await preview.getByRole("slider", { name: "Step" }).waitFor();
  // Its own host, of another origin.
  const host = await serve({ extra: { "/host.html": `<!doctype html><link rel="icon" href="data:,"><title>Host</title>${html}` } });
  const other = await context.newPage();
  await other.goto(`${host.origin}/host.html`);
  const frame = other.frameLocator("iframe");
  await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuetext"), "step 10 of 15, s4 arrives on shipments");
  await frame.getByText("and no shipment 002 came. LEFT JOIN emits it with NULL.").waitFor();
  await frame.getByRole("button", { name: "Step forward" }).click();
  await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "11");
  // "Open" leads to the same step in the full tool.
  const [full] = await Promise.all([context.waitForEvent("page"), frame.getByRole("link", { name: "Open" }).click()]);
  await booted(full);
  await soon(() => step(full).then((text) => /^step 11 of 15/.test(text)), true);
  await host.close();
});

const FILES = [".scenario.json", ".trace.json", ".csv", ".md", ".svg", ".png", ".html"];
pageTest("every file can be saved, and is what it says", async ({ page, context }) => {
  const seen = await shown(page);
  await button(page, "Share").click();
  await tab(page, "Files").click();
  const folder = await mkdtemp(join(tmpdir(), "joinscope-"));
  const got = {};
  for (const ending of FILES) {
    const name = `orders-and-shipments${ending}`;
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, `Save ${name}`).click()]);
    assert.equal(download.suggestedFilename(), name);
    got[ending] = join(folder, name);
    await download.saveAs(got[ending]);
  }
  const text = (ending) => readFile(got[ending], "utf8");
  assert.equal(JSON.parse(await text(".scenario.json")).script.length, 15);
  assert.equal(JSON.parse(await text(".trace.json")).steps.length, 15);
  assert.match(await text(".csv"), /\r\n10,\+I,o2,002,/);
  assert.match(await text(".md"), /^# Orders and shipments\n[^]*\| Step 15/);
  // The drawing stands alone: no class, no custom property, nothing from the page.
  const svg = await text(".svg");
  assert.ok(!/class=|var\(--|data-/.test(svg), svg.match(/.{40}(class=|var\(--|data-).{40}/)?.[0]);
  const other = await context.newPage();
  await writeFile(join(folder, "look.html"), `<!doctype html><img src="orders-and-shipments.svg"><img src="orders-and-shipments.png">`);
  await other.goto(`file://${folder}/look.html`);
  const sizes = await other.evaluate(() => Promise.all([...document.images].map(async (image) => (await image.decode(), [image.naturalWidth, image.naturalHeight]))));
  assert.ok(sizes[0][0] > 600 && sizes[1][0] === 2 * sizes[0][0] && sizes[1][1] === 2 * sizes[0][1], JSON.stringify(sizes));
  // The page works from disk, with nothing beside it.
  await other.goto(`file://${got[".html"]}`);
  await booted(other);
  await soon(() => shown(other), seen);
  await other.getByRole("button", { name: "Step forward" }).click();
  await soon(async () => /^step 11 of 15/.test(await step(other)), true);
});

pageTest("a drawing is of what is there: the plane as well, and of tables none, which is said", async ({ page }) => {
  const look = async (name) => {
    await page.locator(".legend").getByText(name, { exact: true }).click();
    await button(page, "Share").click();
    await tab(page, "Files").click();
  };
  await look("Plane");
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save orders-and-shipments.svg").click()]);
  assert.match(await readFile(await download.path(), "utf8"), /^<svg[^]*o3/);
  await page.keyboard.press("Escape");
  await look("Tables");
  for (const ending of ["svg", "png"]) {
    await button(page, `Save orders-and-shipments.${ending}`).click();
    await page.getByRole("alert").getByText("choose the stage or the plane").waitFor();
  }
});

pageTest("a lesson is taken away as one page, which asks and judges from disk", { url: "?lesson=when-null-comes" }, async ({ page, context }) => {
  await page.getByRole("region", { name: "Lesson", exact: true }).getByText("1 of 7").waitFor();
  await button(page, "Share").click();
  await tab(page, "Files").click();
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save when-null-comes.html").click()]);
  const path = join(await mkdtemp(join(tmpdir(), "joinscope-")), "lesson.html");
  await download.saveAs(path);
  const other = await context.newPage();
  await other.goto(`file://${path}`);
  await booted(other);
  const bar = other.getByRole("region", { name: "Lesson", exact: true });
  await bar.getByText("1 of 7").waitFor();
  for (const _ of [2, 3]) await bar.getByRole("button", { name: "Next" }).click();
  const question = other.getByRole("group", { name: "What comes out next?" });
  await question.getByRole("button", { name: "Nothing comes out" }).click();
  await question.getByRole("button", { name: "Check" }).click();
  await question.getByText("Right: nothing comes out.").waitFor();
  // Such a page offers no page again, for it has no files beside it.
  await button(other, "Share").click();
  await other.getByRole("button", { name: /\.scenario\.json$/ }).waitFor();
  assert.equal(await other.getByRole("button", { name: /\.html$/ }).count(), 0);
});

// ---- embedded

/** A host's page around ours, which keeps what ours says. */
const host = (src, attributes = 'sandbox="allow-scripts"') => `<!doctype html><link rel="icon" href="data:,"><title>Host</title>
<style>body { margin: 0; height: 3000px }</style><input aria-label="Mine" autofocus>
<iframe ${attributes} src="${src}" width="720" height="480" title="joinscope"></iframe>
<script>globalThis.said = []; addEventListener("message", (event) => said.push(event.data));
globalThis.ask = (message) => document.querySelector("iframe").contentWindow.postMessage(message, "*");</script>`;

const said = (page, type) => page.evaluate((type) => said.filter((message) => message.type === type), type);

pageTest("embedded in a frame that may only run scripts it works, takes no focus, and talks with its host",
  { open: false, extra: { "/host.html": host("/?embed=1&scenario=orders-shipments&step=10&theme=dark#s=ignored").replace("#s=ignored", "") } },
  async ({ page, origin }) => {
    await page.goto(`${origin}/host.html`);
    const frame = page.frameLocator("iframe");
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "10");
    assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Mine");
    await soon(() => said(page, "ready"), [{ joinscope: 1, type: "ready", step: 10, steps: 15, title: "Orders and shipments" }]);
    // There is no way back to a place that was empty.
    assert.equal(await frame.getByRole("button", { name: "Undo" }).count(), 0);
    const ask = (message) => page.evaluate((message) => ask(message), message);
    await ask({ joinscope: 1, type: "seek", step: 3 });
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "3");
    await soon(async () => (await said(page, "step")).at(-1)?.step, 3);
    const last = (await said(page, "step")).at(-1);
    assert.equal(last.steps, 15);
    assert.match(last.text, /s1 \(09:50\) is 30 min after o1/);
    await soon(async () => (await said(page, "resize")).length > 0, true);
    const heights = (await said(page, "resize")).map(({ height }) => height);
    assert.ok(heights.length > 0 && heights.every((height) => height > 200 && height < 2000), heights.join());
    await ask({ joinscope: 1, type: "lang", lang: "zh" });
    await frame.getByRole("button", { name: "前进一步" }).waitFor();
    await ask({ joinscope: 1, type: "lang", lang: "en" });
    await ask({ joinscope: 1, type: "theme", theme: "light" });
    await soon(() => frame.locator("html").getAttribute("data-theme"), "light");
    // Whatever is malformed is ignored.
    for (const odd of [null, 3, "play", { type: "seek", step: 1 }, { joinscope: 2, type: "seek", step: 1 }, { joinscope: 1, type: "seek", step: "1" }, { joinscope: 1, type: "load", scenario: 3 }]) await ask(odd);
    // Messages are heard in their order.
    await ask({ joinscope: 1, type: "theme", theme: "dark" });
    await soon(() => frame.locator("html").getAttribute("data-theme"), "dark");
    assert.equal(await frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "3");
    // Another scenario; one that cannot be read is told and leaves this one.
    const text = await readFile(new URL("../../www/scenarios/clicks-sliding.scenario.json", import.meta.url), "utf8");
    await ask({ joinscope: 1, type: "load", scenario: JSON.parse(text), step: 5 });
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuetext").then((text) => /^step 5 of 12/.test(text)), true);
    await ask({ joinscope: 1, type: "load", scenario: "{" });
    await soon(() => said(page, "error").then((all) => all.length), 1);
    await frame.getByRole("alert").waitFor();
    assert.equal(await frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "5");
    // A lesson, and a scenario again, which ends it; of a faulty lesson the first problem is told.
    const lesson = { version: 1, title: "Mine", scenario: JSON.parse(text), beats: [{ caption: "Look here.", step: 4 }] };
    await ask({ joinscope: 1, type: "load", scenario: lesson });
    await frame.getByRole("region", { name: "Lesson", exact: true }).getByText("Look here.").waitFor();
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "4");
    await ask({ joinscope: 1, type: "load", scenario: { ...lesson, beats: [{ caption: "Too far.", step: 99 }] } });
    await soon(() => said(page, "error").then((all) => all.length), 2);
    await ask({ joinscope: 1, type: "load", scenario: JSON.parse(text), step: 5 });
    await soon(() => frame.getByRole("region", { name: "Lesson", exact: true }).count(), 0);
    // Playing is the host's to begin and to end.
    await ask({ joinscope: 1, type: "play" });
    await frame.getByRole("button", { name: "Pause" }).waitFor();
    await ask({ joinscope: 1, type: "pause" });
    await frame.getByRole("button", { name: "Play" }).waitFor();
  });

pageTest("embedded it leaves the wheel to the page, its own address alone, and storage empty",
  { open: false, extra: { "/host.html": host("/?embed=1&scenario=orders-shipments&step=10", "") } },
  async ({ page, origin }) => {
    await page.goto(`${origin}/host.html`);
    const frame = page.frameLocator("iframe");
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "10");
    const inner = page.frames()[1];
    const before = inner.url();
    const box = await frame.getByRole("listbox", { name: "orders events" }).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.mouse.wheel(0, 400);
    await soon(() => page.evaluate(() => scrollY > 100), true);
    await page.evaluate(() => scrollTo(0, 0));
    // Keys are the host's until the frame is focused.
    await page.getByLabel("Mine").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "10");
    await frame.getByRole("button", { name: "Step back" }).click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "11");
    // An edit stays within the frame.
    await frame.getByRole("listbox").getByRole("option", { name: /^o3, / }).click();
    await page.keyboard.press("Delete");
    await soon(() => frame.getByRole("button", { name: "Undo" }).count(), 1);
    // Work is kept, and addresses are written, a while after it was changed.
    await past(inner, 400);
    assert.equal(inner.url(), before);
    assert.equal(await inner.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("joinscope:work")).length), 0);
  });

pageTest("a reader may do what the link says, and no more",
  { open: false, extra: { "/step.html": host("/?embed=1&scenario=orders-shipments&step=10&readonly=step"), "/none.html": host("/?embed=1&scenario=orders-shipments&step=10&readonly=none") } },
  async ({ page, origin }) => {
    await page.goto(`${origin}/step.html`);
    let frame = page.frameLocator("iframe");
    const option = (id) => frame.getByRole("listbox").getByRole("option", { name: new RegExp(`^${id}, `) });
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "10");
    await option("o5").click();
    await soon(() => option("o5").getAttribute("aria-selected"), "true");
    const named = await option("o5").getAttribute("aria-label");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Shift+Alt+ArrowRight");
    const at = await center(option("o5"));
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 60, at.y, { steps: 4 });
    await page.mouse.up();
    // What comes after all of these, and is done, says that they are over.
    await frame.getByRole("button", { name: "Step back" }).click();
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "9");
    await frame.getByRole("button", { name: "Step forward" }).click();
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "10");
    assert.equal(await option("o5").getAttribute("aria-label"), named);
    await frame.getByRole("button", { name: "Step forward" }).click();
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "11");
    await page.goto(`${origin}/none.html`);
    frame = page.frameLocator("iframe");
    await frame.getByText("LEFT JOIN emits it with NULL.").waitFor();
    assert.equal(await frame.getByRole("button", { name: "Step forward" }).count(), 0);
  });

for (const [size, viewport] of [["720 by 480", { width: 720, height: 480 }], ["320 by 360", { width: 320, height: 360 }]]) {
  for (const colorScheme of ["light", "dark"]) {
    pageTest(`axe finds nothing in an embed of ${size}, ${colorScheme}`, { viewport, colorScheme, url: "?embed=1&scenario=orders-shipments&step=10&row=left.o3" }, async ({ page }) => {
      await soon(() => slider(page, "Step").getAttribute("aria-valuenow"), "10");
      assert.deepEqual(await axe(page), []);
      // Nothing is cut off sideways.
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await button(page, "All 4").click();
      await page.getByText("No buffered order has key").first().waitFor();
      assert.deepEqual(await axe(page), []);
    });
  }
}

pageTest("embedded it leaves keys that lead elsewhere to its host, and its address as it is",
  { open: false, extra: { "/host.html": host("/?embed=1&scenario=orders-shipments&step=10#compare", "") } },
  async ({ page, origin }) => {
    await page.goto(`${origin}/host.html`);
    const frame = page.frameLocator("iframe");
    const at = () => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow");
    await soon(at, "10");
    const before = page.frames()[1].url();
    await frame.getByRole("button", { name: "Step back" }).click();
    for (const key of ["/", "?", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await soon(at, "11");
    assert.equal(page.frames()[1].url(), before);
    assert.equal(await frame.getByRole("dialog").count(), 0);
  });

pageTest("a comparison is embedded as one: both joins step together, and the host hears it",
  { open: false, extra: { "/host.html": host("/?embed=1&scenario=orders-shipments&step=3&readonly=step&compare=flink_sql%2Cleft%2Cregular%3A0%2Cm%2Cm") } },
  async ({ page, origin }) => {
    await page.goto(`${origin}/host.html`);
    const frame = page.frameLocator("iframe");
    const at = () => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow");
    await soon(at, "3");
    await soon(() => said(page, "ready"), [{ joinscope: 1, type: "ready", step: 3, steps: 15, title: "Orders and shipments" }]);
    for (const letter of ["A", "B"]) await frame.getByRole("region", { name: new RegExp(`${letter}$|^${letter}\\b`) }).first().waitFor();
    await frame.getByRole("table", { name: "What each step emits" }).waitFor();
    await frame.getByRole("button", { name: "Step forward" }).click();
    await soon(at, "4");
    await soon(async () => (await said(page, "step")).at(-1), { joinscope: 1, type: "step", step: 4, steps: 15, text: "" });
    await page.evaluate(() => ask({ joinscope: 1, type: "seek", step: 9 }));
    await soon(at, "9");
    // What is compared is its author's choice.
    for (const name of ["Engine", "Join type", "Comparison"]) assert.equal(await frame.getByRole("combobox", { name }).count(), 0);
    assert.match(await frame.getByRole("link", { name: "Open" }).getAttribute("href"), /compare=flink_sql/);
    await soon(async () => (await said(page, "resize")).length > 0, true);
  });

for (const [width, height] of [[720, 480], [320, 360]]) {
  pageTest(`axe finds nothing in an embedded comparison of ${width} by ${height}`, { viewport: { width, height }, url: "?embed=1&scenario=orders-shipments&step=6&compare=flink_sql%2Cleft%2Cregular%3A0%2Cm%2Cm" }, async ({ page }) => {
    await soon(() => slider(page, "Step").getAttribute("aria-valuenow"), "6");
    assert.deepEqual(await axe(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
}

pageTest("embedded it leaves a finger's scrolling to the page",
  { open: false, hasTouch: true, extra: { "/host.html": host("/?embed=1&scenario=orders-shipments&step=10") } },
  async ({ page, context, origin }) => {
    await page.goto(`${origin}/host.html`);
    const frame = page.frameLocator("iframe");
    await soon(() => frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "10");
    const { x, y } = await center(frame.getByRole("listbox", { name: "orders events" }));
    const session = await context.newCDPSession(page);
    const touch = (type, y) => session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await touch("touchStart", y);
    for (let moved = 8; moved <= 120; moved += 8) {
      await touch("touchMove", y - moved);
      await past(page, 16);
    }
    await touch("touchEnd");
    await soon(() => page.evaluate(() => scrollY > 20), true);
    assert.equal(await frame.getByRole("slider", { name: "Step" }).getAttribute("aria-valuenow"), "10");
  });
