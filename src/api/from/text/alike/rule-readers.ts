import { type Kind, no } from "./rule-words.ts";

/** What a sentence that says a rule says: what it is about, whose that is, and all that it says, `F` for the one and `R` for the other. */
export interface Rule {
  readonly fields: readonly string[];
  readonly owner: string | undefined;
  readonly isGenitive: boolean;
  readonly said: string;
  /** What stands in no list of words: a default, or the first of some values. */
  readonly rest: string;
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

/** What a rule of each kind says, in the one way that all else reads. */
export const readers: readonly (readonly [Kind, (rule: Rule) => string | undefined])[] = [
  ["unique", unique],
  ["required", required],
  ["optional", optional],
  ["bound", bounds],
  ["default", byDefault],
];
