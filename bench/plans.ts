/**
 * Checks how plans are parsed: `npx node bench/plans.ts [--misses]`. The plans in `plans/agents.txt` and
 * `plans/people.txt` follow formats that coding agents and people use. Above each stands its truth, a line per step:
 * number (`-`: none), kind (`c` a command, `w` a write, `n` nothing a program does, `x` ticked, `y` the user's own,
 * such as a commit), and text. Ticks every open step in turn and parses the plan again after each.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPlan, ticked, type Step } from "../src/plan/index.ts";
import { has } from "./words.ts";

interface Expected {
  readonly number: string;
  readonly kind: string;
  readonly text: string;
}

interface Read {
  readonly step: Step;
  readonly number: string;
}

const sets = ["agents.txt", "people.txt"].flatMap((name) =>
  readFileSync(join(import.meta.dirname, "plans", name), "utf8")
    .split(/^====\n/m)
    .slice(1),
);

const plain = (text: string): string => text.replaceAll("**", "").trim();

function expectedOf(truth: string): readonly Expected[] {
  return truth
    .trim()
    .split("\n")
    .map((line) => {
      const [, number = "", kind = "", text = ""] = /^(\S+) (\w) (.*)$/.exec(line) ?? [];
      return { number, kind, text: plain(text).replace(/^(?:Step|Task) \w+: /, "") };
    });
}

const read = (plan: string): readonly Read[] =>
  readPlan(plan, "plan.md").tasks.flatMap(({ id, steps }) =>
    steps.map((step) => ({ step, number: step.number ?? id })),
  );

function isOfKind(kind: string, { actions, done }: Step): boolean {
  if (kind === "x") return done;
  if (kind === "y") return !done;
  const kinds = actions.map((action) => action.kind);
  if (kind === "w") return kinds.includes("write");
  if (kind === "c") return kinds.some((one) => one === "command" || one === "call");
  return kinds.length === 0 && !done;
}

/** Returns the text to compare of each step, without its mark. */
const shape = (steps: readonly Read[]): string =>
  JSON.stringify(steps.map(({ step, number }) => [number, step.line, step.text, step.actions]));

function isStable(plan: string): boolean {
  const first = shape(read(plan));
  let text = plan;
  for (;;) {
    const steps = read(text);
    const open = steps.find(({ step }) => !step.done)?.step;
    if (!open) return true;
    const marked = ({ line, body }: Step) => ({ line, text: body.split("\n")[0] ?? "" });
    const after = ticked(
      text,
      [marked(open), ...open.parts],
      steps.map(({ step }) => marked(step)),
    );
    if (after === undefined || after === text) return false;
    text = after;
    if (shape(read(text)) !== first) return false;
  }
}

const right = { steps: 0, numbers: 0, executability: 0, "same after each tick": 0 };
for (const set of sets) {
  const end = set.indexOf("----\n");
  const [truth, plan] = [set.slice(0, end), set.slice(end + 5)];
  const expected = expectedOf(truth);
  let steps: readonly Read[] = [];
  let problem = "";
  try {
    steps = read(plan);
  } catch (error) {
    problem = String(error);
  }
  const pairs = expected.map((one, i) => ({ one, got: steps[i] }));
  const every = (fits: (one: Expected, got: Read) => boolean): boolean =>
    !problem && pairs.every(({ one, got }) => got !== undefined && fits(one, got));
  const result: Readonly<Record<keyof typeof right, boolean>> = {
    steps:
      steps.length === expected.length && every(({ text }, { step }) => plain(step.text).startsWith(text)),
    numbers: every(({ number }, got) => number === "-" || number === got.number),
    executability: every(({ kind }, { step }) => isOfKind(kind, step)),
    "same after each tick": !problem && isStable(plan),
  };
  for (const name of Object.keys(right) as (keyof typeof right)[]) right[name] += Number(result[name]);
  if (has("misses") && Object.values(result).includes(false))
    console.log(
      truth,
      plan,
      result,
      problem || steps.map(({ step, number }) => [number, step.text, step.actions]),
    );
}
for (const [name, count] of Object.entries(right)) console.log(`${name}: ${count} of ${sets.length} plans`);
