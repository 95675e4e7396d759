import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Plan, readPlan, ticked } from "./index.ts";

const texts = [
  "Write the failing test",
  "Run `npm test`",
  "Commit",
  "Add `total` to `cart.js`",
  "Think [about](it.md)",
  "Do it after step 1",
  "x",
];
const bodies = [
  "",
  "```js\nexports.a = 1;\n```",
  "Run: `node --test`\nExpected: FAIL",
  "  - [ ] inner\n  - [ ] Run `npm run lint`",
  "```bash\ngit add .\ngit commit -m x\n```",
  "````md\n- [ ] a plan within code\n````",
  "Some prose.\n\n> quoted - [ ] no step",
];

/** Each form writes the nth step, from 1, of a section; `body` follows it. */
const forms: Readonly<Record<string, (n: number, text: string) => string>> = {
  boxes: (_, text) => `- [ ] ${text}`,
  starBoxes: (_, text) => `* [ ] ${text}`,
  doneBoxes: (n, text) => `- [${n % 2 ? "x" : " "}] ${text}`,
  begunBoxes: (n, text) => `- [${"-/~>"[n % 4]}] ${text}`,
  keyedBoxes: (n, text) => `- [ ] T00${n} ${text}`,
  dottedBoxes: (n, text) => `- [ ] 7.${n} ${text}`,
  optionalBoxes: (n, text) => `- [ ]* 7.${n} ${text}`,
  letters: (n, text) => `${" abcdefg"[n]}. ${text}`,
  boldThenDash: (n, text) => `**Step ${n}** – ${text}`,
  signedHeads: (n, text) => `#### ${n % 2 ? "⬜" : "✅"} Step ${n} — ${text}`,
  bareBoxes: (_, text) => `[ ] ${text}`,
  emptyBoxes: (_, text) => `- [] ${text}`,
  numbers: (n, text) => `${n}. ${text}`,
  brackets: (n, text) => `${n}) ${text}`,
  numberedBoxes: (n, text) => `${n}. [ ] ${text}`,
  bold: (n, text) => `**Step ${n}: ${text}**`,
  boldThenText: (n, text) => `**Step ${n}:** ${text}`,
  boldNumbers: (n, text) => `**${n}. ${text}**`,
  bulletBold: (n, text) => `- **Step ${n}: ${text}**`,
  boxedBold: (n, text) => `- [ ] **Step ${n}: ${text}**`,
  stepHeads: (n, text) => `#### Step ${n}: ${text}`,
  numberHeads: (n, text) => `### ${n}. ${text}`,
  words: (n, text) => `Step ${n}: ${text}`,
  bullets: (_, text) => `* ${text}`,
};
const heads = [
  "",
  "## Task N: Name",
  "### Task N — Name",
  "## Phase N: Name",
  "## N. Name",
  "## Name",
  "## Milestone N",
];
const front = [
  "",
  "---\nname: a plan\ntodos:\n  - [ ] no step\n---\n",
  "# Title\n\n> **For agents:** do each.\n\n**Goal:** x\n\n---\n",
];

const step = fc.record({ text: fc.constantFrom(...texts), body: fc.constantFrom(...bodies) });
const section = fc.record({
  form: fc.constantFrom(...Object.keys(forms)),
  head: fc.constantFrom(...heads),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});
const plans = fc
  .record({
    front: fc.constantFrom(...front),
    sections: fc.array(section, { minLength: 1, maxLength: 3 }),
    crlf: fc.boolean(),
    note: fc.constantFrom(
      "",
      "\n<!--\n- [ ] no step\n-->\n",
      "\n| # | Task |\n|---|---|\n| 71 | Ship |\n",
      "\n| Step | Task | Done |\n|---|---|---|\n| 72 | Ship | [ ] |\n",
    ),
  })
  .map(({ front: begin, sections, crlf, note }) => {
    const written = sections.map(({ form, head, steps }, i) =>
      [
        head.replace("N", String(i + 1)),
        ...steps.map(({ text, body }, n) => `${forms[form]?.(n + 1, text)}\n${body}`),
      ].join("\n\n"),
    );
    const text = begin + written.join("\n\n") + note;
    return crlf ? text.replaceAll("\n", "\r\n") : text;
  });

