import { describe, expect, it } from "vitest";
import { toMarkdown } from "../report/index.ts";
import type { Hook } from "../session/index.ts";
import { dispatch } from "./dispatch.ts";
import { project } from "./session.suite.ts";
import { split } from "./words.ts";

const source = "export const half = (n: number) => n / 2;\n";
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
    expect(text).toMatch(/## Hooks\n\n- \[x\] .*: 1 files \(.*exit 0/);
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

  it("are told as not done where no program can be run", async () => {
    const { report, text } = await run([{ files: "**", run: [node, "-v"] }], "doc src/half.ts", false);
    expect(report.outcome).toBe("failed");
    expect(text).toContain("not done");
    expect(text).toContain("This command runs no programs.");
  });
});
