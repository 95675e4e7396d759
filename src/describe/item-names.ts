import type { NotationDraft as Draft } from "../api/index.ts";
import { isDone } from "./nouns.ts";

/** What may follow the name of an item, one kind of alternative per line. */
const nameEnd = new RegExp(
  String.raw`\s*(?:` +
    [
      String.raw`\(|\{|\[|:|=|\*|!|\?|;|,|"|–|—|\s-\s|[<>]|\d`,
      String.raw`\b(?:which|that|who|whose|with|used|starting|between|such as|like|e\.g\.?|for example|if|unless)\b`,
      String.raw`\b(?:required|optional|unique|mandatory|nullable|not null|uniq|req|opt|dflt|fk)\b`,
      String.raw`\b(?:must|may|can|cannot|should|has|is|are|was|either|only|so|some|one of|out of)\b`,
      String.raw`\b(?:defaults?|defaulting|initially|at first)\b`,
      String.raw`\b(?:yes|no|on|off|true|false|zero|none|null|empty|\w+) (?:by default|unless|if nothing|until somebody)\b`,
      String.raw`\b(?:max|min|maximum|at least|at most|up to|no more|exactly)\b`,
      String.raw`\s(?:string|int|integer|bool|boolean|float|decimal|numeric|uuid|array|object)\b`,
      String.raw`\s(?:datetime|timestamp|enum|json|semver)\b`,
      String.raw`\b(?:from|of|in) (?=\d|exactly|at (?:least|most)|no more|up to|between|precisely)`,
      String.raw`\b(?:that )?(?:nobody|no other|no two|none|never|always)\b`,
    ].join("|") +
    ")",
  "i",
);

/** Where the name ends. It may begin with a word that usually ends one: `default branch`. */
function endOfName(text: string): number {
  const first = nameEnd.exec(text);
  if (!first) return text.length;
  if (first.index > 0) return first.index;
  const more = nameEnd.exec(text.slice(first[0].length || 1));
  return more ? more.index + (first[0].length || 1) : text.length;
}

export interface Named {
  readonly name: string;
  readonly rest: string;
}

const times = "minutes|hours|days|weeks|months|seconds|secs|mins";
const measures =
  String.raw`years|percent|euros?|eur|dollars?|usd|pounds|cents|grams?|kilograms?|kg|km|kilomet(?:er|re)s` +
  String.raw`|met(?:er|re)s|cm|mm|litres?|liters?|square \w+|degrees|pages|mb|bytes|ml`;
const unit = new RegExp(String.raw`\s+in (?:(${times})|${measures})\b`, "i");

const types = "str|num|dec|dt|ts|list";
const typed = new RegExp(
  String.raw`^(\S+(?: \S+)?(?= (?:${types})$)|\S*(?:[a-z][A-Z]|_)\S*|\S+ (?:on|at|from|until)) ` +
    `(${types}|date|number|text|time)$`,
);

/** Functions that move remarks from the end of a name to the text behind it; the order matters. */
const moves: readonly ((named: Named, draft: Draft) => Named)[] = [
  // `length in metres`
  ({ name, rest }, draft) => {
    const found = unit.exec(name);
    if (!found) return { name, rest };
    if (found[1]) draft.type ??= "integer";
    return { name: name.slice(0, found.index), rest: `${name.slice(found.index)} ${rest}` };
  },
  // `starts_at date`
  ({ name, rest }) => {
    const [, bare, type = ""] = typed.exec(name) ?? [];
    return bare ? { name: bare, rest: `${type} ${rest}` } : { name, rest };
  },
  // `seats number > 0`
  ({ name, rest }) => {
    const bare = /^(.+) (?:number|text)$/.exec(name)?.[1];
    const isBound = /^\s*(?:[<>=]|min\b|max\b|-?\d+(?:\.\.|-)\d)/.test(rest);
    return bare && isBound ? { name: bare, rest: `number ${rest}` } : { name, rest };
  },
];

/** Splits an item into its name and the remarks on it. */
export function namedOf(text: string, draft: Draft): Named {
  const end = endOfName(text);
  const start = { name: text.slice(0, end), rest: text.slice(end) };
  return moves.reduce((named, move) => move(named, draft), start);
}

const wholeNames =
  String.raw`date|time|day|place|number|max(?:imum)?\.? number|country|year|cost|reason|end|start|point|name|fields?` +
  "|state|proof|type|kind|level|method|amount|price|rate|length|percentage|size";
const isWholeName = new RegExp(String.raw`^(?:${wholeNames})\s+of\s|\bper\b`, "i");
const hanging =
  /\s+(?:of|for|from|to|by|at|in|on|into|about)\s+(?:the|an?|each|its|their|this|what|any|our)?\b.*$/i;

/** What is left of a question that names no field: `at` of `at which branch`, `by whom`. */
const questionRest = /^(?:at|by|for|from|in|of|on|to|with)(?: (?:which|what|whom|whose)\b|$)/i;

/** The words of a name: `size in square metres` is a size, `date of birth` is one name. */
export function fieldWords(name: string): readonly string[] {
  const plain = name
    .replace(/['’]s?\b/g, "")
    .trim()
    .replace(/(?: (?:and|or|plus|too|as well|maybe|perhaps|please))+$/i, "");
  const cut = isWholeName.test(plain) ? plain : plain.replace(hanging, "");
  const last = cut.lastIndexOf(" ");
  const isParticiple = cut !== plain && last > -1 && isDone(cut.slice(last + 1).toLowerCase());
  const words = (isParticiple ? cut.slice(0, last) : cut || plain)
    .split(/[\s_-]+/)
    .filter((word) => word && !/^(?:the|an?|its|their|his|her)$/i.test(word));
  if (words.length > 6 || questionRest.test(words.join(" "))) return [];
  return words.map((word) =>
    /^[A-Z]+$/.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1),
  );
}
