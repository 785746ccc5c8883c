// Lessons: beats in the workspace, predictions judged by the engine.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { axe, booted, pageTest } from "./harness.mjs";
import { button, field, marks, rows, slider, soon, step } from "./person.mjs";

const bar = (page) => page.getByRole("region", { name: "Lesson", exact: true });
const start = async (page, title) => {
  await page.getByRole("link", { name: "Lessons" }).click();
  await button(page, `Start: ${title}`).click();
  await bar(page).waitFor();
  await slider(page, "Step").waitFor();
};

pageTest("a lesson goes from beat to beat, asks, judges, and ends in the free workspace", async ({ page }) => {
  await start(page, "When NULL comes");
  await bar(page).getByText("1 of 7").waitFor();
  await soon(async () => /^step 2 of/.test(await step(page)), true);
  const selected = page.getByRole("listbox").getByRole("option", { selected: true });
  await soon(() => selected.count(), 2);
  await bar(page).getByRole("button", { name: "Next" }).click();
  await bar(page).getByRole("button", { name: "Next" }).click();
  await soon(async () => /^step 4 of/.test(await step(page)), true);
  // "Nothing" is the truth here; a NULL row is the usual guess.
  const question = page.getByRole("group", { name: "What comes out next?" });
  await question.getByRole("button", { name: "o1 comes out with NULL" }).click();
  await question.getByRole("button", { name: "Check" }).click();
  await question.getByText("Not quite.").waitFor();
  await question.getByText("o1 did not come out with NULL.").waitFor();
  // The step has run, and Why explains it.
  await soon(() => step(page).then((text) => /^step 5 of/.test(text)), true);
  await bar(page).getByRole("button", { name: "Next" }).click();
  await question.getByRole("button", { name: "o1 comes out with NULL" }).click();
  await question.getByRole("button", { name: "Check" }).click();
  await question.getByText("Right.").waitFor();
  await soon(() => rows(page, "Output").then((all) => all.some((row) => /\+I o1 .*NULL/.test(row))), true);
  for (let at = 4; at <= 7; at++) await bar(page).getByRole("button", { name: "Next" }).click();
  await bar(page).getByText("That is the lesson.").waitFor();
  // What follows is the reader's own to change.
  await field(page, "Upper bound").fill("1 min");
  await page.keyboard.press("Enter");
  await bar(page).getByRole("button", { name: "End the lesson" }).click();
  await soon(() => bar(page).count(), 0);
  assert.equal(await field(page, "Upper bound").inputValue(), "1 min");
});

pageTest("looking around loses nothing: the beat's place comes back", async ({ page }) => {
  await start(page, "When NULL comes");
  await slider(page, "Step").focus();
  await page.keyboard.press("Home");
  await field(page, "Upper bound").fill("5 min");
  await page.keyboard.press("Enter");
  await bar(page).getByRole("button", { name: "Show this place again" }).click();
  await soon(async () => /^step 2 of/.test(await step(page)), true);
  await soon(() => field(page, "Upper bound").inputValue(), "1 h");
});

const names = JSON.parse(await readFile(new URL("../../www/lessons/index.json", import.meta.url), "utf8")).lessons;
pageTest("every lesson can be gone through to its end, in both languages", { open: false, timeout: 360_000 }, async ({ page, base }) => {
  for (const [lang, next, check, nothing, done] of [["en", "Next", "Check", "Nothing comes out", "That is the lesson."], ["zh", "下一步", "检查", "没有输出", "课程到此结束"]]) {
    for (const name of names) {
      const lesson = JSON.parse(await readFile(new URL(`../../www/lessons/${name}.lesson.json`, import.meta.url), "utf8"));
      await page.goto(`${base}?lesson=${name}&lang=${lang}`);
      await booted(page);
      const bar = page.getByRole("region", { name: lang === "en" ? "Lesson" : "课程", exact: true });
      for (const beat of lesson.beats) {
        await bar.getByText(beat.caption[lang], { exact: true }).waitFor();
        if (beat.question) {
          await bar.getByRole("button", { name: nothing }).click();
          await bar.getByRole("button", { name: check }).click();
          await bar.getByRole("status").getByText(/\S/).first().waitFor();
        }
        await bar.getByRole("button", { name: next }).click();
      }
      await bar.getByText(done).waitFor();
    }
  }
});

pageTest("a lesson of one's own is opened as a file, linked and embedded", async ({ page, context, base }) => {
  const own = {
    version: 1, title: "Mine <b>", scenario: "orders-shipments",
    beats: [{ caption: "Look at o2.", step: 9, look: { rows: [{ side: "left", id: "o2" }] }, question: { kind: "predict", text: "And now?" } }],
    next: "Try it.",
  };
  const open = async (text, name = "mine.lesson.json") => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Open file").click()]);
    await chooser.setFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  };
  await open(JSON.stringify(own));
  await bar(page).getByText("Look at o2.").waitFor();
  await bar(page).getByText("Mine <b>").waitFor();
  await button(page, "Share").click();
  const address = await field(page, "Link").inputValue();
  assert.match(address, /#l=z:/);
  const other = await context.newPage();
  await other.goto(address.replace("#l=", address.includes("?") ? "&embed=1#l=" : "?embed=1#l="));
  await other.getByRole("group", { name: "And now?" }).getByRole("button", { name: "o2 comes out with NULL" }).click();
  await other.getByRole("button", { name: "Check" }).click();
  await other.getByText("Right.").waitFor();
  await page.keyboard.press("Escape");
  // A faulty one is told with its place, and nothing changes.
  await open(JSON.stringify({ ...own, beats: [{ ...own.beats[0], step: 99 }] }, null, 1));
  await page.getByRole("alertdialog").getByText("99").first().waitFor();
  await page.keyboard.press("Escape");
  await bar(page).getByText("Look at o2.").waitFor();
});

for (const [size, colorScheme] of [["desktop", "light"], ["desktop", "dark"], ["phone", "light"], ["embed", "dark"]]) {
  pageTest(`axe finds nothing in lessons, ${size}, ${colorScheme}`, { size, colorScheme, url: "#lessons" }, async ({ page, base }) => {
    await page.getByRole("heading", { name: "When NULL comes" }).waitFor();
    assert.deepEqual(await axe(page), []);
    await button(page, "Start: When NULL comes").click();
    await bar(page).getByText("1 of 7").waitFor();
    for (const _ of [1, 2]) await bar(page).getByRole("button", { name: "Next" }).click();
    await page.getByRole("group", { name: "What comes out next?" }).waitFor();
    assert.deepEqual(await axe(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
}
