import { clauseOf } from "../words/clause.ts";
import { verbLike } from "../words/deeds.ts";
import { isOrder } from "../words/grammar.ts";
import { fieldWords } from "../words/marks.ts";
import { nameOf } from "../state.ts";
import { container, introduced } from "./topic.ts";
import { type Wording, rewritten } from "../words/rewrite.ts";

/** Lines that stand above several records, or above what is said of one that is known already. */
const general =
  /^(?:entities|resources|models|tables|collections|types|schema|objects|apis?|(?:custom |possible |allowed )?(?:actions?|operations|endpoints|fields|attributes|properties|columns|relations?|relationships?|associations?))$/i;

/**
 * The noun that a line above a list is about, whatever stands around it: `SEPA mandate fields`, `Sounds for our library`,
 * `Let's store tickets:`. Undefined where the line is a sentence of its own.
 */
export function titleOf(line: string): string | undefined {
  const bare = line
    .replace(/^[\s#*_=>]+/, "")
    .replace(/[\s:*_=–—-]+$/, "")
    .replaceAll(/["“”]/g, "");
  if (!/^[A-Za-z]/.test(bare) || /[.;,!?(){}⟦|=:]/.test(bare.replace(container, ""))) return undefined;
  if (general.test(bare)) return bare;
  const noun = bare.replace(container, "");
  const words = noun.split(/\s+/);
  if (words.length > 9) return undefined;
  const found = introduced(noun);
  if (found === undefined) return words.length < 4 && /^[\w -]+$/.test(noun) ? noun : undefined;
  // `The members pay fees` says something by itself.
  if (found === noun && words.length > 3 && clauseOf(noun)) return undefined;
  return found.split(/\s+/).length < 5 ? found : undefined;
}

const classes = "actions?|operations?|endpoints?|commands?|methods?|verbs?|transitions?|buttons?|functions?";
const actionLine = new RegExp(
  String.raw`^([ \t]*(?:[-*•–—·+][ \t]+|#+[ \t]*)?)((?:[a-z]+ ){0,3})(?:${classes})((?: (?:on|for|of|in) (?:an? |the |each )?[a-z]+)?(?: (?:are|include|available|allowed|possible|supported))*)[ \t]*[:–—-][ \t]*([^\n]+)$`,
  "gim",
);

const orders = (list: string): readonly string[] =>
  list
    .replace(/[.;]$/, "")
    .split(/\s*[,/]\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+/)
    .filter(Boolean);

const isDeeds = (all: readonly string[]): boolean =>
  all.length > 0 &&
  all.length < 12 &&
  all.every((one) => /^[a-z]+(?:[ -][a-z]+){0,2}$/i.test(one) && isOrder(one.split(/[ -]/)[0] ?? ""));

/** `Possible actions: verify, reject`, `Ticket actions: close`: sections in the one form that is read. */
const sections = (given: string): string => {
  // `…; pallet actions: move, ship`
  const text = given.replaceAll(
    /;[ \t]*(?=(?:[a-z]+ )?(?:actions|operations|endpoints|commands)[ \t]*:)/gi,
    "\n",
  );
  return text.replaceAll(actionLine, (whole, before: string, lead: string, tail: string, list: string) => {
    const all = orders(list);
    if (!isDeeds(all)) return whole;
    const owner = lead
      .trim()
      .split(/\s+/)
      .at(-1)
      ?.replace(/(?:ies|s)$/i, "");
    const of = / (?:on|for|of|in) (?:an? |the |each )?([a-z]+)/i.exec(tail)?.[1];
    const noun = of ?? owner ?? "";
    const isRecord =
      noun.length > 2 &&
      new RegExp(String.raw`(?:^|[\n.;])[\s#*•-]*(?:[a-z]+ )?${noun}\w{0,3}\b`, "i").test(
        text.replace(whole, ""),
      );
    const name = isRecord && !before.includes("-") ? nameOf(of ?? noun) : undefined;
    return name === undefined
      ? `${before}actions: ${all.join(", ")}`
      : `\n${all.map((one) => `${name}.${one.replaceAll(" ", "-")}`).join(", ")}`;
  });
};

/** `habits: name, streak - check off, pause`: what can be done, behind the last dash. */
const lastDeeds = (text: string): string =>
  text.replaceAll(
    /^([^\n]*,[^\n]*?\b([a-z]+)) [-–—] ([a-z][a-z -]*(?:(?:,| and|,? \/) [a-z]+(?: [a-z]+)?){0,6})\.?$/gim,
    (whole, before: string, last: string, list: string) => {
      const all = orders(list);
      return isDeeds(all) &&
        all.some((one) => verbLike.test(one)) &&
        !/^(?:status|state|kind|type|mode|level)$/i.test(last)
        ? `${before}\nactions: ${all.join(", ")}`
        : whole;
    },
  );

/** `window cleaning customers, name, street, price`: one line of names, of which the first is what has the others. */
function listed(text: string): string {
  const line = text.trim();
  if (/[\n:;({=⟦]/.test(line)) return text;
  const [first = "", ...rest] = line.split(/\s*,\s*/);
  const head = titleOf(first);
  const plurals = rest.filter((one) => /^[a-z]+s$/i.test(one)).length;
  const isHead =
    head !== undefined &&
    rest.length > 2 &&
    /[a-z](?<!s)s$/i.test(head) &&
    !fieldWords.test(head) &&
    plurals * 3 < rest.length &&
    rest.some((one) => fieldWords.test(one)) &&
    !/\s(?:with|w\/|having)\s/i.test(first) &&
    clauseOf(first) === undefined;
  return isHead ? `${head}: ${rest.join(", ")}` : text;
}

/** `Capture survey leads with the following fields`: what is asked for, without the verb. */
const ordered = (text: string): string =>
  text.replace(
    /^\s*([A-Z][a-z]+) (?=(?:[\w/-]+ ){1,4}?(?:with|having|by) (?:the |these |its )?(?:following )?(?:fields|attributes|properties|columns|data)\b)/,
    (whole, verb: string) => (isOrder(verb.toLowerCase()) ? "" : whole),
  );

/** What is said between a head and its list: `experiments with these attributes:`, ` -- `; `create, list and edit` of what has fields. */
const joints: readonly Wording[] = [
  [/(?<=\S)[ \t]+-{2,3}[ \t]+(?=\S)/g, " – "],
  [
    /(?:,? (?:with|having|by|and)(?: (?:the|these|those|its|their|following))* |,? (?:(?:which|that) )?(?:has|have)(?: (?:the|these|following))* |[!?][ \t]+(?:the |these )?)(?:following )?(?:fields|attributes|properties|columns|data)(?: (?:are|like|such as))?[ \t]*:[ \t]*/gi,
    ": ",
  ],
  [
    /(^|[:.][ \t]+)(?:(?:create|list|read|update|delete|edit|view|add|remove|get|fetch|browse|search|show|change)(?:,? (?:and|or|&) |, ?|\/)){1,5}(?:create|list|read|update|delete|edit|view|add|remove|get|fetch|browse|search|show|change) (?=[a-z]+(?: [a-z]+)? (?:with|having|that have|which have)\s)/gi,
    "$1",
  ],
];

/** `Rules:` above sentences, which say what they say without it. */
const remarks =
  /(?<=\S\s*\n[ \t]*)(?:#+[ \t]*)?(?:[a-z]+ )?(?:rules|constraints|validations?|notes|remarks|conditions|requirements|details|behaviou?r|comments)[ \t]*:?[ \t]*((?:\n+[ \t]*(?:[-*•–—·+]|\d+[.)])[ \t]+[^\n]+)+|(?<=:[ \t]*)(?:an?|the|each|every|it|they|[a-z]+s?) (?:[a-z]+ )?(?:is|are|has|have|can|may|must|belongs?|needs?|should)\b[^\n]*)/gi;

const isSaid = /\b(?:is|are|has|have|can|may|must|belongs?|needs?|should|cannot|starts?|becomes?)\b/;

/** `Statuses: open, closed`: the values of a field. */
const statuses =
  /^([ \t]*(?:[-*•–—·+][ \t]+)?)(?:[a-z]+ )?(?:statuses|status values|states)[ \t]*[:=][ \t]*([a-z][\w -]*(?:(?:,| or|, or|,? and|\/|\|) ?[a-z][\w -]*){1,8})\.?$/gim;

const sentenceLines = (text: string): string =>
  text.replaceAll(remarks, (whole, said: string) => {
    const lines = said.split("\n").filter((line) => line.trim() !== "");
    return lines.every((line) => isSaid.test(line))
      ? `\n${lines.map((line) => line.replace(/^[ \t]*(?:[-*•–—·+]|\d+[.)])[ \t]+/, "").replace(/[.;,]?\s*$/, ".")).join("\n")}`
      : whole;
  });

/** `Domain: lifts` above fields, `Telescope -> name, price`, `walk = date, distance`: other signs behind a head. */
const signs: readonly Wording[] = [
  [
    /^([ \t]*)[A-Za-z]+(?: [a-z]+)?[ \t]*[:=][ \t]*((?:an? |the )?[A-Za-z][\w-]*(?: [\w-]+){0,2})\.?[ \t]*\n+(?=[ \t]*(?:the )?(?:fields|attributes|properties|columns)[ \t]*:)/gi,
    "$1$2:\n",
  ],
  [/^([A-Za-z][\w-]*(?: [\w-]+){0,3})[ \t]*(?:->|→|=>|=)[ \t]*(?=[^\n:=>→]+,[^\n=>→]+$)/g, "$1: "],
];

/** A description whose head, sections and last deeds stand in the forms that are read. */
export const headsRead = (text: string): string =>
  listed(
    lastDeeds(
      sections(
        rewritten(sentenceLines(rewritten(ordered(text), [...joints, ...signs])), [
          [statuses, (_, before = "", list = "") => `${before}status: one of ${list}`],
        ]),
      ),
    ),
  );
