import { aroundOf, type Template, wholeOf } from "./around.ts";
import { dropped } from "./templates/less.ts";
import { conditions, indexes, narrowed, ordered, slices, values, wrapped } from "./templates/more.ts";
import { attributes, constants, otherNames, swapped } from "./templates/name-templates.ts";
import { alike, cloned, otherValues, regrouped, together, turned } from "./templates/chains.ts";
import { chosen, filtered, argumentTemplate, joined, keywords } from "./templates/missing.ts";
import { bounds, calls, numbers, offByOne, operators, otherNumbers } from "./templates/small.ts";
import { strings } from "./templates/strings.ts";
import type { Language } from "./tokens.ts";
import { inserted, moved } from "./templates/statements.ts";

/** A one-line change; an inserted line is part of the adjacent line's text. */
export interface Mutant {
  readonly line: number;
  readonly text: string;
  /** Lower is more likely; comparable between files. */
  readonly rank: number;
}

/** Ordered by likelihood: how often one-line bugs are of that kind, relative to the number of texts it creates. */
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
  argumentTemplate,
  inserted,
  wrapped,
  narrowed,
  joined,
  chosen,
];

const usualKinds = templates.indexOf(keywords);
/** By how many kinds a line of suspicion 0 comes after one of suspicion 1. */
const trust = 6;
/** In characters; longer lines are data or generated. */
const longest = 300;
const skipped = /^\s*(?:#|\/\/|"""|'''|import\b|from\b|class\b|@|\*|\/\*)/;

export interface Hints {
  /** How suspicious each line is, from 0 to 1. */
  readonly suspected?: ReadonlyMap<number, number>;
  /** Only the first kinds, which change a line's behaviour rather than its nature. */
  readonly usual?: boolean;
  /** Strings in the tests, as written between the quotes. */
  readonly wanted?: readonly string[];
}

/**
 * Generates all one-line changes of some lines by the templates, most likely first: by the template and the line's
 * suspicion, if known. In the head of a Python function only operators and numbers change.
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
