import { applyPatch } from "diff";

/** Splits a diff into one for each file, by the path that it has afterwards. */
export const patchesIn = (diff: string): readonly { readonly path: string; readonly patch: string }[] =>
  diff.split(/^(?=diff --git |Index: |--- .*\n\+\+\+ )/m).flatMap((patch) => {
    const path = /^\+\+\+ (?:b\/)?(\S+)/m.exec(patch)?.[1];
    return path ? [{ path, patch }] : [];
  });

/** Applies a diff of one file; undefined if it doesn't fit or can't be read. */
export function patched(text: string, patch: string): string | undefined {
  try {
    const result = applyPatch(text, recounted(patch));
    return result === false ? undefined : result;
  } catch {
    return undefined;
  }
}

/** Hunks written by hand or by a model rarely count their lines right: the lines themselves decide. */
const recounted = (patch: string): string =>
  patch.replaceAll(
    /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@([^\n]*)\n((?:(?!@@ )[^\n]*\n)*)/gm,
    (hunk, from: string, to: string, rest: string, body: string) => {
      const lines = body.split("\n");
      while (lines.at(-1) === "") lines.pop();
      if (lines.length === 0) return hunk;
      const count = (others: string): number =>
        lines.filter((line) => !others.includes(line[0] ?? " ")).length;
      return `@@ -${from},${count("+\\")} +${to},${count("-\\")} @@${rest}\n${lines.join("\n")}\n`;
    },
  );
