import { capital, listed } from "../../../../lib/index.ts";
import { type Wording, rewritten } from "../words/rewrite.ts";
import { numeral } from "../words/sayings.ts";
import { isParticiple } from "../words/deeds.ts";
import { type Known, nounsOf, oneOf } from "./had.ts";
import { ofRecords } from "./of-records.ts";
import { type Rule, readers } from "./rule-readers.ts";
import { type Kind, known, no, says } from "./rule-words.ts";

const contractions: readonly Wording[] = [
  [/\bcan(?:no|['’])t\b/gi, "can not"],
  [/\bwon['’]t\b/gi, "will not"],
  [/(?<=[a-z])n['’]t\b/gi, " not"],
  [/(?<=[a-z])['’]s?(?=\s)/gi, "’s"],
  [/"([\w -]{1,30})"/g, "$1"],
];
const token = /’s|-?\d+(?:\.\d+)?|[A-Za-z][\w-]*|[^\s\w]/g;

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
    const isGiven = !signs.test(`${rule.said} ${leads.exec(behind)?.[0] ?? ""}`);
    const isSaid = !isGiven || /^(?:are|is|(?:can|must|may|will)(?: only)? be) /i.test(behind);
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
      (!isGiven || !all.some((one) => isParticiple(one.toLowerCase().split(" ")[0] ?? "")))
      ? sentence(rule, `is one of ${listed(all, "or")}`)
      : undefined;
  }
  return undefined;
}

function sentence({ fields, owner, isGenitive }: Rule, told: string): string {
  const one = `${/^[aeiou]/.test(owner ?? "") ? "an" : "a"} ${owner ?? ""}`;
  if (owner === undefined)
    return fields.length > 1
      ? `The ${fields.join(" and the ")} ${told.replace(/^is /, "are ").replace(/^has /, "have ")}`
      : `The ${fields.join("")} ${told}`;
  return fields
    .map((field) => (isGenitive ? `${capital(one)}'s ${field} ${told}` : `The ${field} of ${one} ${told}`))
    .join(". ");
}

/** A sentence that says a rule of what is had, in the one way that all else reads; undefined for any other. */
function ruled(given: string, nouns: Known): string | undefined {
  const tokens = rewritten(given, contractions).match(token) ?? [];
  if (tokens.length > 22 || tokens.length < 2) return undefined;
  for (const [kind, read] of readers) {
    const rule = ruleOf(tokens, kind, nouns);
    if (!rule || (rule.rest !== "" && kind !== "default")) continue;
    const told = read(rule);
    if (told !== undefined)
      return sentence(kind === "default" ? { ...rule, fields: rule.fields.slice(0, 1) } : rule, told);
  }
  return values(tokens, nouns);
}

const joint =
  /,? (?:and|but) (?=(?:the|an?|no|its?|their|they|starts?|begins?|defaults?|must|can|cannot|can['’]t|may|is|are|has|have|[a-z]+ (?:must|can|can['’]t|cannot|is|are|starts?|defaults?)) )/gi;

/** What begins with a noun of its own. */
const verbless = /^(?:the|no|its?|their|[a-z]+ (?:must|can|can['’]t|cannot|is|are|starts?|defaults?)) /i;

/** `The price can't be negative and starts at 1`: two rules in one sentence, the second one without its noun perhaps. */
function ruledTwice(given: string, nouns: Known): string | undefined {
  for (const { 0: between, index } of given.matchAll(joint)) {
    const left = ruled(given.slice(0, index), nouns);
    const [, subject = ""] = /^((?:The|An?) [^.]*?) (?:is|has) /.exec(left ?? "") ?? [];
    const behind = given.slice(index + between.length);
    const right =
      left === undefined
        ? undefined
        : (ruled(behind, nouns) ??
          (verbless.test(behind)
            ? undefined
            : ruled(`${subject} ${behind.replace(/^(?:it|they) /i, "")}`, nouns)));
    if (left !== undefined && right !== undefined) return `${left}. ${right}`;
  }
  return undefined;
}

/** Rules that stand in sentences of their own (`No two books share an ISBN`), said of the field. */
export function apart(text: string): string {
  const nouns = nounsOf(text);
  return text.replaceAll(
    /(?:(?<=(?:^|[.;!\n])[ \t]*(?:[-*•][ \t]+)?)[A-Z]|(?<=[.;][ \t]+)[a-z])(?:[^.;!?\n]|\.(?=\d)){6,160}(?=[.;!\n]|$)/g,
    (given, at: number) => {
      const known: Known = {
        had: (noun) => nouns.had(noun, at, at + given.length),
        having: nouns.having,
      };
      return ruledTwice(given, known) ?? ruled(given, known) ?? ofRecords(given, known) ?? given;
    },
  );
}
