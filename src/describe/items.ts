import {
  type FieldDraft,
  type NotationDraft as Draft,
  notationRules as rules,
  takeRules,
  plural,
  settle,
  singular,
  typeByName,
  uncontracted,
  weakNotationRules as weak,
} from "../api/index.ts";
import { clauseName } from "./clause-names.ts";
import { type Noun, isDone, isPlural, nounAt } from "./nouns.ts";
import { pieces, joined } from "./pieces.ts";
import { tokensOf } from "./tokens.ts";
import { valuesIn } from "./values.ts";
import { isScalar } from "./vocabulary.ts";

/** One thing of a list: a field, or another resource that is had. */
export interface Item {
  readonly raw: string;
  readonly field: FieldDraft;
  /** The noun, as another resource would be called; undefined for `whether it is open`. */
  readonly noun: Noun | undefined;
  /** Other lists in its parentheses. */
  readonly inner: string | undefined;
  /** What stands behind the noun: `of the order`. */
  readonly tail: string;
}

export function itemsOf(text: string): readonly Item[] {
  const tokens = tokensOf(text);
  return joined(pieces(tokens), text).flatMap((part) => {
    const item = itemOf(part, false);
    return item ? [item] : [];
  });
}

const articles =
  /^(?:(?:an?|the|its|their|his|her|our|your|my|some|any|each|both|also|just|only|simply|optionally|maybe|perhaps|possibly|at least|exactly|of|one|single)\s+)+/i;

const camel = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");

