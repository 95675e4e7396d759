import type { Mention } from "../text/mention.ts";

const joint =
  /^\s*(?:,|;|&|\/|\band\b|\bor\b|,\s*(?:and|or|&|then)\b|\bas well as\b|\bvs\.?|\bversus\b)\s*(?:the\s+|an?\s+|of\s+|for\s+|in\s+|\$)?\s*$/i;

/** Groups mentions of one kind that follow each other as `A, B and C`; a single mention is a group of one. */
export function grouped(text: string, mentions: readonly Mention[]): readonly (readonly Mention[])[] {
  const groups: Mention[][] = [];
  for (const mention of mentions) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (
      group &&
      last &&
      last.kind === mention.kind &&
      mention.kind !== "list" &&
      !mention.label &&
      joint.test(text.slice(last.end, mention.start))
    )
      group.push(mention);
    else groups.push([mention]);
  }
  return groups;
}
