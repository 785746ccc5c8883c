// The first view of the page as a first visitor has it, before any of its parts is there: what www/still.html shows until then.

import { SIZES } from "./page.mjs";

/** Of which layouts there is a still, and at which size it was made. */
export const LAYOUTS = { wide: SIZES.desktop, phone: SIZES.phone };

/** A page in a context of its own that has drawn its first view, and waits for its parts. */
export async function firstView(browser, url, size, options = {}) {
  const context = await browser.newContext({ viewport: size, locale: "en-US", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  // Never answered: a part that fails is told in its place.
  await page.route(/part-(?!rest-)/, () => {});
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForSelector("body .stage-svg .mark");
  await page.waitForSelector("#still", { state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  return page;
}
