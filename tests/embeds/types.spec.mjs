// The npm package's types: what its README says type-checks, and what it does not say does not.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const root = new URL("../../", import.meta.url).pathname;
const tsc = join(root, "tests/embeds/node_modules/typescript/bin/tsc");

const GOOD = `
import { JoinScope, type StepDetail } from "joinscope";
const scope = document.querySelector("join-scope")!;
const own: JoinScope = scope;
scope.addEventListener("step", (event) => { const shown: StepDetail = event.detail; console.log(shown.step, shown.steps, shown.text); });
scope.addEventListener("answer", function ({ detail }) { console.log(detail.lesson, detail.beat, detail.right, this.step); });
const hear = (event: CustomEvent<{ height: number }>) => { own.style.height = event.detail.height + "px"; };
scope.addEventListener("resize", hear);
scope.removeEventListener("resize", hear);
scope.addEventListener("click", (event) => console.log(event.clientX));
scope.load({ version: 1 }, 3);
scope.load("#s=z:abc");
scope.seek(2);
scope.step = scope.steps;
scope.play();
scope.pause();
`;
const BAD = ["scope.steps = 3", 'scope.seek("3")', "scope.load(3)", 'scope.addEventListener("step", (event) => event.detail.height)', "scope.stop()"];

test("the package's types are those of its README", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "joinscope-types-"));
  const tarball = readdirSync(join(root, "target/npm")).find((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", join(root, "target/npm", tarball)], { cwd: folder });
  writeFileSync(join(folder, "good.ts"), GOOD);
  writeFileSync(join(folder, "bad.ts"), `import "joinscope";\nconst scope = document.querySelector("join-scope")!;\n${BAD.join(";\n")};\n`);
  const check = (file) => {
    try {
      execFileSync(process.execPath, [tsc, "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", file], { cwd: folder, encoding: "utf8" });
      return [];
    } catch ({ stdout }) {
      return stdout.split("\n").filter((line) => line.includes("error TS"));
    }
  };
  assert.deepEqual(check("good.ts"), []);
  const lines = new Set(check("bad.ts").map((line) => Number(/bad\.ts\((\d+)/.exec(line)?.[1])));
  assert.deepEqual([...lines].sort(), BAD.map((_, at) => at + 3));
});
