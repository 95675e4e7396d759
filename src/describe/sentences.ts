/** A sentence, or a line without one, with its offset in the text. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  /** Whether it may continue the list before it. */
  readonly followsSemicolon: boolean;
}

const abbreviated =
  /(?:\b(?:e\.g|i\.e|etc|incl|approx|(?<!\/)no|nr|vs|max|min|Dr|Mr|Mrs|St)|(?<![/'’])\b[a-z])\.$/i;

/** Whether the text up to a full stop, question or exclamation mark is a whole sentence, not an abbreviation. */
function endsSentence(before: string, after: string): boolean {
  if (!/^\s+["“(]?\S|^\s*$/.test(after)) return false;
  if (!abbreviated.test(before)) return true;
  return /\b(?:no|etc|max|min)\.$/i.test(before) && /^\s+\p{Lu}/u.test(after);
}

/** A label or a sentence, as it opens a line of its own. */
const opensLine = /^[\w][\w ]{1,40}?(?:\([^)]*\) ?)?(?:: | (?:has|have|can|may|must|belongs?|is|are) )/;

/** Separates lines that were pasted into one: `… API - books: title - loans can be renewed`, `… API Books: title`. */
export const unpasted = (text: string): string =>
  text
    .replaceAll(/\b(api|app|backend) (?=[A-Z][a-z]+(?: [a-z]+)?: )/gi, "$1\n")
    .split("\n")
    .map((line) => {
      const [head = "", ...parts] = line.split(/(?<!\s)\s+[-–•*]\s+/);
      const isPasted = parts.length > 1 && parts.every((part) => opensLine.test(part));
      return isPasted ? [head, ...parts.map((part) => `- ${part}`)].join("\n") : line;
    })
    .join("\n");

const opensList = /^\W*\w+(?: \w+)?\s*:/;

/** Splits text at line ends, and outside parentheses at semicolons and ends of sentences. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  let depth = 0;
  let followsSemicolon = false;
  const cut = (end: number, next: number): void => {
    const piece = text.slice(start, end);
    const indent = piece.length - piece.trimStart().length;
    if (piece.trim()) sentences.push({ text: piece.trim(), start: start + indent, followsSemicolon });
    start = next;
    followsSemicolon = text[next - 1] === ";";
  };
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? "";
    if (sign === "(" || sign === "[" || sign === "{") depth += 1;
    if (sign === ")" || sign === "]" || sign === "}") depth = Math.max(0, depth - 1);
    if (sign === "\n") {
      depth = 0;
      cut(index, index + 1);
    } else if (depth === 0 && sign === ";") cut(index, index + 1);
    else if (depth === 0 && /[.!?]/.test(sign)) {
      const before = text.slice(Math.max(0, index - 8), index + 1);
      // `Team: name! unique`: a sign of the notation
      if (
        /[!?]/.test(sign) &&
        /^ ?[a-z,]/.test(text.slice(index + 1)) &&
        opensList.test(text.slice(start, index))
      )
        continue;
      if (endsSentence(before, text.slice(index + 1, index + 40))) cut(index + 1, index + 1);
    }
  }
  cut(text.length, text.length);
  return sentences;
}

const openers = "if |which |that (?:can|may|must|should|is|are|has|have) |when |where |unless |until ";
/** Separators of clauses: `, but`, `, so`, and `, and` before a clause with its own auxiliary or speaker. */
const clauseJoint = new RegExp(
  String.raw`(?<!nothing|nobody|none),? but (?!not |can|may |must )(?=\w+ )|, so (?=that |[a-z]+ )|, (?:and|while) ` +
    String.raw`(?=(?:(?!${openers})\w+ ){1,6}(?:can|may|must|should|is|are|has to|have to)\b|(?:for|of|about|on|per) (?:\w+ ){1,4}(?:we|i) )`,
);

/** The clauses of a sentence that can stand alone: a rule is often the second half of one. */
export const clausesOf = (sentence: string): readonly string[] =>
  sentence
    .split(clauseJoint)
    .map((clause) => clause.trim())
    .filter(Boolean);
