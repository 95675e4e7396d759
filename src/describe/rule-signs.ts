import { ruleTable } from "./rule-table.ts";
import { isScalar } from "./vocabulary.ts";
import { isRole, type Wording } from "./wording.ts";

/** The kinds of what a definition can't express, by what somebody has to do about it; the most reliable ones first. */
const kinds = [
  ...(["scope", "tenancy", "notification", "upload", "retention"] as const),
  ...(["computed", "report", "integration", "permission", "rule"] as const),
];
export type RuleKind = (typeof kinds)[number];

/** Whether something holds for a clause. */
type Sign = (wording: Wording) => boolean;

/** What doesn't make a subject more than who acts. */
const isLead = /^(?:the|an?|as|only|no|our|all|and|or|other|just|every|each|any|,)$/;
const narrows =
  / (?:who|whose|that|which|with|without|below|above|under|over|of|in|on|if|when|older|younger) /;
const measures =
  /^(?:fee|cost|charge|tax|bill|salary|balance|rank|rating|score|rate|value|count|points?|hours|average|age)$/;
/** `tell everybody`, `send the bill to the customer`. */
const imperative = /^(?:text|e-?mail|mail|message|ping|tell|call|send|alert|write) /i;
const determined = String.raw`(?:(?:the|an?|all|each|every|their|its|our) )?(\S+)`;
const behind = new RegExp(String.raw` (?:by|to|for|but|except) ${determined}`, "g");
const addressed = new RegExp(String.raw`^ (?:e )?\S+ ${determined}| to ${determined}`, "g");

/** Whether a pattern finds somebody. */
const findsRole = (text: string, pattern: RegExp): boolean =>
  [...text.matchAll(pattern)].some(([, first, second]) => isRole(first ?? second ?? ""));

/** Properties of a clause that the table refers to. */
const properties: Readonly<Record<string, Sign>> = {
  list: ({ isList }) => isList,
  /** `the chief`, `nobody`: the subject only names who acts. */
  actor: ({ subject }) => {
    const named = subject.filter((word) => !isLead.test(word));
    return named.length < 4 && named.some(isRole) && !narrows.test(` ${subject.join(" ")} `);
  },
  /** `by the chief alone`, `only for staff`: a role is named behind a preposition. */
  role: ({ text }) => findsRole(text, behind),
  addressed: ({ raw, text }) => imperative.test(raw) && findsRole(text, addressed),
  /** The subject is something measured: `the price of a job`. */
  measure: ({ subject }) => {
    const of = subject.indexOf("of");
    const head = subject.slice(0, of < 0 ? undefined : of).at(-1) ?? "";
    return isScalar([head]) || measures.test(head);
  },
  /** `after starts_at` */
  later: ({ raw }) => /\b(?:after|before|than) (?:the )?[a-z]+_[a-z]/.test(raw),
};

const rows = ruleTable.split("\n").flatMap((line): readonly (readonly [name: string, sign: string])[] => {
  const [, name = "", sign = ""] = /^(\S+): (.+)$/.exec(line) ?? [];
  return name ? [[name, sign]] : [];
});
const linesOf = Map.groupBy(rows, ([name]) => name);

/** The words of a class, for a pattern. */
const wordsOf = (part: string): string =>
  part.replaceAll(/@(\w+)/g, (_, name: string) =>
    (linesOf.get(name) ?? []).map(([, words]) => words.replaceAll(", ", "|")).join("|"),
  );

function alternative(part: string): Sign {
  if (/^@\w+$/.test(part)) return properties[part.slice(1)] ?? named(part.slice(1));
  if (part.startsWith("*")) return ({ verbs }) => verbs.has(part.slice(1));
  if (part.startsWith("^")) return ({ text }) => text.startsWith(` ${part.slice(1)} `);
  if (!part.includes(" ..")) return ({ text }) => text.includes(` ${part} `);
  const source = wordsOf(part)
    .split(/ (?=\.\.\d)/)
    .map((piece) =>
      piece.replace(
        /^(?:\.\.(\d) )?(.*)$/,
        (_, most: string | undefined, words: string) => `${most ? `(?:\\S+ ){0,${most}}` : ""}(?:${words}) `,
      ),
    )
    .join("");
  const pattern = new RegExp(` ${source}`);
  return ({ text }) => pattern.test(text);
}

/** Reads the part of a line between two `&`. */
function conjunct(text: string): Sign {
  const signs = text.replace(/^!/, "").split(", ").map(alternative);
  const isNegated = text.startsWith("!");
  return (wording) => signs.some((sign) => sign(wording)) !== isNegated;
}

/** Whether one of the lines of a name holds. */
function named(name: string): Sign {
  const lines = (linesOf.get(name) ?? []).map(([, line]) => line.split(" & ").map(conjunct));
  return (wording) => lines.some((signs) => signs.every((sign) => sign(wording)));
}

const ranked = (mark: string): readonly (readonly [RuleKind, Sign])[] =>
  kinds.flatMap((kind) => (linesOf.has(kind + mark) ? [[kind, named(kind + mark)] as const] : []));

/** What shows the kind of rule that a clause states, most reliable first. */
export const signs = [...ranked("!"), ...ranked("")];
/** What a clause is probably about if no fact shows many of its words. */
export const leanings = ranked("?");
