/**
 * Measures how often `/doc changelog` proposes the version that a project's authors chose:
 * `npx node bench/versions.ts <repository>... [--releases=6]` takes each repository's newest releases as truth, and
 * prints how many proposed steps were right, too small or too large. `--verbose` prints what the exported API lost and
 * gained.
 */
import {
  apiDifference,
  calendarVersion,
  type Git,
  isCalendar,
  nextVersion,
  readRelease,
  releasesOf,
  stepOfApi,
  stepWith,
  type Tag,
} from "../src/document/index.ts";
import { gitIn } from "./changelog/git.ts";
import { flag, has, words } from "./words.ts";

type Verdict = "exact" | "too small" | "too large";

const numbers = (version: string): readonly number[] => [...version.split("."), "0"].slice(0, 3).map(Number);

function order(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  const place = left.findIndex((number, index) => number !== right[index]);
  return place < 0 ? 0 : (left[place] ?? 0) - (right[place] ?? 0);
}

const steps = ["major", "minor", "patch"] as const;

/** Returns adjacent releases, newest first, whose versions differ by one step or follow the calendar. */
function pairs(tags: readonly Tag[]): readonly (readonly [Tag, Tag])[] {
  const sorted = [...new Map(tags.map((tag) => [tag.version, tag])).values()]
    .filter(({ version }) => /^\d+\.\d+(?:\.\d+)?$/.test(version))
    .toSorted((a, b) => order(b.version, a.version));
  return sorted.flatMap((later, place) => {
    const before = sorted[place + 1];
    if (before === undefined) return [];
    const isStep =
      isCalendar(sorted.slice(place + 1)) ||
      steps.some((step) => order(nextVersion(before.version, step), later.version) === 0) ||
      (before.version.startsWith("0.") && /^1\.0(?:\.0)?$/.test(later.version));
    return isStep ? [[before, later] as const] : [];
  });
}

const changelogs = /^(?:CHANGELOG|CHANGES|HISTORY)\.(?:md|rst)$/i;

/** Returns the version that would be proposed just before the release commit. */
async function guess(
  git: Git,
  [before, later]: readonly [Tag, Tag],
  tags: readonly Tag[],
): Promise<readonly [string, string]> {
  const old = before.tag;
  const to = `${later.tag}~1`;
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
  const known = tags.filter(({ version }) => order(version, before.version) <= 0);
  const next = calendarVersion(known, step, later.date) ?? nextVersion(before.version, step);
  return [next, [...lost, ...words, ...won].slice(0, 8).join(" ")];
}

const all: Verdict[] = [];
const most = Number(flag("releases") ?? 6);
for (const folder of words) {
  const git = gitIn(folder);
  const tags = await releasesOf(git);
  const counts: Verdict[] = [];
  const released = tags.filter(({ version }) => !version.includes("-"));
  for (const [before, later] of pairs(released).slice(0, most)) {
    const [from, to] = [before.version, later.version];
    const [guessed, why] = await guess(git, [before, later], released);
    const verdict = order(guessed, to) === 0 ? "exact" : order(guessed, to) < 0 ? "too small" : "too large";
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
