import {
  type FieldDraft,
  type NotationDraft as Draft,
  notationRules as rules,
  plural,
  settle,
  singular,
  takeRules,
  typeByName,
  uncontracted,
  weakNotationRules as weak,
} from "../api/index.ts";
import { beings, determiners, havings, modals, quantities } from "./grammar.ts";
import { isPlural, nounAt, type Noun } from "./nouns.ts";
import { tokensOf, type Token } from "./tokens.ts";
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

interface Piece {
  joint: string;
  tokens: Token[];
}

/** Words that begin a remark about the item before them. */
const remarks =
  /^(?:which|that|who|whose|they|both|required|optional|unique|mandatory|nullable|default(?:s|ing)?|max|min|maximum|minimum|up|at least|at most|no (?:two|other)|true|false|yes|no|exactly|between|one of|either|unless|if|but|starting|initially|never|not|must|can|cannot|may|each|with \d|with \w+ as (?:the |its |a )?default|\w+ (?:by default|initially|at first|as the default|unless)|\d|even|read|all|the default|by default|lower|upper|lowercase|only|positive|an? (?:string|integer|boolean|decimal|float|datetime|timestamp|enum|uuid)|string|int|integer|number|boolean|bool|decimal|float|datetime|timestamp|enum|uuid|>=|<=|=|starts? (?:as|at|with|out|from) [a-z\d]+|begins? (?:as|at|with) [a-z\d]+|e\.g|for example|like|such|later|then|defaults|so|new ones|uniq|req|opt|dflt)\b/;

function pieces(tokens: readonly Token[]): Piece[] {
  const all: Piece[] = [{ joint: "", tokens: [] }];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "sign" && /[{[]/.test(token.text)) depth += 1;
    if (token.kind === "sign" && /[}\]]/.test(token.text)) depth -= 1;
    const isJoint = depth === 0 && /^(?:,|;|and|or|plus|&|\+)$/.test(token.low);
    if (!isJoint) {
      all.at(-1)?.tokens.push(token);
      continue;
    }
    const last = all.at(-1);
    if (last && last.tokens.length === 0) last.joint = token.low === "," ? last.joint : token.low;
    else all.push({ joint: token.low, tokens: [] });
  }
  return all.filter((piece) => piece.tokens.length > 0);
}

const startsWithArticle = ({ tokens }: Piece): boolean =>
  determiners.has(tokens[0]?.low ?? "") || quantities.has(tokens[0]?.low ?? "");
const isClauseLike = ({ tokens }: Piece): boolean =>
  /^(?:whether|how|when|where|what|who)$/.test(tokens[0]?.low ?? "");

/** A bare word or two that can be a value. */
const isValue = (piece: Piece): boolean =>
  piece.tokens.length <= 3 &&
  !startsWithArticle(piece) &&
  !isClauseLike(piece) &&
  piece.tokens.every(({ kind }) => kind !== "group" && kind !== "sign");

