import { createTwoFilesPatch } from "diff";
import type { Change } from "./workspace.ts";

/** Returns the change that takes back another one. */
export const reversed = (change: Change): Change => ({
  ...change,
  before: change.after,
  after: change.before,
});

/**
 * Formats changes as one unified diff for `git apply` and `patch -p1`; binary files are only named.
 * @param context unchanged lines around each change
 */
export const unifiedDiff = (changes: readonly Change[], context = 3): string =>
  changes
    .filter(({ before, after }) => before !== after)
    .map((change) => one(change, context))
    .join("");

function one(change: Change, context: number): string {
  const { path, before, after } = change;
  const from = before === null ? "/dev/null" : label("a", path);
  const to = after === null ? "/dev/null" : label("b", path);
  const mode = (change.mode ?? 0) & 0o111 ? "100755" : "100644";
  const head = [
    `diff --git ${label("a", path)} ${label("b", path)}`,
    ...(before === null ? [`new file mode ${mode}`] : []),
    ...(after === null ? ["deleted file mode 100644"] : []),
  ];
  if (change.encoding === "latin1") return [...head, `Binary files ${from} and ${to} differ`, ""].join("\n");
  if (Boolean(before) !== Boolean(after)) return [...head, whole(from, to, change)].join("\n");
  const options = { context, timeout: 2000, headerOptions: fileHeadersOnly };
  const patch =
    createTwoFilesPatch(from, to, before ?? "", after ?? "", undefined, undefined, options) ??
    whole(from, to, change);
  return [...head, patch].join("\n");
}

const fileHeadersOnly = { includeIndex: false, includeUnderline: false, includeFileHeaders: true };

/** Quotes names with control characters, quotes or backslashes as git does. */
const label = (side: string, path: string): string => {
  const plain = !/["\\\p{Cc}]/u.test(path);
  return plain ? `${side}/${path}` : JSON.stringify(`${side}/${path}`);
};

/** Removes everything and adds everything: where one side is empty, or the shortest diff takes too long. */
function whole(from: string, to: string, { before, after }: Change): string {
  const [old, now] = [lines(before ?? ""), lines(after ?? "")];
  const count = (list: readonly string[]): string => (list.length ? `1,${list.length}` : "0,0");
  return [
    `--- ${from}`,
    `+++ ${to}`,
    `@@ -${count(old)} +${count(now)} @@`,
    ...marked("-", old, before),
    ...marked("+", now, after),
    "",
  ].join("\n");
}

const lines = (text: string): string[] =>
  text === "" ? [] : text.split("\n").slice(0, text.endsWith("\n") ? -1 : undefined);

const marked = (sign: string, list: readonly string[], text: string | null): readonly string[] => [
  ...list.map((line) => sign + line),
  ...(text && !text.endsWith("\n") ? ["\\ No newline at end of file"] : []),
];
