// Pictures of the page to look at: node tests/e2e/shots.mjs [--dist dist] [--out tests/e2e/out] [--url '?what=follows']
// One for each size, light and dark, English and Chinese.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { booted, DIST, launch, OUT, serve, SIZES, watch } from "./page.mjs";

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: DIST },
    out: { type: "string", default: OUT },
    url: { type: "string", default: "" },
  },
});

const server = await serve({ dist: values.dist });
const browser = await launch();
mkdirSync(values.out, { recursive: true });
try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      for (const locale of ["en-US", "zh-CN"]) {
        const context = await browser.newContext({ viewport, colorScheme, locale, reducedMotion: "reduce" });
        const problems = watch(context);
        const page = await context.newPage();
        await page.goto(server.base + values.url);
        await booted(page);
        await page.evaluate(() => document.fonts.ready);
        const file = join(values.out, `${size}-${colorScheme}-${locale.slice(0, 2)}.png`);
        await page.screenshot({ path: file, animations: "disabled" });
        console.log(file);
        for (const problem of problems) console.error(`  ${problem}`);
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
