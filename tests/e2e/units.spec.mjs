// Times that are plainly of another unit or zone: told, and put right by a button as one entry of undo.

import assert from "node:assert/strict";
import { axe, pageTest } from "./harness.mjs";
import { button, soon } from "./person.mjs";

for (const [scenario, told, remedy] of [
  ["seconds-or-ms", "these seem to be seconds, not milliseconds", "Convert to milliseconds"],
  ["local-time-as-utc", "are 8 h later on payments", "Move payments back by 8 h"],
]) {
  pageTest(`${scenario} is told and put right`, { url: `?scenario=${scenario}` }, async ({ page }) => {
    const note = page.getByRole("note").getByText(told);
    await note.waitFor();
    assert.deepEqual(await axe(page), []);
    await button(page, remedy).click();
    await note.waitFor({ state: "detached" });
    const slider = page.getByRole("slider", { name: "Step", exact: true });
    await slider.press("End");
    // What had come out with NULL now has its partner.
    const output = page.getByRole("table", { name: "Output", exact: true });
    await soon(() => output.getByText("NULL", { exact: true }).count(), 0);
    await button(page, "Undo").click();
    await note.waitFor();
  });
}
