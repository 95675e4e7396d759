import type { FieldDraft } from "../draft.ts";
import { type Draft, rules, takeRules, weak } from "../words/sayings.ts";
import { settle, typeByName } from "./guess.ts";
import * as nouns from "./field/nouns.ts";
import * as opening from "./field/opening.ts";
import { parted } from "./field/split.ts";
import { named } from "./field/spelt.ts";
import type { About, Step } from "./field/step.ts";
import * as times from "./field/times.ts";
import * as truths from "./field/truths.ts";

export interface ReadField {
  readonly field: FieldDraft;
  /** What of the text was not understood. */
  readonly rest: string;
  /** Whether the text says the type, rather than the name. */
  readonly typed: boolean;
}

const filler =
  /\b(?:is|are|was|be|been|being|one|either|takes?|values?|must|should|shall|will|may|can|could|has|have|an?|the|and|or|to|of|in|on|at|it|its|that|which|who|with|as|by|for|valid|only|set|field|value|flag|free|each|per|both|type|kind|format|known|simple|short|long|also|plus|like|given|if|any|some|just|there|from|own|consists?|goes|go|ranges?|lies?|runs?|somewhere|anywhere|our|my|we|e\.g\.|i\.e\.)\b/gi;

/** In the order in which a part is reworded until its name stands first. */
const steps: readonly Step[] = [
  opening.obliged,
  opening.anyNumber,
  opening.bare,
  opening.noNumber,
  opening.valued,
  opening.ifAny,
  truths.either,
  opening.atLeast,
  opening.limitFirst,
  nouns.isNamed,
  truths.isFlag,
  opening.listed,
  truths.ofThing,
  truths.whether,
  times.when,
  times.happens,
  times.moment,
  nouns.noted,
  nouns.ofWhoever,
  nouns.what,
  nouns.where,
  nouns.ofThe,
  nouns.linkTo,
  nouns.isAt,
  nouns.withIts,
  nouns.costs,
  opening.leading,
];

/** `keynote / talk / workshop (talk)`: a value in brackets is the usual one. */
function usual(brackets: readonly string[], draft: Draft): void {
  const values = brackets.map((one) =>
    draft.values?.find((value) => value.toLowerCase() === one.trim().toLowerCase()),
  );
  const stands = values.find((one) => one !== undefined);
  if (stands !== undefined) draft.default ??= stands;
}

/** Takes what rules know out of what is said of a name: first what can mean nothing else, then what says its type alone. */
function taken(said: string, draft: Draft): { readonly rest: string; readonly isWeak: boolean } {
  const rest = takeRules(said, draft, rules);
  const isWeak = draft.type === undefined;
  return { rest: isWeak && !draft.values ? takeRules(rest, draft, weak) : rest, isWeak };
}

/**
 * One item of a list of fields: its name, and everything said about it. `enums` resolves the marks that stand for lists of values.
 * Undefined where no name is in it. `known` is its type where that was said before.
 */
export function readField(
  text: string,
  enums: ReadonlyMap<string, readonly string[]>,
  known?: FieldDraft["type"],
): ReadField | undefined {
  const draft: Draft = { name: "", sizes: [] };
  const about: About = { draft, enums };
  const whole = steps.reduce((left, step) => step(left, about), text);
  const parts = parted(whole, about);
  usual(parts.brackets, draft);
  const said = taken(parts.saying, draft);
  const name = named(parts.name, draft);
  if (!name) return undefined;
  const typed = draft.type !== undefined || draft.values !== undefined;
  const byName = known === undefined ? typeByName(name.words) : { type: known };
  const field = settle({ ...draft, name: name.camel }, name.words, { weak: said.isWeak, byName });
  const rest = said.rest
    .replaceAll(/⟦[^⟧]*⟧/g, " ")
    .replaceAll(filler, " ")
    .replaceAll(/[\s,.;:!*]+/g, " ")
    .trim();
  return { field, rest, typed };
}
