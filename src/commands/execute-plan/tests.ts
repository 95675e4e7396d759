import {
  countOf,
  describeLost,
  describeOthers,
  failuresOf,
  isGreen,
  lostTests,
  runSuite,
  type Suite,
  WatchedTests,
} from "../../test-runs/index.ts";
import { type Change, reversed } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import type { Acted } from "./act.ts";

/** What the project's tests say about changes. */
export interface Compared {
  readonly before: Suite;
  readonly suite: Suite;
  /** What ran before and doesn't any more, or fails; empty if there is nothing of that kind. */
  readonly lost: string;
  /** Changed test files: as they were, tests fail that pass with the changes. */
  readonly rewritten: readonly string[];
  /** Set if someone else changed tests meanwhile: another try would prove nothing either. */
  readonly trouble?: string;
}

/** The project's tests in the course of a plan: what ran before a model's change must run and pass after it. */
export class PlanTests {
  /** What the plan is carried out with. */
  readonly context: Context;
  readonly #watched: WatchedTests;
  #last: Suite | undefined;

  constructor(context: Context) {
    const { session } = context;
    this.#watched = new WatchedTests(session.workspace);
    this.context = {
      ...context,
      session: { ...session, workspace: this.#watched.workspace },
      run: (line) => this.#watched.during(() => context.run(line)),
    };
  }

  /** Forgets the last run, as the plan itself changed something. */
  expire(): void {
    this.#last = undefined;
  }

  /** Runs all tests as the project is, unless they ran since the last change. Called before a model changes something. */
  async current(): Promise<Suite> {
    const { others } = await this.#watched.restoring();
    return this.#last && others.length === 0 ? this.#last : this.#measured(await this.#run());
  }

  async #measured(suite: Suite): Promise<Suite> {
    await this.#watched.take();
    return (this.#last = suite);
  }

  /**
   * Puts test files back as they were, also those that programs of the model changed or removed. Returns those that
   * someone else changed, which stay.
   */
  async putBack(): Promise<readonly string[]> {
    const { changes, others } = await this.#watched.restoring();
    if (!this.#last) return [];
    await this.context.session.workspace.files.write(changes);
    return others;
  }

  /**
   * Runs all tests after changes and compares them with the run before, which must have been asked for. If nothing is
   * lost, this run is the next one's measure.
   */
  async compare(): Promise<Compared> {
    const before = this.#last ?? (await this.current());
    const suite = await this.#run();
    const { changes, others } = await this.#watched.restoring();
    const trouble = describeOthers(others);
    if (trouble) return { before, suite, lost: trouble, rewritten: [], trouble };
    const lost = describeLost(lostTests(before.runs, suite.runs));
    if (lost) return { before, suite, lost: [lost, suite.why].filter(Boolean).join("\n"), rewritten: [] };
    const rewritten = await this.#rewritten(before, changes);
    await this.#measured(suite);
    return { before, suite, lost, rewritten };
  }

  /** Runs changed test files as they were: what a model writes into a test doesn't prove its own work. */
  async #rewritten(before: Suite, changes: readonly Change[]): Promise<readonly string[]> {
    if (before.runs.length === 0 || changes.length === 0) return [];
    const { files } = this.context.session.workspace;
    await files.write(changes);
    try {
      const lost = lostTests(before.runs, (await this.#run()).runs);
      return lost.length ? changes.map(({ path }) => path) : [];
    } finally {
      await files.write(changes.map(reversed));
    }
  }

  #run(): Promise<Suite> {
    const { session, signal } = this.context;
    session.progress("Running the project's tests");
    return runSuite(session.workspace, signal);
  }
}

/** The project's tests as the proof of a step: each package's run, and why one gave no results. */
export function suiteActs({ runs, why }: Suite): readonly Acted[] {
  const acts = runs
    .filter(({ broken }) => broken === undefined)
    .map((ran): Acted => {
      const failed = failuresOf(ran);
      const output = failed.map(({ name, message = "" }) => `${name}\n${message}`).join("\n\n");
      return {
        claim: `the project's tests: ${ran.results.length - failed.length} of ${ran.results.length} didn't fail`,
        passed: isGreen(ran),
        evidence: ran.run,
        output: output.slice(0, 6000) || (countOf(ran, "passed") ? "" : "No test ran."),
      };
    });
  return why === undefined
    ? acts
    : [...acts, { claim: "the project's tests", passed: false, evidence: undefined, output: why }];
}

/** The comparison as the proof that a step with its own commands broke nothing. */
export const comparedActs = ({ before, suite, lost }: Compared): readonly Acted[] =>
  before.runs.some(({ results }) => results.length > 0)
    ? suite.runs
        .filter(({ broken }) => broken === undefined)
        .map(({ run }) => ({
          claim: "the tests that ran before still run, and none has begun to fail",
          passed: lost === "",
          evidence: run,
          output: lost,
        }))
    : [];
