import { openRepository, type BlamedLine } from "../code/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Commit, Depth, Finding, History } from "./contract.ts";
import { beginnings, type Question, wordsIn } from "./question.ts";
import { lastName } from "../lib/index.ts";

const none: Omit<History, "gaps"> = { last: [], related: [], words: new Set() };
const mostBlamed = { shallow: 6, deep: 20 } as const;

export interface About {
  readonly question: Question;
  readonly findings: readonly Finding[];
  readonly depth: Depth;
  /** Words that occur in no file: some commit may have removed them. */
  readonly absent: readonly string[];
  /** False once the time is used up; throws if cancelled. */
  proceed(): boolean;
}

/** Finds who last changed the quoted lines, and which commits mention the question. Runs no code of the repository. */
export async function historyOf(workspace: Workspace, about: About): Promise<History> {
  const { findings, depth } = about;
  const repository = await openRepository(workspace);
  if (!repository) return { ...none, gaps: ["There is no git history here: no blame, no log."] };
  if ((await repository.resolve("HEAD")) === undefined)
    return { ...none, gaps: ["The repository has no commits yet: no blame, no log."] };
  const gaps: string[] = [];
  const blamed = new Map<string, readonly BlamedLine[]>();
  const files = [...new Set(findings.map(({ file }) => file))];
  for (const file of files.slice(0, depth.deep ? mostBlamed.deep : mostBlamed.shallow)) {
    if (!about.proceed()) break;
    const lines = await repository.blame(file).catch(() => undefined);
    if (lines) blamed.set(file, lines);
  }
  const range = await rangeOf(workspace, depth.history);
  if (range.cut) gaps.push(`Only the last ${depth.history} commits were searched.`);
  const { related, words, failed } = await relatedCommits(workspace, about, range.words);
  if (failed > 0)
    gaps.push(
      `${failed} ${failed === 1 ? "search" : "searches"} of the history ended early or didn't begin.`,
    );
  return { last: await lastChanges(workspace, findings, blamed), related, words, gaps };
}

/** Records end with a NUL character, which messages can't contain: a message can't pretend to be another commit. */
const fields = ["-z", "--format=%H%x1f%ad%x1f%an%x1f%s%x1f%b", "--date=short"] as const;

type Full = Commit & { readonly body: string };

function read(output: string): readonly Full[] {
  return output
    .split("\0")
    .filter(Boolean)
    .map((record) => {
      const [hash = "", date = "", author = "", subject = "", body = ""] = record.split("\x1f");
      return { hash, date, author, subject, body: body.trim() };
    });
}

async function log(workspace: Workspace, words: readonly string[]): Promise<readonly Full[] | undefined> {
  const { exitCode, stopped, stdout } = await workspace.git(["log", ...fields, ...words]);
  return exitCode === 0 && !stopped ? read(stdout) : undefined;
}

/** The most recent commits, so that a long history costs no more than a short one. */
async function rangeOf(
  workspace: Workspace,
  most: number,
): Promise<{ readonly words: readonly string[]; readonly cut: boolean }> {
  const { stdout } = await workspace.git([
    "log",
    "--format=%H",
    `--skip=${most}`,
    "--max-count=1",
    "HEAD",
    "--",
  ]);
  const oldest = stdout.trim();
  return oldest === ""
    ? { words: ["HEAD", "--"], cut: false }
    : { words: [`${oldest}..HEAD`, "--"], cut: true };
}

/** Lines are matched by their text, as the working tree may differ from the last commit. */
async function lastChanges(
  workspace: Workspace,
  findings: readonly Finding[],
  blamed: ReadonlyMap<string, readonly BlamedLine[]>,
): Promise<History["last"]> {
  const places = new Map<string, Set<string>>();
  for (const { file, line, quote } of findings)
    for (const item of quote) {
      const lines = blamed.get(file)?.filter(({ text }) => text.replace(/\r$/, "") === item.text) ?? [];
      const found =
        lines.find((each) => each.line === item.number) ?? (lines.length === 1 ? lines[0] : undefined);
      if (found && item.text.trim() !== "")
        places.set(found.hash, (places.get(found.hash) ?? new Set()).add(`${file}:${line}`));
    }
  const commits = places.size > 0 ? await log(workspace, ["--no-walk=unsorted", ...places.keys(), "--"]) : [];
  return (commits ?? [])
    .map(({ body, ...commit }) => ({
      commit,
      places: [...(places.get(commit.hash) ?? [])],
      why:
        body
          .split(/\n\s*\n/)[0]
          ?.replaceAll(/\s+/g, " ")
          .slice(0, 300) ?? "",
    }))
    .sort((a, b) => (a.commit.date < b.commit.date ? 1 : -1));
}

/** Searches by message (`--grep`), by the number of occurrences of a name (`-S`) and by changed lines (`-G`). */
async function relatedCommits(
  workspace: Workspace,
  { question, findings, depth, absent, proceed }: About,
  range: readonly string[],
): Promise<Pick<History, "related" | "words"> & { readonly failed: number }> {
  const commits = new Map<string, { commit: Commit; found: Set<string>; weight: number }>();
  const words = new Set<string>();
  let failed = 0;
  const add = (all: readonly Full[] | undefined, textsOf: (commit: Full) => readonly string[]): boolean => {
    if (!all) failed += 1;
    for (const full of all ?? []) {
      const { body: _, ...commit } = full;
      const entry = commits.get(full.hash) ?? { commit, found: new Set(), weight: 0 };
      const found = textsOf(full);
      for (const item of found) entry.found.add(item);
      entry.weight += found.length;
      if (found.length > 0) commits.set(full.hash, entry);
    }
    return (all?.length ?? 0) > 0;
  };
  const typed = question.words.map((word) => word.typed).slice(0, 20);
  const patterns = beginnings(question).map((word) => `--grep=${word}`);
  add(await log(workspace, ["-i", "--fixed-strings", "--max-count=500", ...patterns, ...range]), (commit) =>
    wordsIn(question, `${commit.subject}\n${commit.body}`).map((word) => `message: ${word}`),
  );
  const names = [...new Set(findings.flatMap(({ symbol }) => (symbol ? [symbol] : [])))];
  const most = depth.deep ? 12 : 3;
  for (const { file, declaration } of names.slice(0, most)) {
    const name = lastName(declaration.name);
    const options = [`-S${name}`, "--max-count=5"];
    add(proceed() ? await log(workspace, [...options, ...range, file]) : undefined, () => [`-S ${name}`]);
  }
  for (const word of (depth.deep ? typed : absent).filter((item) => item.length > 2)) {
    const way = depth.deep ? `-G${word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}` : `-S${word}`;
    const options = depth.deep ? ["-i", "--extended-regexp"] : [];
    const all = proceed() ? await log(workspace, [way, ...options, "--max-count=3", ...range]) : undefined;
    if (add(all, () => [`${way.slice(0, 2)} ${word}`])) words.add(word);
  }
  const related = [...commits.values()]
    .sort((a, b) => b.weight - a.weight || (a.commit.date < b.commit.date ? 1 : -1))
    .slice(0, depth.commits)
    .map(({ commit, found }) => ({ commit, found: [...found] }));
  for (const { found } of related)
    for (const item of found) if (item.startsWith("message: ")) words.add(item.slice("message: ".length));
  return { related, words, failed };
}
