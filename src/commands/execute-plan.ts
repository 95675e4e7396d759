import { UserError } from "../lib/index.ts";
import { inOrder, readPlan, type Task } from "../plan/index.ts";
import { type Reported, code, show } from "../report/index.ts";
import { command, type Context } from "./command.ts";
import { isCommitStep } from "./execute-plan/act.ts";
import { carryOut, type Result } from "./execute-plan/carry-out.ts";
import { outlineData, planData, type PlanData } from "./execute-plan/data.ts";
import { gate } from "./execute-plan/gate.ts";
import { report } from "./execute-plan/report.ts";
import { PlanTests } from "./execute-plan/tests.ts";
import { finalCommands, verify } from "./execute-plan/verify.ts";
import { callable, problemsOf } from "./execute-plan/validate.ts";

const implementation = "implementation";

export default command({
  summary: "Carry out a plan: its commands, files and calls in order; each is ticked when proven",
  keywords: "Carry out, execute, follow or work through a plan, step by step",
  argument: { name: "file", summary: "a plan in Markdown", required: true, example: "plan.md" },
  shell: true,
  data: planData,
  flags: {
    mode: {
      type: "choice",
      choices: ["default", implementation],
      summary: "implementation: a model writes code first, and little prose",
    },
    check: { type: "boolean", summary: "Only read the plan and show what would be done" },
  },
  async run({ argument, flags }, asked) {
    const { session } = asked;
    const { files } = session.workspace;
    const path = await files.resolve(argument.trim());
    const plan = readPlan(await files.read(path), path);
    const tasks = inOrder(plan, path);
    await validate(tasks, path, asked);
    if (flags.check) return outline(tasks, path);
    if (!(await agreed(tasks, asked))) return declined(tasks, path);
    const { mode } = session;
    if (flags.mode === implementation) session.mode = await session.modes.load(implementation);
    try {
      const tests = new PlanTests(asked);
      const { context } = tests;
      const began = await session.workspace.checkpoints.changes(0);
      const results: Result[] = [];
      const done = { path, title: plan.title, results };
      context.unfinished(() => report({ ...done, verification: undefined }));
      await carryOut(tasks, { path, context, tests }, results);
      const isWhole = !results.some(({ state }) => state === "failed" || state === "waits");
      const gated = session.model && isWhole ? await gate({ began, plan: path, tests }, context) : undefined;
      const isOpen = !isWhole || results.some(({ state }) => state === "left");
      const verification = isOpen ? undefined : await verify(tasks, { results, gated, tests }, context);
      return report({ ...done, gated, verification });
    } finally {
      session.mode = mode;
    }
  },
});

async function validate(tasks: readonly Task[], path: string, { session, commands }: Context): Promise<void> {
  const problems = await problemsOf(tasks, { files: session.workspace.files, commands });
  const [first, ...rest] = problems;
  if (!first) return;
  const others = rest.slice(0, 9).map(({ line, message }) => `line ${line}: ${message}`);
  throw new UserError(
    "plan-invalid",
    [`Nothing was run, as the plan has errors: ${first.message}`, ...others].join("; "),
    `Correct these lines. A plan may call ${callable.map((name) => `/${name}`).join(", ")}.`,
    { place: { file: path, line: first.line } },
  );
}

const checksOf = (task: Task): readonly string[] =>
  task.steps
    .filter(({ done }) => !done)
    .filter((step) => !isCommitStep(step))
    .flatMap(({ actions }) => actions)
    .map((action) =>
      action.kind === "command"
        ? action.command
        : action.kind === "call"
          ? action.text
          : `write ${action.path}`,
    );

/** Asks once for the whole plan, listing what it runs. */
async function agreed(tasks: readonly Task[], { session }: Context): Promise<boolean> {
  const checks = finalCommands(tasks).map(({ command }) => command);
  const all = [...new Set([...tasks.flatMap(checksOf), ...checks])];
  if (all.length === 0) return true;
  return (
    (await session.ask.choose(
      `The plan asks for:\n${all.map((item) => `  ${item}`).join("\n")}\nCarry it out?`,
      ["y", "n"],
    )) === "y"
  );
}

const declined = (tasks: readonly Task[], path: string): Reported<PlanData> => ({
  title: `Plan ${path}`,
  outcome: "declined",
  data: outlineData(path, tasks),
  sections: [show.section("progress", "", [show.answer("Nothing was run. --yes answers the question.")])],
});

const outline = (tasks: readonly Task[], path: string): Reported<PlanData> => ({
  title: `Plan ${path}`,
  outcome: "done",
  data: outlineData(path, tasks),
  sections: [
    show.section("order", "Order", [
      show.table(
        ["Task", "Name", "After", "Done", "By a program"],
        tasks.map((task) => [
          task.id,
          code(task.title),
          task.after.join(", "),
          `${task.steps.filter(({ done }) => done).length} of ${task.steps.length}`,
          checksOf(task).map(code).join(", ") || null,
        ]),
      ),
    ]),
  ],
});
