import { numeral } from "../words/sayings.ts";
import { isParticiple } from "../words/deeds.ts";
import { nounsOf, oneOf } from "./had.ts";
import { type Kind, known, no, says } from "./rule-words.ts";

/** What a sentence that says a rule says: what it is about, whose that is, and all that it says, `F` for the one and `R` for the other. */
interface Rule {
  readonly fields: readonly string[];
  readonly owner: string | undefined;
  readonly isGenitive: boolean;
  readonly said: string;
  /** What stands in no list of words: a default, or the first of some values. */
  readonly rest: string;
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:no|['’])t\b/gi, "can not"],
  [/\bwon['’]t\b/gi, "will not"],
  [/(?<=[a-z])n['’]t\b/gi, " not"],
  [/(?<=[a-z])['’]s?(?=\s)/gi, "’s"],
  [/"([\w -]{1,30})"/g, "$1"],
];
const spelledOut = (text: string): string =>
  contractions.reduce((all, [from, to]) => all.replaceAll(from, to), text);

const token = /’s|-?\d+(?:\.\d+)?|[A-Za-z][\w-]*|[^\s\w]/g;

/** What is listed elsewhere in the description, as it is spelled there, and whether something has a list. */
interface Known {
  readonly had: (noun: string) => string | undefined;
  readonly having: ReadonlySet<string>;
}

/** What a sentence says, where all of its words are of the kind, a field that is had, whose it is, or one value. */
function ruleOf(tokens: readonly string[], kind: Kind, { had, having }: Known): Rule | undefined {
  const low = tokens.map((one) => one.toLowerCase());
  const said: string[] = [];
  const fields: string[] = [];
  const left: string[] = [];
  let owner: string | undefined;
  let isGenitive = false;
  const isNoun = (at: number, many: number): boolean =>
    at + many <= low.length && low.slice(at, at + many).every((one) => /^[a-z]/.test(one));
  const ownedBy = (at: number): number =>
    [2, 1].find((many) => isNoun(at, many) && having.has(oneOf(low.slice(at, at + many).join(" ")))) ?? 0;
  for (let at = 0; at < low.length;) {
    const word = low[at] ?? "";
    const length = [3, 2, 1].find(
      (many) =>
        isNoun(at, many) &&
        had(low.slice(at, at + many).join(" ")) !== undefined &&
        !(many === 1 && fields.length > 0 && known[kind].has(word)),
    );
    if (length !== undefined) {
      fields.push(had(low.slice(at, at + length).join(" ")) ?? "");
      said.push("F");
      at += length;
      continue;
    }
    if (known[kind].has(word) && (ownedBy(at) < 2 || owner !== undefined)) said.push(word);
    else if (numeral(word) !== undefined) said.push(String(numeral(word)));
    else if (word === "’s" || word === "," || word === ":" || word === "-") said.push(word);
    else if (owner === undefined && left.length === 0 && ownedBy(at) > 0) {
      const many = ownedBy(at);
      owner = oneOf(low.slice(at, at + many).join(" "));
      said.push("R");
      at += many - 1;
      isGenitive = low[at + 1] === "’s";
    } else if (/^[a-z][\w-]*$/.test(word) && !says.has(word) && (left.length === 0 || said.at(-1) === "V")) {
      left.push(tokens[at] ?? "");
      if (said.at(-1) !== "V") said.push("V");
    } else return undefined;
    at += 1;
  }
  const told = said.join(" ");
  // `Tickets have a title that is unique`, `Category: name, unique`
  const declares =
    /^[FR] :|F ’s/.test(told) ||
    (/^(?:(?:the|an?|each|every|all) )*R (?:all |each )?(?:has|have|gets?) /.test(told) && !no.test(told));
  return fields.length === 0 || declares
    ? undefined
    : { fields, owner, isGenitive, said: told, rest: left.join(" ") };
}

const bound = String.raw`(-?\d+(?:\.\d+)?)`;
const ranged = new RegExp(String.raw`${bound} (?:to|and|or|until|through|-) ${bound}`);
const both = new RegExp(
  String.raw`(?:below|under|less than|minimum|least|min) (?:F )*(?:of )?${bound} .*(?:above|over|more than|maximum|most|max) (?:F )*(?:of )?${bound}`,
);
const low = new RegExp(
  String.raw`(?:least|minimum|min|from|start at|starts at) (?:F |length |of |is |are |for |the |: )*${bound}|${bound} (?:characters )?or (?:more|longer|above|over)`,
);
const high = new RegExp(
  String.raw`(?:most|maximum|max|up to|until|limited to|limit|fits into) (?:F |length |of |is |are |for |the |: )*${bound}|${bound} (?:characters )?or (?:less|fewer|shorter|below|under)`,
);
const under = new RegExp(String.raw`(?:below|under|less than|smaller than|lower than|shorter than) ${bound}`);
const over = new RegExp(
  String.raw`(?:above|over|more than|larger than|greater than|higher than|bigger than|longer than|exceeds?|exceeding|beyond|past) ${bound}`,
);

/** `at least 3`, `3 to 9 characters` */
function bounds({ said }: Rule): string | undefined {
  const signs = /\b(?:characters?|chars|letters|digits|long|longer|length|shorter)\b/.test(said)
    ? " characters"
    : "";
  const [, from, to] = ranged.exec(said) ?? both.exec(said) ?? [];
  if (from !== undefined) return signs ? `has ${from} to ${to}${signs}` : `is between ${from} and ${to}`;
  const is = signs ? "has" : "is";
  const numbers = said.match(/-?\d+(?:\.\d+)?/g) ?? [];
  if (/\bnegative\b|\b(?:below|under|less than) zero\b/.test(said))
    return no.test(said) && numbers.length === 0 ? "is at least 0" : undefined;
  if (numbers.length !== 1) return undefined;
  const most = high.exec(said)?.slice(1).find(Boolean) ?? (no.test(said) ? over.exec(said)?.[1] : undefined);
  const least = low.exec(said)?.slice(1).find(Boolean) ?? (no.test(said) ? under.exec(said)?.[1] : undefined);
  if (most !== undefined) return `${is} at most ${most}${signs}`;
  if (least !== undefined) return `${is} at least ${least}${signs}`;
  return signs && !no.test(said) && /\b(?:exactly|has|have|consists?|long|contains?)\b/.test(said)
    ? `has exactly ${numbers[0]}${signs}`
    : undefined;
}

const unique = ({ said }: Rule): string | undefined => {
  if (/\b(?:unique|uniquely|distinct|different|differs?|own|once|identif(?:y|ies|ied))\b/.test(said))
    return no.test(said.replace(/\bmore than once\b/, "")) ? undefined : "is unique";
  return no.test(said) &&
    /\b(?:same|twice|duplicate[sd]?|repeat(?:s|ed)?|share[sd]?|more than once)\b/.test(said)
    ? "is unique"
    : undefined;
};
const required = ({ said }: Rule): string | undefined => {
  const isMissing =
    /\b(?:empty|blank|missing|omit(?:ted)?|left out|leav(?:e|ing)|lacks?|without|null)\b/.test(said);
  if (/\bnot have to\b|\bnot need\b/.test(said)) return undefined;
  if (isMissing) return no.test(said.replace(/\bwithout\b|\blacks?\b/, "")) ? "is required" : undefined;
  return !no.test(said) &&
    /\b(?:required|mandatory|compulsory|necessary|essential|obligatory|needs?|must have|must (?:always )?be (?:given|there|present|filled|provided|entered|set|known))\b/.test(
      said,
    )
    ? "is required"
    : undefined;
};
const optional = ({ said }: Rule): string | undefined =>
  (/\boptional\b/.test(said) && !no.test(said)) ||
  (no.test(said) && /\b(?:required|mandatory|necessary|needs?|needed|always|have to|every)\b/.test(said)) ||
  (!no.test(said) &&
    /\b(?:may|can|could|stay|remain)\b/.test(said) &&
    /\b(?:empty|blank|missing|omitted|left out|null|unknown|absent)\b/.test(said)) ||
  /\bsome (?:R )?have no F/.test(said)
    ? "is optional"
    : undefined;
const byDefault = ({ said, rest, fields }: Rule): string | undefined => {
  const value =
    rest ||
    fields[1] ||
    / new$/.exec(said)?.[0].trim() ||
    said.match(/-?\d+(?:\.\d+)?/g)?.join(" ") ||
    /\b(?:true|false|zero)\b/.exec(said)?.[0];
  const says =
    /\b(?:defaults?|defaulting|initial(?:ly)?|otherwise|unless|falls? back|assumed?|starts?|begins?|new|at first|if no|no F|without|nothing)\b/.test(
      said,
    ) && !/\bno default\b/.test(said);
  return value !== undefined && says && !value.includes(" ") ? `is ${value} by default` : undefined;
};

const readers: readonly (readonly [Kind, (rule: Rule) => string | undefined])[] = [
  ["unique", unique],
  ["required", required],
  ["optional", optional],
  ["bound", bounds],
  ["default", byDefault],
];
const leads =
  /^(?:(?:are|is|be|can|must|will|may|only|either|one|of|the|between|from|among|following|takes?|values?|we|have|know|choose|:) )+/i;
const signs =
  /\b(?:possible|valid|allowed|permitted|available|only|choose|distinguish|values|^as F we have|there are the F)\b/;
const pronouns =
  /\b(?:an?|the|its?|their|them|they|it|has|have|having|is|are|by|to|for|with|when|which|that)\b/i;
const phrase = /^[a-z\d][\w-]*(?: [\w-]+){0,2}$/i;

/** `Possible sizes are S, M and L` → which field, and its values. */
function values(tokens: readonly string[], nouns: Known): string | undefined {
  for (let at = 1; at < tokens.length - 2; at += 1) {
    if (!/^(?:and|or|,)$/i.test(tokens[at + 1] ?? "") && at > 12) return undefined;
    const rule = ruleOf(tokens.slice(0, at), "values", nouns);
    if (!rule || rule.fields.length !== 1 || rule.rest !== "") continue;
    const behind = tokens.slice(at).join(" ").replaceAll(" ,", ",");
    const list = behind.replace(leads, "");
    const isSaid =
      signs.test(`${rule.said} ${leads.exec(behind)?.[0] ?? ""}`) ||
      /^(?:are|is|(?:can|must|may|will)(?: only)? be) /i.test(behind);
    const all = list.split(/,? (?:and|or) |, /);
    return isSaid &&
      all.length > 1 &&
      all.every(
        (one) =>
          phrase.test(one) &&
          numeral(one) === undefined &&
          !says.has(one.toLowerCase()) &&
          !pronouns.test(one),
      ) &&
      !all.every((one) => isParticiple(one.toLowerCase()))
      ? sentence(rule, `is one of ${all.slice(0, -1).join(", ")} or ${all.at(-1) ?? ""}`)
      : undefined;
  }
  return undefined;
}

function sentence({ fields, owner, isGenitive }: Rule, told: string): string {
  const one = `${/^[aeiou]/.test(owner ?? "") ? "an" : "a"} ${owner ?? ""}`;
  return fields
    .map((field) =>
      owner === undefined
        ? `The ${field} ${told}`
        : isGenitive
          ? `${one.slice(0, 1).toUpperCase()}${one.slice(1)}'s ${field} ${told}`
          : `The ${field} of ${one} ${told}`,
    )
    .join(". ");
}

/** A sentence that says a rule of what is had, in the one way that all else reads; any other sentence as it is. */
function ruled(given: string, nouns: Known): string {
  const text = spelledOut(given);
  const tokens = text.match(token) ?? [];
  if (tokens.length > 22 || tokens.length < 2) return given;
  for (const [kind, read] of readers) {
    const rule = ruleOf(tokens, kind, nouns);
    if (!rule || (rule.rest !== "" && kind !== "default")) continue;
    const told = read(rule);
    if (told !== undefined)
      return sentence(kind === "default" ? { ...rule, fields: rule.fields.slice(0, 1) } : rule, told);
  }
  return values(tokens, nouns) ?? given;
}

/** Rules that stand in sentences of their own (`No two books share an ISBN`), said of the field. */
export function apart(text: string): string {
  const nouns = nounsOf(text);
  return text.replaceAll(
    /(?<=(?:^|[.;!\n])[ \t]*(?:[-*•][ \t]+)?)[A-Z](?:[^.;!?\n]|\.(?=\d)){6,160}(?=[.;!\n]|$)/g,
    (given, at: number) =>
      ruled(given, {
        had: (noun) => nouns.had(noun, at, at + given.length),
        having: nouns.having,
      }),
  );
}
