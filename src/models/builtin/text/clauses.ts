import type { Reading } from "./mention.ts";
import { indexed } from "./spans.ts";

export interface Clause {
  readonly start: number;
  readonly end: number;
}

const boundary =
  /[.?!;\n]+(?:\s+|$)|,?\s+(?:and|then|also|plus|or)\s+(?:then\s+|also\s+|finally\s+)?|,\s+(?:and\s+)?(?:then\s+|also\s+)?|\s+as well as\s+|\s+along with\s+|\s+while\s+/gi;

/** The clauses of a text or a range: split at sentence ends and conjunctions, never inside a mention. */
export function clauses(reading: Reading, within?: Clause): readonly Clause[] {
  const found: Clause[] = [];
  const mentions = indexed(reading.mentions);
  let start = within?.start ?? 0;
  const last = within?.end ?? reading.text.length;
  for (const match of reading.text.slice(0, last).matchAll(boundary)) {
    const { index } = match;
    if (index < start) continue;
    const end = index + match[0].length;
    if (mentions.touch({ start: index, end })) continue;
    if (index > start) found.push({ start, end: index });
    start = end;
  }
  if (start < last) found.push({ start, end: last });
  return found;
}
