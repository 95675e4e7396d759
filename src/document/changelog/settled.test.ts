import { describe, expect, it } from "vitest";
import type { Commit } from "./commit.ts";
import { renderLine } from "./render.ts";
import { settled } from "./settled.ts";
import { breaksIn, isAutomation, parseSubject } from "./subject.ts";

/** Commits from the oldest, as `subject | body`; the index serves as hash. */
function settle(...lines: readonly string[]): readonly string[] {
  const commits = lines.map((line, place): Commit => {
    const [subject = "", body = ""] = line.split(" | ");
    return { sha: `${place}`.padStart(40, "a"), parents: [""], date: "", subject, body, files: [] };
  });
  return settled(commits.toReversed())
    .map(({ subject }) => subject)
    .toReversed();
}

describe("commits that belong to others", () => {
  it("are folded into them, an amended message counts, and what mends older ones is gone", () => {
    expect(
      settle(
        "feat: rows",
        "fixup! feat: rows",
        "squash! fixup! feat: rows | more",
        "amend! feat: rows | feat: rows and columns",
        "fixup! feat: of the last release",
      ),
    ).toEqual(["feat: rows and columns"]);
  });
});

describe("reverts", () => {
  const sha = (place: number): string => `${place}`.padStart(40, "a");

  it.each([
    ['Revert "feat: rows"'],
    ['Revert "feat: rows (#12)" (#13)'],
    ["revert: feat: rows"],
    ["revert: rows"],
    ['revert(table): "feat: rows"'],
    [`revert: what went wrong | This reverts commit ${sha(0)}.`],
    [`Take the rows out | This reverts commit ${sha(0)}.`],
    [`revert: see below | Refs: ${sha(0)}`],
    ["Out again | Reverts some/thing#12"],
  ])("cancel what they name: %s", (revert) => {
    expect(settle("feat: rows (#12)", "fix: other", revert)).toEqual(["fix: other"]);
  });

  it("bring back what they take back again, and stay where it is older", () => {
    expect(settle("feat: rows", 'Revert "feat: rows"', 'Revert "Revert "feat: rows""')).toEqual([
      "feat: rows",
    ]);
    expect(settle("feat: rows", 'Revert "feat: rows"', 'Reapply "feat: rows"')).toEqual(["feat: rows"]);
    expect(settle("fix: other", 'Revert "feat: older"')).toEqual(["fix: other", 'Revert "feat: older"']);
    expect(parseSubject("revert: older").text).toBe("Revert older");
  });
});

describe("subjects", () => {
  it("have types by emoji, too", () => {
    const lineOf = (subject: string): string => {
      const { group, breaking, scope, text } = parseSubject(subject);
      return [group, breaking && "breaking", scope, text].filter(Boolean).join(" ");
    };
    expect(lineOf("✨ add rows")).toBe("Added add rows");
    expect(lineOf(":bug: (reader) empty input")).toBe("Fixed reader empty input");
    expect(lineOf("🔒️ escape names")).toBe("Security escape names");
    expect(lineOf(":sparkles: feat(ui): rows")).toBe("Added ui rows");
    expect(lineOf("💥 drop old engines")).toBe("Changed breaking drop old engines");
    expect(parseSubject("🦄 rows").style).toBe("plain");
  });

  it("say whether they are about the project's own checks", () => {
    const all = [
      "ci: cache",
      "fix(ci): run once",
      "👷 windows",
      "feat(actions): tag",
      "fix(cli): tag",
      "feat: x",
    ];
    expect(all.filter((item) => isAutomation(parseSubject(item)))).toHaveLength(4);
  });
});

describe("what breaks", () => {
  it("is kept, to the next footer", () => {
    expect(breaksIn("More.\n\nBREAKING CHANGE: two\nlines.\n\nAnother.\n\nCloses #3")).toBe(
      "two lines. Another.",
    );
    expect(breaksIn("BREAKING-CHANGE: gone\nReviewed-by: A")).toBe("gone");
    expect(breaksIn("BREAKING CHANGES:\n* one\n* two")).toBe("one; two");
    expect(breaksIn("nothing")).toBeUndefined();
  });

  it("stands behind the entry, and long lines end where a sentence does", () => {
    const entry = {
      group: "Added" as const,
      scope: undefined,
      breaking: true,
      prs: [],
      commits: ["abcdef0123"],
    };
    expect(renderLine({ ...entry, text: "new rows", breaks: "columns are gone" })).toBe(
      "- **Breaking:** New rows. Columns are gone. (abcdef0)",
    );
    const long = `${"a ".repeat(50)}end. ${"B ".repeat(20)}end.`;
    expect(
      renderLine({ ...entry, text: long })
        .split("\n")
        .map((line) => line.slice(-4)),
    ).toEqual(["end.", "ef0)"]);
  });
});
