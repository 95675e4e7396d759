import type { Clause } from "./clauses.ts";
import { isAttributeList } from "./attributes.ts";
import { type Phrase, phraseBefore, ownerOf, listEnd } from "./lists.ts";
import { type Noun, nounAt } from "./nouns.ts";
import { type Statement, linked } from "./statement.ts";
import { type Token, rawOf } from "./tokens.ts";
import { appNouns, isScalar } from "./vocabulary.ts";

/** The lists in parentheses after nouns. */
export const groupsIn = (tokens: readonly Token[]): readonly Statement[] =>
  tokens.flatMap((_, index) => groupAt(tokens, index));

/** A text without the attribute lists in parentheses after its nouns, which don't affect its other statements. */
export function withoutGroups(text: string, tokens: readonly Token[]): string {
  let bare = "";
  let from = 0;
  for (const [index, { start, end }] of tokens.entries()) {
    const [list] = groupAt(tokens, index);
    if (list?.kind !== "attributes" || !isAttributeList(list.list, list.owner)) continue;
    bare += text.slice(from, start).trimEnd();
    from = end;
  }
  return bare + text.slice(from);
}

/** The list in parentheses at an index, if it follows a noun. */
function groupAt(tokens: readonly Token[], index: number): readonly Statement[] {
  const token = tokens[index];
  if (token?.kind !== "group" || tokens[index - 1]?.kind !== "word") return [];
  let from = index - 1;
  while (
    from > 0 &&
    tokens[from - 1]?.kind === "word" &&
    index - from < 3 &&
    !/^(?:and|or|with|of|for|to|have|has|the|a|an|by|in|on|are|is)$/.test(tokens[from - 1]?.low ?? "")
  )
    from -= 1;
  for (; from < index; from += 1) {
    const owner = nounAt(tokens, from);
    if (owner?.group !== token) continue;
    const part = partOf(tokens, from);
    const inner = token.text.slice(1, -1);
    const list: Statement = { kind: "attributes", owner: part ?? owner, list: inner };
    return part ? [list, { kind: "link", from: part, to: owner }] : [list];
  }
  return [];
}

/** `one landlord with a name and a phone`: a list inside another. */
export function withLists(
  tokens: readonly Token[],
  text: string,
  clauses: readonly Clause[],
): readonly Statement[] {
  return tokens.flatMap((token, index): readonly Statement[] => {
    if (!/^(?:with|having)$/.test(token.low)) return [];
    const owner = withOwner(tokens, index);
    const to = Math.min(listEnd(tokens, index + 1), nextVerb(clauses, index) ?? tokens.length);
    const list = rawOf(tokens.slice(index + 1, to), text).replace(/,?(?: and)?$/, "");
    return owner &&
      (!isScalar(owner.head.words) || owner.head.plural) &&
      !appNouns.test(owner.head.words.at(-1) ?? "") &&
      isAttributeList(list, owner.head)
      ? [{ kind: "attributes", owner: owner.head, list }, ...linked(owner.head, owner.parts, true)]
      : [];
  });
}

/** The next verb of the same subject: `order with a date and give a reason`. */
const nextVerb = (clauses: readonly Clause[], from: number): number | undefined =>
  clauses.find(({ verb, subject }, at) => verb.from > from && subject === clauses[at - 1]?.subject)?.verb
    .from;

/** The owner of a list after `with`: the object, or the subject of a passive verb. */
function withOwner(tokens: readonly Token[], index: number): Phrase | undefined {
  const nearest = phraseBefore(tokens, index);
  if (nearest && nearest.governor === undefined) return nearest;
  return ownerOf(tokens.slice(0, index)) ?? nearest;
}

/** `pipelines of a repository (name)`: the list belongs to the pipelines. */
function partOf(tokens: readonly Token[], from: number): Noun | undefined {
  if (
    !/^(?:an?|the|each)$/.test(tokens[from - 1]?.low ?? "") ||
    !/^(?:of|in|on|for|at|about|by|from|to|per)$/.test(tokens[from - 2]?.low ?? "")
  )
    return undefined;
  const part = nounAt(tokens, from - 3);
  return part?.plural ? part : undefined;
}
