import {
  fieldNouns,
  lexiconNames,
  notationRules as rules,
  singular,
  spell,
  takeRules,
  weakNotationRules as weak,
} from "../api/index.ts";
import { itemsOf, type Item } from "./items.ts";
import type { Noun } from "./nouns.ts";

/** What only software is called, or those who speak. */
export const software =
  /^(?:apis?|apps?|application|system|backend|platform|website|site|tool|software|program|crud|database|db|we|i|you|us|it|server)$/i;

/** What applications, and those who have them, are called. */
export const appNouns =
  /^(?:apis?|apps?|application|system|backend|service|server|platform|site|website|tool|program|software|manager|management|tracker|planner|board|marketplace|portal|solution|clone|crud|database|db|product|mvp|project|thing|company|firm|studio|practice|foundation|organi[sz]ation|business|startup|association|charity|club|school|university|hospital|clinic|library|shop|store|blog|forum|gym|cinema|museum|restaurant|hotel|farm|zoo|garden|dealer|agency|network|crm|erp|cms|lms|wiki|we|i|it|hackathon|interview|task)$/i;

const scalars = new Set([
  ...fieldNouns,
  ..."name title email address phone price text body content description bio note comment username password avatar color colour color label code url link location city country website reason topic avatar picture photo image logo icon isbn sku vin plan level condition gender nickname summary cover letter remark unit size make model village breed species chip subject initials status type kind rating score seat deadline amount date time number colour quantity stock currency zip street state priority due total".split(
    " ",
  ),
]);
const lexicon = new Set(lexiconNames);

export const isScalar = (words: readonly string[]): boolean => scalars.has(words.at(-1) ?? "");
export const isKnownResource = (words: readonly string[]): boolean => lexicon.has(spell(words).pascal);

/** Whether a list in parentheses is of attributes, rather than of values or remarks. */
export function isAttributeList(list: string, owner: Noun): boolean {
  if (
    !/[a-z]/i.test(takeRules(takeRules(list, { name: "", sizes: [] }, rules), { name: "", sizes: [] }, weak))
  )
    return false;
  const items = itemsOf(list);
  if (items.length === 0 || items.some(({ field }) => !field.name)) return false;
  const named = items.filter((item) => isAttribute(item));
  if (isScalar(owner.words) && !isKnownResource(owner.words) && named.length < 2) return false;
  if (
    /^(?:e\.g|i\.e|for example|such as|required|optional|unique|max|min|or |and |default|at |not |no |up to|from |in |with |only|who |which |\d)/i.test(
      list,
    )
  )
    return false;
  return named.length * 2 >= items.length;
}

export const isAttribute = (item: Item): boolean => {
  const words = item.field.name
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()
    .split(" ");
  return (
    scalars.has(words.at(-1) ?? "") ||
    scalars.has(singular(words.at(-1) ?? "")) ||
    item.field.type !== "string" ||
    item.field.unique === true
  );
};
