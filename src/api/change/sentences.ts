import { UserError, usageError } from "../../lib/index.ts";

/** Verbs that change something existing; they never name a resource or field. */
const changing =
  "remove|delete|drop|erase|discard|eliminate|rename|change|convert|turn|mark|replace|limit|set|make|move|swap|alter|modify|merge|split|stop|switch|shorten|extend|expand";
const adding = "add|introduce|append|include|insert";
const starts = new RegExp(`^(?:${changing}|get rid of|take (?:out|away)|${adding})\\b`, "i");

/** Phrases that start something new: `make a blog`, `set up a shop`. */
const beginning = /^(?:make|build|create) (?:me )?an? |^set up\b/i;

const lead =
  /^(?:please|(?:from )?now(?: on)?|then|also|next|finally|just|and|so|let's|let(?: us)?|(?:can|could|would) you|(?:I|we)(?:'d| would)? (?:want|need|like) to|(?:we|you) should)[, ]+/i;

const trail =
  /(?:,? (?:completely|entirely|altogether|please|too|as well|any ?more|any longer|from now on)|[.;!?\s])+$/i;

/** Returns a sentence without polite or connecting words at its start. */
function withoutLead(sentence: string): string {
  const rest = sentence.trim().replace(lead, "");
  return rest === sentence.trim() ? rest : withoutLead(rest);
}

const isOrder = (sentence: string): boolean => starts.test(sentence) && !beginning.test(sentence);

/** What may separate two orders. */
const joint = new RegExp(
  `(?:[,;]? (?:and|then|but) (?:then |also )?|, )(?=(?:please )?(?:${changing}|${adding}) )(?![^(]*\\))`,
  "gi",
);

/** Verbs that are no nouns: `change date` may be a name, and `remove date` is none. */
const onlyVerb = new RegExp(`^(?:remove|delete|erase|discard|eliminate|rename|replace|${adding}) `, "i");

/** Marks a single sentence: `users can edit and delete posts`, `never delete posts, delete drafts`. */
const able = /\b(?:can|may|could|able to|must|should|never)\b|^(?:do not|don't) /i;

const conditions = "if|when|whenever|once|unless|until|after|before|while|as|each time|to|on|for";
/** Opens a sentence whose verbs are what a program does: `when a course is closed, delete its reviews`. */
const conditional = new RegExp(`^(?:${conditions}) `, "i");

/** Opens a list of names or values: `a log has an action: add item, delete item`. */
const enumerating = /:|\b(?:like|such as|one of|for example|e\.g|i\.e)\b/i;

const isJoined = (sentence: string): boolean =>
  isOrder(sentence) || !(able.test(sentence) || conditional.test(sentence));

/** Says what something has; only there does a comma separate a description from an order. */
const possessive = /^(?:\S+ ){1,5}?(?:has|have|needs?|gets?) (?!to )/i;

const quotation = /"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g;

interface Cut {
  readonly 0: string;
  readonly index: number;
}

/** Finds separators outside quotations. */
const cutsIn = (text: string, separator: RegExp): readonly Cut[] => [
  ...text.replaceAll(quotation, (quote) => quote.replaceAll(/[^"`']/g, "_")).matchAll(separator),
];

const cutAt = (text: string, cuts: readonly Cut[]): readonly string[] =>
  [0, ...cuts.map((cut) => cut.index + cut[0].length)].map((start, index) =>
    text.slice(start, cuts[index]?.index),
  );

/** Maximum characters from one stop or line break to the next: the forms' time grows faster than a sentence. */
const longestSentence = 2000;

const stop = /(?<=[\w)"'`\]])(?<!\b(?:e\.g|i\.e))[.;!?](?: (?!existing\b)|$)/gi;

/** The texts between full stops, line by line. */
const piecesOf = (text: string): readonly (readonly string[])[] =>
  text
    .replaceAll(/[‘’]/g, "'")
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " "))
    .map((line) => cutAt(line, cutsIn(line, stop)));

/** Returns a sentence without list marks, and connecting words around it. */
const plain = (sentence: string): string =>
  withoutLead(sentence.trim().replace(/^[-*]\s+/, "")).replace(trail, "");

/**
 * Splits a sentence that lists orders: `delete tasks, delete projects and rename Tag to Label`.
 * @param isKnown whether a phrase starts with the name of something that exists
 */
export function ordersOf(sentence: string, isKnown: (phrase: string) => boolean): readonly string[] {
  if (!isJoined(sentence)) return [sentence];
  const isList = { comma: isChange(sentence), word: isOrder(sentence) };
  const splits = ({ 0: separator, index }: Cut): boolean => {
    const isComma = separator === ", ";
    if (isList[isComma ? "comma" : "word"]) return true;
    const before = sentence.slice(0, index);
    const isOpen = isList.word || !isComma || possessive.test(before);
    if (!isOpen || enumerating.test(before)) return false;
    const next = withoutLead(sentence.slice(index + separator.length));
    return onlyVerb.test(next) || isKnown(next.slice(next.indexOf(" ") + 1));
  };
  return cutAt(sentence, cutsIn(sentence, joint).filter(splits)).map(plain);
}

function refuseOverlong(piece: string, line: number): void {
  if (piece.length > longestSentence)
    throw new UserError(
      "sentence_too_long",
      `Line ${line} has a sentence of ${piece.length} characters, which begins with ${JSON.stringify(piece.trim().slice(0, 40))}; at most ${longestSentence} are read.`,
      "Write one change in each sentence, and end it with a full stop or a line break. Or edit api.yaml.",
    );
}

/**
 * Splits a text into sentences.
 * @throws UserError `sentence_too_long`
 */
export const sentencesOf = (text: string): readonly string[] =>
  piecesOf(text).flatMap((pieces, index) =>
    pieces.flatMap((piece) => {
      refuseOverlong(piece, index + 1);
      return plain(piece) || [];
    }),
  );

/** Whether a text asks to change something existing. Verbs of adding don't count: they may describe something new. */
export function isChange(text: string): boolean {
  const first = piecesOf(text)
    .flat()
    .map((piece) => plain(piece.slice(0, longestSentence))) // its verb is at its beginning
    .find(Boolean);
  return first !== undefined && isOrder(first) && !new RegExp(`^(?:${adding}) `, "i").test(first);
}

/** Whether a sentence is no description: its verb, or what it speaks of, would otherwise become part of a name. */
export const isImperative = (sentence: string): boolean =>
  isOrder(sentence) || /\binstead\b|->|→/i.test(sentence);

export const notUnderstood = (sentence: string): UserError =>
  new UserError(
    "not_a_change",
    `${JSON.stringify(sentence.slice(0, 120))} is not understood as a change.`,
    'Say it as one of these: "add points, an integer, to Task", "remove points from Task", "rename dueDate to deadline", "make dueDate required", "change points to number", "add blocked to status of Task", "projects can be archived", "delete comments"; something new as "add a meal plan". Or edit api.yaml.',
  );

/** The error for a change when there is no API yet. */
export const nothingToChange = (sentence: string): UserError =>
  usageError(
    "no_definition",
    `${JSON.stringify(sentence.slice(0, 120))} changes an API, and there is none here yet.`,
    "Generate one first: /api-gen Task",
  );
