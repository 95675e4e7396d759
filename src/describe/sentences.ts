/** A sentence, or a line that is one, with its offset in the text. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  /** Whether it follows a semicolon, so that it may continue the list before it. */
  readonly goesOn: boolean;
}

const abbreviated =
  /(?:\b(?:e\.g|i\.e|etc|incl|approx|(?<!\/)no|nr|vs|max|min|Dr|Mr|Mrs|St)|(?<![/'’])\b[a-z])\.$/i;

/** Splits lines into sentences: at full stops, and at semicolons outside parentheses. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  let depth = 0;
  let goesOn = false;
  const cut = (end: number, next: number): void => {
    const piece = text.slice(start, end);
    const lead = piece.length - piece.trimStart().length;
    if (piece.trim()) sentences.push({ text: piece.trim(), start: start + lead, goesOn });
    start = next;
    goesOn = text[next - 1] === ";";
  };
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? "";
    if (sign === "(" || sign === "[" || sign === "{") depth += 1;
    if (sign === ")" || sign === "]" || sign === "}") depth = Math.max(0, depth - 1);
    if (sign === "\n") {
      depth = 0;
      cut(index, index + 1);
    } else if (depth === 0 && sign === ";") cut(index, index + 1);
    else if (
      depth === 0 &&
      /[.!?]/.test(sign) &&
      /^\s+["“(]?\S|^\s*$/.test(text.slice(index + 1, index + 40))
    ) {
      const end = text.slice(Math.max(0, index - 8), index + 1);
      const opensNew =
        /^\s+\p{Lu}/u.test(text.slice(index + 1, index + 10)) && /\b(?:no|etc|max|min)\.$/i.test(end);
      if (opensNew || !abbreviated.test(end)) cut(index + 1, index + 1);
    }
  }
  cut(text.length, text.length);
  return sentences;
}

const openers = "if |which |that |when |where |unless |until ";
/** Separators of clauses: `, but`, `, so`, and `, and` before a clause with its own auxiliary. */
const clauseJoint = new RegExp(
  String.raw`,? but (?=\w+ )|, so (?=that |[a-z]+ )|, (?:and|while) ` +
    String.raw`(?=(?:(?!${openers})\w+ ){1,6}(?:can|may|must|should|is|are|has to|have to)\b)`,
);

/** The clauses of a sentence that can stand alone: a rule is often the second half of one. */
export const clausesOf = (sentence: string): readonly string[] =>
  sentence
    .split(clauseJoint)
    .map((clause) => clause.trim())
    .filter(Boolean);
