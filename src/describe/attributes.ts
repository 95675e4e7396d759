import { anyOf } from "../lib/index.ts";
import { takeNotation } from "../api/index.ts";
import { singular } from "../language/index.ts";
import { isReference, itemsOf, type Item } from "./items.ts";
import { valuesIn } from "./values.ts";
import type { Noun } from "./nouns.ts";
import { isKnownResource, isScalar } from "./vocabulary.ts";

/** Nouns by which records are classified: a list after one of them contains its values. */
const sorting = new Set(
  "type kind result status state grade category level size role outcome mode style stage phase severity priority condition material".split(
    " ",
  ),
);

/** Openings of a remark, an example or an adverbial rather than an item. */
const noItem = new RegExp(
  `^${anyOf(
    String.raw`e\.g|i\.e|for example|such as|required|optional|unique|max|min|or |and |default|not |no |only`,
    String.raw`at |up to|from (?:\d|the |an? |$)|in |with |who |which (?:is|are|can|may|has|was|must) |\d`,
  )}`,
  "i",
);

/** Whether a list in parentheses contains attributes, rather than values or remarks. */
export function isAttributeList(list: string, owner: Noun): boolean {
  if (!/[a-z]/i.test(takeNotation(list))) return false;
  if (!owner.plural && sorting.has(owner.words.at(-1) ?? "") && valuesIn(list)) return false;
  const items = itemsOf(list);
  if (items.length === 0) return false;
  const articled = list.match(/(?:^|, |\band )(?:an?|the) /g)?.length ?? 0;
  if (articled < 2 && /\bor\b/.test(list.replace(/\(.*?\)/g, "")) && valuesIn(list)) return false;
  const named = items.filter(
    (item) =>
      (isAttribute(item) && !(item.field.type === "boolean" && /^\w+$/.test(item.raw))) ||
      (items.length > 1 && isArticled(item)),
  );
  if (isScalar(owner.words) && !isKnownResource(owner.words) && named.length < 2) return false;
  if (noItem.test(list)) return false;
  return named.length * 2 >= items.length;
}

/** `a theme`, `its setting`: a single thing that belongs to something, unless a resource has that name. */
const isArticled = ({ raw, noun }: Item): boolean =>
  /^(?:an?|the|its|their|maybe an?) /i.test(raw) &&
  noun !== undefined &&
  !noun.plural &&
  !isKnownResource(noun.words);

/** `from_port`, `startsAt`: a spelling that only column names have. */
const identifier = /^[a-z][a-z\d]*(?:_[a-z\d]+|[A-Z][a-z\d]+)+\b/;

/** `check in`, `valid until`: a moment, named by a verb with its particle. */
const isMoment = /^[a-z]+ (?:in|out|off|on|at|from|until|since|by)$/i;

export const isAttribute = (item: Item): boolean => {
  if (identifier.test(item.raw) || isReference(item.raw) || isMoment.test(item.raw)) return true;
  const words = item.field.name
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()
    .split(" ");
  return (
    isScalar(words) ||
    isScalar([singular(words.at(-1) ?? "")]) ||
    item.field.type !== "string" ||
    item.field.unique === true
  );
};
