import { onlySays } from "./says.ts";

/** Lists of values and quoted texts, out of the way under marks so that their commas and words don't mislead. */
export interface Marked {
  readonly text: string;
  readonly enums: Map<string, readonly string[]>;
}

const connector =
  /(?:\b(?:can be|may be|could be|must be|should be|will be|is|are|being|either|one of|any of|out of|among|of type|of the type|of the kind|of kind|as|enum|values?|in|as one of|such as|called)\b|[:=])\s*(?:an?\s+|the\s+|one of\s+|either\s+)*/gi;

const notValues =
  /^(?:more|less|later|older|younger|over|under|up|upwards?|fewer|greater|higher|lower|above|below|newer|equal|null|none|so|not|longer|earlier|larger|smaller|may|can|empty)\b|^(?:by|in|at|to|on|under|over)\s+(?:an?|the|\d|its|their|none|which|one|many|several)/i;

const stop =
  /[,.;:()[\]{}\n–—]|\s(?:which|that|and|by|with|default|defaults|defaulting|initially|required|unique|as|is|are|has|have|at|on|in|to|for|from|per|starts?|begins?|may|can|if|when|unless|the|a|an|req|optional|but)\b/i;

const clean = (text: string): string =>
  text
    .replaceAll(/["'“”‘’]/g, "")
    .replace(/^(?:an?|the|either|just|also|marked|flagged|considered)\s+(?=\S)/i, "")
    .trim();

/** The first value of a chain and where it starts, in the chunk before a comma or `or`. */
function firstValue(chunk: string): { readonly value: string; readonly ended: boolean } {
  const own = chunk.slice(chunk.search(/(?:(?!\s(?:and|but)\s).)*$/is));
  const all = [...own.matchAll(connector)];
  const last = /^\s*(?:in|being|out of) [a-z]+\s*$/i.test(own) ? undefined : all.at(-1);
  const before = all.at(-2);
  // `a state: in stock, in use or lost`
  if (last && before && /^in\s/i.test(last[0]) && before.index + before[0].length === last.index)
    return { value: own.slice(last.index), ended: true };
  if (last) return { value: own.slice(last.index + last[0].length), ended: true };
  const words = own.trim().split(/\s+/);
  if (/^(?:in|not|out|under|on) /i.test(own.trim()) && words.length < 4)
    return { value: chunk, ended: false };
  // `picked up or sent back`
  const end = /^(?:up|out|in|off|back|down|over|away|on)$/i.test(words.at(-1) ?? "") ? -2 : -1;
  return words.length > 1
    ? { value: words.slice(end).join(" "), ended: true }
    : { value: chunk, ended: false };
}

interface Chain {
  readonly from: number;
  readonly to: number;
  readonly values: readonly string[];
}

/** Where a row of values of up to three words begins, which `missing parts` in `a state: complete, missing parts` goes on. */
const row =
  /(?:\b(?:one|any) of(?: the(?: following)?)?:?|\beither|\b(?:is|are|be|being)|\b(?:an?|the|its) [a-z]+(?: [a-z]+)? ?:)\s+((?:[a-z][\w'-]*(?: [a-z][\w'-]*){0,2}, )+[a-z][\w'-]*(?: [a-z][\w'-]*){1,2})$/i;

/** Words that no value of several words has inside. */
const noValue =
  /(?:^|\s)(?:an?|the|its|their|is|are|was|has|have|can|may|must|which|that|who|with|and|we|it|they|default|defaults|required|optional|unique|min|max|at|by|from|first|then|later|finally|i|you)(?:\s|$)/i;

const isMiddle = (before: string): boolean => {
  const pieces = row.exec(before)?.[1]?.split(", ") ?? [];
  return pieces.length > 1 && pieces.every((one) => !noValue.test(one) && !fieldWords.test(one));
};

