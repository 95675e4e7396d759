import { expect, it } from "vitest";
import { composeChangelog } from "./compose.ts";
import type { Entry } from "./entry.ts";

const entry = { scope: undefined, breaking: false, commits: ["abcdef0123"], prs: [] };
const entries: readonly Entry[] = [
  { ...entry, group: "Fixed", text: "`open`: close it first" },
  { ...entry, group: "Added", text: "`shut`: a new one", commits: ["bcdef01234"] },
];
const update = (version: string): Parameters<typeof composeChangelog>[1] => ({
  heading: { version, date: "2026-11-24" },
  entries,
  link: "https://example.com/c",
});

it.each([
  ["bold", "## **1.2.0**\n- One\n\n## **1.1.0**\n- Two\n", "## **1.3.0**"],
  [
    "dated in brackets",
    "### v1.2.0 (2026-01-02)\n\n- One\n\n### v1.1.0 (2025-01-02)\n\n- Two\n",
    "### v1.3.0 (2026-11-24)",
  ],
  [
    "linked to what came before",
    "# [1.2.0](https://x.y/c/v1.1.0...v1.2.0) (2026-01-02)\n\n- One\n\n# [1.1.0](https://x.y/c/v1.0.0...v1.1.0) (2025-01-02)\n\n- Two\n\n# [1.0.0](https://x.y/c/v0.9.0...v1.0.0) (2025-01-02)\n",
    "# [1.3.0](https://x.y/c/v1.2.0...v1.3.0) (2026-11-24)",
  ],
  ["named each by its own", "## 1.2.0 Oak\n\n- One\n\n## 1.1.0 Elm\n\n- Two\n", "## [1.3.0] - 2026-11-24"],
  [
    "dated in words",
    "## 1.2.0 (May 1, 2026)\n\n- One\n\n## 1.1.0 (May 1, 2025)\n\n- Two\n",
    "## [1.3.0] - 2026-11-24",
  ],
  ["underlined", "1.2.0\n=====\n\n- One\n\n1.1.0\n=====\n\n- Two\n", "1.3.0\n====="],
  [
    "underlined, with a date",
    "# Changes\n\n1.12.0 / 2026-01-02\n-------------------\n- One\n\n1.11.0 / 2025-01-02\n-------------------\n- Two\n",
    "1.3.0 / 2026-11-24\n------------------",
  ],
  ["one alone", "# 1.2.0\n\n- One\n", "# [1.3.0] - 2026-11-24"],
])("a release's heading is as those before it: %s", (_form, before, heading) => {
  const after = composeChangelog(before, update("1.3.0"));
  expect(`\n${after}`).toContain(`\n${heading}\n`);
  expect(after.includes("[1.3.0]: ")).toBe(/\[1\.3\.0\](?!\()/.test(heading));
  expect(composeChangelog(after, update("1.3.0"))).toBe(after);
});

it("items stand without groups, with labels, where those of the releases do", () => {
  const before =
    "# 1.2.0\n* [New] One\n* [Fix] Two\n* [Tests] Three\n\n# 1.1.0\n* [Bugfix] Four\n* [New] Five\n* [Fix] Six\n";
  const after = composeChangelog(before, update("1.3.0"));
  expect(after.split("\n# 1.2.0")[0]).toBe(
    "# 1.3.0\n* [New] `shut`: a new one (bcdef01)\n* [Fix] `open`: close it first (abcdef0)\n",
  );
  expect(composeChangelog(after, update("1.3.0"))).toBe(after);
  const more = {
    ...update("1.3.0"),
    entries: [...entries, { ...entry, commits: ["cdef012345"], group: "Fixed" as const, text: "More" }],
  };
  expect(composeChangelog(after, more)).toContain("(abcdef0)\n* [Fix] More (cdef012)\n\n# 1.2.0");
  const plain = before.replaceAll(/\[\w+\] /g, "");
  expect(composeChangelog(plain, update("1.3.0"))).toMatch(
    /^# 1\.3\.0\n\* `shut`[^\n]*\n\* `open`[^\n]*\n\n# 1/,
  );
  const grouped = "# 1.2.0\n\n## Fixes\n\n- One\n\n# 1.1.0\n\n## Fixes\n\n- One\n- Two\n- Three\n- Four\n";
  expect(composeChangelog(grouped, update("1.3.0"))).toContain("# 1.3.0\n\n## Added\n\n- `shut`");
});
