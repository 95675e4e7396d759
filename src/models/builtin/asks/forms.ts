import { remembered, rememberedTwice } from "../../../lib/index.ts";
import { imperative } from "../knowledge/verbs.ts";
import { stopWords } from "../knowledge/stop-words.ts";
import { isVerb, particlesOf, verbOf, type Deed } from "../read/effect.ts";
import type { Reading } from "../text/mention.ts";
import { isForename, mayBeVerb } from "../text/tagger.ts";
import type { Clause } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { past } from "./moods.ts";

export const finite =
  /^(?:is|are|was|were|has|have|had|hasn't|haven't|isn't|aren't|wasn't|did|didn't|does|doesn't|will|won't|can't|came|got)$/;
export const relative = /^(?:that|which|who|whose|where|what|whatever|whichever|whoever)$/;

/** The words of a clause, in the forms that all tools need. */
interface Forms {
  readonly words: readonly string[];
  /** The base verb of each word, or an empty string. */
  readonly bases: readonly string[];
  /** Where the opening of the request ends, and the phrases in the opening. */
  readonly opening: readonly [number, readonly string[]];
}

export const formsOf = remembered(({ tokens }: Clause): Forms => {
  const words = tokens.map(({ lower }) => lower.replaceAll("’", "'"));
  return { words, bases: words.map((word) => verbOf(word) ?? ""), opening: past(words, 0) };
});

export const lowersOf = (clause: Clause): readonly string[] => formsOf(clause).words;

/** The words that begin clauses with one of the tool's verbs, including its particle: they aren't values. */
export const verbsSaid = rememberedTwice((reading: Reading, verbs: Deed["verbs"]): ReadonlySet<number> => {
  const places = new Set<number>();
  for (const clause of clausesOf(reading)) {
    const { tokens } = clause;
    const [index] = formsOf(clause).opening;
    const behind = tokens.slice(index + 1, index + 6);
    for (const [verb, particle] of verbs) {
      const token = tokens[index];
      if (!token || token.lower !== verb) continue;
      const joined = behind.find(({ lower }) => lower === particle);
      if (particle !== undefined && !joined) continue;
      places.add(token.start);
      if (joined) places.add(joined.start);
    }
  }
  return places;
});

/** Whether one of the phrases is at a place; a verb's particle may be one of the five words after it. */
export const phraseAt = (
  words: readonly string[],
  index: number,
  phrases: readonly (readonly string[])[],
  /** The words as they are compared. */
  compared = words,
): boolean =>
  phrases.some(([first, particle]) => {
    if ((compared[index] ?? "") !== first) return false;
    if (particle !== undefined) return objectOf(words, index).includes(particle);
    return !isAnother(words, index, phrases);
  });

/** The five words after a verb, without a clause that depends on it: `check what I have out` checks nothing out. */
const objectOf = (words: readonly string[], index: number): readonly string[] => {
  const next = words.slice(index + 1, index + 6);
  const cut = next.findIndex((word) => relative.test(word));
  return cut < 0 ? next : next.slice(0, cut);
};

/** Whether a particle makes a tool's verb a different one: `write that down` asks for no letter. */
const isAnother = (
  words: readonly string[],
  index: number,
  phrases: readonly (readonly string[])[],
): boolean => {
  const verb = words[index] ?? "";
  const next = /^(?:it|that|this|them|me|us)$/.test(words[index + 1] ?? "") ? index + 2 : index + 1;
  const known = particlesOf(verb);
  const behind = words
    .slice(index + 1, index + 6)
    .filter((word) => /^(?:off|out|away|down|back)$/.test(word));
  return [words[next] ?? "", ...behind].some(
    (particle) =>
      known.includes(particle) &&
      !phrases.some(([first, otherParticle]) => first === verb && otherParticle === particle),
  );
};

/** Whether the subject of a statement is at this place: `order SO-1 has arrived`. */
export function isSubject(words: readonly string[], index: number): boolean {
  const rest = words.slice(index + 1, index + 8);
  const cut = rest.findIndex((word) => relative.test(word) || /^(?:how|why|whether|if)$/.test(word));
  // `set it to the day it will be ready`
  const isOwn = (i: number): boolean => !/^(?:i|you|he|she|it|we|they)$/.test(rest[i - 1] ?? "");
  return (cut < 0 ? rest : rest.slice(0, cut)).some((word, i) => finite.test(word) && isOwn(i));
}

/** Whether a clause is a request by itself: the first word after an opening is a verb in base form. */
export function directs(clause: Clause): boolean {
  if (clause.standing !== "open" && clause.standing !== "negated") return false;
  const { words, opening } = formsOf(clause);
  const [index] = opening;
  const head = words[index] ?? "";
  return (
    (isVerb(head) ||
      (!/^(?:and|or)$/.test(clause.joint) && takesObject(words, index)) ||
      (imperative.has(head) &&
        !/^(?:what|who|when|where|which|how|i|are|is|do|for|in|on|at|from|given)$/.test(head))) &&
    !isSubject(words, index)
  );
}

/** Whether a word that may be a verb stands right before an object: `print a label`, `forget that`. */
const takesObject = (words: readonly string[], index: number): boolean =>
  /^(?:an?|the|my|our|this|that|these|those|it|them|me|us|all|every|some|any)$/.test(
    words[index + 1] ?? "",
  ) && mayBeVerb(words[index] ?? "");

/** The beginnings of the verbs that head requests: they aren't values of any tool. */
export const headsOf = remembered(
  (reading: Reading): ReadonlySet<number> =>
    new Set(
      clausesOf(reading)
        .filter(
          (clause) => directs(clause) && isVerb(formsOf(clause).words[formsOf(clause).opening[0]] ?? ""),
        )
        .map((clause) => clause.tokens[formsOf(clause).opening[0]]?.start ?? 0),
    ),
);

/** Whether a clause is only an opening: `go ahead (and …)`. */
export const isOpening = (clause: Clause): boolean => formsOf(clause).opening[0] >= clause.tokens.length;

/** Whether a clause may be a request with an unknown verb. */
export function begun(clause: Clause): boolean {
  const { words, opening } = formsOf(clause);
  const [index] = opening;
  const head = words[index] ?? "a";
  return clause.standing === "open" && !stopWords.has(head) && !isForename(head) && !isSubject(words, index);
}
