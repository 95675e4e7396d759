import { detectProject, runTests, type TestResult } from "../../code/index.ts";
import { UserError } from "../../lib/index.ts";
import { approve, type Block, type Inquiry, type Section, code, escaped, show } from "../../report/index.ts";
import type { Change, CommandRun } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import { inquiryOf, look, type Looked, type Shown, changeOf } from "../../review/index.ts";
import { opinionOf } from "../review/model.ts";
import { takeBack, takeTask } from "../taken.ts";

const retries = 2;

const system = `A review found what is listed below in changes that you made. Mend each, with as little as it needs, or leave a finding as it is where it is wrong. Change no plan. End when your changes are made; a program reviews again and runs the tests.`;

/** The result of reviewing everything a plan wrote, and of the tests after it. */
export interface Gate {
  /** Unresolved critical and important findings; none if it passes. */
  readonly blocking: readonly Shown[];
  /** What was reviewed, and what couldn't be. */
  readonly inquiry: Inquiry;
  readonly rounds: number;
  readonly tests: Tested;
  readonly passed: boolean;
  readonly trouble: string | undefined;
}

/**
 * Reviews what was written since `began`: the model gets at most two rounds to fix critical and important findings,
 * then the project's tests run. Its fixes are kept only if they pass. Returns undefined if nothing was written.
 */
export async function gate(
  { began, plan }: { readonly began: readonly Change[]; readonly plan: string },
  context: Context,
): Promise<Gate | undefined> {
  const changes: Change[] = [];
  let trouble: string | undefined;
  let rounds = 0;
  let looked = await reviewed(began, plan, context);
  if (!looked) return undefined;
  try {
    for (; rounds < retries && blockingOf(looked).length > 0 && trouble === undefined; rounds++) {
      context.session.progress("The model mends what the review found");
      const done = await takeTask(
        { messages: [{ role: "user", content: promptOf(looked) }], may: "run", system },
        context,
      );
      changes.push(...done.changes);
      trouble = done.trouble;
      if (done.changes.length === 0) break;
      looked = (await reviewed(began, plan, context)) ?? looked;
    }
    const tests = await suite(context);
    if (changes.length && tests?.passed === false) {
      await takeBack(changes, context);
      const again = (await reviewed(began, plan, context)) ?? looked;
      return { ...verdict(again, await suite(context)), rounds, trouble: trouble ?? again.trouble };
    }
    return { ...verdict(looked, tests), rounds, trouble: trouble ?? looked.trouble };
  } catch (error) {
    await takeBack(changes, context);
    throw error;
  }
}

export type Tested =
  | { readonly run: CommandRun; readonly passed: boolean; readonly results: readonly TestResult[] }
  | undefined;

const verdict = (looked: Looked, tests: Tested): Pick<Gate, "blocking" | "inquiry" | "tests" | "passed"> => {
  const blocking = blockingOf(looked);
  return {
    blocking,
    inquiry: inquiryOf(looked, { isProven: true }), // by the plan's commands
    tests,
    passed: blocking.length === 0 && tests?.passed !== false,
  };
};

type Reviewed = Looked & { readonly trouble: string | undefined };

/** Runs the checks and asks for a model's opinion on everything written since, except the plan's own ticks. */
async function reviewed(
  began: readonly Change[],
  plan: string,
  context: Context,
): Promise<Reviewed | undefined> {
  const old = new Map(began.map((change) => [change.path, change.after]));
  const { session, signal } = context;
  const all = await session.workspace.checkpoints.changes(0);
  const changes = all
    .map((change) => (old.has(change.path) ? { ...change, before: old.get(change.path) ?? null } : change))
    .filter(({ path, before, after, encoding }) => path !== plan && before !== after && encoding !== "latin1")
    .map(({ path, before, after }) => changeOf(path, before, after));
  if (changes.length === 0) return undefined;
  session.progress("Reviewing what was written");
  const scope = { what: "what this plan wrote", changes, live: true, unread: [] };
  const looked = await look(scope, {
    workspace: session.workspace,
    signal,
    progress: (what) => session.progress(what),
    except: ["suite"], // all tests run afterwards
  });
  const opinion = await opinionOf(looked, context);
  const findings = [...looked.findings, ...(opinion?.findings ?? [])];
  return { ...looked, findings, trouble: opinion?.trouble };
}

const blockingOf = ({ findings }: Looked): readonly Shown[] =>
  findings.filter(({ severity }) => severity !== "minor");

const promptOf = (looked: Looked): string =>
  blockingOf(looked)
    .slice(0, 12)
    .map((item) => `${item.file}:${item.line}\n${item.quote}\n${item.reason} ${item.suggestion}`)
    .join("\n\n");

/** Runs all tests; undefined if the project has none. Throws UserError if they can't be run. */
export async function allTests({ session: { workspace }, signal }: Context): Promise<Tested> {
  const { shell } = workspace;
  const { runners } = await detectProject(workspace.files);
  if (!shell || runners.length === 0) return undefined;
  const { run, results } = await runTests({ ...workspace, shell }, [], { signal });
  signal.throwIfAborted();
  const has = (status: string): boolean => results.some((result) => result.status === status);
  return { run, passed: run.exitCode === 0 && has("passed") && !has("failed"), results };
}

/** Runs all tests; undefined if the project has none that can be run. */
export const suite = (context: Context): Promise<Tested> =>
  allTests(context).catch((error: unknown) => {
    context.signal.throwIfAborted();
    if (error instanceof UserError) return undefined; // the plan's steps have already reported it
    throw error;
  });

export function gateSections({ blocking, inquiry, rounds, trouble }: Gate): readonly Section[] {
  const facts = {
    verdict: blocking.length ? "holds the plan" : approve(inquiry) ? "lets it pass" : "unknown",
    ...(inquiry.missing.length && {
      "not checked": inquiry.missing.map(({ what, why }) => escaped(`${what}: ${why}`)),
    }),
    "critical and important": blocking.length,
    ...(rounds > 0 && { "rounds of mending": rounds }),
    ...(trouble && { model: escaped(trouble) }),
  };
  const blocks: readonly Block[] = [
    show.facts(facts),
    ...blocking.slice(0, 12).map((item): Block =>
      show.facts({
        place: code(`${item.file}:${item.line}`),
        severity: item.severity,
        problem: escaped(item.reason),
        fix: escaped(item.suggestion),
      }),
    ),
  ];
  return [show.section("gate", "Review gate", blocks)];
}
