// www/embed/README.md, as its reader would follow it: the lesson is dropped onto the page, gone through, linked, and embedded.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { booted, pageTest } from "../e2e/harness.mjs";
import { button, field, soon, step } from "../e2e/person.mjs";

const readme = readFileSync(new URL("../../www/embed/README.md", import.meta.url), "utf8");
const block = (language) => readme.split(`\`\`\`${language}\n`)[1].split("```")[0];
const own = block("json");

const drop = (page, name, text) =>
  page.evaluate(([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name, { type: "application/json" }));
    for (const type of ["dragenter", "dragover", "drop"]) document.querySelector("main").dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, text]);

/** Through the lesson, with the right answers. */
async function through(page) {
  const bar = page.getByRole("region", { name: "Lesson", exact: true });
  const go = () => bar.getByRole("button", { name: "Next" }).click();
  await bar.getByText("Two coffees.").waitFor();
  await go();
  const ask = async (name, ...rows) => {
    const question = page.getByRole("group", { name });
    for (const row of rows) await question.getByRole("button", { name: row }).click();
    await question.getByRole("button", { name: "Check" }).click();
    await question.getByText("Right.").waitFor();
  };
  await ask("What comes out next?", "c1 comes out in a pair", "k1 comes out in a pair");
  await go();
  await ask("Who comes out now?", "c2 comes out with NULL");
  await go();
  await bar.getByText("Drag the cakes watermark back to 10:05").waitFor();
}

pageTest("the lesson of the README is dropped, gone through, linked and embedded; the script beside it makes the frame fit", async ({ page, context, base, origin }) => {
  // A slip is told with its place, and changes nothing.
  await drop(page, "coffee.lesson.json", own.replace('"step": 4', '"step": 5'));
  await page.getByRole("alertdialog").getByText(/step/).first().waitFor();
  await page.keyboard.press("Escape");
  assert.match(await step(page), / of 15/);
  await drop(page, "coffee.lesson.json", own);
  await through(page);
  await button(page, "Share").click();
  const address = await field(page, "Link").inputValue();
  await page.getByRole("tab", { name: "Embed" }).click();
  const snippet = await field(page, "Text to paste").inputValue();
  assert.match(snippet, /height="640"[^]*title="Coffee, then cake"/);
  const linked = await context.newPage();
  await linked.goto(address);
  await booted(linked);
  await through(linked);
  // The snippet in a page, which has the README's own lines of script.
  const host = await context.newPage();
  await host.route(`${base}host.html`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Mine</title>${snippet}<script type="module">${block("js").replace(/^frame\.contentWindow.*$/m, "")}</script>` }),
  );
  await host.goto(`${base}host.html`);
  const frame = host.frameLocator("iframe");
  await through(frame);
  await soon(() => host.evaluate(() => /^\d+px$/.test(document.querySelector("iframe").style.height)), true);
});
