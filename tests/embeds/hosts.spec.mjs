// The pages of www/embed in their hosts: each is built with the host's own tool and opened beside the built page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evaluate } from "@mdx-js/mdx";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as runtime from "react/jsx-runtime";
import { DIST, pageTest, past, shot } from "../e2e/harness.mjs";
import { soon } from "../e2e/person.mjs";

const root = new URL("../../", import.meta.url).pathname;
const pages = join(root, "www/embed");
const jupyter = process.env.JUPYTER ?? join(root, "target/embeds/venv/bin/jupyter");

// The page as it was built, and beside it a folder a host: "../" leads from a host's page to ours.
const site = mkdtempSync(join(tmpdir(), "joinscope-hosts-"));
for (const name of readdirSync(DIST)) symlinkSync(join(DIST, name), join(site, name));
const folder = (name) => {
  mkdirSync(join(site, name), { recursive: true });
  return join(site, name);
};
const run = (program, ...args) => execFileSync(program, args, { stdio: ["ignore", "ignore", "pipe"] });

const frame = (page, title) => page.frameLocator(`iframe[title="${title}"]`);
const at = (inner) => inner.getByRole("slider", { name: "Step", exact: true }).getAttribute("aria-valuenow");

/** The frame shows the join at its step with its row selected, and steps on. */
async function living(page) {
  await page.locator('iframe[title="Orders and shipments"]').scrollIntoViewIfNeeded();
  const inner = frame(page, "Orders and shipments");
  await soon(() => at(inner), "10");
  const selected = inner.getByRole("listbox").getByRole("option", { selected: true });
  await soon(() => selected.getAttribute("aria-label").then((name) => name.startsWith("o3, ")), true);
  await inner.getByRole("button", { name: "Step forward" }).click();
  await soon(() => at(inner), "11");
}

/** The frame leads through the lesson to its first question, and judges the answer. */
async function taught(page) {
  await page.locator('iframe[title="When NULL comes"]').scrollIntoViewIfNeeded();
  const inner = frame(page, "When NULL comes");
  const bar = inner.getByRole("region", { name: "Lesson", exact: true });
  await bar.getByText("1 of 7").waitFor();
  for (const place of ["2 of 7", "3 of 7"]) {
    await bar.getByRole("button", { name: "Next" }).click();
    await bar.getByText(place).waitFor();
  }
  const question = inner.getByRole("group", { name: "What comes out next?" });
  await question.getByRole("button", { name: "Nothing comes out" }).click();
  await question.getByRole("button", { name: "Check" }).click();
  await question.getByText("Right").first().waitFor();
}

pageTest("plain HTML: both frames live, are as tall as what they show, and the page hears steps and answers",
  { dist: site, path: "/some/where/", open: false },
  async ({ page, base }) => {
    await page.goto(`${base}embed/html.html`);
    await living(page);
    await soon(() => page.locator("#heard").innerText().then((text) => /^Step 11 of 15\. \S/.test(text)), true);
    await taught(page);
    await soon(() => page.locator("#answered").innerText(), "1 of 1 answered right.");
    for (const title of ["Orders and shipments", "When NULL comes"]) {
      // The height comes to rest, and there nothing is cut off and nothing scrolls.
      const height = () => page.locator(`iframe[title="${title}"]`).evaluate((frame) => frame.clientHeight);
      let before;
      const rests = async () => {
        before = await height();
        await past(page, 300);
        return (await height()) === before;
      };
      await soon(rests, true, title);
      assert.ok(before > 200 && before < 1000, `${title}: ${before}`);
      const main = page.frames().find((inner) => inner.url().includes(title.startsWith("Orders") ? "scenario=" : "lesson="));
      const [inside, room] = await main.locator(".embed > .main").evaluate((main) => [main.scrollHeight, main.clientHeight]);
      assert.ok(inside <= room + 1, `${title}: ${inside} in ${room}`);
    }
    await shot(page, "embed-html", { fullPage: true });
  });

