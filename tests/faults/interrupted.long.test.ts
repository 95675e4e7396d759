import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { program } from "../../src/lib/program.suite.ts";

const steps = 6;
const plan = Array.from({ length: steps }, (_, i) => `- [ ] Run \`node step.js ${i + 1}\`\n`).join("");

/** When to kill it, in milliseconds; the first are before anything ran. */
const moments = [300, 900, 1_400, 2_000, 2_600];

it("goes on where it was killed, whenever that was: what is ticked was done, and the plan stays whole", async () => {
  const base = mkdtempSync(join(tmpdir(), "antiphon-killed-"));
  try {
    const root = join(base, "project");
    mkdirSync(root);
    writeFileSync(join(root, "plan.md"), plan);
    writeFileSync(
      join(root, "step.js"),
      "setTimeout(() => require('node:fs').appendFileSync(`done-${process.argv[2]}`, 'x'), 150);\n",
    );
    execFileSync("git", ["init", "-q", root]);
    const env = { ...process.env, XDG_STATE_HOME: join(base, "state"), NO_COLOR: "1" };
    const start = () =>
      spawn(process.execPath, [program, "/execute-plan plan.md", "--yes", "--no-sandbox"], {
        cwd: root,
        env,
        stdio: "ignore",
        detached: true,
      });
    const state = (): readonly boolean[] => {
      const text = readFileSync(join(root, "plan.md"), "utf8");
      expect(text.replaceAll("[x]", "[ ]")).toBe(plan);
      return [...text.matchAll(/^- \[([ x])\]/gm)].map(([, mark]) => mark === "x");
    };
    for (const moment of moments) {
      const child = start();
      await setTimeout(moment);
      const ended = new Promise((resolve) => child.once("close", resolve));
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL");
      } catch {
        // it was done already
      }
      await (child.exitCode === null ? ended : undefined);
      const ticks = state();
      for (const [i, ticked] of ticks.entries())
        if (ticked) expect(existsSync(join(root, `done-${i + 1}`)), `step ${i + 1}`).toBe(true);
    }
    const last = start();
    // All is ticked, but without a test in the plan, nothing has shown that it holds.
    expect(await new Promise((resolve) => last.once("close", resolve))).toBe(1);
    expect(state()).toEqual(Array.from({ length: steps }, () => true));
    // A step killed before it was marked runs again; a marked one never does.
    const counts = readdirSync(root).filter((name) => name.startsWith("done-"));
    expect(counts).toHaveLength(steps);
    expect(readdirSync(root).filter((name) => !/^(?:done-\d|plan\.md|step\.js|\.git)$/.test(name))).toEqual(
      [],
    );
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
