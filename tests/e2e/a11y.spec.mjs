// axe finds nothing wrong, whatever is open, at every size, in both themes and languages.

import assert from "node:assert/strict";
import { axe, pageTest, SIZES } from "./harness.mjs";

const NAMES = {
  "en-US": {
    empty: "Empty scenario", add: "Add event", settings: "All settings", help: "Help", more: "More", undo: "Undo",
    upper: "Upper bound", close: "Close",
  },
  "zh-CN": {
    empty: "空场景", add: "添加事件", settings: "全部设置", help: "帮助", more: "更多", undo: "撤销", upper: "上界", close: "关闭",
  },
};

for (const size of Object.keys(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [locale, name] of Object.entries(NAMES)) {
      pageTest(`axe finds nothing, ${size}, ${colorScheme}, ${locale}`, { size, colorScheme, locale, timeout: 120_000 }, async ({ page, context }) => {
        const found = [];
        const look = async (what) => {
          for (const violation of await axe(page)) found.push(`${what}: ${violation}`);
        };
        const button = (name) => page.getByRole("button", { name, exact: true });
        // Where there is little room, some buttons wait behind one.
        const more = async (name) => {
          if (!(await button(name).isVisible())) await button(NAMES[locale].more).click();
          return button(name);
        };
        await look("first visit");
        const tabs = page.getByRole("tab");
        for (let i = 0; i < (await tabs.count()); i++) {
          await tabs.nth(i).click();
          await look(`tab ${await tabs.nth(i).innerText()}`);
        }
        await button(name.add).first().click();
        await look("form");
        await page.getByRole("group", { name: name.add, exact: true }).getByRole("textbox").last().fill("{");
        await page.keyboard.press("Enter");
        await page.getByRole("alert").first().waitFor();
        await look("form with a fault");
        await page.keyboard.press("Escape");
        await button(name.settings).click();
        await look("settings");
        await button(name.settings).click();
        await page.getByRole("textbox", { name: name.upper, exact: true }).fill("?");
        await page.keyboard.press("Enter");
        await look("field with a fault");
        await page.keyboard.press("Escape");
        await (await more(name.help)).click();
        await look("help");
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await page.evaluate(() => navigator.clipboard.writeText('{"version": 1, "dialect": "flinksql"}'));
        await page.evaluate(() => document.activeElement?.blur());
        await page.keyboard.press("Control+V");
        await page.getByRole("alertdialog").waitFor();
        await look("import");
        await page.keyboard.press("Escape");
        await page.getByRole("alertdialog").waitFor({ state: "detached" });
        await (await more(name.empty)).click();
        await page.getByRole("option", { name: /^o3, / }).waitFor({ state: "detached" });
        await look("empty");
        assert.deepEqual(found, []);
      });
    }
  }
}