/** Joins what one comma or conjunction parted but what is one item: values, remarks, names that belong together. */
function joined(all: readonly Piece[], text: string): readonly string[] {
  const items: Token[][] = [];
  const extra = new Map<Token[] | undefined, string>();
  for (let index = 0; index < all.length; index += 1) {
    const piece = all[index];
    if (!piece) continue;
    const raw = text.slice(piece.tokens[0]?.start, piece.tokens.at(-1)?.end);
    if (/^(?:though|although|because|while|however|except)$/.test(piece.tokens[0]?.low ?? "")) break;
    const before = items.at(-1);
    if (
      before &&
      remarks.test(raw.toLowerCase()) &&
      !(
        piece.joint !== "," &&
        /^(?:up to|at (?:least|most)|exactly) \w+ (?!char|digit|letter|minute|hour|day|point)[a-z]+s$/i.test(
          raw,
        )
      ) &&
      !/^(?:max|min|maximum|minimum|required|default|unique|text|number)\s(?!to\b|is\b|of\b|value|per\b|\d|true|false)[a-z]+(?: [a-z]+)?\s*(?:=.*|\(.*)?$/i.test(
        raw,
      )
    ) {
      const remark = [...between(before, piece, text), ...piece.tokens];
      before.push(...remark);
      if (/^both\b/i.test(raw)) extra.set(items.at(-2), `, ${raw}`);
      continue;
    }
    // `between 5 and 30`
    if (
      before &&
      piece.joint === "and" &&
      /^-?\d/.test(raw) &&
      /\bbetween -?[\d.]+\S*$/.test(text.slice(before[0]?.start, before.at(-1)?.end))
    ) {
      before.push(...between(before, piece, text), ...piece.tokens);
      continue;
    }
    // `which can be assigned, resolved and reopened`
    if (
      before &&
      piece.tokens.length === 1 &&
      raw.endsWith("ed") &&
      /\b(?:can|may) be [^,]*$/.test(
        text.slice(0, piece.tokens[0]?.start).replace(/(?:, | and | or |\w+ed)+$/, ""),
      )
    ) {
      before.push(...between(before, piece, text), ...piece.tokens);
      continue;
    }
    const end = valuesEnd(all, index, text);
    if (end > index) {
      const last = all[end];
      items.push(tokensBetween(text, piece.tokens[0]?.start ?? 0, last?.tokens.at(-1)?.end ?? 0));
      index = end;
      continue;
    }
    items.push([...piece.tokens]);
  }
  items.forEach((part, index) => {
    const shared = items[index + 1];
    const pair = part.at(-1)?.low ?? "";
    if (
      !shared ||
      !paired.test(pair) ||
      part.length > 2 ||
      text.slice(part.at(-1)?.end, shared[0]?.start).trim() === ","
    )
      return;
    const at = shared.findIndex(({ low }) => paired.test(low));
    if (at >= 0 && shared[at + 1]?.kind === "word")
      extra.set(part, ` ${text.slice(shared[at + 1]?.start, shared.at(-1)?.end)}`);
  });
  return items.map((part) => `${text.slice(part[0]?.start, part.at(-1)?.end)}${extra.get(part) ?? ""}`);
}

/** Words of two things that share a noun: `first and last name`. */
const paired =
  /^(?:first|last|min|max|minimum|maximum|start|end|opening|closing|home|away|left|right|arrival|departure|lowest|highest|given|family)$/;

const between = (before: readonly Token[], piece: Piece, text: string): readonly Token[] =>
  tokensBetween(text, before.at(-1)?.end ?? 0, piece.tokens[0]?.start ?? 0);

const tokensBetween = (text: string, from: number, to: number): Token[] =>
  tokensOf(text.slice(from, to)).map((token) => ({
    ...token,
    start: token.start + from,
    end: token.end + from,
  }));

/** `refunded - new ones are requested`: without the remark. */
const beforeDash = (piece: Piece): Piece => {
  const dash = piece.tokens.findIndex(({ text }) => /^[–—-]$/.test(text));
  return dash > 0 ? { ...piece, tokens: piece.tokens.slice(0, dash) } : piece;
};

/** `evening (required)`: the last value without what is said of the field. */
const beforeSign = (piece: Piece): Piece => {
  const sign = piece.tokens.findIndex(({ kind }) => kind === "group" || kind === "sign");
  return sign > 0 ? { ...piece, tokens: piece.tokens.slice(0, sign) } : piece;
};

/** `age rating U`: a name with its first value. */
const isNamedValue = ({ tokens }: Piece): boolean => /^(?:[A-Z\d].*)$/.test(tokens.at(-1)?.text ?? "");

/** `difficulty easy`: the name of a field with the first of its values. */
const opensValues = ({ tokens }: Piece): boolean =>
  tokens.length > 1 &&
  tokens.length < 4 &&
  tokens.every(({ kind }) => kind === "word") &&
  isScalar([tokens.at(-2)?.low ?? ""]) &&
  !isScalar([tokens.at(-1)?.low ?? ""]);

/** Where the values of the enum end that a piece opens: `a status: open, held or closed`; its own index if it opens none. */
function valuesEnd(all: readonly Piece[], index: number, text: string): number {
  const first = all[index];
  if (!first || isClauseLike(first)) return index;
  const raw = text.slice(first.tokens[0]?.start, first.tokens.at(-1)?.end);
  const opener =
    /^(.*?)(?:\s*[:=]\s*|\s+(?:out of|one of|of|either|being|(?:which |that )?(?:is|are|can be|may be|(?:goes|runs|moves)(?: from)?))\s+)([^:=]+)$/i.exec(
      raw,
    );
  const opens =
    opener !== null &&
    !/^(?:date|time|number|name|list|place|country|year|point|type|kind) of/i.test(raw) &&
    !/^(?:a |an |the )?\d/.test(opener[2] ?? "");
  let orAt = -1;
  for (let at = index + 1; at < all.length; at += 1) {
    const piece = all[at];
    if (!piece || !isValue(piece.joint === "or" ? beforeSign(piece) : beforeDash(piece))) break;
    if (
      !opens &&
      !startsWithArticle(first) &&
      piece.joint === "," &&
      piece.tokens.length > 1 &&
      isNamedValue(piece)
    )
      return index;
    if (piece.joint === "and") break;
    if (at > index && opensValues(piece)) return index;
    if (piece.joint === "or" && piece.tokens[0]?.low === "not") return index;
    if (piece.joint === "or") {
      orAt = at;
      break;
    }
  }
  if (orAt > index) {
    // `a type, text or voice`, `age rating U, 12, 15 or 18`: the values begin with the first piece or behind it.
    const isNamed =
      opens ||
      startsWithArticle(first) ||
      typeByName(raw.toLowerCase()).type === "string" ||
      first.tokens.length > 1;
    return isNamed ? orAt : index;
  }
  if (!opens || raw.endsWith(":")) return index;
  // `status: new, open, closed`: with no `or`, as far as bare words go.
  let last = index;
  for (let at = index + 1; at < all.length; at += 1) {
    const piece = all[at];
    if (!piece || !isValue(piece) || (piece.joint === "and" && all.length - 1 !== at)) break;
    if (piece.joint === "and" && last === index) break;
    last = at;
  }
  return opener && /[:=]/.test(raw) ? last : index;
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

/** Values of `a, b or c`, `a/b/c`, `a|b`; undefined for what is no list of values. */
export function valuesIn(text: string): readonly string[] | undefined {
  const bare = text
    .trim()
    .replace(
      /^(?:one of|either|out of|can be|(?:which |that |it )?(?:is|are|was)|be|enum|of|values?)\b:?\s*|^:\s*/gi,
      "",
    )
    .replace(/[.;)]+$/, "")
    .replace(/^[([]/, "");
  const parts = bare
    .split(/\s*(?:,|\/|\||;|\bor\b|\band\b|->|→|>)\s*/)
    .map((part) =>
      part
        .trim()
        .replace(/^["'“]|["'”]$/g, "")
        .replace(/^(?:an?|the|then|later|finally) /, ""),
    )
    .filter(Boolean);
  if (parts.length < 2 || parts.length > 40) return undefined;
  if (!parts.every((part) => /^[\p{L}\d][\p{L}\d+#.' -]*$/u.test(part) && part.split(/\s+/).length <= 3))
    return undefined;
  if (parts.some((part) => remarkWords.test(part))) return undefined;
  if (parts.some((part) => /^\d+-\d+$|\bunless\b|\bif\b/.test(part))) return undefined;
  if (parts.every((part) => /^-?[\d.]+$/.test(part)) && (parts.length < 3 || /\band\b|later/.test(bare)))
    return undefined;
  return parts;
}
const remarkWords =
  /\b(?:required|optional|unique|default|max|min|maximum|minimum|characters?|chars?|digits|string|integer|int|bool|boolean|number|date|datetime|nullable|not null|at least|at most|up to|must|if|between|from|letters|read[ -]?only|automatically|uniq|req|length)\b|^(?:yes|no|true|false|y|n)$/i;

/** What a field is called by that a clause tells of: `when it was sent` → sent at. */
function clauseName(
  text: string,
): { readonly name: string; readonly type?: FieldDraft["type"]; readonly rest: string } | undefined {
  const moment =
    /^(time|date|day|moment)(?: when| that| on which| at which)? ((?:it|they|its|their|the|an?|i|we|you|he|she) .+)$/i.exec(
      text,
    );
  if (moment && /\b(?:was|is|were|are|has|been|\w+s)\b/.test(moment[2] ?? "")) {
    const rest = /\s*(?:\(.*|,.*)$/.exec(moment[2] ?? "")?.[0] ?? "";
    const words = (moment[2] ?? "")
      .slice(0, (moment[2] ?? "").length - rest.length)
      .toLowerCase()
      .split(/\s+/)
      .filter(
        (word) =>
          !beings.has(word) &&
          !havings.has(word) &&
          !determiners.has(word) &&
          !/^(?:it|they|its|their|i|we|you|he|she)$/.test(word),
      );
    const isTime = /^(?:time|moment)$/i.test(moment[1] ?? "");
    return { name: `${words.join(" ")} ${isTime ? "at" : "date"}`, type: isTime ? "datetime" : "date", rest };
  }
  const plain =
    /^((?!whether|if|how|when|where|what|who|which)[a-z]+(?: [a-z]+)?) (?:(?:that|which) )?(?:it|they|he|she|we|i|you) (?:(?:was|were|is|are|has|have|had) )?[a-z]+\b(.*)$/i.exec(
      text,
    );
  if (plain?.[1] && !/\b(?:if|and|or)$/i.test(plain[1]))
    return { name: plain[1].toLowerCase(), rest: plain[2] ?? "" };
  const [, opener = "", said = ""] =
    /^(whether(?: or not)?|if|how many|how much|how long|how often|how|when|where|what|who|which)\s+(.+)$/i.exec(
      text,
    ) ?? [];
  if (!opener) return undefined;
  const rest = /\s*(\(.*|\bin (?:minutes|hours|days|seconds|euros?|dollars)\b.*|,.*)$/i.exec(said)?.[0] ?? "";
  const tokens = tokensOf(said.slice(0, said.length - rest.length));
  const words = tokens.filter(({ kind }) => kind === "word");
  const low = opener.toLowerCase();
  const verbAt = words.findIndex(
    ({ low: word }, index) => index > 0 && (beings.has(word) || havings.has(word) || modals.has(word)),
  );
  const content = (all: readonly Token[]): string =>
    all
      .filter(
        ({ low: word }) =>
          (!beings.has(word) &&
            !determiners.has(word) &&
            !modals.has(word) &&
            !havings.has(word) &&
            !/^(?:it|they|he|she|we|be|to|already|still|currently|not|per)$/.test(word)) ||
          word === "per",
      )
      .map(({ low: word }) => word)
      .join(" ");
  if (low.startsWith("whether") || low === "if") {
    const isShort = verbAt > 0 && /^(?:it|they|he|she)$/.test(words[0]?.low ?? "");
    const name =
      isShort || verbAt < 0
        ? content(words.slice(verbAt > 0 ? verbAt : subjectEnd(words)))
        : content(verbAt > 2 || words[verbAt + 1] === undefined ? words : words);
    return { name: name || "flag", type: "boolean", rest: `${rest}` };
  }
  if (low === "how many" || low === "how much") {
    const noun = words[0]?.low ?? "";
    const time = /^(\w+) per (\w+)/.exec(words.map(({ low: word }) => word).join(" "));
    if (time) return { name: `${time[1]} per ${time[2]}`, type: "integer", rest };
    if (low === "how much")
      return {
        name: /cost|pay|charge/.test(said) ? "price" : /weigh/.test(said) ? "weight" : "amount",
        type: "number",
        rest,
      };
    return { name: `number of ${noun}`, type: "integer", rest };
  }
  if (low === "how long") return { name: "duration", type: "integer", rest };
  if (low === "when")
    return { name: `${content(words.slice(subjectEnd(words)))} at`, type: "datetime", rest };
  if (low === "where") return { name: "location", rest };
  if (low === "what" || low === "which")
    return {
      name: /happen|\bdone\b|^it (?:is|was)/.test(said) ? "description" : content(words.slice(-1)),
      rest,
    };
  if (low === "who") return { name: `${content(words)} by`, rest };
  return undefined;
}

const subjectEnd = (words: readonly Token[]): number => {
  if (/^(?:it|they|he|she|we)$/.test(words[0]?.low ?? "")) return 1;
  return determiners.has(words[0]?.low ?? "") ? Math.min(2, words.length - 1) : words.length > 1 ? 1 : 0;
};

const camel = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");

/** Where the name of an item ends and what is said of it begins. */
const nameEnd =
  /\s*(?:\(|\{|\[|:|=|\*|!|\?|;|,|"|–|—|\s-\s|[<>]|\d|\b(?:which|that|who|whose|required|optional|unique|mandatory|nullable|not null|with|used|starting|between|such as|like|e\.g\.?|for example|if|unless|must|may|can|cannot|should|has|is|are|was|defaults?|defaulting|initially|at first|(?:yes|no|on|off|true|false|zero|none|null|empty|\w+) (?:by default|unless|if nothing|until somebody)|max|min|maximum|at least|at most|up to|no more|exactly|uniq|req|opt|dflt|fk|one of|out of|either|only|so)\b|\s(?:string|int|integer|bool|boolean|float|decimal|uuid|array|object|datetime|timestamp|enum|json|semver)\b|\b(?:from|of|in) (?=\d|exactly|at (?:least|most)|no more|up to|between|precisely)|\b(?:that )?(?:nobody|no other|no two|none|never|always)\b)/i;

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
    /^(?:up to|at (?:least|most)|exactly) (?:\d+|two|three|four|five|six|eight|ten) (?=[a-z]+s$)/i,
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
  const flag = /^(.+?) (?:yes\/no|y\/n|true\/false|flag|yes or no|or not)\b(.*)$/i.exec(text);
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
  const words = (cut || plain)
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
      /\s*(?:;|—|–| - |, (?=default|required|initially|start|unique|\w+ (?:by|as|is the) default)|\()\s*/,
    );
    const values = valuesIn(head.replace(/\s*(?:,\s*)?(?:default(?:s|ing)?(?: to)?|initially|=)\b.*$/i, ""));
    if (values && draft.type !== "boolean") {
      draft.values = values;
      said = `${said.replace(head, " ").replace(/^\s*[:(]/, " ")} ${more.join(" ")}`;
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
