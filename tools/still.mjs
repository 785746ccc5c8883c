// Makes www/still.html of the built page: what a first visitor sees until the page's own code is there, as plain elements.
//   DIST=dist node tools/still.mjs
// A template for each layout; www/first.js takes the one that fits. It only has to be looked at: no names, no roles, nothing to reach;
// tests/e2e/still.spec.mjs holds it against what the page draws itself.
import { writeFileSync } from "node:fs";
import { launch, serve } from "../tests/e2e/page.mjs";
import { LAYOUTS, firstView } from "../tests/e2e/still.mjs";

const server = await serve();
const browser = await launch();

/** Within the page: what is in sight of it, without all that is not for the eyes. */
function copied() {
  const copy = document.body.cloneNode(true);
  const [originals, copies] = [document.body, copy].map((root) => [...root.querySelectorAll("*")]);
  const unseen = (element) => {
    // A list of options lies unseen over the word that it chose.
    if (element.localName === "select") return true;
    return getComputedStyle(element).display === "none" || element.getBoundingClientRect().top > innerHeight;
  };
  originals.forEach((element, at) => {
    const twin = copies[at];
    if (unseen(element)) return twin.remove();
    if (element.localName === "input") twin.setAttribute("value", element.value);
    for (const { name } of [...twin.attributes]) {
      // Sheets look at these states; a pattern is drawn by its id.
      const looks = /^(?!(id|title|tabindex|for|name|href|aria-.*)$)|^aria-(hidden|current|disabled|pressed|selected)$/.test(name);
      if (!looks && !(name === "id" && element.closest("defs"))) twin.removeAttribute(name);
    }
  });
  return copy.innerHTML.replace(/<!--[^]*?-->/g, "");
}

let all = "";
for (const [layout, size] of Object.entries(LAYOUTS)) {
  const page = await firstView(browser, server.base, size);
  all += `<template id="still-${layout}">${await page.evaluate(copied)}</template>\n`;
  await page.context().close();
}
writeFileSync(new URL("../www/still.html", import.meta.url), all);
console.log(`www/still.html: ${all.length} characters`);
await browser.close();
await server.close();
