import { diff3Merge } from "node-diff3";

const lines = (text: string): string[] => text.split(/(?<=\n)/);
const ended = (text: string, end: string): string =>
  text === "" || text.endsWith("\n") ? text : `${text}${end}`;

/** Whether a text has conflicts that nobody resolved, of this merge or an earlier one. */
export const hasConflicts = (text: string): boolean => /^<{7} yours\r?$/m.test(text);

const declared =
  /^(?:export )?(?:default )?(?:async )?(?:function|const|let|class|interface|type|enum|def) (\w+)/gm;

/** Whether a text after an empty line declares something that the other text does not. */
function isApart(text: string, other: string): boolean {
  const [names, taken] = [text, other].map((declaring) =>
    [...declaring.matchAll(declared)].map(([, name]) => name),
  ) as [string[], string[]]; // map keeps both
  return /^\r?\n(?=\S)/m.test(text) && names.length > 0 && !names.some((name) => taken.includes(name));
}

/** Returns both sides of a conflict if one of them only adds declarations at the end of what the other changed. */
function joined(base: string, mine: string, now: string): string | undefined {
  for (const [longer, other] of [
    [mine, now],
    [now, mine],
  ] as const) {
    const added = longer.startsWith(base) ? longer.slice(base.length) : "";
    if (isApart(added, other)) return other + added;
  }
  return undefined;
}

/**
 * Merges line by line what someone made of `base` with what is generated now, and marks conflicts as git does. No line
 * of `mine` that `base` lacks is ever lost. Line ends are those of `mine`. Declarations that one side
 * adds after what the other changed don't conflict.
 */
export function mergeLines(
  base: string,
  mine: string,
  now: string,
): { readonly text: string; readonly conflict: boolean } {
  const end = mine.includes("\r\n") ? "\r\n" : "\n";
  const adapted = (text: string): string => (end === "\r\n" ? text.replaceAll(/\r?\n/g, end) : text);
  const regions = diff3Merge(lines(mine), lines(adapted(base)), lines(adapted(now)), {
    excludeFalseConflicts: true,
  });
  const text = regions
    .map(({ ok, conflict }) => {
      if (!conflict) return (ok ?? []).join("");
      const [before, yours, generated] = [conflict.o, conflict.a, conflict.b].map((part) =>
        ended(part.join(""), end),
      ) as [string, string, string]; // map keeps three
      const both = joined(before, yours, generated);
      if (both !== undefined) return both;
      return [`<<<<<<< yours${end}`, yours, `=======${end}`, generated, `>>>>>>> generated${end}`].join("");
    })
    .join("");
  return { text, conflict: hasConflicts(text) };
}
