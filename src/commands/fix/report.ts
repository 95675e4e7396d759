import { isBuiltin } from "node:module";
import {
  type Block,
  type Claim,
  proven,
  type Reported,
  type Section,
  byHand,
  code,
  escaped,
  shortened,
  show,
} from "../../report/index.ts";
import { type DataOf, firstItems } from "../../lib/index.ts";
import type { Done } from "./done.ts";
import { dataOf, type fixData } from "./data.ts";
import {
  keyOf,
  type Offer,
  type Problem,
  type Likely,
  problemsIn,
  problemsOf,
  type State,
} from "../../repair/index.ts";

const mostShown = 8;
const mostWhole = 3;
export const isSnapshot = ({ message }: Problem): boolean =>
  /\bsnapshots?\b[^\n]{0,80}(?:mismatch|obsolete|doesn't match|does not match)|toMatch(?:Inline)?Snapshot/i.test(
    message,
  );

export function report(done: Done): Reported<DataOf<typeof fixData>> {
  const { first, last, applied, more } = done;
  const before = problemsOf(first).length;
  const left = problemsOf(last);
  const green = greenOf(before, done);
  const changed = applied.length + more.length > 0;
  const parts = changed && left.length < before ? `${before - left.length} of ${before} mended` : "Not fixed";
  return {
    title: green?.words ?? (before === 0 ? "Not reproduced" : parts),
    verdict: green,
    outcome: green ? "done" : "failed",
    data: dataOf(done),
    sections: [
      ...causes(first, last),
      ...likelySection(done.likely),
      issue(done, before),
      ...fixes(done),
      ...regression(done, green !== undefined),
      ...verification(done, changed),
      ...snapshots(left),
      ...offers(done),
      commands(last),
      ...show.sections("notes", "Notes", show.lists(done.notes)),
    ],
  };
}

/** The claim that every final program found nothing; undefined if one found something, or none ran. */
function greenOf(before: number, { last, more }: Done): Claim | undefined {
  if (problemsOf(last).length > 0) return undefined;
  const runs = [...last.values()].flatMap(({ run, passed }) =>
    run || !passed ? [{ evidence: run, passed }] : [],
  );
  const fixed = more.some(({ isGuess }) => isGuess) ? "Passes the tests" : "Fixed";
  return proven(before === 0 ? "Nothing fails" : fixed, runs);
}

const issue = ({ target, reproduced, first }: Done, problems: number): Section =>
  show.section("issue", "Issue", [
    show.facts({
      target: code(target.what),
      problems,
      ...(target.text !== undefined && {
        reproduced: reproduced ? "yes" : notReproduced(target.text, problems),
      }),
    }),
    ...checks(first),
  ]);

/** Words that name no error can't be compared with what fails. */
const notReproduced = (text: string, problems: number): string =>
  problems === 0 || /Error|Exception|panic/.test(text) || problemsIn(text, { root: "" }).length > 0
    ? "no: that didn't happen when this ran"
    : "unknown: the words name no error; below is what fails";

/** What ran again; nothing if nothing was changed. */
const verification = ({ last }: Done, changed: boolean): readonly Section[] =>
  changed ? [show.section("verification", "Verification", checks(last))] : [];

const checks = (state: State): readonly Block[] =>
  [...state.values()].flatMap(({ claim, run, passed }): readonly Block[] =>
    run ? [show.check(claim, run, passed)] : [show.list([claim])],
  );

/** Order of importance: a failing test says more than a warning. */
const order = ["tests", "types", "manifest", "lint"];
const ordered = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
const testOf = ({ test, file }: Problem): string =>
  test === undefined ? "" : `${code(test.startsWith(`${file} `) ? test.slice(file.length + 1) : test)} `;

