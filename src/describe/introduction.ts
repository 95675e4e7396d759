import type { Clause } from "./clauses.ts";
import { determiners } from "./grammar.ts";
import { type Item, itemsOf } from "./items.ts";
import { nounAt } from "./nouns.ts";
import { type Statement, linked } from "./statement.ts";
import { type Token, rawOf } from "./tokens.ts";
import { appNouns, isKnownResource, isScalar } from "./vocabulary.ts";

/** Whether a list contains things rather than fields, most of them in the plural: `walkers, dogs, attendance`. */
export function isThings(list: string): boolean {
  const items = itemsOf(list);
  const isThing = ({ noun, field }: Item): boolean =>
    noun !== undefined &&
    noun.words.length < 3 &&
    field.type !== "boolean" &&
    (isKnownResource(noun.words) || !isScalar(noun.words));
  return (
    items.length > 1 &&
    items.every(isThing) &&
    items.filter(({ noun }) => noun?.plural).length * 2 > items.length
  );
}

/** Reads `a shop with products, orders and customers`: the application and its contents. */
export function introduction(tokens: readonly Token[], text: string): readonly Statement[] {
  const noun = nounAt(tokens);
  if (!noun) return [];
  const joint = tokens[noun.to];
  const isApp = appNouns.test(noun.words.at(-1) ?? "");
  const rest = tokens.slice(noun.to + 1);
  // `compare the prices`: an article never follows a name, so this is a verb and names no record.
  if (joint && noun.to === 1 && determiners.has(joint.low)) return [];
  if (!joint) return noun.plural ? [{ kind: "mention", list: text }] : [{ kind: "application", noun }];
  if (/^(?:,|and|&|or)$/.test(joint.low)) {
    const all = rawOf(tokens, text);
    return [{ kind: "mention", list: all, sure: isThings(all) }];
  }
  // `a reading (value, time) of a sensor`
  if (noun.group && /^(?:of|in|on|for|per|at)$/.test(joint.low)) return linked(noun, [nounAt(rest)]);
  if (!/^(?:with|of|for|where|to|about|that|in|having|on)$/.test(joint.low))
    return [{ kind: "application", noun }];
  const list = rawOf(rest, text);
  if (/^(?:with|having|of)$/.test(joint.low) && !isApp)
    return isThings(list)
      ? [
          { kind: "application", noun },
          { kind: "mention", list, sure: true },
        ]
      : [{ kind: "attributes", owner: noun, list }];
  // `an API for a library with books`: the inner noun is its purpose.
  const inner = isApp && joint.low === "for" ? nounAt(rest) : undefined;
  if (inner && !inner.plural)
    return [
      ...[noun, inner].map((named): Statement => ({ kind: "application", noun: named })),
      { kind: "mention", list: rawOf(rest.slice(inner.to + 1), text) },
    ];
  return [
    { kind: "application", noun },
    { kind: "mention", list },
  ];
}

export const cutAt = (tokens: readonly Token[], clause: Clause): number =>
  clause.subject[0] ? tokens.indexOf(clause.subject[0]) : clause.verb.from;
