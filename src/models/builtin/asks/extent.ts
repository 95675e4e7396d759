import { wordSet } from "../../../lib/index.ts";
import { verbs } from "../knowledge/verbs.ts";
import { verbOf } from "../read/effect.ts";
import type { Reading } from "../text/mention.ts";
import { isFinite } from "../text/tagger.ts";
import type { Clause } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { directs, finite, lowersOf, relative } from "./forms.ts";

/** The clauses that ask for an act, and the fragments that continue them: `pay Ann`, `and Ben 40 in total`. */
export function extentOf(requests: readonly Clause[], reading: Reading): readonly Clause[] {
  const asking = new Set(requests);
  let inside = false;
  let isAside = false;
  return clausesOf(reading).filter((clause, i, all) => {
    if (asking.has(clause)) {
      [inside, isAside] = [true, false];
      return true;
    }
    if (directs(clause) || clause.sentence !== all[i - 1]?.sentence || clause.standing === "condition")
      inside = false;
    isAside = isBeside(clause) || (isAside && subordinating.has(clause.joint));
    return inside && !isAside;
  });
}

/** Conjunctions whose clause belongs to the one before it: `we are closed until Friday`. */
const subordinating = wordSet("before after until till while because since although though when once so");

const contracted = /\p{L}n['’]t$|^\p{L}+['’](?:s|re|ve|m|ll|d)$/u;

/** Whether a word is a verb in a form of statements: `works`, `ordered`. */
export const isVerbForm = (lower: string): boolean =>
  finite.test(lower) ||
  contracted.test(lower) ||
  /^(?:am|had|will|can|could|do|should|would|must|may|might|shall)$/.test(lower) ||
  verbs.has(lower) ||
  (verbOf(lower) ?? lower) !== lower ||
  isFinite(lower) ||
  /\p{L}{2}ed$/u.test(lower);

/** Whether a clause is a statement by its words, even in a sentence that ends as a question: `we're out of it, could you …?` */
export function tells(clause: Clause): boolean {
  const lowers = lowersOf(clause);
  const [first = ""] = lowers;
  return (
    !directs(clause) &&
    !/^(?:how|when|why|whether|if)$/.test(first) &&
    !relative.test(first) &&
    (lowers.findIndex(isVerbForm) > 0 || /\p{L}['’](?:s|re|ve|m|ll|d)$/u.test(first))
  );
}

const replaced = /^(?:instead|rather|not)$/;

/** Whether a part of a sentence says nothing about the act: a reason, a statement, or what it isn't done to. */
const isBeside = (clause: Clause): boolean => {
  const { joint, standing } = clause;
  const lowers = lowersOf(clause);
  const [first = ""] = lowers;
  return (
    standing === "aside" ||
    standing === "negated" ||
    (standing === "excluded" && replaced.test(first)) ||
    /^(?:if|whether)$/.test(joint) ||
    (joint === "" && !first.endsWith("ing") && lowers.some(isVerbForm)) ||
    (joint === "and" && /^(?:i|we|you|he|she|it|they)(?:'\p{L}+)?$/u.test(first))
  );
};
