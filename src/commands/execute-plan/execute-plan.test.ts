import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../../lib/until.suite.ts";
import { calls, project, reply, scripted } from "../session.suite.ts";

const tdd = `# Add

## Task 1: Add numbers

**Files:**
- Create: \`add.js\`
- Test: \`add.test.js\`

1. Write the failing test
   \`\`\`js
   const assert = require("node:assert");
   require("node:test")("adds", () => assert.equal(require("./add.js").add(1, 2), 3));
   \`\`\`
2. Run it
   \`\`\`sh
   node --test add.test.js
   # Expected: 1 failing
   \`\`\`
3. Write the code
   \`\`\`js
   exports.add = (a, b) => a + b;
   \`\`\`
4. Run \`/test all\`
5. Commit
   \`\`\`sh
   HUSKY=0 git commit -am "Add"
   \`\`\`

## Task 2: Tell
Depends on Task 1.
- [ ] Run \`node -e "process.exit(0)"\`
`;

describe("/execute-plan", () => {
  it("carries out a plan by tests first, ticks what is proven, and leaves the commit", async () => {
    const at = project({ "plan.md": tdd });
    const { outcome, text, title } = await at.run("/execute-plan plan.md");
    expect(title, text).toBe("Plan complete: Add");
    expect(outcome).toBe("done");
    expect(text).toContain("**steps**: 5 of 6 ticked, 5 now");
    expect(text).toMatch(/\[x\] fails, as the plan expects \(node --test add\.test\.js, exit 1/);
    expect(text).toContain("commits are yours");
    expect(at.read("plan.md").match(/\[x\]/g)).toHaveLength(5);
    expect(at.read("add.js")).toBe("exports.add = (a, b) => a + b;\n");
    expect((await at.run("/execute-plan plan.md")).text).toContain("5 of 6 ticked, 0 now");
    await at.run("/undo");
    expect(at.read("plan.md")).toBe(tdd);
  });

  it("doesn't call a plan complete whose steps it can't do, however often it runs", async () => {
    const step = (n: number, text: string, block: string): string => `**Step ${n}: ${text}**\n\n${block}\n`;
    const plan = [
      "### Task 1: Sum\n\n**Files:**\n- Modify: `sum.js`\n- Test: `sum.test.js`\n",
      step(
        1,
        "Write the failing test",
        "```js\nrequire('node:test')('s', () => require('./sum.js').sum());\n```",
      ),
      step(2, "Run the test to verify it fails", "Run: `node --test sum.test.js`\nExpected: FAIL"),
      step(3, "Write the code", "```js\nexports.sum = () => 1;\n```"),
      step(4, "Run the test", "Run: `node --test sum.test.js`"),
      step(5, "Commit", "```sh\ngit commit -am x\n```"),
    ].join("\n");
    const at = project({ "plan.md": plan, "sum.js": "" });
    for (const now of [2, 0]) {
      const { title, outcome, text } = await at.run("/execute-plan plan.md");
      expect([title, outcome], text).toEqual(["Plan paused: plan.md", "failed"]);
      expect(text).toContain(`2 of 5 ticked, ${now} now`);
    }
  });

  it("stops where the project's tests fail after the last step", async () => {
    const at = project({
      "plan.md": "- [ ] Run `node -e 1`\n- [ ] Push\n",
      "package.json": '{"scripts":{"test":"node --test"}}',
      "a.test.js": "require('node:test')('a', () => { throw new Error('no'); });\n",
    });
    const { title, text } = await at.run("/execute-plan plan.md");
    expect(title, text).toBe("Plan stopped: plan.md");
    expect(text).toContain("[ ] the project's tests: failed");
  });

  it("stops at the first failure with its state kept, and goes on from there", async () => {
    const at = project({
      "plan.md": "- [ ] Run `node -e 1`\n- [ ] Run `node check.js`\n- [ ] Run `node -e 2`\n",
      "check.js": "console.error('not yet'); process.exit(3);\n",
    });
    const first = await at.run("/execute-plan plan.md");
    expect(first.title).toBe("Plan stopped: plan.md");
    expect(first.text).toMatch(/\[ \] runs: failed \(node check\.js, exit 3/);
    expect(first.text).toContain("not yet");
    expect(at.read("plan.md")).toMatch(/^- \[x\].*\n- \[ \].*\n- \[ \]/);
    at.write("check.js", "");
    const second = await at.run("/execute-plan plan.md");
    expect(second.title).toBe("Plan ticked, not verified: plan.md"); // the first was ticked before, and nothing tests it
    expect(second.text).toContain("3 of 3 ticked, 2 now");
  });

  it("is not complete by ticks alone: what the plan tests by is run, or nothing says so", async () => {
    const done =
      "# P\n\n### Task 1: A\n\n[x] **Step 1: Write it**\n\n[x] **Step 2: Test it**\n\nRun: `node --test a.test.js`\nExpected: PASS\n";
    const at = project({
      "plan.md": done,
      "a.test.js": 'require("node:test")("a", () => { throw new Error("no"); });\n',
    });
    const ticked = await at.run("/execute-plan plan.md");
    expect(ticked.title).toBe("Plan stopped: P");
    expect(ticked.outcome).toBe("failed");
    expect(ticked.text).toMatch(/\[ \] runs: failed \(node --test a\.test\.js, exit 1/);
    at.write("a.test.js", "");
    expect((await at.run("/execute-plan plan.md")).title).toBe("Plan complete: P");
    const nothing = project({ "plan.md": "- [x] Think\n- [x] Write\n" });
    expect((await nothing.run("/execute-plan plan.md")).title).toBe("Plan ticked, not verified: plan.md");
  });

  it("shows for a test the run of that test, where the step also commits", async () => {
    const at = project({
      "plan.md": "- [ ] Run `git add -A`, `node --test a.test.js` and `node -e 2`\n",
      "a.test.js": 'require("node:test")("a", () => undefined);\n',
    });
    const { title, text } = await at.run("/execute-plan plan.md");
    expect(title).toBe("Plan complete: plan.md");
    expect(text).not.toMatch(/ended well after the last change \(node -e 2/);
    expect(text).toMatch(/ended well after the last change \(node --test a\.test\.js/);
  });

  it("runs a test again after what a model wrote in a later step", async () => {
    const at = project({
      "plan.md": "- [ ] Run `node --test a.js`\n- [ ] Refactor the cart, then run `node --test c.js`\n",
      "a.js": 'if (require("node:fs").existsSync("b.js")) throw Error();\n',
      "c.js": "",
    });
    const { model } = scripted([
      calls("write", { path: "b.js", content: "exports.b = 2;\n" }),
      reply("Done."),
      reply("[]"),
    ]);
    const { title, text } = await at.run("/execute-plan plan.md", { model });
    expect(title, text).toBe("Plan stopped: plan.md");
    expect(text).toContain("2 of 2 ticked, 2 now");
    expect(text).toMatch(/runs: failed \(node --test a\.js, exit 1/);
  });

  it("runs nothing of a plan that is wrong anywhere", async () => {
    const at = project({ "package.json": '{"scripts":{"test":"x"}}', "there.js": "1\n" });
    const wrong: readonly (readonly [string, string])[] = [
      ["- [ ] Run `/tset all`", "did you mean /test?"],
      ["- [ ] `/test --nope`", "has no flag --nope"],
      ["- [ ] `/undo`", "can't stand in a plan"],
      ["- [ ] Run `npm run tset`", "did you mean test?"],
      ["- [ ] Create `there.js`\n  ```js\n  2\n  ```", "already exists with other contents"],
      ["- [ ] x\n  ```js .git/hooks/pre-commit.js\n  2\n  ```", "not a plan's to write"],
      ["## Task 1: a\n- Modify: `gone.js`\n- [ ] Run `node -e 1`", "doesn't exist"],
    ];
    for (const [text, message] of wrong) {
      at.write("plan.md", `- [ ] Run \`touch ran\`\n\n${text}\n`);
      await expect(at.run("/execute-plan plan.md"), text).rejects.toMatchObject({
        code: "plan-invalid",
        message: expect.stringContaining(message),
      });
    }
    expect(() => at.read("ran")).toThrow(/ENOENT/);
    at.write("plan.md", "- [ ] Run `touch ran`\n");
    expect((await at.run("/execute-plan plan.md", { answer: "n" })).outcome).toBe("declined");
    expect((await at.run("/execute-plan plan.md --check")).text).toContain("`touch ran`");
    expect(() => at.read("ran")).toThrow(/ENOENT/);
  });

  it("says why a command that a step names isn't run", async () => {
    const at = project({
      "plan.md":
        "- [ ] Never run `rm -rf lib`; if the build fails, run `git stash`\n- [ ] Say where users run `npm test`\n",
    });
    const { text } = await at.run("/execute-plan plan.md");
    expect(text).toContain(
      "`rm -rf lib`: the plan says not to run it; `git stash`: it depends on a condition",
    );
    expect(text).toContain("`npm test`: others run it");
  });

  it("applies diffs of several files in turn, however their lines are counted, and refuses others", async () => {
    const files = { "one.txt": "a\nb\nc\n", "two.txt": "d\ne\n" };
    const head = (name: string): string => `--- a/${name}\n+++ b/${name}\n`;
    const block = (diff: string): string =>
      `- [ ] Apply:\n\n  \`\`\`diff\n  ${diff.replaceAll("\n", "\n  ")}\n  \`\`\`\n`;
    const both = `${head("one.txt")}@@ -1,9 +1,7 @@\n a\n-b\n+B\n+b\n c\n${head("two.txt")}@@ -1,1 +1,5 @@\n d\n-e\n+E`;
    const then = `${head("one.txt")}@@ -1,1 +1,1 @@\n a\n-B\n+X\n b`;
    const git = (name: string): string =>
      `diff --git a/${name} b/${name}\nindex 1234567..89abcde 100644\n${head(name)}`;
    const last = `${git("one.txt")}@@ -1,9 +1,9 @@\n a\n-X\n+Y\u2028  \n${git("two.txt")}@@ -2,1 +2,1 @@\n-E\n+F`;
    const at = project({ ...files, "plan.md": block(both) + block(then) + block(last) });
    const { title, text } = await at.run("/execute-plan plan.md");
    expect(text).toContain("**steps**: 3 of 3 ticked");
    expect(title).not.toContain("stopped");
    expect(at.read("one.txt")).toBe("a\nY\u2028  \nb\nc\n");
    expect(at.read("two.txt")).toBe("d\nF\n");
    for (const wrong of [
      `${head("one.txt")}@@ -1,1 +1,1 @@\n!no line\n`,
      `${head("two.txt")}@@ -1,2 +1,2 @@\n d\n-f\n+E`,
      `${head("two.txt")}@@ -1,2 +1,2 @@\n-d\n+D\nno line\n-e\n+E`,
      `${head("two.txt")}@@ -1,2 +1,2 @@`,
    ])
      await expect(
        project({ ...files, "plan.md": block(wrong) }).run("/execute-plan plan.md"),
      ).rejects.toThrow(/plan/);
  });

  it("leaves what no program can do, and what waits for it", async () => {
    const at = project({
      "plan.md": "- [ ] Think about it\n- [ ] Run `node -e 1`\n- [ ] Run `node -e 2`, after step 1\n",
    });
    const { text } = await at.run("/execute-plan plan.md");
    expect(text).toContain("no program can do it");
    expect(text).toContain("task 1 isn't done");
    expect(at.read("plan.md")).toMatch(/^- \[ \].*\n- \[x\].*\n- \[ \]/);
  });

  it("doesn't take a missing program for the failure that a plan expects", async () => {
    const at = project({
      "plan.md": "- [ ] Verify that it fails\n  ```sh\n  no-such-program-here x\n  ```\n",
    });
    expect((await at.run("/execute-plan plan.md")).text).toContain("It was to fail.");
    expect(at.read("plan.md")).toContain("[ ]");
  });

  it("lets a model work on a step, and ticks it only by what ran", async () => {
    const files = {
      "plan.md": "## Task 1: Add\n- [ ] Write add in add.js\n- [ ] Run `node check.js`\n",
      "check.js": "if (require('./add.js').add(1, 2) !== 3) process.exit(1);\n",
    };
    const write = (content: string) => calls("write", { path: "add.js", content });
    const good = scripted([write("exports.add = (a, b) => a + b;\n"), reply("Done.")]);
    const at = project(files);
    const { outcome, text } = await at.run("/execute-plan plan.md --mode=implementation", {
      model: good.model,
    });
    expect(outcome, text).toBe("done");
    expect(at.read("plan.md").match(/\[x\]/g)).toHaveLength(2);

    const idle = scripted([reply("All tests pass!"), reply("Really."), reply("Surely.")]);
    const other = project(files);
    const failed = await other.run("/execute-plan plan.md", { model: idle.model });
    expect(failed.outcome).toBe("failed");
    expect(failed.sections.find(({ key }) => key === "model_claims")).toMatchObject({ voice: "model" });
    expect(idle.requests).toHaveLength(3);
    expect(other.read("plan.md")).not.toContain("[x]");
  });

  it("ticks nothing by tests that pass as they did before the model did nothing, or ticked the plan", async () => {
    const files = {
      "package.json": '{"scripts":{"test":"node --test"}}',
      "a.test.js": 'require("node:test")("a", () => {});\n',
      "plan.md": "- [ ] Support dark mode\n",
    };
    const tick = calls("edit", { path: "plan.md", old_string: "[ ]", new_string: "[x]" });
    for (const answers of [[reply("Dark mode is supported.")], [tick, reply("Ticked.")]]) {
      const at = project(files);
      const { outcome, text } = await at.run("/execute-plan plan.md", { model: scripted(answers).model });
      expect(outcome, text).toBe("failed");
      expect(text).toContain("What the model says, without evidence");
      expect(at.read("plan.md")).toBe(files["plan.md"]);
    }
  });

  it("says which tests fail by what a model wrote, also where its other tries change nothing", async () => {
    const at = project({
      "package.json": '{"scripts":{"test":"node --test"}}',
      "a.js": "exports.a = 1;\n",
      "a.test.js":
        'require("node:test")("is one", () => { if (require("./a.js").a !== 1) throw new Error(); });\n',
      "plan.md": "- [ ] Support dark mode\n",
    });
    const wrong = calls("edit", { path: "a.js", old_string: "1", new_string: "2" });
    const { model } = scripted([wrong, reply("Done."), reply("It is right."), reply("It is.")]);
    const { outcome, text } = await at.run("/execute-plan plan.md", { model });
    expect(outcome).toBe("failed");
    expect(text).toContain("is one");
    expect(text).not.toContain("nothing that was run proves it");
    expect(at.read("a.js")).toContain("1");
  });

  it("gives a failing command two more tries with a model, then pauses", async () => {
    const files = {
      "plan.md": "- [ ] Run `node check.js`\n",
      "check.js": "process.exit(require('./n.json'));\n",
      "n.json": "2\n",
    };
    const set = (from: string, to: string) =>
      calls("edit", { path: "n.json", old_string: from, new_string: to });
    const { model, requests } = scripted([
      set("2", "1"),
      reply("Now."),
      set("1", "0"),
      reply("Now."),
      reply("[]"), // the review of what was written
    ]);
    const at = project(files);
    const { outcome, text } = await at.run("/execute-plan plan.md", { model });
    expect(outcome, text).toBe("done");
    expect(requests).toHaveLength(5);
    expect(JSON.stringify(requests[2])).toContain("this went wrong");
  });

  it("takes back what a model wrote for a step that isn't proven, and marks that it set itself", async () => {
    const plan = "- [ ] Write it\n- [ ] Run `node check.js`\n";
    const at = project({ "plan.md": plan, "check.js": "process.exit(1);\n" });
    const { model } = scripted([
      calls("write", { path: "stray.js", content: "1;\n" }),
      calls("edit", { path: "plan.md", old_string: "- [ ] Run", new_string: "- [x] Run" }, "toolu_2"),
      reply("Everything is done."),
    ]);
    const { outcome, text } = await at.run("/execute-plan plan.md", { model });
    expect(outcome).toBe("failed");
    expect(text).toContain("nothing that was run proves it. What the model wrote was taken back");
    expect(at.read("plan.md")).toBe(plan);
    expect(() => at.read("stray.js")).toThrow(/ENOENT/);
  });

  it("lets the model try again where its change keeps the tests from running, and says why", async () => {
    const at = project({
      "plan.md": "- [ ] Write it\n",
      "package.json": '{ "scripts": { "test": "vitest run" } }',
    });
    const { model, requests } = scripted([
      calls("write", { path: "a.js", content: "1;\n" }),
      reply("Done."),
      ...[1, 2].map(() => reply("Again.")),
    ]);
    const { text } = await at.run("/execute-plan plan.md", { model });
    expect(JSON.stringify(requests[2])).toMatch(/this went wrong:[^]*vitest/);
    expect(text).toMatch(/vitest[^]*What the model wrote was taken back/);
  });

  const gated = {
    "plan.md": "- [ ] Write key.js\n- [ ] Run `node key.js`\n",
    "package.json": '{"name": "gated"}\n',
  };
  const dangerous =
    'const { execSync } = require("node:child_process");\nexecSync("ls " + (process.argv[2] ?? "."));\n';
  const tame = 'const { execFileSync } = require("node:child_process");\nexecFileSync("ls", ["."]);\n';
  const write = (content: string, id: string) => calls("write", { path: "key.js", content }, id);
  const plain = "- [ ] Write key.js, and `node key.js` runs\n";

  it("reviews what was written: findings go back to the model before the plan counts as complete", async () => {
    const at = project({ ...gated, "plan.md": plain + "  ```sh\n  node key.js\n  ```\n" });
    const { model, requests } = scripted([
      write(dangerous, "toolu_1"),
      reply("Written."),
      reply("[]"),
      write(tame, "toolu_2"),
      reply("Mended."),
      reply("[]"),
    ]);
    const { title, text } = await at.run("/execute-plan plan.md", { model });
    expect(title, text).toBe("Plan complete: plan.md");
    expect(text).toContain("**rounds of mending**: 1");
    expect(at.read("key.js")).toBe(tame);
    expect(JSON.stringify(requests[3])).toContain("A review found what is listed below");
  });

  it("runs the project's tests before and after what a model wrote, and not again for the gate and the end", async () => {
    const at = project({
      "package.json": '{"scripts":{"test":"node count.js"}}',
      "count.js": 'require("node:fs").appendFileSync("runs.txt", "ran\\n");\n',
      ".gitignore": "runs.txt\n",
      "plan.md": plain,
    });
    const { model } = scripted([write(tame, "toolu_1"), reply("Written."), reply("[]")]);
    const { title, text } = await at.run("/execute-plan plan.md", { model });
    expect(text).toContain("the project's tests");
    expect(at.read("runs.txt"), title + text).toBe("ran\nran\n");
  });

  it("pauses after two rounds in which a finding stays", async () => {
    const at = project({ ...gated, "plan.md": plain + "  ```sh\n  node key.js\n  ```\n" });
    const { model } = scripted([
      write(dangerous, "toolu_1"),
      reply("Written."),
      reply("[]"),
      write(`${dangerous}\n`, "toolu_2"),
      reply("Mended."),
      reply("[]"),
      write(`${dangerous}\n\n`, "toolu_3"),
      reply("Mended."),
      reply("[]"),
    ]);
    const { title, outcome, text } = await at.run("/execute-plan plan.md", { model });
    expect([title, outcome], text).toEqual(["Plan paused: plan.md", "failed"]);
    expect(text).toContain("**verdict**: holds the plan");
    expect(text).toMatch(/\*\*place\*\*: `key\.js:2`/);
  });

  it("ends when it is called off, with nothing half done", async () => {
    const at = project({
      "plan.md": "- [ ] Run `node -e 1`\n- [ ] Run `node slow.js`\n",
      "slow.js": 'require("fs").writeFileSync("began.txt", ""); setTimeout(() => {}, 600_000);',
    });
    const controller = new AbortController();
    const running = at.run("/execute-plan plan.md", { signal: controller.signal });
    await until(() => existsSync(join(at.root, "began.txt")));
    controller.abort();
    expect((await running).title).toBe("Interrupted");
    expect(at.read("plan.md")).toMatch(/^- \[x\].*\n- \[ \]/);
  });
});