/** A chain such as `draft, sent or paid`, found at its last conjunction. */
function chainAt(text: string, at: number, length: number): Chain | undefined {
  const after = text.slice(at + length);
  // `control, variant or none`
  const isLast =
    /^none\b/i.test(after) && /\b(?:is|are|be|of|either) [\w-]+(?:, [\w-]+)+$/i.test(text.slice(0, at));
  if (notValues.test(after) && !isLast) return undefined;
  const end = stop.exec(after)?.index ?? after.length;
  const last = after.slice(0, end);
  if (/\b(?:it|them)\s*$/i.test(last)) return undefined;
  const values = last.split(/,?\s+or\s+/).map(clean);
  if (!last.trim() || values.some((value) => value.split(/\s+/).length > 3)) return undefined;
  let from = at;
  for (;;) {
    const before = text.slice(0, from);
    const open = Math.max(...[",", "(", "[", ";", "\n", ".", "{"].map((sign) => before.lastIndexOf(sign)));
    const chunk = before.slice(open + 1);
    if (
      /\b(?:can|may|could)\s+(?!be\b)/i.test(chunk.slice(chunk.search(/(?:(?!\s(?:and|but)\s).)*$/is))) ||
      !chunk.trim()
    )
      return undefined;
    // `kind, washer or dryer`
    if (
      values.length > 1 &&
      text[from] === "," &&
      enumLike.test(chunk) &&
      chunk.trim().split(/\s+/).length < 4
    )
      break;
    const { value, ended } = isMiddle(before) ? { value: chunk, ended: false } : firstValue(chunk);
    if (/\b(?:i|we|you|they|people)\s*$/i.test(chunk.slice(0, chunk.lastIndexOf(value)))) return undefined;
    if (clean(value).split(/\s+/).length > 3 || !clean(value)) break;
    values.unshift(clean(value));
    from -= chunk.length - chunk.lastIndexOf(value);
    if (ended || before[open] !== ",") break;
    from = open;
  }
  // `phone or email` are two fields
  if (
    values.every((value) => fieldWords.test(value)) &&
    !/\b(?:is|are|be|either|of)\s*$/i.test(text.slice(0, from))
  )
    return undefined;
  // `make, model, year or a best offer` lists fields
  if (values.filter((value) => fieldWords.test(value)).length > 1 && values.length > 3) return undefined;
  const usable = values.length > 1 && values.every((value) => /^[\w +#&.'-]+$|^⟦Q\d+⟧$/.test(value));
  return usable ? { from, to: at + length + end, values } : undefined;
}

/** A word that names a type as well, such as `strings` among the families of instruments. */
const plainWord = /^[a-z]+s?$/i;

/** Words that name fields wherever they stand. */
export const fieldWords =
  /^(?:id|name|title|email|e-mail|description|slug|body|text|phone|date|price|amount|url|address|city|street|zip|first name|last name|isbn|author|year|status|code|number|notes?|password|username|quantity|content|type|size|color|colour|country|bio|age|label|summary|location|start|end|duration|capacity|rating|comment)$/i;

const enumLike =
  /\b(?:status|position|type|kind|role|level|priority|category|colou?r|state|format|condition|plan|gender|sex|stage|difficulty|mode|severity|currency|unit|tier|size|class|language|frequency|method|channel|visibility|species|fuel|department|grade|medium|genre|season|cuisine|shape|payment method|breed|material|result|outcome|reason|source|platform|os)\s*:?\s*$/i;

/** The description with lists of values and quotes under marks: `kind ⟦E1⟧`. */
export function mark(given: string): Marked {
  const enums = new Map<string, readonly string[]>();
  const quotes: string[] = [];
  const keep = (given: readonly string[]): string => {
    const name = `⟦E${enums.size + 1}⟧`;
    // `15, 30 or 60 minutes`
    const isCounted = given.slice(0, -1).every((value) => /^\d+(?:\.\d+)?$/.test(value));
    const unitless = /^\d+(?:\.\d+)?(?= [a-z]+$)/i.exec(given.at(-1) ?? "")?.[0];
    const values = isCounted && unitless !== undefined ? [...given.slice(0, -1), unitless] : given;
    enums.set(
      name,
      values.map((value) =>
        value.replaceAll(/⟦Q(\d+)⟧/g, (_, index: string) => quotes[Number(index)] ?? "").trim(),
      ),
    );
    return name;
  };
  let text = given.replaceAll(
    /"([^"\n]{1,60})"|“([^”\n]{1,60})”/g,
    (_, a: string | undefined, b: string | undefined) => {
      quotes.push(a ?? b ?? "");
      return `⟦Q${quotes.length - 1}⟧`;
    },
  );
  text = text.replaceAll(/\(?\bmonday (?:to|through|-) (friday|sunday|saturday)\)?/gi, (_, last: string) => {
    const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    return keep(days.slice(0, days.indexOf(last.toLowerCase()) + 1));
  });
  text = text.replaceAll(
    /(?<![\w/.:-])[A-Za-z0-9][\w-]*(?:\s?[|]\s?[A-Za-z0-9][\w-]*)+|(?<![\w/.:-])\d+(?:\/\d+){2,}(?![\w/])|(?<![\w/.:-])[A-Za-z][\w-]+(?:\/[A-Za-z][\w-]*)+(?: of [a-z]+)?(?![\w/])(?!\s*:)|(?<![\w/.:-])(?=[A-Za-z/]*\d|[A-Z/]+(?![\w/]))(?=[\d/]*[A-Za-z])[A-Za-z\d]{1,8}(?:\/[A-Za-z\d]{1,8}){2,}(?![\w/])(?!\s*:)|(?<![\w/.:-])[A-Z]{1,3}(?:, [A-Z]{1,3})+(?:,? (?:or |and )|, )[A-Z]{1,3}(?![\w+-]| or\b)/g,
    (chain) => {
      const values = chain.split(/\s?[|/]\s?|,? (?:or |and )|, /);
      return /^(?:and\/or|yes\/no|y\/n|true\/false|km\/h|w\/o?|n\/a|he\/she|his\/her)$/i.test(chain)
        ? chain
        : keep(values);
    },
  );
  text = text.replaceAll(
    /(\w[\w-]*|⟦E\d+⟧)?\s*\(([^()]+)\)/g,
    (whole, head: string | undefined, inner: string) => {
      const [list = "", ...more] = inner.split(/;/);
      const items = list
        .replace(/^\s*(?:enum|one of|either|values?|can be|is)\s*:?\s*/i, "")
        .split(/\s*,\s*(?:(?:or|and)\s+)?|\s+or\s+/)
        .map(clean);
      const words = items.filter((item) => !onlySays(item, enums)).length;
      const plain =
        items.length > 1 &&
        items.every(
          (item) =>
            /^[\w+#&.⟧⟦-]+(?: (?:of )?[\w+#&-]+)?$/.test(item) &&
            (!onlySays(item, enums) || (words > 2 && plainWord.test(item))) &&
            (!fieldWords.test(item) || enumLike.test(head ?? "")) &&
            !/\s(?:at|on|by|until|from)$/.test(item) &&
            !/^\d+$/.test(item) &&
            !/\b(?:required|unique|optional|nullable|mandatory|req|uniq)\b/i.test(item),
        );
      if (!plain || /\bn:m\b/.test(inner) || onlySays(inner, enums)) return whole;
      const last = items.at(-1) ?? "";
      if (/\bdefault/i.test(last)) return whole;
      return `${whole.slice(0, whole.indexOf("("))}(${keep(items)}${more.length ? `, ${more.join(", ")}` : ""})`;
    },
  );
  text = text.replaceAll(
    /\b((?:one|any|either) of(?: (?:the|these))?(?: following)?(?: values| options| choices)?:?|out of(?! (?:order|stock|service|date|print|use|office|season|bounds)\b)|either)\s+((?:[\w+-]+\s*,\s*)+(?:and\s+|or\s+)?[\w+-]+(?![\w+-])(?!\s+[a-z]+(?:,|\s+or\b))(?:\s+(?:and|or)\s+[\w+-]+)?|[\w-]+\s+(?:or|and)\s+(?!not\b)[\w-]+)/gi,
    (whole, words: string, list: string) => {
      const [values = "", more = ""] = list.split(/,\s*(?=(?:default|required|optional|unique|mandatory)\b)/);
      return /⟦|^\d/.test(list)
        ? whole
        : `${words.replace(/(?<= of) .*/, "")} ${keep(values.split(/\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+/).map(clean))}${more === "" ? "" : `, ${more}`}`;
    },
  );
  // `which is for or against`
  text = text.replaceAll(
    /(?<=\b(?:is|are|be|either|being|of|side|direction|type|kind|vote)[ :=]\s?|[(:=]\s?)(for|in|up|on|left|from|inbound) or (against|out|down|off|right|to|outbound)\b/gi,
    (_, one: string, other: string) => keep([one, other]),
  );
  const conjunction = /,?\s+or\s+/gi;
  for (
    let found = conjunction.exec(text), tried = 0;
    found && tried < 300;
    found = conjunction.exec(text), tried++
  ) {
    const chain = chainAt(text, found.index, found[0].length);
    if (!chain || /^(?:true|false|yes|no)$/i.test(chain.values[0] ?? "")) continue;
    if (chain.values.every((value) => onlySays(value, enums))) continue;
    text = `${text.slice(0, chain.from)} ${keep(chain.values)} ${text.slice(chain.to)}`;
    conjunction.lastIndex = 0;
  }
  text = text.replaceAll(
    /([\w -]{0,40}?)(:?)\s{1,8}((?:[a-zA-Z][\w-]*\s*,\s*){2,}(?:and\s+)?[a-zA-Z][\w-]*)(?=\s*(?:[.;\n)]|$))/g,
    (whole, name: string, colon: string, list: string) =>
      colon && enumLike.test(name) ? `${name} ${keep(list.split(/\s*,\s*(?:and\s+)?/).map(clean))}` : whole,
  );
  return {
    text: text.replaceAll(/⟦Q(\d+)⟧/g, (_, index: string) => `"${quotes[Number(index)] ?? ""}"`),
    enums,
  };
}
