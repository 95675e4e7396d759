import { anyOf } from "../../../lib/index.ts";
import { conditional } from "../knowledge/openings.ts";
import type { Token } from "../text/tokens.ts";
import { dependent, type Piece } from "./pieces.ts";

const politeIf = new RegExp(
  `^(?:if|when) ${anyOf(
    "possible",
    "you (?:can|could|would|don't mind|get|have)",
    "that's (?:ok|okay|possible)",
    "it's (?:ok|possible|not too much)",
  )}`,
);

/** Whether a piece is a condition. `words` is its text, `sentence` that of its sentence, in lower case. */
export function isCondition(piece: Piece, sentence: string, words: string): boolean {
  if (dependent.test(words)) return true;
  const { joint, tokens, comma } = piece;
  if (!conditional.has(joint) && !(joint === "after" && happens(tokens))) return false;
  const text = `${joint} ${words}`;
  if (politeIf.test(text) || (joint === "when" && auxiliary.test(words))) return false;
  return comma || !/^(?:if|when)$/.test(joint) || !isIndirectQuestion(sentence, text);
}

/** The beginning of a question after `when`: `when am I due?` */
const auxiliary = /^(?:am|is|are|was|were|do|does|did|will|would|can|could|should|have|has|had)\b/;

/** Whether `if` or `when` begin a question: `tell me if …`, `check when …`. */
const isIndirectQuestion = (sentence: string, text: string): boolean =>
  /\b(?:tell me|check|see|know|ask|say|find out|verify|look|wonder\w*|show me|confirm)$/.test(
    sentence.slice(0, sentence.indexOf(text)).trimEnd().slice(-40),
  );

const finite = /^(?:is|are|was|were|has|have|had|comes?|gets?|does|did)$/;
const pronoun = /^(?:i|you|he|she|it|we|they|who|everybody|everyone|somebody|someone|nobody)$/;

/** Whether a statement of an event follows: `the results are in`, `she pays`, `the parcel arrives`. */
const happens = (tokens: readonly Token[]): boolean =>
  tokens.some(({ lower }, i) => {
    if (pronoun.test(lower) && i === 0 && tokens.length > 1) return true;
    const [noun, determiner] = [tokens[i - 1], tokens[i - 2]];
    // a single noun after its determiner is followed by its verb, not by the plural of another noun
    const isVerb =
      noun?.kind === "word" && !noun.stop && determiner?.stop === true && !noun.lower.endsWith("s");
    return finite.test(lower) || (isVerb && /\p{L}{2}(?:(?<!s)s|ed)$/u.test(lower));
  });
