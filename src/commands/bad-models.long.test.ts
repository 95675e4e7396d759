import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ApiError, type AnswerBlock } from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import { calls, project, reply, scripted } from "./session.suite.ts";

const files = {
  "package.json": '{ "scripts": { "test": "node --test" } }\n',
  "half.js": "exports.half = (n) => ({ n });\n",
  "half.test.js":
    'const { half } = require("./half.js");\nrequire("node:test")("half", () => { if (half(4) !== 2) throw new Error("no"); });\n',
};

/** A model that repeats the same call forever. */
const looping = (name: string, input: Parameters<typeof calls>[1]): Model =>
  scripted(Array.from({ length: 500 }, (_, i): readonly AnswerBlock[] => calls(name, input, `toolu_${i}`)))
    .model;

/** Writes a file, and fails on the next request. */
function stopping(path: string): Model {
  const { model } = scripted([calls("write", { path, content: "half done" })]);
  let requests = 0;
  return {
    ...model,
    stream(...request) {
      if (requests++ > 0) throw new ApiError("invalid_request_error", "gone");
      return model.stream(...request);
    },
  };
}

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
    const { model } = scripted([calls("deploy_everything", { command: "now" }), reply("Deployed.")]);
    const { text } = await at.run("/ask deploy", { model });
    expect(text).toMatch(/\| `deploy_everything` \| `now` \| not done: /);
  });

  it.each(["../outside.txt", ".git/hooks/pre-commit", ".antiphon/settings.yaml"])(
    "writes to %s: refused, and in the report",
    async (path) => {
      const at = project(files);
      const { model } = scripted([calls("write", { path, content: "x" }), reply("Written.")]);
      const { text } = await at.run("/ask write", { model });
      expect(text).toMatch(/\| `write` \| `[^`]+` \| not done: /);
      expect(existsSync(join(at.root, path))).toBe(false);
    },
  );

  it("claims success falsely: the claim is marked as its own, and no outcome follows it", async () => {
    const at = project(files);
    const claim = "Fixed! All tests pass.";
    const askReport = await at.run("/ask fix half", { model: scripted([reply(claim)]).model });
    expect(askReport.text).toContain("**tool calls**: 0");
    expect(askReport.sections.find(({ key }) => key === "answer")).toMatchObject({ voice: "model" });
  });

  it("stops answering after it wrote: the report shows what was written", async () => {
    const at = project(files);
    const { outcome, text } = await at.run("/ask write notes", { model: stopping("notes.md") });
    expect(outcome).toBe("failed");
    expect(text).toContain("The model gave no answer");
    expect(text).toMatch(/\| `write` \| `notes\.md` \| answered \| 1 \|/);
  });
});

/** Commands that verify a model's work with programs, each with a project in which it calls the model. */
const judged = {
  "/feature archive notes": { "notes.js": "exports.notes = () => [];\n" },
  "/execute-plan plan.md": { "plan.md": "- [ ] Archive notes\n" },
  "/fix lost.test.js": {
    "lost.test.js": 'require("node:test")("lost", () => require("node:fs").readFileSync("lost.txt"));\n',
  },
  "/test plain.js": {
    "half.js": "exports.half = (n) => n / 2;\n",
    "plain.js": "exports.plain = (n) => n + 1;\n",
  },
};

describe.each(Object.entries(judged))("%s with a model that misbehaves", (line, more) => {
  const set = (): ReturnType<typeof project> => project({ ...files, ...more });
  // Passing tests don't depend on the model; it is only asked for additional tests.
  const ending = line.startsWith("/test") ? "done" : "failed";

  it("loops: it ends at a limit, shows what was called, and takes back what was written", async () => {
    const at = set();
    const model = looping("write", { path: "stray.md", content: "again" });
    const { outcome, text } = await at.run(line, { model });
    expect(outcome, text).toBe(ending);
    expect(text).toContain("came to no end");
    expect(text).toMatch(/\| `write` \| `stray\.md` \| answered \| \d+ \|/);
    expect(existsSync(join(at.root, "stray.md"))).toBe(false);
  });

  it("invents tools, writes outside and claims success: all refused, nothing counts as done", async () => {
    const at = set();
    const answers = [
      calls("deploy_everything", { command: "now" }, "toolu_a"),
      calls("write", { path: "../outside.txt", content: "x" }, "toolu_b"),
      calls("write", { path: ".git/hooks/pre-commit", content: "x" }, "toolu_c"),
      ...Array.from({ length: 20 }, () => reply("Everything is done and all tests pass!")),
    ];
    const { outcome, text, sections } = await at.run(line, { model: scripted(answers).model });
    expect(outcome, text).toBe(ending);
    expect(text).toMatch(/\| `deploy_everything` \| `now` \| not done: /);
    expect(text).toMatch(/\| `write` \| `\.\.\/outside\.txt` \| not done: /);
    expect(text).toMatch(/\| `write` \| `\.git\/hooks\/pre-commit` \| not done: /);
    expect(existsSync(join(at.root, "../outside.txt"))).toBe(false);
    expect(existsSync(join(at.root, ".git/hooks/pre-commit"))).toBe(false);
    const ours = sections.filter(({ voice }) => voice === undefined);
    expect(JSON.stringify(ours)).not.toContain("Everything is done");
  });

  it("stops answering after it wrote: the report shows it, and it is taken back", async () => {
    const at = set();
    const { outcome, text } = await at.run(line, { model: stopping("stray.md") });
    expect(outcome, text).toBe(ending);
    expect(text).toMatch(/\| `write` \| `stray\.md` \| answered \| 1 \|/);
    expect(existsSync(join(at.root, "stray.md"))).toBe(false);
  });
});
