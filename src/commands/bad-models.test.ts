import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ApiError, type AnswerBlock } from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import { calls, project, says, scripted } from "./session.suite.ts";

const files = {
  "package.json": '{ "scripts": { "test": "node --test" } }\n',
  "half.js": "exports.half = (n) => ({ n });\n",
  "half.test.js":
    'const { half } = require("./half.js");\nrequire("node:test")("half", () => { if (half(4) !== 2) throw new Error("no"); });\n',
};

/** The same call again and again, as long as it is asked. */
const looping = (name: string, input: Parameters<typeof calls>[1]): Model =>
  scripted(Array.from({ length: 500 }, (_, i): readonly AnswerBlock[] => calls(name, input, `toolu_${i}`)))
    .model;

describe("a model that misbehaves", () => {
  it("loops: its command ends at a limit, and the report shows what was done", async () => {
    const at = project(files);
    const model = looping("write", { path: "notes.md", content: "again" });
    const { outcome, text } = await at.run("/ask improve this", { model });
    expect(outcome).toBe("failed");
    expect(text).toContain("came to no end");
    expect(text).toMatch(/\| `write` \| `notes\.md` \| answered \| \d+ \|/);
    expect(at.read("notes.md")).toBe("again");
  });

  it("invents tools: each is refused, and stands in the report", async () => {
    const at = project(files);
    const { model } = scripted([calls("deploy_everything", { command: "now" }), says("Deployed.")]);
    const { text } = await at.run("/ask deploy", { model });
    expect(text).toMatch(/\| `deploy_everything` \| `now` \| not done: /);
  });

  it.each(["../outside.txt", ".git/hooks/pre-commit", ".antiphon/settings.yaml"])(
    "writes to %s: refused, and in the report",
    async (path) => {
      const at = project(files);
      const { model } = scripted([calls("write", { path, content: "x" }), says("Written.")]);
      const { text } = await at.run("/ask write", { model });
      expect(text).toMatch(/\| `write` \| `[^`]+` \| not done: /);
      expect(existsSync(join(at.root, path))).toBe(false);
    },
  );

  it("claims success falsely: the claim is marked as its own, and no outcome follows it", async () => {
    const at = project(files);
    const claim = "Fixed! All tests pass.";
    const asked = await at.run("/ask fix half", { model: scripted([says(claim)]).model });
    expect(asked.text).toContain("**tool calls**: 0");
    expect(asked.sections.find(({ key }) => key === "answer")).toMatchObject({ voice: "model" });
    const endless = Array.from({ length: 20 }, () => says(claim));
    const fixed = await at.run("/fix half.test.js", { model: scripted(endless).model });
    expect(fixed.outcome, fixed.text).toBe("failed");
    expect(at.read("half.js")).toBe(files["half.js"]);
  });

  it("stops answering after it wrote: the report shows what was written", async () => {
    const at = project(files);
    const { model } = scripted([calls("write", { path: "notes.md", content: "half done" })]);
    let requests = 0;
    const broken: Model = {
      ...model,
      stream(...request) {
        if (requests++ > 0) throw new ApiError("invalid_request_error", "gone");
        return model.stream(...request);
      },
    };
    const { outcome, text } = await at.run("/ask write notes", { model: broken });
    expect(outcome).toBe("failed");
    expect(text).toContain("The model gave no answer");
    expect(text).toMatch(/\| `write` \| `notes\.md` \| answered \| 1 \|/);
  });
});
