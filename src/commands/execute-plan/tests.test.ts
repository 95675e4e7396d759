import { describe, expect, it } from "vitest";
import type { AnswerBlock, JsonInput } from "../../messages/index.ts";
import { calls, project, reply, scripted } from "../session.suite.ts";

const half = "exports.half = (n) => n / 2;\n";
const good = `const test = require("node:test");
const assert = require("node:assert");
const { half } = require("./half.js");
test("halves", () => assert.equal(half(4), 2));
test("halves nothing", () => assert.equal(half(0), 0));
`;
const manifest = (script: string): string => `{ "scripts": { "test": "${script}" } }\n`;
const files = { "package.json": manifest("node --test"), "half.js": half, "half.test.js": good };

const write = (path: string, content: string): readonly [string, JsonInput] => ["write", { path, content }];
const program = (...command: string[]): readonly [string, JsonInput] => ["run", { command }];
const changed = (from: string, to: string) => write("half.test.js", good.replace(from, to));

/** Changes with which nothing fails, because tests don't run or don't compare any more. */
const tricks: Readonly<Record<string, readonly [string, JsonInput]>> = {
  "a syntax error in a test file": changed("test(", "test(("),
  "a test that is deleted": changed(/test\("halves nothing.*\n/.exec(good)?.[0] ?? "", ""),
  "a test file that is deleted": program("rm", "half.test.js"),
  "a test file with another name": program("mv", "half.test.js", "half.old.js"),
  "a test that is skipped": changed("test(", "test.skip("),
  "a test that is to do": changed("test(", "test.todo("),
  "a test with another name": changed("halves nothing", "is fast"),
  "a test file that ends before its tests": changed("const test", "process.exit(0);\nconst test"),
  "source that ends the program": write("half.js", `process.exit(0);\n${half}`),
  "a script that runs nothing": write("package.json", manifest("node -e 0")),
  "a script that runs other tests": write("package.json", manifest("node --test other.test.js")),
  "a script that filters tests": write("package.json", manifest("node --test --test-name-pattern=/halves$/")),
  "a script that is gone": write("package.json", "{}\n"),
  "settings that exit first": write("package.json", manifest("node --test --require ./half.js --no-such")),
};

/** A model that changes something once, and says that it is done. */
const once = ([name, input]: readonly [string, JsonInput], ...before: readonly (readonly AnswerBlock[])[]) =>
  scripted([...before, calls(name, input), reply("Done."), ...Array.from({ length: 9 }, () => reply("[]"))])
    .model;

describe("tests that ran before a model's change", () => {
  it.each(Object.entries(tricks))("no step is done by %s", async (_, trick) => {
    const at = project({ ...files, "plan.md": "- [ ] Support thirds\n- [ ] Halve faster: `node half.js`\n" });
    const { title, text } = await at.run("/execute-plan plan.md", { model: once(trick) });
    expect(title, text).toMatch(/^Plan (?:stopped|paused)/);
    expect(at.read("plan.md")).toContain("- [ ] Support thirds");
    expect(at.read("half.test.js")).toBe(good);
    expect(at.read("half.js")).toBe(half);
  });

  it("no step is done by a test that someone edits meanwhile, which stays as it is", async () => {
    const at = project({ ...files, "plan.md": "- [ ] Support thirds\n" });
    const edited = good.replace("half(4), 2", "half(6), 3");
    const { model } = scripted([
      calls(...write("third.js", "exports.third = (n) => n / 3;\n")),
      ...Array.from({ length: 9 }, () => reply("Done.")),
    ]);
    let answers = 0;
    const stream: typeof model.stream = (...asked) => {
      if (++answers === 2) at.write("half.test.js", edited);
      return model.stream(...asked);
    };
    const { title, text } = await at.run("/execute-plan plan.md", { model: { ...model, stream } });
    expect(title, text).toBe("Plan stopped: plan.md");
    expect(text).toContain("Someone else changed");
    expect(text).toContain("left as they are: half.test.js");
    expect(at.read("half.test.js")).toBe(edited);
  });

  it("no step with its own command is done by them", async () => {
    const at = project({ ...files, "plan.md": "- [ ] Write key.js, and `node key.js` runs\n" });
    const model = once(changed("test(", "test.skip("), calls(...write("key.js", "1;\n"), "toolu_0"));
    const { title, text } = await at.run("/execute-plan plan.md", { model });
    expect(title, text).toBe("Plan stopped: plan.md");
    expect(text).toContain("- halves: is skipped");
    expect(at.read("plan.md")).not.toContain("[x]");
  });

  it("a test may change where it passes as it was, too", async () => {
    const at = project({ ...files, "plan.md": "- [ ] Support thirds\n" });
    const model = once(changed("half(4), 2)", "half(8), 4)"));
    const { title, text } = await at.run("/execute-plan plan.md", { model });
    expect(title, text).toBe("Plan complete: plan.md");
  });

  it("a test rewritten to fit changed code isn't proof of it", async () => {
    const at = project({ ...files, "plan.md": "- [ ] Support thirds\n" });
    const { model } = scripted([
      calls(...write("half.js", half.replace("2", "3"))),
      calls(...changed("half(4), 2", "half(6), 2"), "toolu_2"),
      reply("Done."),
      reply("[]"),
    ]);
    const { title, outcome, text } = await at.run("/execute-plan plan.md", { model });
    expect([title, outcome], text).toEqual(["Plan ticked, tests rewritten: plan.md", "failed"]);
    expect(text).toMatch(/fail as they were\n\n- `half\.test\.js`/);
  });

  it("what mends the review's findings is taken back if tests don't run with it", async () => {
    const dangerous =
      'const { execSync } = require("node:child_process");\nexecSync("ls " + (process.argv[2] ?? "."));\n';
    const at = project({ ...files, "plan.md": "- [ ] Write key.js, and `node key.js` runs\n" });
    const model = once(
      changed("test(", "test(("),
      calls(...write("key.js", dangerous)),
      reply("Written."),
      reply("[]"),
    );
    const { title, text } = await at.run("/execute-plan plan.md", { model });
    expect(title, text).toBe("Plan paused: plan.md");
    expect(text).toContain("- halves: doesn't run");
    expect(at.read("half.test.js")).toBe(good);
  });
});
