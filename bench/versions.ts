/**
 * How often `/doc changelog` names the version that a project's authors chose: `npx node bench/versions.ts
 * <repository>... [--releases=6]` takes each repository's newest releases as truth, and prints which steps it would
 * have made alike, too small or too large. `--verbose` names what the exported API lost and won.
 */
import {
  apiDifference,
  type Git,
  nextVersion,
  readRelease,
  releasesOf,
  stepOfApi,
  stepWith,
} from "../src/document/index.ts";
import { gitIn } from "./changelog/git.ts";
import { flag, has, words } from "./words.ts";

type Verdict = "exact" | "too small" | "too large";

const numbers = (version: string): readonly number[] => version.split(".").map(Number);

function order(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  const place = left.findIndex((number, index) => number !== right[index]);
  return place < 0 ? 0 : (left[place] ?? 0) - (right[place] ?? 0);
}

/** Neighbours among the releases, newest first, whose later one follows the earlier by one step. */
function pairs(versions: readonly string[]): readonly (readonly [string, string])[] {
  const sorted = [...new Set(versions)]
    .filter((one) => /^\d+\.\d+\.\d+$/.test(one))
    .toSorted(order)
    .toReversed();
  return sorted.flatMap((version, place) => {
    const before = sorted[place + 1];
    return before === undefined ? [] : [[before, version] as const];
  });
}

const changelogs = /^(?:CHANGELOG|CHANGES|HISTORY)\.(?:md|rst)$/i;

/** The version that would have been named before the commit that made the release. */
async function guess(
  git: Git,
  from: string,
  tags: readonly [string, string],
): Promise<readonly [string, string]> {
  const [old, now] = tags;
  const to = `${now}~1`;
  const names = ((await git("ls-tree", "--name-only", to)) ?? "").split("\n");
  const changelog = names.find((name) => changelogs.test(name)) ?? "CHANGELOG.md";
  const text = (await git("show", `${to}:${changelog}`)) ?? "";
  const release = await readRelease(git, { from: old, to, changelog, text, isOpen: () => false });
  const api = await apiDifference(git, old, to);
  const isKnown = "added" in api;
  const step = stepWith(release.entries, isKnown ? stepOfApi(api) : undefined);
  const lost = isKnown
    ? [...api.removed.map((one) => `-${one}`), ...api.changed.map((one) => `~${one}`)]
    : [];
  const words = release.entries.filter(({ breaking }) => breaking).map(({ text: told }) => `! ${told}`);
  const won = isKnown ? api.added.map((one) => `+${one}`) : [api.why];
  return [nextVersion(from, step), [...lost, ...words, ...won].slice(0, 8).join(" ")];
}

const all: Verdict[] = [];
const most = Number(flag("releases") ?? 6);
for (const folder of words) {
  const git = gitIn(folder);
  const tags = await releasesOf(git);
  const counts: Verdict[] = [];
  for (const [from, to] of pairs(tags.map(({ version }) => version)).slice(0, most)) {
    const tagOf = (version: string): string => tags.find((one) => one.version === version)?.tag ?? version;
    const [guessed, why] = await guess(git, from, [tagOf(from), tagOf(to)]);
    const verdict = guessed === to ? "exact" : order(guessed, to) < 0 ? "too small" : "too large";
    counts.push(verdict);
    if (has("verbose") && verdict !== "exact") console.log(`  ${from} -> ${to}, not ${guessed}: ${why}`);
  }
  all.push(...counts);
  console.log(`${folder}: ${told(counts)}`);
}
console.log(`all: ${told(all)}`);

function told(verdicts: readonly Verdict[]): string {
  const count = (one: Verdict): number => verdicts.filter((own) => own === one).length;
  return `${verdicts.length} releases, ${count("exact")} exact, ${count("too small")} too small, ${count("too large")} too large`;
}
