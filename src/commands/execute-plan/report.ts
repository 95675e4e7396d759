import {
  type Block,
  type Reported,
  type Section,
  code,
  escaped,
  shortened,
  show,
} from "../../report/index.ts";
import { dataOf, type PlanData } from "./data.ts";
import { type Gate, gateSections } from "./gate.ts";
import type { Result, State } from "./carry-out.ts";
import { type Open, rewrittenOf, verdictOf, verificationSection, type Verification } from "./verify.ts";

export interface Done {
  readonly path: string;
  readonly title: string;
  readonly results: readonly Result[];
  /** Set if a model worked and something was written. */
  readonly gated?: Gate | undefined;
  /** What ran at the end; undefined while steps are open. */
  readonly verification: Verification | undefined;
}

/** A step's label: its task and, if the task has several steps, its own number. */
const label = ({ task, step }: Pick<Result, "task" | "step">): string =>
  task.steps.length > 1 && step.number
    ? code(`${task.id}. Step ${step.number}: ${step.text}`)
    : code(`${task.id}. ${step.text}`);

const is = (results: readonly Result[], ...states: readonly State[]): readonly Result[] =>
  results.filter(({ state }) => states.includes(state));

export function report(done: Done): Reported<PlanData> {
  const { path, title, results, gated, verification } = done;
  const verdict = verdictOf(results, verification, gated);
  const word = typeof verdict === "string" ? verdict : verdict.words;
  const data = dataOf(path, word, results);
  const sections: readonly Section[] = [
    show.section("progress", "Progress", [
      show.facts({
        plan: code(path),
        tasks: `${data.tasks.done} of ${data.tasks.total} done`,
        steps: `${is(results, "done", "before").length} of ${results.length} ticked, ${is(results, "done").length} now`,
      }),
    ]),
    show.section("steps", "Steps", is(results, "done", "failed").flatMap(stepBlocks)),
    ...rest("left", "Left to you", is(results, "left", "commit")),
    ...claims(results),
    ...rest("waiting", "Waiting", is(results, "waits")),
    ...(gated ? gateSections(gated) : []),
    ...show.sections(
      "rewritten_tests",
      "Tests that the model changed, and that fail as they were",
      show.lists(rewrittenOf(results, gated).map(code)),
    ),
    ...(verification ? [verificationSection(verification)] : []),
    ...(typeof verdict === "string" ? [next(path, verdict)] : []),
  ];
  return {
    title: `Plan ${word}: ${title}`,
    data,
    ...(typeof verdict !== "string" && { verdict }),
    outcome: typeof verdict === "string" ? "failed" : "done",
    sections: sections.filter(({ blocks }) => blocks.length > 0),
  };
}

function stepBlocks({ task, step, state, acts, why }: Result): readonly Block[] {
  const head: Block = show.list([`${label({ task, step })}: ${state === "done" ? "ticked" : "failed"}`]);
  const checks = acts.map(({ claim, evidence, passed }): Block =>
    show.check(claim.startsWith("/") ? code(claim) : claim, evidence, passed),
  );
  const output = state === "failed" && why ? shortened(why) : "";
  return [head, ...checks, ...(output ? [show.code("text", output)] : [])];
}

const rest = (key: string, title: string, results: readonly Result[]): readonly Section[] =>
  show.sections(key, title, show.lists(results.map((result) => `${label(result)}: ${result.why ?? ""}`)));

/** The model's claims about steps that aren't proven. */
function claims(results: readonly Result[]): readonly Section[] {
  const items = results.flatMap((result) =>
    result.claim ? [`${label(result)}: ${escaped(result.claim.slice(0, 500))}`] : [],
  );
  if (items.length === 0) return [];
  const title = "What the model says, without evidence";
  return [show.section("model_claims", title, [show.list(items)], { voice: "model" })];
}

const doNext: Readonly<Record<Open, string>> = {
  stopped: "Fix what failed; ticked steps stay ticked",
  paused: "Do what is left to you, and tick it",
  "ticked, tests rewritten":
    "Look at the tests that the model changed: whether they are right is for you to see",
  "ticked, not verified":
    "Add a step that runs the tests, such as `- [ ] Run \\`npm test\\``: only what runs shows that the plan is done",
  "ticked, not reviewed": "Review what the gate names as not checked: /review",
};

const next = (path: string, word: Open): Section =>
  show.section("next_steps", "Next steps", [
    show.list([doNext[word], `Go on: ${code(`/execute-plan ${path}`)}`]),
  ]);
