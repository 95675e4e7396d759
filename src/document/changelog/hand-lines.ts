import { isFragment } from "./fragments.ts";
import type { Read } from "./traits.ts";
import type { HandLine, Released } from "./hand.ts";
import type { Entry } from "./entry.ts";
import { parseSubject } from "./subject.ts";

/** Indexes commits by full hash, those of merged pull requests included. */
export const owners = (reads: readonly Read[]): ReadonlyMap<string, Read> =>
  new Map(
    reads.flatMap((read) =>
      [read.commit.sha, ...(read.commit.members ?? [])].map((sha) => [sha, read] as const),
    ),
  );

type ByRequest = ReadonlyMap<number, readonly Read[]>;

/** Indexes commits by the pull requests they name. */
export function byRequest(reads: readonly Read[]): ByRequest {
  const found = new Map<number, Read[]>();
  for (const read of reads)
    for (const pr of read.subject.prs) {
      const all = found.get(pr);
      if (all) all.push(read);
      else found.set(pr, [read]);
    }
  return found;
}

/** Returns the entry of a hand-written line: with the commits of its pull requests, else the one that added it. */
export function fromHand(line: HandLine, requests: ByRequest, ownCommit: Read | undefined): Entry {
  const named = [...new Set(line.prs.flatMap((pr) => requests.get(pr) ?? []))];
  const about = named.length ? named : ownCommit ? [ownCommit] : [];
  return {
    group: line.group ?? parseSubject(line.text).group ?? "Changed",
    text: line.text,
    scope: undefined,
    breaking: line.breaking === true || about.some((read) => read.subject.breaking),
    prs: line.prs.length ? line.prs : (ownCommit?.subject.prs ?? []),
    commits: about.map((read) => read.commit.sha),
    written: true,
    ...(line.group === undefined && { guessed: true }),
  };
}

/** Whether a commit's lines are release notes, compiled afterwards from several pull requests. */
function isCompiled(lines: readonly HandLine[], ownCommit: Read): boolean {
  const others = new Set(lines.flatMap(({ prs }) => prs).filter((pr) => !ownCommit.subject.prs.includes(pr)));
  return others.size > 2 && ownCommit.touch !== "source";
}

/** Returns the lines of a commit that are news and not release notes. */
export function believed(lines: readonly HandLine[], ownCommit: Read, past: Released): readonly HandLine[] {
  const pieces = lines.filter((line) => line.isFragment && !line.prs.some((pr) => past.prs.has(pr)));
  const rest = lines.filter((line) => !line.isFragment);
  if (ownCommit.touch === "release" || isCompiled(rest, ownCommit)) return pieces;
  return [...pieces, ...rest.filter(({ version }) => version === undefined || !past.versions.has(version))];
}

/** Whether at least a fifth of the counted commits have lines. */
const many = (written: readonly Read[], counted: readonly Read[], share = 0.2): boolean =>
  written.length > 0 && written.length >= counted.length * share;

/** Whether the authors write the changelog along with changes; then what they left out stays out. */
export const keptByHand = (hand: readonly HandLine[], reads: readonly Read[]): boolean => {
  const known = owners(reads);
  const authors = new Set(hand.map((line) => known.get(line.sha)));
  const prs = new Set(hand.flatMap((line) => line.prs));
  const counted = reads.filter((read) => read.counts);
  return many(
    counted.filter((read) => authors.has(read) || read.subject.prs.some((pr) => prs.has(pr))),
    counted,
  );
};

/** Whether one in ten earlier changes came with a changelog line; then a few lines suffice. */
export const wasKeptByHand = (reads: readonly Read[], changelog: string): boolean => {
  const counted = reads.filter((read) => read.counts);
  return many(
    counted.filter(({ commit }) => commit.files.some(({ path }) => path === changelog || isFragment(path))),
    counted,
    0.1,
  );
};
