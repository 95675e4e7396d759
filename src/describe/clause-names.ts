import { type FieldDraft } from "../api/index.ts";
import { isIrregularPast } from "../language/index.ts";
import { determiners, modals, beings, havings } from "./grammar.ts";
import { type Token, tokensOf } from "./tokens.ts";

const wordsIn = (text: string): readonly Token[] => tokensOf(text).filter(({ kind }) => kind === "word");

const empty = /^(?:it|they|i|he|she|we|you|be|to|already|still|currently|not|per)$/;

/** The words of a clause that name what it is about. */
const content = (words: readonly Token[]): string =>
  words
    .map(({ low }) => low)
    .filter((low) => ![beings, determiners, modals, havings].some((all) => all.has(low)) && !empty.test(low))
    .join(" ");

/** Where the words after a subject begin. */
const subjectEnd = (words: readonly Token[]): number => {
  if (/^(?:it|they|he|she|we)$/.test(words[0]?.low ?? "")) return 1;
  return determiners.has(words[0]?.low ?? "") ? Math.min(2, words.length - 1) : words.length > 1 ? 1 : 0;
};

/** A field that a clause describes. */
type Named = Pick<FieldDraft, "name" | "type">;
type Answer = (words: readonly Token[]) => Named;

const yesOrNo: Answer = (words) => {
  const verbAt = words.findIndex(
    ({ low }, index) => index > 0 && [beings, havings, modals].some((verbs) => verbs.has(low)),
  );
  const isShort = verbAt < 0 || /^(?:it|they|he|she)$/.test(words[0]?.low ?? "");
  const from = isShort ? (verbAt > 0 ? verbAt : subjectEnd(words)) : 0;
  return { name: content(words.slice(from)), type: "boolean" };
};

const what: Answer = (words) => ({ name: content(words.slice(-1)) });

/** The fields that answer questions, by their first words. */
const answers: Readonly<Record<string, Answer>> = {
  whether: yesOrNo,
  if: yesOrNo,
  "how many": ([noun, per, other]) => {
    const isRate = per?.low === "per" && other !== undefined;
    return { name: isRate ? `${noun?.low} per ${other.low}` : `number of ${noun?.low}`, type: "integer" };
  },
  "how long": () => ({ name: "duration", type: "integer" }),
  when: (words) => ({ name: `${content(words.slice(subjectEnd(words)))} at`, type: "datetime" }),
  where: () => ({ name: "location" }),
  what,
  which: what,
  who: (words) => ({ name: `${content(words)} by` }),
};
const question = /^(whether|if|how many|how long|when|where|what|who|which)(?: or not)?\s+(.+)$/i;
/** What follows a question. */
const remark = /\s*(\(.*|\bin (?:minutes|hours|days|seconds|euros?|dollars)\b.*|,.*)$/i;

/** `time when it was sent` */
const moment = new RegExp(
  String.raw`^(time|date|day|moment)(?: when| that| on which| at which)? ` +
    String.raw`((?:it|they|its|their|the|an?|i|we|you|he|she) .+)$`,
  "i",
);

function momentName(text: string): ReturnType<typeof clauseName> {
  const [, kind = "", event = ""] = moment.exec(text) ?? [];
  const isEvent = /\b(?:was|is|were|are|has|been|\w+s|\w+ed)\b/.test(event);
  if (!isEvent && !wordsIn(event).some(({ low }) => isIrregularPast(low))) return undefined;
  const rest = /\s*(?:\(.*|,.*)$/.exec(event)?.[0] ?? "";
  const name = content(wordsIn(event.slice(0, event.length - rest.length)));
  const isTime = /^(?:time|moment)$/i.test(kind);
  return { name: `${name} ${isTime ? "at" : "date"}`, type: isTime ? "datetime" : "date", rest };
}

/** The name of a field that a clause describes: `time when it was sent` → sent at. Undefined for other texts. */
export function clauseName(text: string): (Named & { readonly rest: string }) | undefined {
  const named = momentName(text);
  if (named) return named;
  const [, opener = "", wording = ""] = question.exec(text) ?? [];
  const rest = remark.exec(wording)?.[0] ?? "";
  const words = wordsIn(wording.slice(0, wording.length - rest.length));
  const answer = answers[opener.toLowerCase()]?.(words);
  return answer && { ...answer, rest };
}
