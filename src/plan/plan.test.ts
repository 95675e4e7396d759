import { describe, expect, it } from "vitest";
import { inOrder, readPlan, ticked } from "./index.ts";

const read = (text: string) => readPlan(text, "plan.md");
const actions = (text: string) =>
  read(text).tasks.flatMap(({ steps }) => steps.flatMap((step) => step.actions));

describe("plans", () => {
  it("reads checkboxes, with what stands below each", () => {
    const { title, tasks } = read(
      "# Ship\n\nWhy.\n\n- [x] Write it\n- [ ] Run `npm test`\n  ```sh\n  npm run build\n  ```\n- [ ] `/test src`, after step 2\n",
    );
    expect(title).toBe("Ship");
    expect(tasks.map(({ id, steps, after }) => [id, steps[0]?.done, after])).toEqual([
      ["1", true, []],
      ["2", false, []],
      ["3", false, ["2"]],
    ]);
    expect(tasks[1]?.steps[0]?.actions).toEqual([
      { kind: "command", command: "npm test", fails: false, line: 6 },
      { kind: "command", command: "npm run build", fails: false, line: 8 },
    ]);
    expect(tasks[2]?.steps[0]?.actions).toMatchObject([{ kind: "call", text: "/test src" }]);
  });

  it("reads a dotted number in bold, and expects a failure only where the plan does", () => {
    expect(read("- [ ] **2.1 Look** at it\n- [ ] **2.2 Go**\n").tasks).toMatchObject([
      { id: "2.1", steps: [{ text: "Look at it" }] },
      { id: "2.2", steps: [{ text: "Go" }] },
    ]);
    const isRed = (text: string): unknown =>
      actions(`- [ ] ${text}\n`).map((one) => "fails" in one && one.fails);
    expect(isRed("Run `npm test` (should fail)")).toEqual([true]);
    expect(isRed("Run `npm test`: it must still fail")).toEqual([true]);
    expect(isRed("Run `npm test` and check that it doesn't fail")).toEqual([false]);
    expect(isRed("Run `npm test`, as empty titles should fail")).toEqual([false]);
    expect(isRed("Run `npm test` and verify that it no longer fails")).toEqual([false]);
    expect(isRed("Run `npm test` and check that none of the tests fails")).toEqual([false]);
    expect(isRed("Run `npm test` and check the result. If it fails, fix the code")).toEqual([false]);
    expect(isRed("Run `npm test` and verify that it fails if the server fails")).toEqual([true]);
  });

  it("writes Markdown to a file of its kind, and takes it for an example elsewhere", () => {
    const step = (path: string): string => `1. Create \`${path}\` with:\n\n\`\`\`md\n# Notes\n\`\`\`\n`;
    expect(actions(step("NOTES.md"))).toMatchObject([
      { kind: "write", path: "NOTES.md", content: "# Notes\n" },
    ]);
    expect(actions(step("notes.js"))).toEqual([]);
  });

  it("reads numbered steps, tables and tasks with files, code and expectations", () => {
    expect(read("1. One\n2. Two (depends on 1)\n").tasks).toMatchObject([
      { id: "1" },
      { id: "2", after: ["1"] },
    ]);
    const table = read(
      "| # | Task | Size | Depends On |\n|---|---|---|---|\n| 1 | Run `npm test` | S | - |\n| [x] 2 | Ship | M | 1 |\n",
    );
    expect(table.tasks).toMatchObject([
      { id: "1", steps: [{ done: false, actions: [{ command: "npm test" }] }] },
      { id: "2", after: ["1"], steps: [{ done: true }] },
    ]);
    const plan = read(`# P

## Task 1: Add

**Files:**
- Create: \`src/add.js\`
- Test: \`tests/add.test.js\`

**Steps:**

1. Write the failing test
\`\`\`js
test("adds");
\`\`\`
2. Verify that it fails
\`\`\`bash
node --test
# Expected: 1 failing
\`\`\`
3. Write the code
\`\`\`js
exports.add = 1;
\`\`\`
4. Run it
\`\`\`bash
node --test  # Expected: PASS
git commit -m "Add"
\`\`\`

## Task 2: Next
**Depends on:** Task 1
- [ ] Think
`);
    expect(plan.tasks[0]?.files).toMatchObject([{ verb: "create" }, { verb: "test" }]);
    expect(plan.tasks[0]?.steps.map((step) => step.actions)).toMatchObject([
      [{ kind: "write", path: "tests/add.test.js", content: 'test("adds");\n' }],
      [{ command: "node --test", fails: true }],
      [{ kind: "write", path: "src/add.js" }],
      [{ fails: false }, { command: 'git commit -m "Add"' }],
    ]);
    expect(plan.tasks[1]).toMatchObject({ after: ["1"], steps: [{ text: "Think", actions: [] }] });
  });

  it("takes files by the head of a block, its first line or the words before, and diffs", () => {
    expect(actions("- [ ] Do\n  ```ts src/a.ts\n  a;\n  ```\n")).toMatchObject([
      { path: "src/a.ts", content: "a;\n" },
    ]);
    expect(actions("- [ ] Do\n  ```py\n  # lib/b.py\n  b = 1\n  ```\n")).toMatchObject([
      { path: "lib/b.py", content: "b = 1\n" },
    ]);
    expect(actions("- [ ] Create `c.json`:\n  ```json\n  {}\n  ```\n")).toMatchObject([{ path: "c.json" }]);
    expect(
      actions("- [ ] Change\n  ```diff\n  --- a/d.txt\n  +++ b/d.txt\n  @@ -1 +1 @@\n  -a\n  +b\n  ```\n"),
    ).toMatchObject([{ kind: "patch", path: "d.txt" }]);
    expect(actions("- [ ] The file `src/a.ts` uses `npm` and `foo(bar)`\n")).toEqual([]);
    expect(actions("- [ ] Escape\n  ```ts ../../etc/a.ts\n  a;\n  ```\n")).toEqual([]);
  });

  it.each([
    ["- [ ] npm test", ["npm test"]],
    ["1. Run npm run build.", ["npm run build"]],
    ["- [ ] 1.1 `mkdir -p lib`", ["mkdir -p lib"]],
    ["- [ ] pytest tests/a.py -q", ["pytest tests/a.py -q"]],
    ["- [ ] python3 -m pytest tests -q", ["python3 -m pytest tests -q"]],
    ["- [ ] Run `terraform plan -out=a`", ["terraform plan -out=a"]],
    ["- [ ] Never run `terraform destroy -auto-approve`", []],
    ["- [ ] Run `main(1, 2)` by hand", []],
    ["- [ ] Do not under any circumstances run `terraform destroy -auto-approve`", []],
    ["- [ ] Make sure nobody can run `rm -rf build`", []],
    ["- [ ] Don't ever `rm -rf build` in a test", []],
    ["- [ ] If the build fails, run `git reset --hard`", []],
    ["- [ ] Run `npm run deploy` only after approval", []],
    ["- [ ] Document how users run `shop serve --port=80`", []],
    ["- [ ] Check: replace `npm test` with `npm run check`", []],
    ["- [ ] ~~Run `npm run deploy`~~ <!-- or run `npm start` -->", []],
    ["- [ ] Deploy\n  Never run this:\n  ```sh\n  npm run destroy\n  ```", []],
    ["- [ ] Make sure it doesn't crash when running `node main.js`", ["node main.js"]],
    ["- [ ] Verify that the build doesn't break: `npm run build`", ["npm run build"]],
    ["- [ ] Before committing, run `terraform plan -out=a`", ["terraform plan -out=a"]],
    ["- [ ] Do not skip tests and run `npm test`", ["npm test"]],
    ["- [ ] Go build", []],
    ["- [ ] Go test the page", []],
    ["- [ ] Make sure that npm test passes", []],
    ["- [ ] npm install is slow", []],
    [
      "| # | Task | Command | Rollback |\n|--|--|--|--|\n| 1 | Lint | npm run lint | `rm a` |",
      ["npm run lint"],
    ],
  ])("takes a command where it is all that %j asks", (plan, commands) => {
    expect(actions(`# Plan\n\n${plan}\n`).map((action) => "command" in action && action.command)).toEqual(
      commands,
    );
  });

  it("orders by what comes first, and refuses what can't be", () => {
    expect(inOrder(read("1. A (after 2)\n2. B\n"), "p").map(({ id }) => id)).toEqual(["2", "1"]);
    expect(() => inOrder(read("1. A (after 2)\n2. B (after 1)\n"), "p")).toThrow(/in a circle: 1 → 2 → 1\./);
    expect(() => inOrder(read("1. A (after 3)\n2. B (after 3)\n3. C (after 2)\n"), "p")).toThrow(
      /in a circle: 3 → 2 → 3\./,
    );
    expect(() => inOrder(read("1. A (after 9)\n"), "p")).toThrow(/which doesn't exist/);
    expect(() => read("Only prose.\n")).toThrow(/no tasks/);
    expect(() => read("- [ ] a\n```sh\n")).toThrow(/never ends/);
  });

  it("ticks one line, wherever it has gone, and reads its own ticks", () => {
    for (const line of ["- [ ] a", "1. a", "## Task 1: a", "| 1 | a |", "**Step 1: a**"]) {
      const once = ticked(`x\n${line}\ny`, [{ line: 2, text: line }]);
      expect(once).toMatch(/\[x\]/);
      expect(ticked(`new\nx\n${line}`, [{ line: 2, text: line }])).toMatch(/^new\nx\n.*\[x\]/);
      expect(ticked("gone", [{ line: 2, text: line }])).toBeUndefined();
    }
    expect(read("1. [x] One\n2. Two\n").tasks.map(({ steps }) => steps[0]?.done)).toEqual([true, false]);
    expect(read("## [x] Task 1: a\n\nDo.\n").tasks).toMatchObject([{ id: "1", steps: [{ done: true }] }]);
  });
});

it("leaves out no numbered item beside checkboxes, and reads variables before a command", () => {
  const { tasks } = readPlan(
    "# Release\n\n1. Run the tests: `env CI=1 npm test`\n2. Write the notes by hand\n- [ ] Tag it\n",
    "plan.md",
  );
  expect(tasks.map(({ title, steps }) => [title, steps[0]?.actions.length])).toEqual([
    ["Run the tests: `env CI=1 npm test`", 1],
    ["Write the notes by hand", 0],
    ["Tag it", 0],
  ]);
});
