// The parts that make the page one piece: the question, the start of an empty workspace, the encodings.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { button, soon } from "./person.mjs";

pageTest("a scenario's question stands over Why, and what it is about stays unfolded", async ({ page }) => {
  const question = page.getByRole("region", { name: "Question", exact: true });
  await question.getByText("Why is there no NULL row for o3 yet?").waitFor();
  const about = question.getByText("An order waits up to two hours");
  assert.equal(await about.isVisible(), false);
  await question.getByText("Why is there no NULL row for o3 yet?").click();
  await about.waitFor();
  await page.reload();
  await about.waitFor();
});

pageTest("an empty workspace offers scenarios, and one opens at its step", async ({ page }) => {
  await button(page, "Empty scenario").click();
  const start = page.getByRole("region", { name: "Or start from", exact: true });
  await start.getByText(/^one of \d+ scenarios$/).waitFor();
  assert.equal(await page.getByRole("region", { name: "Question", exact: true }).count(), 0);
  await start.getByRole("button", { name: "The same pair twice", exact: true }).click();
  const slider = page.getByRole("slider", { name: "Step", exact: true });
  await soon(async () => (await slider.getAttribute("aria-valuetext")).slice(0, 11), "step 3 of 6");
});

for (const colorScheme of ["light", "dark"]) {
  pageTest(`the reference draws every mark in both themes, ${colorScheme}`, { colorScheme }, async ({ page }) => {
    await page.getByRole("link", { name: "Reference", exact: true }).click();
    for (const name of ["Marks, light", "Marks, dark"]) {
      await soon(() => page.getByRole("table", { name, exact: true }).locator("tbody").getByRole("row").count(), 13);
    }
    await soon(() => page.locator(".encs svg.stage-svg").count(), 6);
    assert.deepEqual(await axe(page), []);
  });
}
