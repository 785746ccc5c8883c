// Charts over the steps: their values under the pointer, made large, by keyboard, and the same numbers as tables.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { button, paste, rows, slider, soon, step } from "./person.mjs";

const section = (page) => page.getByRole("region", { name: "Over the steps", exact: true });
const large = (page) => page.getByRole("dialog", { name: "Over the steps", exact: true });
const figure = (page, name) => section(page).getByRole("figure").filter({ has: button(page, `Enlarge ${name}`) });
/** The plot lies below its caption. */
async function plot(page, name) {
  // The side column scrolls by itself.
  await figure(page, name).scrollIntoViewIfNeeded();
  const [box, head] = [await figure(page, name).boundingBox(), await button(page, `Enlarge ${name}`).boundingBox()];
  const top = head.y + head.height + 20;
  return { x: box.x, width: box.width, y: (top + box.y + box.height - 14) / 2 };
}

pageTest("each chart has a table of its numbers", async ({ page }) => {
  // The charts come when the browser is idle.
  await soon(async () => (await rows(page, "Rows in state")).length, 16);
  const held = await rows(page, "Rows in state");
  assert.equal(held[10], "10 4 1");
  await soon(async () => (await rows(page, "Watermarks"))[10], "10 11:40 11:45 11:40");
  await soon(async () => (await rows(page, "Lag"))[9], "9 10 min 10 min 1 h 30 min");
  await soon(async () => (await rows(page, "Rows emitted"))[15], "15 6 3");
});

pageTest("pointing at a chart says the step's numbers; dragging shows steps", async ({ page }) => {
  const { x, y, width } = await plot(page, "Watermarks");
  await page.mouse.move(x + width * 0.4, y);
  const tip = section(page).getByText("Step 6", { exact: true }).locator("..");
  await soon(async () => (await tip.innerText()).replace(/\s+/g, " ").trim(), "Step 6 orders 10:15 shipments 10:20 join 10:15");
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y, { steps: 4 });
  await page.mouse.move(x + width * 0.21, y, { steps: 4 });
  await page.mouse.up();
  await soon(() => step(page), "step 3 of 15, s1 arrives on shipments");
  assert.equal(await large(page).count(), 0, "a drag opens nothing");
});

pageTest("a chart is made large, by pointer and by keyboard, and steps there", async ({ page }) => {
  const { x, y, width } = await plot(page, "Rows in state");
  await page.mouse.click(x + width / 2, y);
  await large(page).waitFor();
  await page.keyboard.press("Escape");
  await large(page).waitFor({ state: "detached" });
  assert.match(await step(page), /^step 10 of 15/);

  await button(page, "Enlarge Rows in state").focus();
  await page.keyboard.press("Enter");
  const chart = slider(page, "Rows in state by step");
  await chart.focus();
  await soon(() => chart.getAttribute("aria-valuetext"), "Step 10: orders 4, shipments 1");
  await page.keyboard.press("ArrowLeft");
  await soon(() => chart.getAttribute("aria-valuetext"), "Step 9: orders 6, shipments 1");
  await page.keyboard.press("End");
  await soon(() => step(page), "step 15 of 15, shipments watermark to 14:00");
  await page.keyboard.press("Home");
  await soon(() => chart.getAttribute("aria-valuenow"), "0");
  for (const name of ["Watermarks", "Lag", "Rows emitted", "Rows in state"]) {
    await large(page).getByRole("button", { name, exact: true }).click();
    await slider(page, `${name} by step`).waitFor();
    await soon(async () => (await rows(page, name)).length > 5, true, name);
  }
  // A click shows the step, in the picture and in the table.
  const box = await chart.boundingBox();
  await page.mouse.click(box.x + box.width * (6.5 / 16), box.y + 40);
  await soon(() => chart.getAttribute("aria-valuenow"), "6");
  await large(page).getByRole("row", { name: "4 3 1" }).click();
  await soon(() => chart.getAttribute("aria-valuenow"), "4");
  assert.deepEqual(await axe(page), []);
  await page.keyboard.press("Escape");
  await soon(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Enlarge Rows in state");
});

pageTest("charts follow the theme", async ({ page }) => {
  const picture = () => figure(page, "Rows in state").screenshot({ animations: "disabled" });
  const brightest = async () => {
    const png = (await picture()).toString("base64");
    return page.evaluate(async (png) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (c) => c.charCodeAt(0))]));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      // How many pixels are the left stream's blue, of the light theme and of the dark one.
      const near = (r, g, b) => {
        let count = 0;
        for (let i = 0; i < data.length; i += 4) count += Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 24;
        return count;
      };
      return { light: near(0x1f, 0x63, 0xc4) > 60, dark: near(0x6a, 0xa5, 0xfb) > 60 };
    }, png);
  };
  await soon(brightest, { light: true, dark: false });
  await page.emulateMedia({ colorScheme: "dark" });
  await soon(brightest, { light: false, dark: true });
});

pageTest("Spark's first watermark, of 1970, squeezes no chart", async ({ page }) => {
  const at = (s) => 1773133200000 + s * 1000;
  const push = (side, id, s) => ({ do: "push", side, id, key: "a", time: at(s) });
  const stream = (name) => ({ name, watermark: { strategy: "bounded", delay: 1000 } });
  await paste(page, JSON.stringify({
    version: 1, title: "t", dialect: "spark", left: stream("l"), right: stream("r"),
    join: { kind: "interval", type: "inner", lower: 0, upper: 5000 },
    script: [push("left", "l1", 0), { do: "batch" }, push("right", "r1", 1), { do: "batch" }, push("left", "l2", 9), push("right", "r2", 9), { do: "batch" }],
  }));
  await button(page, "Enlarge Watermarks").click();
  await soon(async () => /1970/.test((await rows(page, "Watermarks")).join("\n")), true);
  await large(page).getByText("the table has their values", { exact: false }).waitFor();
});