pageTest("mdBook", { dist: site, open: false, timeout: 120_000 }, async ({ page, base }) => {
  const book = mkdtempSync(join(tmpdir(), "joinscope-book-"));
  mkdirSync(join(book, "src"));
  writeFileSync(join(book, "book.toml"), '[book]\ntitle = "Joins"\n');
  writeFileSync(join(book, "src/SUMMARY.md"), "# Summary\n\n- [A living join](mdbook.md)\n");
  cpSync(join(pages, "mdbook.md"), join(book, "src/mdbook.md"));
  run("mdbook", "build", book, "--dest-dir", folder("mdbook"));
  await page.goto(`${base}mdbook/mdbook.html`);
  await living(page);
  await taught(page);
  await shot(page, "embed-mdbook", { fullPage: true });
});

pageTest("Docusaurus: MDX, compiled as Docusaurus does", { dist: site, open: false }, async ({ page, base }) => {
  // The front matter is Docusaurus's own, taken off before MDX is read.
  const source = readFileSync(join(pages, "docusaurus.mdx"), "utf8").replace(/^---\n[^]*?\n---\n/, "");
  const { default: Content } = await evaluate(source, runtime);
  const html = renderToStaticMarkup(createElement("main", null, createElement(Content)));
  assert.match(html, /style="border:0"/);
  writeFileSync(join(folder("docs"), "index.html"), `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Docs</title>${html}`);
  await page.goto(`${base}docs/`);
  await living(page);
  await taught(page);
});

pageTest("reveal.js: the frame is loaded with its slide, and keys go where the focus is", { dist: site, open: false }, async ({ page, base }) => {
  // The very package that the page asks the network for: its integrity is checked, too.
  const asked = "https://cdn.jsdelivr.net/npm/reveal.js@6.0.2/";
  await page.route(`${asked}**`, (route) =>
    route.fulfill({ path: join(root, "tests/embeds/node_modules/reveal.js", route.request().url().slice(asked.length)), headers: { "Access-Control-Allow-Origin": "*" } }),
  );
  await page.goto(`${base}embed/reveal.html`);
  await page.getByRole("heading", { name: /When does an order/ }).waitFor();
  const slide = () => page.evaluate(() => Reveal.getIndices().h);
  const loaded = () => page.frames().filter((inner) => inner.url().includes("embed=1")).length;
  assert.equal(loaded(), 0);
  await page.keyboard.press("ArrowRight");
  await soon(slide, 1);
  await living(page);
  assert.equal(loaded(), 1);
  await page.keyboard.press("ArrowRight");
  await soon(() => at(frame(page, "Orders and shipments")), "12");
  assert.equal(await slide(), 1);
  await shot(page, "embed-reveal");
  await page.evaluate(() => Reveal.next());
  await soon(slide, 2);
  await taught(page);
});

pageTest("Jupyter: the notebook is run, and saved as HTML",
  // Its template asks the network for what it does not need here.
  { dist: site, open: false, timeout: 180_000, expect: [/https:\/\/(cdnjs\.cloudflare\.com|cdn\.jsdelivr\.net|unpkg\.com)\//, /require is not defined/] },
  async ({ page, base }) => {
    run(jupyter, "nbconvert", "--log-level=ERROR", "--execute", "--to", "html", "--output-dir", folder("notebook"), join(pages, "jupyter.ipynb"));
    await page.route(/^https:/, (route) => route.abort());
    await page.goto(`${base}notebook/jupyter.html`);
    // IPython's frames have no title: they are known by their addresses.
    await page.evaluate(() => {
      for (const frame of document.querySelectorAll("iframe")) frame.title = frame.src.includes("lesson=") ? "When NULL comes" : "Orders and shipments";
    });
    await living(page);
    await taught(page);
    await shot(page, "embed-jupyter", { fullPage: true });
  });
