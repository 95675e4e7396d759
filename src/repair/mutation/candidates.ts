import { aroundOf, type Template, wholeOf } from "./around.ts";
import { dropped } from "./templates/less.ts";
import { conditions, indexes, narrowed, ordered, slices, values, wrapped } from "./templates/more.ts";
import { attributes, constants, otherNames, swapped } from "./templates/name-templates.ts";
import { alike, cloned, otherValues, regrouped, together, turned } from "./templates/chains.ts";
import { chosen, filtered, given, joined, keywords } from "./templates/missing.ts";
import { bounds, calls, numbers, offByOne, operators, otherNumbers } from "./templates/small.ts";
import { strings } from "./templates/strings.ts";
import type { Language } from "./tokens.ts";
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
  turned,
  dropped,
  bounds,
  together,
  regrouped,
  ordered,
  attributes,
  indexes,
  moved,
  strings,
  otherNames,
  keywords,
  filtered,
  values,
  otherNumbers,
  conditions,
  constants,
  alike,
  otherValues,
  slices,
  cloned,
  given,
  inserted,
  wrapped,
  narrowed,
  joined,
  chosen,
];

const usualKinds = templates.indexOf(keywords);
/** How many kinds a line that is suspected twice as much is tried earlier. */
const trust = 6;
/** Characters; longer lines are data or written by programs. */
const longest = 300;
const skipped = /^\s*(?:#|\/\/|"""|'''|import\b|from\b|class\b|@|\*|\/\*)/;

export interface Hints {
  /** How much a line is suspected, from 0 to 1. */
  readonly suspected?: ReadonlyMap<number, number>;
  /** Only the first kinds: those that change what a line does, and leave what it is. */
  readonly usual?: boolean;
  /** Texts that the tests name, as they stand between quotes. */
  readonly wanted?: readonly string[];
}

/**
 * Every one-line change of some lines by the usual templates, the likelier ones first: by the template and by how
 * suspected the line is, where that is known. Of a function's head only what stands behind a `=` changes.
 */
export function mutants(
  source: string,
  lines: readonly number[],
  language: Language,
  { suspected, wanted, usual = false }: Hints = {},
): readonly Mutant[] {
  const whole = wholeOf(source, language, wanted);
  const found: Mutant[] = [];
  for (const line of lines) {
    const text = whole.lines[line - 1] ?? "";
    if (skipped.test(text) || !text.trim() || text.length > longest) continue;
    const head = /^\s*(?:async\s+)?def\b/.test(text);
    const around = aroundOf(whole, line);
    const seen = new Set([text]);
    const late = trust * (1 - (suspected?.get(line) ?? 1));
    for (const [rank, template] of (usual ? templates.slice(0, usualKinds) : templates).entries()) {
      if (head && template !== operators && template !== numbers) continue;
      for (const item of template(around))
        if (!seen.has(item)) {
          seen.add(item);
          found.push({ line, text: item, rank: rank + late });
        }
    }
  }
  return found.sort((a, b) => a.rank - b.rank);
}
