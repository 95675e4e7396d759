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
    rows: [
      ...changes.filter(isTheirs).map((change) => [change.path, happened(change)]),
      ...Object.entries(
        Object.groupBy(
          changes.filter((one) => !isTheirs(one)),
          happened,
        ),
      ).map(([what, kept]) => [`what Antiphon keeps in .antiphon: ${kept.length} files`, what]),
    ],
  }) as const;

const isTheirs = ({ path }: Change): boolean => !path.startsWith(".antiphon/generated/");

const happened = ({ before, after }: Change): "removed" | "created" | "changed" =>
  after === null ? "removed" : before === null ? "created" : "changed";
