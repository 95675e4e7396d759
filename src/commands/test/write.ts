import type { TestPlace, TestResult } from "../../code/index.ts";
import { type Block, type Section, code, escaped, shortened, show } from "../../report/index.ts";
import type { Change } from "../../workspace/index.ts";
import { redact, secretValues } from "../../tools/index.ts";
import type { Context } from "../command.ts";
import { takeBack, takeTask, undo } from "../taken.ts";
import {
  isTestFile,
  failuresOf,
  isGreen,
  isSame,
  runStep,
  type Ran,
  type Runnable,
} from "../../test-runs/index.ts";
import { type Kill, killsOf } from "./kills.ts";
import { without } from "./without.ts";

const attempts = 3;
const mostSources = 3;

export interface Wanted {
  /** Files without enough tests. */
  readonly sources: readonly string[];
  /** Their uncovered code, one line each; empty if it wasn't measured. */
  readonly gaps: readonly string[];
  /** A test file to extend, or to follow as an example. */
  readonly example: string | undefined;
  /** Existing tests that pass. */
  readonly known: readonly TestResult[];
  readonly place: TestPlace;
}

/** The result: only tests that pass on the current code and fail on some change of it. */
export interface Added {
  readonly tests: readonly { readonly test: TestResult; readonly kill: Kill }[];
  /** Tests that failed, and tests that no change of the code made fail. */
  readonly dropped: { readonly failing: number; readonly blind: number };
  readonly changes: readonly Change[];
  readonly ran: Ran | undefined;
  readonly notes: readonly string[];
}

const system = `You write the tests that are missing. Write only test files, in the way of those that there are; change no other file and weaken no test. A program runs them: a test that fails on the code as it is is thrown away, and so is one that still passes when a line of the code is changed. So check exact results, with inputs at the edges. End when they are written.`;

const none = { failing: 0, blind: 0 };

/** Lets the model write tests and keeps the useful ones. Its other changes are reverted. */
export async function addTests(request: Wanted, workspace: Runnable, context: Context): Promise<Added> {
  const { signal } = context;
  const notes: string[] = [];
  const written: Change[] = [];
  try {
    let text = promptOf(request);
    let ran: Ran | undefined;
    for (let i = 0; i < attempts; i++) {
      const content = redact(text, await secretValues(workspace));
      const done = await takeTask({ messages: [{ role: "user", content }], may: "change", system }, context);
      const others = done.changes.filter(({ path }) => !isTestFile(path));
      await undo(others, context);
      if (others.length)
        notes.push(`Reverted, as they are not tests: ${others.map(({ path }) => code(path)).join(", ")}`);
      written.push(...done.changes.filter(({ path }) => isTestFile(path)));
      if (done.trouble !== undefined)
        return await dropped(written, [...notes, escaped(done.trouble)], context);
      const files = [...new Set(written.map(({ path }) => path))];
      if (files.length === 0)
        return {
          tests: [],
          dropped: none,
          changes: [],
          ran: undefined,
          notes: [...notes, "The model wrote no test"],
        };
      ran = await runStep(
        workspace,
        { what: "the new tests", targets: files },
        { place: request.place, signal },
      );
      if (isGreen(ran)) break;
      text = `These fail on the code as it is, which is right:\n${
        failuresOf(ran)
          .map(({ name, message }) => `${name}\n${message ?? ""}`)
          .join("\n\n")
          .slice(0, 6000) || shortened(ran.output)
      }`;
    }
    return await keepTests({ wanted: request, written, ran, notes }, workspace, context);
  } catch (error) {
    await takeBack(written, context);
    throw error;
  }
}

const promptOf = ({ sources, gaps, example }: Wanted): string =>
  [
    `Write tests for ${sources.slice(0, mostSources).join(", ")}.`,
    example && `Add to ${example}, or follow it.`,
    gaps.length && `No test reaches:\n${gaps.slice(0, 30).join("\n")}`,
  ]
    .filter(Boolean)
    .join("\n\n");

async function dropped(
  written: readonly Change[],
  notes: readonly string[],
  context: Context,
  counts: Added["dropped"] = none,
): Promise<Added> {
  if (written.length) await takeBack(written, context);
  const more = written.length ? ["What the model wrote was taken back"] : [];
  return { tests: [], dropped: counts, changes: [], ran: undefined, notes: [...notes, ...more] };
}

