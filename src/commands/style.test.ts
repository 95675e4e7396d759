import { describe, expect, it } from "vitest";
import { toMarkdown } from "../report/index.ts";
import { dispatch } from "./dispatch.ts";
import { project } from "./session.suite.ts";
import { levelFlag } from "./style.ts";
import { commands } from "./table.ts";
import { split } from "./command-words.ts";

describe("--format", () => {
  it.each(commands.names.filter((name) => name !== "doc"))(
    "is how short the report of /%s is",
    async (name) => {
      expect(levelFlag(await commands.load(name), { format: "ultra" })).toBe("ultra");
      expect(levelFlag(await commands.load(name), {})).toBeUndefined();
    },
  );

  it("is the document's at /doc", async () => {
    expect(levelFlag(await commands.load("doc"), { format: "html" })).toBeUndefined();
  });

  it("changes what is shown, and nothing else", async () => {
    const session = await project({ "a.ts": "export const a = 1; // TODO\n" }).open();
    const reportText = async (line: string): Promise<string> => {
      const { report, style } = await dispatch(split(line), { session, signal: AbortSignal.any([]) });
      return toMarkdown(report, style);
    };
    const whole = await reportText("review a.ts");
    const ultra = await reportText("review a.ts --format=ultra");
    expect(whole).toContain("- **verdict**: ");
    expect(ultra).toContain("\nverdict: ");
    expect(ultra.length).toBeLessThan(whole.length);
  });
});
