import {
  definitionFile,
  isMigration,
  type GeneratedFile,
  type Into,
  type Merged,
} from "../../generate/index.ts";
import { thin, type Block, type Section, show } from "../../report/index.ts";
import type { Session } from "../../session/index.ts";
import type { Change, Written } from "../../workspace/index.ts";
import { inTable } from "../../lib/index.ts";

const languages: Readonly<Record<string, string>> = {
  ts: "ts",
  js: "js",
  mjs: "js",
  py: "python",
  json: "json",
  md: "md",
  html: "html",
  sql: "sql",
  yml: "yaml",
  yaml: "yaml",
  toml: "toml",
  prisma: "prisma",
  ini: "ini",
};
const languageOf = (path: string): string => inTable(languages, path.split(".").at(-1) ?? "") ?? "text";

/** Generated files, with the comments that the session's mode allows in code. */
export const commented = (
  files: readonly GeneratedFile[],
  { mode }: Pick<Session, "mode">,
): Promise<readonly GeneratedFile[]> =>
  Promise.all(
    files.map(async ({ path, text }) => ({
      path,
      text: await thin({ language: languageOf(path), code: text }, mode.comments),
    })),
  );

const notes: readonly (readonly [
  keyof Pick<Merged, "conflicts" | "deleted" | "untouched" | "kept">,
  string,
])[] = [
  ["conflicts", "Edited on both sides, conflicts are marked in"],
  ["deleted", "Deleted by you, left so"],
  ["untouched", "Yours before, left as it is"],
  ["kept", "No longer generated, but edited by you, so kept"],
];

/** Tests and documentation only repeat the definition. */
const isDerived = (path: string): boolean => /(^|\/)(docs|tests?)\//.test(path);

/** The files written, with their code, and what happened to existing ones. */
export function filesSection(
  written: Written,
  merged: Merged,
  {
    edits: around,
    notes: noteLines,
    changes = false,
  }: Pick<Into, "edits" | "notes"> & { readonly changes?: boolean } = { edits: [], notes: [] },
): Section {
  const conflicts = new Set(merged.conflicts);
  const rank = ({ path }: Change): number =>
    conflicts.has(path) ? 0 : path === definitionFile ? 1 : isMigration(path) ? 2 : isDerived(path) ? 4 : 3;
  const changed = merged.changes
    .filter(({ path }) => !path.startsWith(".antiphon/"))
    .toSorted((a, b) => (changes ? rank(a) - rank(b) : 0));
  const code = changed.flatMap((change): readonly Block[] => {
    const { path, before, after } = change;
    if (after === null) return [];
    if (!changes || before === null) return [{ kind: "code", path, language: languageOf(path), code: after }];
    const derived = rank(change) === 4;
    return [{ kind: "diff", change, written: true, context: 1, ...(derived ? { derived } : {}) }];
  });
  const gone = changed
    .filter(({ after }) => after === null)
    .map(({ path }) => `No longer generated, removed: ${path}`);
  const edits = around
    .filter(({ path }) => !path.startsWith(".antiphon/"))
    .map((change): Block => ({ kind: "diff", change, written: true }));
  const changeLines = [
    ...(merged.replaces === undefined
      ? []
      : [
          `Replaces what was generated here for ${merged.replaces}; /undo brings that back, --out=FOLDER keeps both`,
        ]),
    ...noteLines,
    ...notes.flatMap(([key, words]) => merged[key].map((path) => `${words}: ${path}`)),
    ...gone,
  ];
  const unchanged: Block = show.text("Compared: the files are as they would be written.");
  return show.section("files", changes ? "Files created and changed" : "Files created", [
    ...(code.length || edits.length ? [...edits, ...code] : [unchanged]),
    ...show.lists(changeLines),
    show.check("Files written", written, true),
  ]);
}
