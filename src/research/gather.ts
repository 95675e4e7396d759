import type { Clock } from "../lib/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { openIndex, type Hit, type Symbol } from "../inspect/index.ts";
import { type Claim, notFound } from "../report/index.ts";
import type { Depth, Finding, History, Package, RankedFile, Relation } from "./contract.ts";
import { isTest, rankFiles } from "./files.ts";
import { finding, findingsOf } from "./findings.ts";
import { historyOf } from "./history.ts";
import { packagesOf } from "./packages.ts";
import { isReport } from "./save.ts";
import { type Question, wordsIn } from "./question.ts";

export interface Gathered {
  readonly question: Question;
  readonly depth: Depth;
  readonly searched: {
    readonly files: number;
    readonly unread: number;
    readonly symbols: number;
    readonly fitting: number;
  };
  readonly findings: readonly Finding[];
  readonly tests: readonly Finding[];
  readonly relations: readonly Relation[];
  readonly history: History;
  readonly packages: readonly Package[];
  /** What was looked for but not found. */
  readonly gaps: readonly string[];
  /** Words of the question that occur nowhere, and what else was searched. */
  readonly notFound: readonly Claim[];
}

/** The session whose project is searched, and the signal that cancels the search. */
export interface Searching {
  readonly session: {
    readonly source: Workspace;
    readonly clock: Clock;
    progress(text: string): void;
  };
  readonly signal: AbortSignal;
}

/** Searches the project, its history and its dependencies; runs only git, and writes nothing. */
export async function gather(
  question: Question,
  depth: Depth,
  { session, signal }: Searching,
): Promise<Gathered> {
  const workspace = session.source;
  session.progress("Reading the project");
  const index = await openIndex(workspace, signal);
  const ranked: RankedFile[] = [];
  for (const rankFile of rankFiles(index, question))
    if (!(await isReport(workspace.files, rankFile.file))) ranked.push(rankFile);
  const findings = findingsOf(ranked, question, depth);
  const absent = absentWords(question, ranked).filter((word) => index.search(word, 1).length === 0);
  const symbols = [...new Set(findings.flatMap(({ symbol }) => (symbol ? [symbol] : [])))];
  const relations = symbols.map((symbol) => ({
    symbol,
    callers: index.callers(symbol),
    calls: index.calls(symbol),
  }));
  signal.throwIfAborted();
  session.progress("Reading the history");
  const history = await historyOf(workspace, {
    question,
    findings,
    depth,
    absent,
    proceed: patience(session, signal, depth),
  });
  signal.throwIfAborted();
  session.progress("Reading what the dependencies say");
  const best = [...new Set(findings.map(({ file }) => file))];
  const { packages, missing, words } = await packagesOf(workspace, { question, best, depth });
  const tests = testsOf({ ranked, findings, symbols }, question, depth);
  const unread = index.files.filter((file) => index.text(file) === undefined).length;
  const files = index.files.length - unread;
  const gaps = [
    ...absent.flatMap((word) => elsewhere(word, words, history) ?? []),
    ...missing.map(
      (name) => `${name} is a dependency and isn't installed here: its documentation wasn't read.`,
    ),
    ...history.gaps,
  ];
  const sought = [
    ...absent.flatMap((word) => (elsewhere(word, words, history) ? [] : `“${word}”`)),
    ...(depth.deep ? soughtDeep({ relations, tests, findings, packages }) : []),
  ];
  return {
    question,
    depth,
    searched: { files, unread, symbols: index.symbols.length, fitting: ranked.length },
    findings,
    tests,
    relations,
    history,
    packages,
    gaps,
    notFound: sought.flatMap((what) => notFound(what, files, unread) ?? []),
  };
}

/** Returns whether time remains. A search of a long history can take minutes, so it may stop between two searches. */
function patience({ clock }: Searching["session"], signal: AbortSignal, { searching }: Depth): () => boolean {
  const end = clock.now() + searching;
  return () => {
    signal.throwIfAborted();
    return clock.now() < end;
  };
}

/** Tests that match the question or name what was found, and aren't among the findings. */
function testsOf(
  about: { ranked: readonly RankedFile[]; findings: readonly Finding[]; symbols: readonly Symbol[] },
  question: Question,
  depth: Depth,
): readonly Finding[] {
  const foundFiles = new Set(about.findings.map(({ file }) => file));
  return about.ranked
    .filter(({ file }) => isTest(file) && !foundFiles.has(file))
    .slice(0, depth.tests)
    .flatMap(({ hits }) => hits.slice(0, 1))
    .map((hit: Hit) => finding(hit, question, depth.lines));
}

function absentWords(question: Question, ranked: readonly RankedFile[]): readonly string[] {
  const there = new Set<string>();
  for (const { file, hits } of ranked)
    for (const hit of hits) {
      if (there.size === question.words.length) return [];
      for (const word of wordsIn(question, `${file}\n${hit.text}`)) there.add(word);
    }
  return question.words.map(({ typed }) => typed).filter((word) => !there.has(word));
}

/** Where a word that occurs in no file was found instead. */
function elsewhere(word: string, inPackages: ReadonlySet<string>, history: History): string | undefined {
  const where = [
    ...(inPackages.has(word) ? ["dependencies"] : []),
    ...(history.words.has(word) ? ["the history"] : []),
  ];
  return where.length > 0
    ? `“${word}” stands in no file that was read, only in ${where.join(" and ")}.`
    : undefined;
}

function soughtDeep(all: Pick<Gathered, "relations" | "tests" | "findings" | "packages">): readonly string[] {
  const lonely = all.relations
    .filter(({ symbol, callers }) => callers.length === 0 && symbol.declaration.kind !== "type")
    .map(({ symbol }) => symbol.declaration.name);
  return [
    ...(lonely.length > 0
      ? [`a caller, by name, of ${lonely.join(", ")}; calls through values aren't followed`]
      : []),
    ...(all.tests.length === 0 && !all.findings.some(({ file }) => isTest(file))
      ? ["a test that fits the question"]
      : []),
    ...(all.packages.length === 0 ? ["a dependency whose documentation fits the question"] : []),
  ];
}
