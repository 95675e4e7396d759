import {
  approve,
  type Block,
  type Inquiry,
  type Section,
  code,
  escaped,
  shortened,
  show,
} from "../../report/index.ts";
import { isGreen, type Suite } from "../../test-runs/index.ts";
import type { Change } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import { inquiryOf, look, type Looked, type Shown, changeOf } from "../../review/index.ts";
import { opinionOf } from "../review/model.ts";
import { takeBack, takeTask } from "../taken.ts";
import type { PlanTests } from "./tests.ts";

const retries = 2;

const system = `A review found what is listed below in changes that you made. Mend each, with as little as it needs, or leave a finding as it is where it is wrong. Change no plan. End when your changes are made; a program reviews again and runs the tests.`;

/** The result of reviewing everything a plan wrote, and of the tests after it. */
export interface Gate {
  /** Unresolved critical and important findings; none if it passes. */
  readonly blocking: readonly Shown[];
  /** What was reviewed, and what couldn't be. */
  readonly inquiry: Inquiry;
  readonly rounds: number;
  readonly passed: boolean;
  /** Why the fixes were taken back: what ran before them and doesn't any more; empty if they are kept. */
  readonly lost: string;
  /** Test files that the fixes changed: tests that pass with them fail as these were. */
  readonly rewritten: readonly string[];
  readonly trouble: string | undefined;
}

/**
 * Reviews what was written since `began`: the model gets at most two rounds to fix critical and important findings,
 * then the project's tests run. Its fixes are kept only if the tests that ran before still run and pass. Returns
 * undefined if nothing was written.
 */
export async function gate(
  {
    began,
    plan,
    tests,
  }: { readonly began: readonly Change[]; readonly plan: string; readonly tests: PlanTests },
  context: Context,
): Promise<Gate | undefined> {
  const changes: Change[] = [];
  let trouble: string | undefined;
  let rounds = 0;
  let looked = await reviewed(began, plan, context);
  if (!looked) return undefined;
  try {
    await tests.current(); // to compare with
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
    const compared = changes.length ? await tests.compare() : undefined;
    const { lost = "", rewritten = [] } = compared ?? {};
    if (lost) {
      await takeBack(changes, context);
      await tests.putBack();
      looked = (await reviewed(began, plan, context)) ?? looked;
    }
    trouble ??= looked.trouble;
    return { ...verdict(looked, await tests.current()), rounds, trouble, lost, rewritten };
  } catch (error) {
    await takeBack(changes, context);
    throw error;
  }
}

const verdict = (looked: Looked, tests: Suite): Pick<Gate, "blocking" | "inquiry" | "passed"> => {
  const blocking = blockingOf(looked);
  return {
    blocking,
    inquiry: inquiryOf(looked, { isProven: true }), // by the plan's commands
    passed: blocking.length === 0 && tests.runs.every((ran) => ran.broken !== undefined || isGreen(ran)),
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

export function gateSections({ blocking, inquiry, rounds, trouble, lost }: Gate): readonly Section[] {
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
    ...(lost ? [show.text("What the model mended was taken back:"), show.code("text", shortened(lost))] : []),
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
