import { about } from "./facts/about.ts";
import { between, statementRelation } from "./sentences/between.ts";
import { nested } from "./sentences/outline.ts";
import { subjectlessIntro } from "./sentences/opening.ts";
import { deeds, lifeCycle, recorded } from "./sentences/prose.ts";
import { sentence } from "./clauses/sentence.ts";
import { whose } from "./sentences/whose.ts";
import { deepest, leave, type State } from "./state.ts";
import { announcement, business, place, scene, title, wish } from "./statements/announced.ts";
import { bareDeeds, bareFields, ordersWithObjects } from "./statements/bare.ts";
import { behindOneWord, behindTwoWords, holder } from "./statements/having.ts";
import { aside } from "./statements/asides.ts";
import {
  actionList,
  arrow,
  askedFor,
  countedPairs,
  dotted,
  forEach,
  underHead,
} from "./statements/listed.ts";
import { deedsInRow, imperative, ordersWithIt, slashed, withParticle } from "./statements/orders.ts";
import { fromScene, ofAll, subjectless } from "./statements/pronouns.ts";
import type { Rule } from "./statements/rule.ts";

/** The kinds of statements, in the order in which they are tried: the first one that reads a statement has it. */
const rules: readonly Rule[] = [
  aside,
  // Lists that show by their signs what they are.
  actionList,
  dotted,
  forEach,
  announcement,
  arrow,
  statementRelation,
  between,
  countedPairs,
  askedFor,
  underHead,
  // What only says where it all happens, and what follows.
  title,
  wish,
  place,
  // What goes on with records before.
  subjectless,
  ordersWithIt,
  fromScene,
  ofAll,
  // Sentences.
  deedsInRow,
  whose,
  about,
  lifeCycle,
  sentence,
  imperative,
  business,
  deeds,
  recorded,
  nested,
  // What has no verb, or none but `has`.
  holder,
  behindTwoWords,
  behindOneWord,
  scene,
  subjectlessIntro,
  withParticle,
  slashed,
  ordersWithObjects,
  bareDeeds,
  bareFields,
];

/** A head without anything behind it. */
const isLoneHead = (text: string): boolean =>
  /^(?:fields|attributes|properties|columns|schema|entities|resources|models)\s*:?$/i.test(text);

/** Reads a sentence, a line of a list or a part between semicolons into the records of the state. */
export function statement(state: State, given: string, depth = 0): void {
  const text = given
    .replace(/^[\s*•·+\-–—\d.)/#]+(?=\D)/, "")
    .replace(/[\s.;]+$/, "")
    .trim();
  if (!text || isLoneHead(text)) return;
  if (depth > deepest) return leave(state, text);
  const said = { given, read: (one: string) => statement(state, one, depth + 1) };
  rules.some((rule) => rule(state, text, said));
}
