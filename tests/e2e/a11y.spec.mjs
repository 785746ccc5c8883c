// axe finds nothing wrong, whatever is open. Of 12 combinations of size, theme and language 6 are looked at: each size in
// both themes and both languages, each theme in both languages.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { paste } from "./person.mjs";

const NAMES = {
  "en-US": {
    empty: "Empty scenario", add: "Add event", settings: "All settings", help: "Help", more: "More", undo: "Undo",
    upper: "Upper bound", engine: "Engine", kind: "Join kind", reference: "Reference", workspace: "Workspace",
    strategy: "orders watermark strategy",
  },
  "zh-CN": {
    empty: "空场景", add: "添加事件", settings: "全部设置", help: "帮助", more: "更多", undo: "撤销", upper: "上界",
    engine: "引擎", kind: "连接方式", reference: "参考", workspace: "工作区", strategy: "订单水位线策略",
  },
};

const LOOKS = [
  ["desktop", "light", "en-US"], ["desktop", "dark", "zh-CN"],
  ["embed", "dark", "en-US"], ["embed", "light", "zh-CN"],
  ["phone", "light", "zh-CN"], ["phone", "dark", "en-US"],
];

for (const [size, colorScheme, locale] of LOOKS) {
  const name = NAMES[locale];
  pageTest(`axe finds nothing, ${size}, ${colorScheme}, ${locale}`, { size, colorScheme, locale, timeout: 120_000 }, async ({ page }) => {
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
    const link = async (name) => {
      const found = page.getByRole("link", { name, exact: true });
      if (!(await found.isVisible())) await button(NAMES[locale].more).click();
      return found;
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
    // A phone keeps the engine and the watermarks under all settings.
    await button(name.settings).click();
    await page.getByRole("combobox", { name: name.engine, exact: true }).selectOption("spark");
    await page.getByRole("dialog").waitFor();
    await look("switching the engine");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: name.kind, exact: true }).selectOption("temporal");
    await page.getByRole("combobox", { name: name.strategy, exact: true }).selectOption("none");
    await page.getByRole("alert").first().waitFor();
    await look("refused");
    for (let i = 0; i < 2; i++) await button(name.undo).click();
    await button(name.settings).click();
    await (await link(name.reference)).click();
    await page.getByRole("table").first().waitFor();
    await look("reference");
    await (await link(name.workspace)).click();
    await paste(page, '{"version": 1, "dialect": "flinksql"}');
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
