import { capital } from "../../../../lib/index.ts";
import { typeByName } from "../facts/guess.ts";
import { inFull } from "../words/abbreviations.ts";
import { isOrder } from "../words/grammar.ts";
import { fieldNouns } from "../words/kinds.ts";
import { fieldWords } from "../words/marks.ts";
import { singular } from "../words/singular.ts";

const titled = (noun: string): string => capital(singular(noun.trim().replaceAll(/\s+/g, "-")));

/** Whether a word is what fields are called by: `name`, `fname`, `qty`, `nr`. */
const isFieldWord = (word: string): boolean => {
  const full = inFull(word.toLowerCase());
  return (
    fieldWords.test(full) ||
    fieldNouns.includes(full) ||
    /^(?:fname|lname|nm|nr|no|num|sku|plate)$/i.test(word) ||
    typeByName(full).type !== "string"
  );
};

/** `itm sku uniq, qty int`: the noun, and the fields behind it; undefined where no field stands there. */
function groupOf(text: string, whole: string): { readonly noun: string; readonly list: string } | undefined {
  const [, noun = "", list = "", first = ""] = /^([a-z]+) (([a-z]\w*)\b.*)$/is.exec(text.trim()) ?? [];
  const isNoun = noun !== "" && (!isFieldWord(noun) || isSpokenOf(noun, whole));
  return isNoun && isFieldWord(first) ? { noun, list } : undefined;
}

/** Whether a noun is spoken of as a record somewhere: `fk club`, `club fk`, `m n:m boat`, `archive contact`. */
function isSpokenOf(noun: string, text: string): boolean {
  const ties = new RegExp(
    String.raw`\b(?:fk|ref|belongs? to|->|n[:-]m|m[:-]n|1[:-]n)(?: (?:an?|the))? ${noun}s?\b|\b${noun}s? (?:fk|n[:-]m|m[:-]n|1[:-]n|can be)\b`,
    "i",
  );
  const [, verb = ""] =
    new RegExp(String.raw`[.;,]\s*([a-z]+) ${noun}s?\s*(?=[.;,]|$)`, "i").exec(text) ?? [];
  return ties.test(text) || (verb !== "" && isOrder(verb.toLowerCase()));
}

/** `toy` of a `toy library api`. */
const isTopic = (noun: string, title: string): boolean =>
  /\b(?:api|service|svc|system|sys|app|db|database|backend|ctrl|dir|mgmt|management)$/i.test(title) &&
  title.toLowerCase().split(/\s+/).includes(noun.toLowerCase());

/** `inv: itm sku uniq, qty; whs code, addr`: what stands above several records, or one that is spoken of later, is a title. */
function terse(text: string): string {
  const [, title = "", rest = ""] =
    /^\s*([A-Za-z][\w -]{1,40}?):\s*((?:[^:]|(?<=\b[1nm]):(?=[1nm]\b))+)$/i.exec(text) ?? [];
  if (title === "" || /^(?:fields|actions|resource|model|entity)\b/i.test(title)) return text;
  const parts = rest.split(/;\s*(?![^()]*\))|\.\s+|\n+/).filter((part) => part.trim() !== "");
  const groups = parts.map((part) => groupOf(part, rest));
  const [first] = groups;
  const nouns = new Set(groups.flatMap((group) => (group ? [group.noun] : [])));
  const called = singular(title.trim().split(/\s+/).at(-1) ?? "");
  if (
    !first ||
    (nouns.has(called) && !title.endsWith(called)) ||
    ![...nouns].some((noun) => isSpokenOf(noun, rest) || isTopic(noun, title))
  )
    return text;
  return parts
    .map((part, i) => {
      const group = groups[i];
      return group ? `${group.noun}: ${group.list.trim()}` : part.trim();
    })
    .join(". ");
}

/** The places in a list, outside of brackets, where a record begins: `tracks (`, `talks with a`. */
function beginnings(list: string): readonly number[] {
  const found: number[] = [];
  const start =
    /^(?:and )?[a-z]+(?: [a-z]+)?s(?: (?:for|on|of|in|at|about|inside|within|under) (?:an?|one|the) [a-z]+)?(?: \(| with (?:an?|the|their|its|one) )/i;
  let depth = 0;
  for (let at = 0; at < list.length; at++) {
    if (list[at] === "(") depth += 1;
    else if (list[at] === ")") depth -= 1;
    const opens = at === 0 || (depth === 0 && /(?:, |\) )$/.test(list.slice(Math.max(0, at - 2), at)));
    if (opens && depth === 0 && start.test(list.slice(at, at + 80))) found.push(at);
  }
  return found;
}

/** `Conference: tracks (name), talks with a title and a level`: a head for each of the records. */
const inRow = (text: string): string =>
  text.replaceAll(
    /(^|[.;\n]\s*)([A-Z][\w -]{2,40}): ([^:;\n]*?)(?=[.;]\s|[.;]?\s*$|\n)/g,
    (whole, before: string, _title: string, list: string) => {
      const at = beginnings(list);
      if (at.length < 2 || at[0] !== 0 || !/s with (?:an?|the|their|its|one) /i.test(list)) return whole;
      const parts = at.map((from, i) => list.slice(from, at[i + 1]).replace(/,?\s*(?:and\s*)?$/, ""));
      const heads = parts.map((part) => {
        const [, noun = "", whose, inside, said = ""] =
          /^(?:and )?([a-z]+(?: [a-z]+)?s)(?: (?:for|on|of|in|at|about|inside|within|under) ((?:an?|one|the) [a-z]+))?(?: \((.*)\)$| with (.*)$)/is.exec(
            part,
          ) ?? [];
        const tie = whose === undefined ? "" : `, belongs to ${whose}`;
        return noun === "" ? part : `${titled(noun)}: ${inside ?? said}${tie}`;
      });
      return before + heads.join(". ");
    },
  );

/** `household chores: …. A chore can be skipped`: a record is called as it is called later. */
function calledLater(text: string): string {
  const [head = "", lead = "", first = "", noun = ""] =
    /^\s*((?:[^:.,\n]{0,60}\b(?:for|of|manage|track|store|catalogue?) )?)([a-z]+) ([a-z]+s):(?=\s)/i.exec(
      text,
    ) ?? [];
  if (head === "") return text;
  const words = singular(noun);
  const rest = text.slice(head.length);
  const isBare = new RegExp(String.raw`\b(?:an?|every|each) ${words}\b`, "i").test(rest);
  const isWhole = new RegExp(String.raw`\b${first} ${words}`, "i").test(rest);
  return isBare && !isWhole && !fieldWords.test(words) ? `${lead}${noun}:${rest}` : text;
}

/** Titles above records that are told in one line are left out, and each record has a head of its own. */
export const grouped = (text: string): string => inRow(terse(calledLater(text)));
