/**
 * How well `/doc changelog` writes what a project's own authors wrote: `npx node bench/changelog.ts <repository> [<changelog>]`
 * takes the changelog's newest ten releases as truth and prints the precision and recall of its entries, whether the
 * groups are right, and what listing every commit would give. `--truth=<file>` takes the truth from there; `--verbose`
 * names each difference.
 */
import { readFileSync } from "node:fs";
import {
  type Entry,
  type Git,
  parseLog,
  logFormat,
  parseSubject,
  readRelease,
} from "../src/document/index.ts";
import { gitIn } from "./changelog/git.ts";
import { type TrueEntry, type TrueRelease, truthOf } from "./changelog/truth.ts";
import { flag, has, words } from "./words.ts";

type Told = Pick<Entry, "group" | "text" | "prs" | "commits">;

interface Score {
  readonly told: number;
  readonly right: number;
  readonly asked: number;
  readonly found: number;
  readonly grouped: number;
  readonly agreed: number;
}

const matches = (told: Told, truth: TrueEntry): boolean =>
  told.prs.some((pr) => truth.prs.includes(pr)) ||
  told.commits.some((sha) => truth.commits.some((other) => other.startsWith(sha) || sha.startsWith(other)));

function score(told: readonly Told[], truth: readonly TrueEntry[], say: (difference: string) => void): Score {
  const asked = truth.filter((entry) => entry.reachable !== false);
  const found = asked.filter((entry) => told.some((one) => matches(one, entry)));
  const grouped = found.filter((entry) => entry.group !== null);
  const agreed = grouped.filter((entry) =>
    told.some((one) => matches(one, entry) && one.group === entry.group),
  );
  const right = told.filter((one) => truth.some((entry) => matches(one, entry)));
  for (const one of told)
    if (!right.includes(one))
      say(`extra   ${one.group}: ${one.text} #${one.prs.join()} ${one.commits[0]?.slice(0, 8)}`);
  for (const entry of asked)
    if (!found.includes(entry)) say(`missed  ${entry.group}: ${entry.text} ${entry.commits[0]?.slice(0, 8)}`);
  for (const entry of grouped)
    if (!agreed.includes(entry))
      say(`grouped ${told.find((one) => matches(one, entry))?.group} for ${entry.group}: ${entry.text}`);
  return {
    told: told.length,
    right: right.length,
    asked: asked.length,
    found: found.length,
    grouped: grouped.length,
    agreed: agreed.length,
  };
}

const sum = (scores: readonly Score[], key: keyof Score): number =>
  scores.reduce((all, one) => all + one[key], 0);

function line(name: string, scores: readonly Score[]): string {
  const precision = sum(scores, "right") / sum(scores, "told");
  const recall = sum(scores, "found") / sum(scores, "asked");
  const figures = {
    precision,
    recall,
    F1: (2 * precision * recall) / (precision + recall),
    groups: sum(scores, "agreed") / sum(scores, "grouped"),
  };
  const shown = Object.entries(figures).map(([key, value]) => `${key} ${value.toFixed(3)}`);
  return `  ${name.padEnd(12)} ${shown.join(", ")} (${sum(scores, "told")} told, ${sum(scores, "asked")} asked)`;
}

async function everything(git: Git, range: readonly string[]): Promise<readonly Told[]> {
  const log = await git("log", "--numstat", `--format=${logFormat}`, ...range);
  return parseLog(log ?? "")
    .filter((commit) => commit.parents.length < 2)
    .map(({ sha, subject }) => {
      const { text, prs, group } = parseSubject(subject);
      return { commits: [sha], text, prs, group: group ?? "Changed" };
    });
}

const [folder = ".", path = "CHANGELOG.md"] = words;
const truthFile = flag("truth");

const git = gitIn(folder);
const given = truthFile === undefined ? undefined : JSON.parse(readFileSync(truthFile, "utf8"));
const changelog: string = given?.changelog ?? path;
const within: string | undefined = given?.commit_filter_path ?? flag("within");
const releases: readonly TrueRelease[] =
  given?.releases ?? (await truthOf(git, changelog, Number(flag("releases") ?? 10)));
const [ours, all]: [Score[], Score[]] = [[], []];
for (const { from_tag: from, to_tag: to, entries } of releases) {
  const writes = (await git("diff", "--name-only", `${to}~1`, to, "--", changelog))?.trim() !== "";
  const range = {
    from,
    to: writes ? `${to}~1` : to,
    changelog,
    text: (await git("show", `${to}~1:${changelog}`)) ?? "",
    isOpen: (version: string) => to.endsWith(version),
    ...(within ? { folder: within } : {}),
  };
  const release = await readRelease(git, range);
  if (has("verbose")) console.log(`${from}..${to}`);
  ours.push(
    score(
      release.entries,
      entries,
      has("verbose") ? (text) => console.log(`    ${text.slice(0, 220)}`) : () => {},
    ),
  );
  all.push(
    score(await everything(git, [`${from}..${to}`, ...(within ? ["--", within] : [])]), entries, () => {}),
  );
}
console.log(`${folder}: ${releases.length} releases`);
console.log(line("/doc", ours));
console.log(line("every commit", all));
