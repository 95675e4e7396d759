import { stripVTControlCharacters as uncoloured } from "node:util";
import { runsTests } from "../../code/index.ts";
import { UserError } from "../../lib/index.ts";
import { patched, byName, type Action, type Step } from "../../plan/index.ts";
import { redact, secretValues } from "../../tools/index.ts";
import type { CommandRun, Workspace, Written } from "../../workspace/index.ts";
import type { Context } from "../command.ts";

/** An action and its result: an exit code, a write, or a report's outcome. */
export interface Acted {
  /** Undefined for what no step names: the project's tests. */
  readonly action?: Action;
  readonly claim: string;
  readonly passed: boolean;
  readonly evidence: CommandRun | Written | undefined;
  /** The program's output, shown on failure. */
  readonly output: string;
}

const plain = /^(?!\w+=)[\w./@:=,+-]+(?:\s+[\w./@:=,+-]+)*$/;

const publishes =
  /^(?:git\s+(?:add|commit|push|tag|merge|rebase|checkout|switch|branch)|gh\s+(?:pr|release)|(?:npm|pnpm|yarn) publish)\b/;
const isPublishStep =
  /^(?:git\s+)?(?:commit|push|tag|merge|open a (?:PR|pull request)|create a (?:PR|pull request))\b/i;

export const isTest = (action: Action): boolean => action.kind === "command" && runsTests(action.command);

/** Whether an action commits, changes branches or publishes, which is left to the user: `.git` is read-only. */
export const isCommit = (action: Action): boolean =>
  action.kind === "command" && publishes.test(byName(action.command));

export const isCommitStep = ({ actions, text }: Step): boolean =>
  actions.length > 0 ? actions.every(isCommit) : isPublishStep.test(text);

export const act = async (action: Action, context: Context): Promise<Acted> => ({
  action,
  ...(await carried(action, context)),
});

async function carried(action: Action, context: Context): Promise<Acted> {
  const { workspace } = context.session;
  if (action.kind === "command") return command(action, context);
  if (action.kind === "call") return call(action.text, context);
  const before = await workspace.files.tryRead(action.path);
  const after = action.kind === "write" ? action.content : patched(before ?? "", action.patch);
  const what = `${JSON.stringify(action.path)} ${before === null ? "written" : "changed"}`;
  if (after === undefined)
    return { claim: what, passed: false, evidence: undefined, output: "The diff doesn't fit the file." };
  const evidence = await workspace.files.write([{ path: action.path, before, after }]);
  return { claim: what, passed: true, evidence, output: "" };
}

async function command(
  { command: text, fails }: Extract<Action, { kind: "command" }>,
  { session: { workspace }, signal }: Context,
): Promise<Acted> {
  const { shell, shellMissing } = workspace;
  if (!shell)
    throw new UserError(
      "no-shell",
      "The plan's commands can't be run here.",
      shellMissing ?? "Install a sandbox: antiphon doctor says how.",
    );
  const [program = "", ...words] = plain.test(text)
    ? text.split(/\s+/)
    : ["bash", "-eo", "pipefail", "-c", text];
  const run = await shell.run([program, ...words], { signal });
  signal.throwIfAborted();
  // A missing program doesn't prove that a test fails as expected.
  const failed = run.exitCode !== 0 && run.exitCode !== 126 && run.exitCode !== 127 && !run.stopped;
  const passed = fails ? failed : run.exitCode === 0 && !run.stopped;
  return {
    claim: fails ? "fails, as the plan expects" : "runs",
    passed,
    evidence: run,
    output:
      fails && !passed ? `It was to fail.\n${await printed(run, workspace)}` : await printed(run, workspace),
  };
}

const printed = async ({ stdout, stderr }: CommandRun, workspace: Workspace): Promise<string> =>
  redact(uncoloured(`${stdout}\n${stderr}`).trim().slice(-6000), await secretValues(workspace));

/** Runs another command: its outcome counts, with its last run or write as evidence. */
async function call(text: string, { session: { workspace }, run }: Context): Promise<Acted> {
  const before = new Set(workspace.evidence(0));
  try {
    const { outcome, title } = await run(text);
    const all = workspace.evidence(0).filter((item) => !before.has(item));
    const evidence =
      all.findLast((item) => item.kind === "written") ??
      all.findLast((item) => item.kind === "run" && item.command[0] !== "git") ??
      all.at(-1);
    return { claim: text, passed: outcome === "done", evidence, output: outcome === "done" ? "" : title };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { claim: text, passed: false, evidence: undefined, output: `${error.message} ${error.fix}` };
  }
}
