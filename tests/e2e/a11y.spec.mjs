// What holds on every screen: axe finds nothing, in light and in dark; nothing runs off sideways, at any size and at 200 %
// zoom; what is printed is black on white. Each screen is seen at each size, in both themes, and the languages take turns.

import assert from "node:assert/strict";
import { axe, pageTest, shot } from "./harness.mjs";
import { hands, WALKS, words } from "./screens.mjs";

/** What a zoom of 200 % leaves of 1440 x 900, and of 640 px. */
const SIZES = {
  desktop: { width: 1440, height: 900 },
  embed: { width: 720, height: 480 },
  phone: { width: 390, height: 844 },
  zoomed: { width: 720, height: 450 },
  narrow: { width: 320, height: 640 },
};

/** What stands beyond the page's edges, or is cut off by a box that does not scroll. */
const beyond = (page) =>
  page.evaluate(() => {
    const found = [];
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) found.push(`the page is ${over} px too wide`);
    const name = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40);
    for (const element of document.querySelectorAll("a, button, input, select, textarea, h1, h2, h3, p, legend, [role=slider]:not(svg *)")) {
      const box = element.getBoundingClientRect();
      if (!element.checkVisibility() || box.width < 2 || element.closest(".unseen, [aria-hidden=true]")) continue;
      // Within what scrolls, or shortens its text, all of it is reached or told.
      let clip = { left: 0, right: innerWidth };
      let scrolls = false;
      for (let at = element.parentElement; at && !scrolls; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.overflowX === "auto" || style.overflowX === "scroll") scrolls = true;
        else if (style.overflowX === "hidden" || style.overflowX === "clip") {
          const own = at.getBoundingClientRect();
          clip = { left: Math.max(clip.left, own.left), right: Math.min(clip.right, own.right) };
        }
      }
      // What is a pixel wide is out of sight on purpose, until it has the focus.
      if (!scrolls && clip.right - clip.left > 1.5 && (box.right > clip.right + 1 || box.left < clip.left - 1)) {
        found.push(`${element.tagName.toLowerCase()} "${name(element)}" ${Math.round(box.left)} to ${Math.round(box.right)} of ${Math.round(clip.left)} to ${Math.round(clip.right)}`);
      }
    }
    return found;
  });

/** Opens the page, goes the way, and looks at each screen of it. */
function walk(name, size, lang, look) {
  const { url = "", walk } = WALKS[name];
  const options = {
    viewport: SIZES[size], locale: lang === "zh" ? "zh-CN" : "en-US", url, timeout: 480_000,
    hasTouch: size === "phone", deviceScaleFactor: size === "zoomed" ? 2 : 1,
  };
  pageTest(`${look.what}: ${name}, ${size}, ${lang}`, options, async ({ page }) => {
    const found = [];
    let count = 0;
    await walk(hands(page, lang), async (screen, options) => {
      if (process.env.SHOTS) await shot(page, `${name}-${size}-${String(++count).padStart(2, "0")}-${screen.replace(/\W+/g, "_")}`);
      for (const fault of await look.at(page, options)) found.push(`${screen}: ${fault}`);
    });
    assert.deepEqual(found, []);
  });
}

/** Everything in light; in dark what may be another there. */
const both = {
  what: "axe",
  async at(page, options = {}) {
    const found = [...(await beyond(page)), ...(await axe(page, options))];
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await axe(page, { ...options, runOnly: ["color-contrast"] });
    await page.emulateMedia({ colorScheme: "light" });
    return [...found, ...dark.map((violation) => `dark: ${violation}`)];
  },
};
const room = { what: "room", at: beyond };

Object.keys(WALKS).forEach((name, index) => {
  const { sizes = ["desktop", "embed", "phone"] } = WALKS[name];
  sizes.forEach((size, turn) => walk(name, size, (index + turn) % 2 ? "zh" : "en", both));
  walk(name, "narrow", index % 2 ? "en" : "zh", room);
});
walk("workspace", "zoomed", "en", room);
