/** Abbreviations that end in a full stop without ending a sentence. */
const shortened = /(?:^|[\s("'`])(?:e\.g|i\.e|cf|vs|approx|resp|incl|aka|a\.k\.a|etc|no|fig)\.$/i;

/**
 * Returns the first sentence of the first paragraph, on one line. It doesn't end after `e.g.` or before a lowercase
 * letter.
 */
export function firstSentence(text: string): string {
  const [paragraph = ""] = text.trim().split(/\n\s*\n/, 1);
  const flat = paragraph.replaceAll(/\s+/g, " ");
  for (const { index } of flat.matchAll(/[.!?](?=\s|$)/g)) {
    const before = flat.slice(Math.max(0, index - 12), index + 1);
    const next = flat[index + 2] ?? "";
    const goesOn = /[a-z]/.test(next) || (shortened.test(before) && !/etc\.$/i.test(before));
    if (next === "" || !goesOn) return flat.slice(0, index + 1);
  }
  return flat;
}
