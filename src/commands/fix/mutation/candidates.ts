import { aroundOf, type Template } from "./around.ts";
import { dropped } from "./templates/less.ts";
import { conditions, indexes, narrowed, ordered, slices, values, wrapped } from "./templates/more.ts";
import { attributes, constants, otherNames, swapped, turned } from "./templates/names.ts";
import { bounds, calls, numbers, offByOne, operators, strings } from "./templates/small.ts";
import { inserted, moved } from "./templates/statements.ts";

/** One line changed in one way; an inserted line stands in the text of the one beside it. */
export interface Mutant {
  readonly line: number;
  readonly text: string;
  /** The lower the likelier; comparable between files. */
  readonly rank: number;
}

/** The likelier ones first: how often bugs of one line are of that kind, against how many texts it makes. */
const templates: readonly Template[] = [
  operators,
  offByOne,
  numbers,
  swapped,
  calls,
  dropped,
  bounds,
  otherNames,
  indexes,
  turned,
  attributes,
  conditions,
  moved,
  constants,
  wrapped,
  ordered,
  slices,
  values,
  strings,
  narrowed,
  inserted,
];

/** How many kinds a line that is suspected twice as much is tried earlier. */
const trust = 6;
/** Characters; longer lines are data or written by programs. */
const longest = 300;
const skipped = /^\s*(?:#|\/\/|"""|'''|import\b|from\b|class\b|@|\*|\/\*)/;

/**
 * Every one-line change of some lines by the usual templates, the likelier ones first: by the template and by how
 * suspected the line is, from 0 to 1, where that is known. Of a function's head only what stands behind a `=` changes.
 */
export function mutants(
  source: string,
  lines: readonly number[],
  language: "python" | "javascript",
  suspected?: ReadonlyMap<number, number>,
): readonly Mutant[] {
  const all = source.split("\n");
  const found: Mutant[] = [];
  for (const line of lines) {
    const text = all[line - 1] ?? "";
    if (skipped.test(text) || !text.trim() || text.length > longest) continue;
    const head = /^\s*(?:async\s+)?def\b/.test(text);
    const around = aroundOf(all, line, language);
    const seen = new Set([text]);
    const late = trust * (1 - (suspected?.get(line) ?? 1));
    for (const [rank, template] of templates.entries()) {
      if (head && template !== operators && template !== numbers) continue;
      for (const one of template(around))
        if (!seen.has(one)) {
          seen.add(one);
          found.push({ line, text: one, rank: rank + late });
        }
    }
  }
  return found.sort((a, b) => a.rank - b.rank);
}