/** Everything but the marks. */
const shape = ({ tasks }: Plan): unknown =>
  tasks.map(({ id, title, after, steps }) => ({
    id,
    title,
    after,
    steps: steps.map(({ line, number, text, actions, unproven }) => ({
      line,
      number,
      text,
      actions,
      unproven: unproven.filter((item) => !item.startsWith("line")),
    })),
  }));

const stepsOf = (text: string) => readPlan(text, "p.md").tasks.flatMap(({ steps }) => steps);

describe("plans of all forms", () => {
  it("read the same after each tick, and only the ticked step changes", () => {
    fc.assert(
      fc.property(plans, fc.infiniteStream(fc.nat()), (written, choices) => {
        let text = written;
        const first = shape(readPlan(text, "p.md"));
        for (const choice of choices) {
          const all = stepsOf(text);
          const open = all.filter(({ done }) => !done);
          const chosen = open[choice % open.length];
          if (!chosen) break;
          const marked = ({ line, body }: (typeof all)[number]) => ({
            line,
            text: body.split("\n")[0] ?? "",
          });
          const after = ticked(text, [marked(chosen), ...chosen.parts], all.map(marked));
          if (after === undefined) throw new Error("The line of a step that was just read isn't there.");
          text = after;
          expect(shape(readPlan(text, "p.md"))).toEqual(first);
          expect(stepsOf(text).map(({ done }) => done)).toEqual(
            all.map((step) => step.done || step.line === chosen.line),
          );
        }
        expect(stepsOf(text).every(({ done }) => done)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("keep the numbers of their steps", () => {
    const text =
      "# T\n\n- [ ] 2.1 Read\n- [-] 2.2 Write\n- [ ]* T003 Ship\n- [ ] 4. Tell\n- [ ] 5 people agree\n";
    const read = stepsOf(text).map(({ number, text: words, done }) => [number, words, done]);
    expect(read).toEqual([
      ["2.1", "Read", false],
      ["2.2", "Write", false],
      ["T003", "Ship", false],
      ["4", "Tell", false],
      [undefined, "5 people agree", false],
    ]);
  });

  it("take bullets below a heading of steps for steps, and no others", () => {
    const text = "Steps\n=====\n\n* Read\n* Write\n\nRisks\n-----\n\n* It is slow\n";
    expect(stepsOf(text).map(({ text: words }) => words)).toEqual(["Read", "Write"]);
  });

  it("tell by a sign or a word in a column of states what is done", () => {
    const text =
      "| # | Task | Status |\n|---|---|---|\n| 1 | Read | ✅ |\n| 2 | Write | done |\n| 3 | Ship | ⏳ |\n";
    expect(stepsOf(text).map(({ done }) => done)).toEqual([true, true, false]);
  });

  it("have all of their steps read, and no others", () => {
    for (const [name, write] of Object.entries(forms))
      for (const head of heads) {
        if (head && /Heads|bullets/.test(name)) continue;
        const steps = ["One", "Two", "Three"].map((text, i) => write(i + 1, text));
        const read = stepsOf(`# T\n\n${head.replace("N", "1")}\n\n${steps.join("\n\n")}\n`);
        expect(
          read.map(({ text }) => text),
          `${name} ${head}`,
        ).toEqual(["One", "Two", "Three"]);
      }
  });

  it("keep their own numbers, also where each section counts anew", () => {
    const plan = readPlan("## Setup\n1. A\n2. B\n## Build\n1. C\n2. D (after step 1)\n", "p.md");
    const ids = plan.tasks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids.map((id) => id.split(".")[1])).toEqual(["1", "2", "1", "2"]);
    expect(plan.tasks[3]?.after).toEqual([ids[2]]);
  });

  it("lose nothing outside the tasks that have headings", () => {
    const text = "## Phase 1: P\n### Task 1: A\n- [ ] a\n## Final checks\n- [ ] Run `npm test`\n";
    expect(readPlan(text, "p.md").tasks.map(({ title }) => title)).toEqual(["A", "Run `npm test`"]);
  });

  it("takes a program for what it is, wherever it's installed", () => {
    const commands = (line: string) =>
      readPlan(`- [ ] ${line}\n- [ ] b\n`, "p.md").tasks.flatMap(({ steps }) =>
        steps.flatMap(({ actions }) => actions.map((action) => ("command" in action ? action.command : "?"))),
      );
    for (const command of [
      ".venv/bin/python -m pytest -q",
      "node_modules/.bin/vitest run",
      "./node_modules/.bin/eslint .",
      "CI=1 vendor/bin/jest --ci",
    ])
      expect(commands(`\`${command}\``)).toEqual([command]);
    for (const command of ["bin/setup", "./scripts/build.sh", "bin/rails db:migrate"]) {
      expect(commands(`Run \`${command}\``)).toEqual([command]);
      expect(commands(`Look at \`${command}\``)).toEqual([]);
    }
    expect(commands("`./src/cart.ts`")).toEqual([]);
    expect(commands("Run .venv/bin/pytest tests")).toEqual([".venv/bin/pytest tests"]);
  });

  it("read a command that is all that a step says, and a file that stands right above its text", () => {
    const kinds = (text: string) => stepsOf(text).map(({ actions }) => actions.map(({ kind }) => kind));
    expect(kinds("- [ ] `go vet ./...`\n- [ ] Measure: `node bench.js`\n")).toEqual([
      ["command"],
      ["command"],
    ]);
    expect(kinds("- [ ] Replace `ls -a` by `ls -l`\n")).toEqual([[]]);
    const asides = [
      "Rollback: `git checkout main`",
      "Instead of: `npm run old`",
      "**If it fails:** `rm -rf dist`",
    ];
    expect(kinds(`- [ ] Deploy it\n${asides.map((line) => `  - ${line}\n`).join("")}`)).toEqual([[]]);
    expect(kinds("- [ ] Rollback: `git checkout main`\n")).toEqual([["command"]]);
    const block = "\n\n  `a.json`:\n\n  ```json\n  {}\n  ```\n";
    expect(kinds(`- [ ] Write the settings${block}`)).toEqual([["write"]]);
    expect(kinds(`- [ ] Update the settings${block}`)).toEqual([[]]);
  });

  it("take words above steps for a caption, and a table without numbers for a text", () => {
    const titles = (text: string) => readPlan(text, "p.md").tasks.map(({ id, title }) => [id, title]);
    const boxes = "- [ ] Run `npm ci`\n- [ ] Run `npm test`\n";
    const two = [
      ["1", "Run `npm ci`"],
      ["2", "Run `npm test`"],
    ];
    expect(titles(`Step 1: Set up\n\n${boxes}`)).toEqual(two);
    expect(titles(`[x] Step 1: Set up\n\n${boxes}`)).toEqual(two);
    expect(titles("Step 1: Set up\nStep 2: Ship\n")).toEqual([
      ["1", "Set up"],
      ["2", "Ship"],
    ]);
    const table = "\n| Step | What happens |\n|---|---|\n| Install | packages come |\n";
    expect(titles(`${boxes}${table}`)).toEqual(two);
  });

  it("say what of a step nothing proves", () => {
    const unproven = (text: string): readonly string[] => stepsOf(text).flatMap((step) => step.unproven);
    expect(unproven("- [ ] Refactor the cart, then run `npm test`\n")).toHaveLength(1);
    expect(unproven("- [ ] Do it and run `npm test`\n  ```js\n  a();\n  ```\n")).toHaveLength(1);
    expect(unproven("- [ ] All\n  - [ ] Ask Ann\n  - [ ] Run `npm test`\n")).toHaveLength(1);
    expect(unproven("- [ ] Add the folder: run `mkdir lib`\n- [ ] Run `npm test`\n")).toEqual([]);
  });
});
