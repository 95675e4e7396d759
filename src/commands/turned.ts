import type { Report } from "../report/index.ts";
import type { Change, Written } from "../workspace/index.ts";

/** What an undo or a redo did to the files. */
export const turned = (title: string, written: Written, hint: string): Report => ({
  title,
  outcome: "done",
  sections: [
    { key: "files", title: "Files", blocks: [filesTable(written.changes), { kind: "text", text: hint }] },
    {
      key: "checks",
      title: "",
      blocks: [{ kind: "check", claim: "Files are as they were", evidence: written, passed: true }],
    },
  ],
});

export const filesTable = (changes: readonly Change[]) =>
  ({
    kind: "table",
    columns: ["file", "what happened"],
    rows: changes.map(({ path, before, after }) => [
      path,
      after === null ? "removed" : before === null ? "created" : "changed",
    ]),
  }) as const;