/** Where the name of an item ends and what is said of it begins. */
const nameEnd =
  /\s*(?:\(|\{|\[|:|=|\*|!|\?|;|,|"|–|—|\s-\s|[<>]|\d|\b(?:which|that|who|whose|required|optional|unique|mandatory|nullable|not null|with|used|starting|between|such as|like|e\.g\.?|for example|if|unless|must|may|can|cannot|should|has|is|are|was|defaults?|defaulting|initially|at first|(?:yes|no|on|off|true|false|zero|none|null|empty|\w+) (?:by default|unless|if nothing|until somebody)|max|min|maximum|at least|at most|up to|no more|exactly|uniq|req|opt|dflt|fk|one of|out of|either|only|so|some)\b|\s(?:string|int|integer|bool|boolean|float|decimal|uuid|array|object|datetime|timestamp|enum|json|semver)\b|\b(?:from|of|in) (?=\d|exactly|at (?:least|most)|no more|up to|between|precisely)|\b(?:that )?(?:nobody|no other|no two|none|never|always)\b)/i;

/** Where the name ends, which may begin with a word that otherwise ends one: `default branch`. */
function endOfName(text: string): number {
  const first = nameEnd.exec(text);
  if (!first) return text.length;
  if (first.index > 0) return first.index;
  const more = nameEnd.exec(text.slice(first[0].length || 1));
  return more ? more.index + (first[0].length || 1) : text.length;
}

const units =
  /\s+in (?:minutes|hours|days|weeks|months|years|seconds|secs|mins|percent|euros?|eur|dollars?|usd|pounds|cents|grams?|kilograms?|kg|km|kilomet(?:er|re)s|met(?:er|re)s|cm|mm|litres?|liters?|square \w+|degrees|pages|mb|bytes|ml)\b/i;

/** Reads one item. `isWhole`: the text is known to be a name with remarks. */
export function itemOf(given: string, isWhole: boolean): Item | undefined {
  const raw = given
    .trim()
    .replace(/[.;,]+$/, "")
    .replace(/^(?:giving|including|with|plus|namely|such as|has|have|having|also|as well as)\s+/i, "")
    .replace(/^(?:it|they) (?:is|are|was|were) (?=\w+(?:ed|en|wn|ld|de) (?:by|in|on|to|at|from|for) )/i, "");
  const optional =
    /^(?:optionally|maybe|perhaps|possibly|an optional|optional)\s/i.test(raw) ||
    / (?:maybe|perhaps)$/i.test(raw);
  let text = uncontracted(raw).replace(articles, "");
  const draft: Draft = { name: "", sizes: [] };
  if (optional) {
    draft.required = false;
    text = text.replace(/^optional\s/i, "");
  }
  const leading = /^(?:(?:required|unique|mandatory|non-?negative|positive)\s+(?:and\s+)?)+(?=[a-z])/i.exec(
    text,
  )?.[0];
  if (leading && text.length > leading.length) {
    takeRules(leading, draft, rules);
    text = text.slice(leading.length);
  }
  text = text.replace(
    /^(?:up to|at (?:least|most)|exactly|(?:between )?(?:one|two|\d+) (?:and|to)) (?:\d+|two|three|four|five|six|eight|ten) (?=[a-z]+s$)/i,
    "several ",
  );
  const list =
    /^(?:(?:lists?|arrays?|sets?|collection|any number|several|multiple|many|some|one or more|zero or more) (?:of )?)(?!.*\bnumber\b)(.*)$/i.exec(
      text,
    );
  if (list?.[1]) {
    draft.type = "array";
    text = list[1].replace(articles, "");
  }
  const listed = /^(\S+(?: \S+)?) (?:list|array) of \w+(.*)$/i.exec(text);
  if (listed?.[1] && !/^(?:an?|the)$/i.test(listed[1])) {
    draft.type = "array";
    text = `${listed[1]} ${listed[2] ?? ""}`.trim();
  }
  const told =
    /^(?:flag|switch|mark|indicator) (?:telling |saying |showing |for |that (?:tells|says) )?((?:whether|if) .+)$/i.exec(
      text,
    )?.[1];
  if (told) text = told;
  text = text.replace(/^(?:which|what|whose) (?=[\w-]+$)/i, "");
  const clause = clauseName(text);
  if (clause) {
    const field = finished(draft, clause.name.split(" "), clause.rest, clause.type);
    return field ? { raw, field, noun: undefined, inner: undefined, tail: "" } : undefined;
  }
  text = text.replace(/^flag "?([\w' -]+?)"?(?=$|[,(]| (?:which|that|is|off|on|default)\b)/i, "$1 flag");
  const flag = /^(.+?) (?:yes\/no(?!\/)|y\/n|true\/false|flag|yes or no|or not)\b(.*)$/i.exec(text);
  if (flag?.[1]) {
    draft.type = "boolean";
    text = `${flag[1]} ${flag[2] ?? ""}`.trim();
  }
  const valued = /^(\w+(?: \w+)?) of (\w[^(;]*)(.*)$/.exec(text);
  if (valued && / or |,/.test(valued[2] ?? "") && valuesIn(valued[2] ?? ""))
    text = `${valued[1] ?? ""} (${valued[2] ?? ""})${valued[3] ?? ""}`;
  const named = /^((?:[\w-]+ ){1,3})([\w-]+(?: ?, ?[\w-]+)*,? or [\w-]+)\b(.*)$/.exec(text);
  if (
    named?.[1] &&
    !/\b(?:of|in|is|are|by|at|from|not|either)\b/.test(named[1]) &&
    isScalar(named[1].trim().toLowerCase().split(" "))
  )
    text = `${named[1].trim()} (${named[2] ?? ""})${named[3] ?? ""}`;
  const parted = /^(\S+(?: \S+){0,3}?) ((?:[\w-]+[|/])+[\w-]+)(?![\w/|])(.*)$/.exec(text);
  if (parted && !/^y\/n$|^m\/s$|[²³]/.test(parted[2] ?? "") && !/\([^)]*$/.test(parted[1] ?? ""))
    text = `${parted[1] ?? ""} (${parted[2] ?? ""})${parted[3] ?? ""}`;
  const coded = /^(\w+(?: \w+)?) ([A-Z\d]{1,3}, .*\bor [A-Z\d]{1,3})$/.exec(text);
  if (coded) text = `${coded[1] ?? ""} (${coded[2] ?? ""})`;
  const end = endOfName(text);
  let name = text.slice(0, end);
  let rest = text.slice(end);
  const unit = units.exec(name);
  if (unit && /\bin (?:minutes|hours|days|weeks|months|seconds|mins|secs)/i.test(unit[0]))
    draft.type ??= "integer";
  if (unit) {
    rest = `${name.slice(unit.index)} ${rest}`;
    name = name.slice(0, unit.index);
  }
  const typed =
    /^(\S+(?: \S+){0,2}) (string|str|int|integer|bool|boolean|float|decimal|dec|num|double|datetime|dt|timestamp|ts|uuid|enum|json|varchar|list|array)$/i.exec(
      name,
    ) ??
    /^(\S+s) (number)$/.exec(name) ??
    /^(\S*(?:[a-z][A-Z]|_)\S*|\S+ (?:on|at|from|until)) (date|number|text|time)$/.exec(name);
  if (typed?.[1]) {
    rest = `${typed[2] ?? ""} ${rest}`;
    name = typed[1];
  }
  const slashed = /^(.+?) (\S+(?:[/|]\S+)+)$/.exec(name);
  if (slashed?.[1] && valuesIn(slashed[2] ?? "")) {
    rest = `(${slashed[2] ?? ""}) ${rest}`;
    name = slashed[1];
  }
  const bare = / ((?:\S+, )*\S+ or \S+)$/.exec(name);
  if (bare && valuesIn(bare[1] ?? "") && !isWhole) {
    rest = `(${bare[1] ?? ""}) ${rest}`;
    name = name.slice(0, bare.index);
  }
  const number = /^(.+) (?:number|text)$/.exec(name)?.[1];
  if (number && /^\s*(?:[<>=]|min\b|max\b|-?\d+(?:\.\.|-)\d)/.test(rest)) {
    rest = `number ${rest}`;
    name = number;
  }
  const tokens = tokensOf(name);
  const noun = nounAt(tokens);
  const cut = /\s+(?:of|for|from|to|by|on|at|in|into|about|per)\s/i.exec(name);
  const tail = cut ? name.slice(cut.index).trim() : "";
  const words = fieldWords(name);
  if (words.length === 0) return undefined;
  const group = /[({[]([^(){}[\]]*(?:\([^()]*\)[^(){}[\]]*)*)[)}\]]/.exec(rest);
  const inner = group?.[1];
  const colon = /^\s*:\s*(.+)$/s.exec(rest)?.[1];
  const field = finished(draft, words, rest, undefined);
  if (!field) return undefined;
  return { raw, field, noun, inner: inner ?? colon, tail };
}

/** `size in square metres` is a size, `date of birth` is one name. */
function fieldWords(name: string): readonly string[] {
  const plain = name
    .replace(/['’]s?\b/g, "")
    .trim()
    .replace(/(?: (?:and|or|plus|too|as well|maybe|perhaps|please))+$/i, "");
  const kept =
    /^(?:date|time|day|place|number|max(?:imum)?\.? number|country|year|cost|reason|end|start|point|name|fields?|state|proof|type|kind|level|method|amount|price|rate|length|percentage|size)\s+of\s/i.test(
      plain,
    ) || /\bper\b/.test(plain);
  const cut = kept
    ? plain
    : plain.replace(
        /\s+(?:of|for|from|to|by|at|in|on|into|about)\s+(?:the|an?|each|its|their|this|what|any|our)?\b.*$/i,
        "",
      );
  const isTold =
    cut !== plain && / \S+$/.test(cut) && isDone(cut.slice(cut.lastIndexOf(" ") + 1).toLowerCase());
  const words = (isTold ? cut.slice(0, cut.lastIndexOf(" ")) : cut || plain)
    .split(/[\s_-]+/)
    .filter((word) => word && !/^(?:the|an?|its|their|his|her)$/i.test(word));
  return words.length > 6
    ? []
    : words.flatMap((word) =>
        /^[A-Z]+$/.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1),
      );
}

/** Puts name, remarks and type together. */
function finished(
  draft: Draft,
  words: readonly string[],
  rest: string,
  type: FieldDraft["type"],
): FieldDraft | undefined {
  if (type) draft.type = type;
  const lower = words
    .join(" ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  if (!/[a-z]/.test(lower)) return undefined;
  let said = rest;
  said = said.replaceAll("[", "(").replaceAll("]", ")");
  const group = /\(([^()]*)\)/.exec(said)?.[1];
  for (const candidate of [
    group,
    /(?:^\s*[,:=-]|\b(?:of|is|one of|out of|either|in|be|which is|that is|are|(?:goes|runs|moves)(?: from)?)\b)\s*(.+)$/s.exec(
      said.replace(/[()]/g, " "),
    )?.[1],
  ]) {
    if (candidate === undefined || draft.values) continue;
    const [head = "", ...more] = candidate.split(
      /\s*(?:;|—|–| - |, (?=default|required|initially|start|unique|\w+ (?:by|as|is the) default|\w+ unless\b)|\()\s*/,
    );
    const values = valuesIn(head.replace(/\s*(?:,\s*)?(?:default(?:s|ing)?(?: to)?|initially|=)\b.*$/i, ""));
    if (values && draft.type !== "boolean") {
      draft.values = values;
      said = `${said.replace(head, " ").replace(/^\s*[:(]/, " ")} ${more.join(" ")}`;
      const usual = /^(\w+) (?:unless\b|at (?:first|the start)\b)/.exec(more[0] ?? "")?.[1];
      if (usual !== undefined && values.includes(usual)) draft.default = usual;
      if (/default|initially|=/.test(head)) said += ` ${/(?:default|initially|=).*$/i.exec(head)?.[0] ?? ""}`;
    }
  }
  if (/^\s*[*!]/.test(said)) draft.required = true;
  const remainder = takeRules(said.replaceAll(/[()]/g, " , "), draft, rules);
  takeRules(remainder, draft, weak);
  const first = /\b(?:new ones|it|they) (?:are|is|starts? (?:as|out)|begins? as) "?([\w-]+)"?/i.exec(
    rest,
  )?.[1];
  if (first && draft.values?.some((value) => value.toLowerCase() === first.toLowerCase()))
    draft.default = first;
  const field = settle(draft, lower, { weak: false, byName: typeByName(lower) });
  // `tasks with due dates`: each has one
  const isOne = field.type === "date" || field.type === "datetime";
  const last = words.at(-1) ?? "";
  return { ...field, name: camel(isOne && isPlural(last) ? [...words.slice(0, -1), singular(last)] : words) };
}

/** `a tag`, `tags`: whether an item names many. */
export const isMany = (item: Item): boolean =>
  item.noun !== undefined && (item.noun.plural || item.noun.many);
export const pluralOf = (word: string): string => (isPlural(word) ? word : plural(singular(word)));

/** Says how many, or of which kind, rather than naming a thing: `number of guests`, `type of item`, `passengers (int)`. */
export const isQuantity = ({ raw, field }: Item): boolean =>
  /^(?:an? |the |max(?:imum)? )?(?:number|count|kinds?|types?) of\b|\bcount\b/i.test(raw) ||
  (/^(?:integer|number)$/.test(field.type ?? "") && /\b(?:int|integer|number|decimal|float)\b/i.test(raw));
