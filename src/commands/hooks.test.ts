import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../lib/until.suite.ts";
import { toMarkdown } from "../report/index.ts";
import type { Hook } from "../session/index.ts";
import { dispatch } from "./dispatch.ts";
import { withHooks } from "./hooks.ts";
import { project } from "./session.suite.ts";
import { split } from "./command-words.ts";

const source =
  'export function half(n: number): number {\n  if (n < 0) throw new RangeError("less than nothing");\n  return n / 2;\n}\n';
const node = process.execPath;
const append = 'for (const p of process.argv.slice(1)) require("fs").appendFileSync(p, "// seen\\n")';

describe("hooks", () => {
  const run = async (hooks: readonly Hook[], line = "doc src/half.ts", shell = true) => {
    const at = project({ "src/half.ts": source, "plain.txt": "a\n" });
    const session = await at.open({ shell });
    const hooked = { ...session, settings: { ...session.settings, hooks } };
    const say = async (words: string) =>
      (await dispatch(split(words), { session: hooked, signal: AbortSignal.any([]) })).report;
    const report = await say(line);
    return { at, say, report, text: await toMarkdown(report, "default") };
  };

  it("run on what a command wrote, and what they change is undone with it", async () => {
    const { at, say, report, text } = await run([{ files: "src/**", run: [node, "-e", append, "--"] }]);
    expect(report.outcome).toBe("done");
    expect(text).toMatch(/## Hooks\n\n- \[x\] .*: 1 file \(.*exit 0/);
    expect(at.read("src/half.ts")).toMatch(/^\/\*\*[^]*\/\/ seen\n$/);
    await say("undo");
    expect(at.read("src/half.ts")).toBe(source);
    await say("redo");
    expect(at.read("src/half.ts")).toContain("// seen");
  });

  it("take no file's name for an option", async () => {
    const at = project({ "-v.ts": source });
    const session = await at.open();
    const say = `require("fs").writeFileSync("seen.txt", process.argv.slice(1).join())`;
    const hooks: readonly Hook[] = [{ files: "**", run: [node, "-e", say] }];
    const hooked = { ...session, settings: { ...session.settings, hooks } };
    await dispatch(split("doc ./-v.ts"), { session: hooked, signal: AbortSignal.any([]) });
    expect(at.read("seen.txt")).toBe("./-v.ts");
  });

  it("don't run where nothing that fits was written", async () => {
    const never: Hook = { files: "docs/**", run: [node, "-e", "process.exit(3)"] };
    expect((await run([never])).text).not.toContain("Hooks");
    expect((await run([{ ...never, files: "**" }], "doc src/half.ts --check")).text).not.toContain("Hooks");
  });

  it("fail the command where they fail, with what they said", async () => {
    const { report, text } = await run([
      { files: "**/*.ts", run: [node, "-e", 'console.log("too long"); process.exit(3)'] },
    ]);
    expect(report.outcome).toBe("failed");
    expect(text).toContain("exit 3");
    expect(text).toContain("too long");
  });

  it("are ended when the command is called off, and say so", async () => {
    const at = project({ "src/half.ts": source });
    const session = await at.open();
    const wait = 'require("fs").writeFileSync("began.txt", ""); setTimeout(() => 0, 600_000)';
    const hooks: readonly Hook[] = [{ files: "**", run: [node, "-e", wait, "--"] }];
    const hooked = { ...session, settings: { ...session.settings, hooks } };
    const controller = new AbortController();
    const { signal } = controller;
    const running = dispatch(split("doc src/half.ts"), { session: hooked, signal });
    await until(() => existsSync(join(at.root, "began.txt")));
    controller.abort();
    const { report } = await running;
    expect(report.outcome).toBe("failed");
    expect(await toMarkdown(report, "default")).toContain("It was ended (aborted).");
  });

  it("get more paths than a line holds in several runs", async () => {
    const at = project({});
    const session = await at.open();
    const count = 'require("fs").appendFileSync("seen.txt", process.argv.length - 1 + " ")';
    const hooks: readonly Hook[] = [{ files: "many/**", run: [node, "-e", count] }];
    const hooked = { ...session, settings: { ...session.settings, hooks } };
    const began = session.clock.now();
    const path = (n: number): string => `many/${"long".repeat(50)}-${n}.ts`;
    await session.workspace.files.write(
      Array.from({ length: 200 }, (_, n) => ({ path: path(n), before: null, after: "" })),
    );
    const report = { title: "", outcome: "done", sections: [] } as const;
    const { outcome } = await withHooks(report, { session: hooked, signal: AbortSignal.any([]) }, began);
    expect(outcome).toBe("done");
    const seen = at.read("seen.txt").trim().split(" ").map(Number);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.reduce((sum, one) => sum + one, 0)).toBe(200);
  });

  it("may replace a file by a link, which nothing follows", async () => {
    const at = project({ "src/half.ts": source, "plain.txt": "a\n" });
    const session = await at.open();
    const swap =
      'const f = require("fs"); for (const p of process.argv.slice(1)) { f.rmSync(p); f.symlinkSync("/etc/hostname", p); }';
    const hooks: readonly Hook[] = [{ files: "**", run: [node, "-e", swap] }];
    const hooked = { ...session, settings: { ...session.settings, hooks } };
    const say = (line: string) => dispatch(split(line), { session: hooked, signal: AbortSignal.any([]) });
    expect((await say("doc src/half.ts")).report.outcome).toBe("done");
    await expect(say("undo")).rejects.toThrow("src/half.ts");
  });

  it("are told as not done where no program can be run", async () => {
    const { report, text } = await run([{ files: "**", run: [node, "-v"] }], "doc src/half.ts", false);
    expect(report.outcome).toBe("failed");
    expect(text).toContain("not done");
    expect(text).toContain("This command runs no programs.");
  });
});
