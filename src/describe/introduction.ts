import type { Clause } from "./clauses.ts";
import { determiners } from "./grammar.ts";
import { type Item, itemsOf } from "./items.ts";
import { type Noun, nounAt } from "./nouns.ts";
import { pieces } from "./pieces.ts";
import { type Statement } from "./statement.ts";
import { type Token, rawOf, tokensOf } from "./tokens.ts";
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

type Mention = Extract<Statement, { readonly kind: "mention" }>;

/**
 * Takes the lists of attributes out of a list of things: in `polls with question and options, votes by email`, the list of
 * polls ends after its `and`, or before the next thing in the plural.
 */
export function mentions(mention: Mention): readonly [Mention, ...Statement[]] {
  const things: string[] = [];
  const lists: { owner: Noun; items: string[]; isOpen: boolean }[] = [];
  for (const { tokens, joint } of pieces(tokensOf(mention.list))) {
    const text = rawOf(tokens, mention.list);
    const noun = nounAt(tokens);
    const last = lists.at(-1);
    const opens = noun?.plural && tokens[noun.to]?.low === "with" ? tokens[noun.to + 1] : undefined;
    const isThing = noun?.plural && !isScalar(noun.words);
    if (noun && opens) {
      things.push(rawOf(tokens.slice(0, noun.to), mention.list));
      lists.push({ owner: noun, items: [text.slice(opens.start - (tokens[0]?.start ?? 0))], isOpen: true });
    } else if (last?.isOpen && (joint === "and" || !isThing)) {
      last.items.push(text);
      last.isOpen = joint !== "and";
    } else things.push(text);
  }
  if (lists.length === 0) return [mention];
  return [
    { ...mention, list: things.join(", ") },
    ...lists.map(({ owner, items }): Statement => ({
      kind: "attributes",
      owner,
      list: items.join(", "),
      labelled: true,
    })),
  ];
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
  const inner = nounAt(rest);
  const next = rest[inner?.to ?? 0];
  // `an API for a library with books`: the inner noun is its purpose.
  if (inner && next && /^(?:with|where|that|to)$/.test(next.low)) {
    const deeper = rest.slice(inner.to + 1);
    const raw = rawOf(deeper, text);
    if (next.low === "with" && inner.plural) return [{ kind: "attributes", owner: inner, list: raw }];
    return [
      { kind: "application", noun: inner },
      { kind: "mention", list: raw },
    ];
  }
  // `an API for our chess club`
  if (isApp && inner && !/\w/.test(next?.text ?? "") && joint.low === "for" && !inner.plural)
    return [noun, inner].map((named) => ({ kind: "application", noun: named }));
  return [
    { kind: "application", noun },
    { kind: "mention", list },
  ];
}

export const cutAt = (tokens: readonly Token[], clause: Clause): number =>
  clause.subject[0] ? tokens.indexOf(clause.subject[0]) : clause.verb.from;
