import { prefixOf, type ComposedChangelog } from "../../document/index.ts";
import { type Block, share, show } from "../../report/index.ts";
import type { Written } from "../../workspace/index.ts";
import { docDataOf, type DocReport } from "./data.ts";

interface Outcome extends ComposedChangelog {
  readonly written: Written | undefined;
  readonly check: boolean;
}

/** The difference of the exported API: counts and the first names. */
function apiFacts(api: ComposedChangelog["made"]["api"]): Readonly<Record<string, string>> {
  if (!api) return {};
  if ("why" in api) return { "exported API": `not compared: ${api.why}` };
  const named = (names: readonly string[]): string =>
    names.length === 0
      ? "none"
      : `${names.length}: ${names.slice(0, 6).join(", ")}${names.length > 6 ? " and others" : ""}`;
  return {
    "exports removed": named(api.removed),
    "exports whose calls changed": named(api.changed),
    "exports added": named(api.added),
  };
}

/** What happened to the file, or the text to copy if nothing is written. */
function filesOf({ change, changed, empty, other, check, made, written }: Outcome): readonly Block[] {
  if (other !== undefined && !empty)
    return [
      show.text(
        other === change.path
          ? `Nothing written: ${other} says that it isn't kept any more. What it lacks:`
          : `Nothing written: ${other} is this project's changelog, and only Markdown and reStructuredText are written. What it lacks:`,
      ),
      show.code("markdown", sectionOf(made.text)),
    ];
  if (!changed) {
    const nothing = `Not written: of ${made.release.commits} commits since the last release, none reads like a change for users.`;
    return [show.text(empty ? nothing : `${change.path} holds what a run would write.`)];
  }
  if (check) return [{ kind: "diff", change }];
  return [show.list([change.path]), show.check(`${change.path} written`, written, true)];
}

/** The first release section of a changelog. */
const sectionOf = (text: string): string => {
  const [, section = ""] = text.split(/^(?=## )/m);
  return section.trim();
};

/** The remaining steps, in order. */
const stepsOf = ({ made, change, empty, last, other, shallow }: Outcome): readonly string[] => [
  ...(shallow ? ["The clone is shallow: git fetch --unshallow --tags, then run it again"] : []),
  ...(last ? [] : ["No tag names a release yet: everything since the first commit is listed"]),
  ...(empty
    ? []
    : other === undefined
      ? [`Read the entries in ${change.path}: your edits stay when it runs again`]
      : [`Take the entries over into ${other}`]),
  ...(empty || made.version === undefined
    ? []
    : [`Tag the release: git tag ${prefixOf(last)}${made.version}`]),
];

export function changelogReport(outcome: Outcome): DocReport {
  const { made, changed, empty, last, check } = outcome;
  const { release, version } = made;
  const groups = new Map<string, number>();
  for (const { group } of release.entries) groups.set(group, (groups.get(group) ?? 0) + 1);
  const commitCount = new Set(release.entries.flatMap((entry) => entry.commits)).size;
  const steps = stepsOf(outcome);
  return {
    title: empty
      ? `Changelog since ${last?.tag ?? "the beginning"}`
      : version === undefined
        ? "Changelog of what is unreleased"
        : `Changelog of ${version}`,
    outcome: check && changed ? "failed" : "done",
    data: docDataOf({ coverage: { commits: { documented: commitCount, total: release.commits } } }),
    sections: [
      show.section("files", "Files modified", filesOf(outcome)),
      show.section(
        "added",
        "Documentation added",
        groups.size
          ? [
              show.table(
                ["Group", "Entries"],
                [...groups].map(([group, count]) => [group, count]),
              ),
              show.list(release.entries.map((entry) => `${entry.group}: ${entry.text}`)),
            ]
          : [show.text("None.")],
      ),
      show.section("coverage", "Coverage", [
        show.facts({
          "commits listed": share(commitCount, release.commits),
          since: last?.tag ?? "the beginning",
          ...(made.step && { step: made.step }),
          ...apiFacts(made.api),
        }),
      ]),
      show.section("quality", "Quality checks", [
        show.list([
          "Examples tested: a changelog has none",
          "Links: not opened; comparisons name tags of this repository",
        ]),
      ]),
      show.section("next_steps", "Next steps", [steps.length ? show.list(steps) : show.text("None.")]),
    ],
  };
}
