import type { FieldDraft } from "../../draft.ts";

/** A field that a question names: its words, its type where the question says it, and what is left to be read of it. */
export interface Asked {
  readonly name: string;
  readonly type?: FieldDraft["type"];
  readonly rest: string;
}

/** What a question is about: the word that asks, and what stands behind it up to a comma or a parenthesis. */
export interface Question {
  readonly word: string;
  readonly clause: string;
}

/** Undefined where the question asks something else, which a later rule may know. */
export type Rule = (question: Question) => Asked | undefined;

const subject =
  /^(?:(?:the |an? |each |every |our |my )?[a-z]+s?|it|they|he|she|i|we|you|someone|somebody|there)$/i;

/** Words that help a verb and are none themselves. */
export const helping =
  /^(?:is|are|was|were|has|have|had|been|be|will|would|could|might|may|shall|can|should|must|did|does|do|last|first|got|gets)$/i;

/** The verb of `it was last inspected (with)`, as it stands behind its subject and its helping verbs. */
export function said(
  clause: string,
): { readonly verb: string; readonly rest: string; readonly last: boolean } | undefined {
  const words = clause.trim().split(/\s+/);
  const from = /^(?:the|an?|each|every|our|my)$/i.test(words[0] ?? "") ? 2 : 1;
  if (!subject.test(words.slice(0, from).join(" "))) return undefined;
  let at = from;
  while (helping.test(words[at] ?? "") && at < words.length - 1) at += 1;
  const verb = words[at];
  if (verb === undefined || !/^[a-z-]+$/i.test(verb)) return undefined;
  return {
    verb: verb.toLowerCase(),
    rest: words.slice(at + 1).join(" "),
    last: words.slice(from, at).some((word) => word.toLowerCase() === "last"),
  };
}
