import { onlySays } from "../says.ts";
import { firstValue, isMiddle } from "./first.ts";
import { type Pass, clean, keep } from "./kept.ts";
import { enumLike, fieldWords } from "./named.ts";

const notValues =
  /^(?:more|less|later|older|younger|over|under|up|upwards?|fewer|greater|higher|lower|above|below|newer|equal|null|none|so|not|longer|earlier|larger|smaller|may|can|empty)\b|^(?:by|in|at|to|on|under|over)\s+(?:an?|the|\d|its|their|none|which|one|many|several)/i;

const stop =
  /[,.;:()[\]{}\n–—]|\s(?:which|that|and|by|with|default|defaults|defaulting|initially|required|unique|as|is|are|has|have|at|on|in|to|for|from|per|starts?|begins?|may|can|if|when|unless|the|a|an|req|optional|but)\b/i;

interface Chain {
  readonly from: number;
  readonly to: number;
  readonly values: readonly string[];
}

/** `phone or email` are two fields; `make, model, year or a best offer` lists fields. */
function areFields(values: readonly string[], before: string): boolean {
  const known = values.filter((value) => fieldWords.test(value)).length;
  return (
    (known === values.length && !/\b(?:is|are|be|either|of)\s*$/i.test(before)) ||
    (known > 1 && values.length > 3)
  );
}

/** The values behind a conjunction, and how far they go; undefined where no values stand there. */
function lastValues(
  text: string,
  at: number,
  after: string,
): { readonly values: string[]; readonly end: number } | undefined {
  // `control, variant or none`
  const isLast =
    /^none\b/i.test(after) && /\b(?:is|are|be|of|either) [\w-]+(?:, [\w-]+)+$/i.test(text.slice(0, at));
  if (notValues.test(after) && !isLast) return undefined;
  const end = stop.exec(after)?.index ?? after.length;
  const last = after.slice(0, end);
  if (/\b(?:it|them)\s*$/i.test(last)) return undefined;
  const values = last.split(/,?\s+or\s+/).map(clean);
  return !last.trim() || values.some((value) => value.split(/\s+/).length > 3) ? undefined : { values, end };
}

/** The values before a conjunction are put in front of those behind it; where the first starts, unless no chain is there. */
function firstAt(text: string, at: number, values: string[]): number | undefined {
  let from = at;
  for (;;) {
    const before = text.slice(0, from);
    const open = Math.max(
      ...[",", "(", ")", "[", ";", "\n", ".", "{"].map((sign) => before.lastIndexOf(sign)),
    );
    const chunk = before.slice(open + 1);
    if (
      /\b(?:can|may|could)\s+(?!be\b)/i.test(chunk.slice(chunk.search(/(?:(?!\s(?:and|but)\s).)*$/is))) ||
      !chunk.trim()
    )
      return undefined;
    // `kind, washer or dryer`
    if (
      values.length > 1 &&
      text[from] === "," &&
      enumLike.test(chunk) &&
      chunk
        .trim()
        .replace(/^.*\b(?:and|with|has|have|an?|the)\s+/i, "")
        .split(/\s+/).length < 4
    )
      break;
    const { value, ended } = isMiddle(before) ? { value: chunk, ended: false } : firstValue(chunk);
    if (/\b(?:i|we|you|they|people)\s*$/i.test(chunk.slice(0, chunk.lastIndexOf(value)))) return undefined;
    if (clean(value).split(/\s+/).length > 3 || !clean(value)) break;
    // `side required, buy or sell`
    if (values.length > 1 && ended && /^(?:required|unique|optional|mandatory|nullable)$/i.test(clean(value)))
      break;
    values.unshift(clean(value));
    from -= chunk.length - chunk.lastIndexOf(value);
    if (ended || before[open] !== ",") break;
    from = open;
  }
  return from;
}

/** A chain such as `draft, sent or paid`, found at its last conjunction. */
function chainAt(text: string, at: number, length: number): Chain | undefined {
  const found = lastValues(text, at, text.slice(at + length));
  if (!found) return undefined;
  const { values, end } = found;
  const from = firstAt(text, at, values);
  if (from === undefined || areFields(values, text.slice(0, from))) return undefined;
  const usable = values.length > 1 && values.every((value) => /^[\w +#&.'-]+$|^⟦Q\d+⟧$/.test(value));
  return usable ? { from, to: at + length + end, values } : undefined;
}

/** `draft, sent or paid`: chains are read at their last `or`, of which no more than 300 are tried. */
export const chains: Pass = (given, kept) => {
  let text = given;
  const conjunction = /,?\s+or\s+/gi;
  for (
    let found = conjunction.exec(text), tried = 0;
    found && tried < 300;
    found = conjunction.exec(text), tried++
  ) {
    const chain = chainAt(text, found.index, found[0].length);
    if (!chain || /^(?:true|false|yes|no)$/i.test(chain.values[0] ?? "")) continue;
    if (chain.values.every((value) => onlySays(value, kept.enums))) continue;
    text = `${text.slice(0, chain.from)} ${keep(kept, chain.values)} ${text.slice(chain.to)}`;
    conjunction.lastIndex = 0;
  }
  return text;
};