const placeOf = ({ file, line }: Problem): string => code(line ? `${file}:${line}` : file || "unknown");
const shortOf = ({ code: what, message }: Problem): string => {
  const line =
    /^(?:E\s+)?[\w.]*(?:Error|Exception)(?: \[\w+\])?: [^\n]*/m.exec(message)?.[0] ??
    /^E\s+\S[^\n]*/m.exec(message)?.[0] ??
    /[^\n]*(?:(?!Error \[ERR_TEST)\w*Error\b(?! \[ERR_TEST)|Cannot find)[^\n]*/.exec(message)?.[0] ??
    message.split("\n").find((item) => item.trim()) ??
    "";
  return code(`${what === "failure" ? "" : `${what}: `}${line.trim().replace(/^E\s+/, "")}`);
};

/** Lines that a runner adds to the message: its own stack frames, brackets, and the same text again. */
const added =
  /^\s*(?:at (?:\S+ \()?(?:node:|internal\/)|at .*node_modules|operator:|generatedMessage:|code: |[\])}{[,\s]*$)/;

/** What may stand before a place without saying what went wrong: the head of a frame, folders. */
const beforePlace = /^\s*(?:(?:at |❯|thread ).*|\S*\/)?$/;

/** The lines of a failure that say what went wrong, each once, without its place; of pytest those that it marks. */
export function essence({ message, file, line }: Problem): string {
  const place = `${file}:${line}:`;
  const lines = message.split("\n").map((text) => {
    const index = text.indexOf(place);
    const isHead = file !== "" && index >= 0 && beforePlace.test(text.slice(0, index));
    return isHead ? text.slice(index + place.length).replace(/^\d*[):]*\s*/, "") : text;
  });
  const marked = lines.filter((text) => /^(?:E\s|>)/.test(text));
  if (marked.length) return marked.join("\n");
  const seen = new Set<string>();
  return lines
    .filter((text) => {
      const words = text.replace(/^[\s[]*(?:cause: )?\w*Error(?: \[\w+\])?: |\]?(?:\s*\{)?\s*$/g, "").trim();
      return !added.test(text) && !seen.has(words) && seen.add(words);
    })
    .join("\n");
}

const lineOf = (problem: Problem): string => `${placeOf(problem)} ${testOf(problem)}${shortOf(problem)}`;

/** Lists each problem once: open ones with their message (the first few in full), fixed ones in one line. */
function causes(first: State, last: State): readonly Section[] {
  const left = problemsOf(last);
  const still = new Set(left.map(keyOf));
  const mended = problemsOf(first).filter((problem) => !still.has(keyOf(problem)));
  const open = ordered(left.filter((problem) => !isSnapshot(problem)));
  const [whole, short] = [open.slice(0, mostWhole), open.slice(mostWhole)];
  const blocks = [
    ...whole.flatMap((problem): readonly Block[] => [
      show.list([`${placeOf(problem)} ${testOf(problem)}`]),
      {
        kind: "code",
        language: "text",
        code: shortened(problem.message),
        brief: shortened(essence(problem)),
      },
    ]),
    ...listOf(short),
    ...hints(open),
  ];
  return [
    ...show.sections("left", "What fails", blocks),
    ...show.sections("cause", "What failed", listOf(mended)),
  ];
}

function listOf(problems: readonly Problem[]): readonly Block[] {
  const items = [...new Set(ordered(problems).map(lineOf))];
  return show.lists(firstItems(items, mostShown));
}

function fixes({ applied, more }: Done): readonly Section[] {
  const ownBlocks = applied.flatMap(({ what, problem, changes, evidence }): readonly Block[] => [
    show.facts({ location: placeOf(problem), fix: code(what), why: shortOf(problem) }),
    show.check("written", evidence, true),
    ...changes.map((change) => ({ kind: "diff", change, written: true }) as const),
  ]);
  const others = more.flatMap(({ title, changes }): readonly Block[] => [
    show.list([title]),
    ...changes.map((change) => ({ kind: "diff", change, written: true }) as const),
  ]);
  const blocks = [...ownBlocks, ...others];
  return show.sections("fix", "Fix", blocks);
}

const likelySection = (places: readonly Likely[]): readonly Section[] =>
  places.length === 0
    ? []
    : [
        show.section("likely_places", "Likely places", [
          show.list(
            places.map(({ file, line, why, commit }) => {
              const place = code(line === undefined ? file : `${file}:${line}`);
              return `${place} ${escaped(why)}${commit ? `; last changed in ${code(commit)}` : ""}`;
            }),
          ),
        ]),
      ];

const mostTests = 5;

/** Tests that failed before and pass now: without the fix they fail again as before. */
function regression({ first, last, regression: written }: Done, green: boolean): readonly Section[] {
  const still = new Set(problemsOf(last).flatMap(({ test }) => test ?? []));
  const mended = [...new Set(problemsOf(first).flatMap(({ test }) => test ?? []))].filter(
    (item) => !still.has(item),
  );
  if (mended.length === 0) return [];
  const [probe, seen] =
    [...first].find(([, { problems }]) => problems.some(({ test }) => test === mended[0])) ?? [];
  const now = probe && last.get(probe);
  return [
    show.section("regression", "Regression test", [
      show.list(firstItems(mended.map(code), mostTests)),
      show.check("fails without the fix", seen?.run, seen?.passed === false),
      show.check("passes with it", now?.run, now?.passed === true),
      ...(green ? written.map((change) => ({ kind: "diff", change }) as const) : []),
    ]),
  ];
}

function snapshots(left: readonly Problem[]): readonly Section[] {
  const all = left.filter(isSnapshot);
  if (all.length === 0) return [];
  const blocks = all
    .slice(0, mostShown)
    .flatMap((problem): readonly Block[] => [
      show.list([`${placeOf(problem)} ${code(problem.test ?? "")}`]),
      show.code("text", shortened(problem.message)),
    ]);
  const note: Block = show.list([
    "A snapshot differs from what the code gives. Which of both is right is for you to say: it was not accepted. The runner's option for that is `-u`.",
  ]);
  return [show.section("snapshots", "Snapshots", [note, ...blocks])];
}

/** Suggestions for a person: packages are never installed from a registry unasked. */
function hints(left: readonly Problem[]): readonly Block[] {
  const missing = left.flatMap(
    ({ message }) =>
      /(?:Cannot find (?:module|package)|No module named) '([^'./][^']*)'/.exec(message)?.[1] ?? [],
  );
  const items = [...new Set(missing)].map((name) =>
    isBuiltin(name)
      ? `${code(name)} belongs to Node.js: its types are in ${code("@types/node")}`
      : `${code(name)} is not installed: if it is what you mean, install it with your package manager`,
  );
  return show.lists(items);
}

const noProof =
  "This doesn't prove that one is right, so none is applied. --yes applies the first that does more than return what a test expects.";

/** What is known of an offer. */
export const offerTitle = ({ lines, left }: Offer): string => {
  const what = lines === 1 ? "A change of one line that" : `Changes of ${lines} lines that together`;
  return left === 0
    ? `${what} ${lines === 1 ? "passes" : "pass"} the tests`
    : `${what} ${lines === 1 ? "mends" : "mend"} some of the failing tests and ${lines === 1 ? "breaks" : "break"} none; ${left} still ${left === 1 ? "fails" : "fail"}`;
};

function offers({ search, seconds }: Done): readonly Section[] {
  if (!search) return [];
  const { offered, tried, why } = search;
  const isWhole = offered.some(({ left }) => left === 0);
  const head = why
    ? `One-line changes were not tried: ${why}.`
    : isWhole
      ? `Of ${tried} one-line changes that were tried, these pass the tests.`
      : `None of ${tried} one-line changes that were tried within ${seconds} s passes the tests. --seconds=${4 * seconds} tries more.`;
  return [
    show.section("offered", offered.length ? "Offered" : "One-line changes", [
      show.list([head]),
      ...(offered.length ? [show.text(noProof)] : []),
      ...offered.flatMap((offer): readonly Block[] => [
        ...(isWhole && offer.lines === 1 ? [] : [show.list([`${offerTitle(offer)}:`])]),
        ...offer.changes.map((change) => ({ kind: "diff", change }) as const),
      ]),
    ]),
  ];
}

function commands(last: State): Section {
  const lines = [...last.values()].flatMap(({ run }) => (run ? [byHand(run)] : []));
  return show.section("how_to_run", "How to verify", [show.code("sh", [...new Set(lines)].join("\n"))], {
    repeats: true,
  });
}