interface Job {
  readonly wanted: Wanted;
  readonly written: Change[];
  readonly ran: Ran | undefined;
  readonly notes: readonly string[];
}

/** Removes tests that fail or detect nothing, and verifies the rest by running it. */
async function keepTests(
  { wanted, written, ran, notes }: Job,
  workspace: Runnable,
  context: Context,
): Promise<Added> {
  if (!ran || ran.broken) return dropped(written, [...notes, "The new tests don't run"], context);
  const known = wanted.known.map((result) => placed(result, written, "before"));
  const now = ran.results.map((result) => placed(result, written, "after"));
  const lost = known.filter(
    (result) =>
      written.some(({ path }) => path === result.file) &&
      !now.some((other) => other.status === "passed" && isSame(result, other)),
  );
  if (lost.length) return dropped(written, [...notes, "Tests that passed before no longer do"], context);
  const fresh = now.filter((result) => !known.some((other) => isSame(result, other)));
  const failing = fresh.filter(({ status }) => status === "failed");
  const passing = fresh.filter(({ status }) => status === "passed");
  context.session.progress("Changing the code, to see whether the new tests notice");
  const kills = await killsOf(passing, wanted.sources.slice(0, mostSources), {
    workspace,
    place: wanted.place,
    signal: context.signal,
    clock: context.session.clock,
  });
  const blind = passing.filter((test) => !kills.has(test));
  const counts = { failing: failing.length, blind: blind.length };
  if (kills.size === 0) return dropped(written, notes, context, counts);
  for (const { file, name } of [...failing, ...blind]) {
    const before = await workspace.files.read(file);
    const after = without(file, before, name);
    if (after === undefined)
      return dropped(written, [...notes, `${code(name)} can't be taken out alone`], context, counts);
    await workspace.files.write([{ path: file, before, after }]);
    written.push({ path: file, before, after });
  }
  const targets = [...new Set(written.map(({ path }) => path))];
  const last = await runStep(
    workspace,
    { what: "the new tests", targets },
    { place: wanted.place, signal: context.signal },
  );
  if (!isGreen(last))
    return dropped(written, [...notes, "What was left of the new tests didn't pass"], context, counts);
  const tests = [...kills].map(([test, kill]) => ({ test, kill }));
  return { tests, dropped: counts, changes: joined(written), ran: last, notes };
}

/** If the runner doesn't report a passed test's file, it is the one that contains its name. */
function placed(test: TestResult, written: readonly Change[], side: "before" | "after"): TestResult {
  if (test.file) return test;
  const name = (test.name.split(" > ").at(-1) ?? test.name).replace(/\[.*$/, "");
  const fits = joined(written).filter((change) => change[side]?.includes(name));
  return fits[0] && fits.length === 1 ? { ...test, file: fits[0].path } : test;
}

/** Merges changes to one per file, from its first text to its last. */
const joined = (changes: readonly Change[]): readonly Change[] =>
  [...Map.groupBy(changes, ({ path }) => path).values()].flatMap((some) => {
    const [first, last] = [some[0], some.at(-1)];
    return first && last ? [{ ...last, before: first.before }] : [];
  });

export function addedSection({ tests, dropped: counts, changes, ran, notes }: Added): Section {
  const rows = tests.map(({ test, kill }) => [
    code(test.name),
    code(test.file),
    `${code(`${kill.file}:${kill.line}`)} as ${code(kill.text)}`,
  ]);
  const blocks: readonly Block[] = [
    show.facts({
      kept: tests.length,
      "dropped, as they fail on the code": counts.failing,
      "dropped, as no change of the code makes them fail": counts.blind,
    }),
    ...(ran ? [show.check("the new tests pass", ran.run, isGreen(ran))] : []),
    ...(rows.length ? [show.table(["Test", "File", "Fails with"], rows)] : []),
    ...changes.map((change) => ({ kind: "diff", change }) as const),
    ...show.lists([...new Set(notes)]),
  ];
  return show.section("written", "Tests written", blocks);
}
