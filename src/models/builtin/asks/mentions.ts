import { inflected, verbOf } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import { stopWords } from "../knowledge/stop-words.ts";
import { remembered } from "../../../lib/index.ts";
import type { Clause } from "./clause.ts";
import { formsOf, lowersOf, phraseAt } from "./forms.ts";
import { mayAct } from "../text/tagger.ts";

/** Whether a clause mentions a tool's act in any way. */
export const mentionsAct = (tool: Tool, clause: Clause): boolean =>
  saysVerb(tool, clause) || lowersOf(clause).some((_, i, words) => phraseAt(words, i, tool.deed.nouns));

/** Whether a clause contains the verb of a tool's act, in any form. */
export const saysVerb = ({ deed }: Tool, clause: Clause): boolean => {
  const { words, bases } = formsOf(clause);
  const rare = rareForms(deed);
  const [[first] = []] = deed.verbs;
  return words.some(
    (word, i) =>
      rare.includes(word) ||
      (phraseAt(words, i, deed.verbs, bases) && (!saysLittle.test(bases[i] ?? "") || bases[i] === first)),
  );
};

/** Verbs whose meaning depends on their object: `how long will it take`. */
const saysLittle = /^(?:take|get|make|put|give|have|do)$/;

/** Forms of an act's verb that isn't in any table: `expelled`. */
const rareForms = remembered(({ verbs: [[verb = ""] = []] }: Tool["deed"]): readonly string[] =>
  verbOf(verb) === undefined && verb.length > 3 ? inflected(verb) : [],
);

/** The index of an act's noun, after nothing but determiners. */
export function nounAt(words: readonly string[], index: number, { nouns }: Tool["deed"]): number | undefined {
  for (let i = index; i < index + 6; i++) {
    const word = words[i] ?? "";
    if (word === "") return undefined;
    if (nouns.some((noun) => noun.every((part, j) => words[i + j] === part))) return i;
    const passes = /^(?:an?|the|my|our|your|me|us|this|another|some|new)$/.test(word);
    if (i > index && stopWords.has(word) && !passes) return undefined;
  }
  return undefined;
}

/** The words of the clause that continues another without a conjunction: `order A-10: postponed by Ann`. */
export const nextWords = (clause: Clause, next: Clause | undefined): readonly string[] =>
  next?.sentence === clause.sentence && next.joint === "" ? lowersOf(next) : [];

const isPast = (word = ""): boolean => /\wed$/.test(word);

/** Whether the next clause tells what happened to what a clause names: `the lamp: switched off by Ann`. */
export const isReported = (next: Clause | undefined, clause: Clause): boolean =>
  isPast(nextWords(clause, next)[0]);

/**
 * Whether a clause begins with a thing, named by a noun that could be a verb and an identifier, and what has happened
 * to it follows: `order A-10 postponed by mistake`.
 */
export function tellsOfThing(tool: Tool, clause: Clause, next: Clause | undefined): boolean {
  const [head, identifier, ...rest] = clause.tokens.slice(formsOf(clause).opening[0]);
  if (!head || !identifier || identifier.kind === "word") return false;
  const isThing = mayAct(head.lower) || tool.nameStems.indexOf(head.stem) > 0;
  const word = rest.find(({ kind }) => kind === "word");
  return isThing && (word ? isPast(word.lower) : isReported(next, clause));
}
