import { singular } from "../words/singular.ts";
import { capital } from "../../../../lib/index.ts";
import { namesFrom } from "../../../names.ts";
import { nameOf } from "../state.ts";

const start = String.raw`(^|[.;\n]\s*(?:[-*•][ \t]+)?)`;
const end = String.raw`(?: too| as well)?(?=[.;\n]|$)`;
const one = String.raw`(?:an? |the |each |every |any |one |exactly one |its |same )*`;
const no = String.raw`(?!(?:an?|the|each|every|any|one|and|or|can|may|could|have|has|is|are|belongs?|to|of|in|on|by|that|which|its|their|many|several|more|also)\b)`;
const word = `${no}[a-z]+(?: ${no}[a-z]+)?`;
const noun = `(${word})`;
const many = String.raw`(?:many|several|multiple|more than one|any number of|lots of|as many)`;
const back = String.raw`(?:vice[ -]versa|the other way (?:a)?round|conversely|the reverse)`;

/** Sentences about two records: the one that belongs to the other is named first or last. */
const belonging: readonly (readonly [string, "child first" | "parent first"])[] = [
  // `We also store which owner a pet belongs to`, `Which owner a pet has is stored too`
  [
    `(?:(?:we|i) (?:also )?(?:store|record|note|keep|track|save|know|need to know|want to know) )?(?:also )?(?:which|what|whose) ${noun} ${one}${noun} (?:belongs to|is for|is of|is from|is in|is part of|refers to|has|goes to|comes from)(?: is (?:also )?(?:stored|recorded|noted|kept|saved|tracked|known))?`,
    "parent first",
  ],
  // `Pets are grouped by owner`
  [
    `${noun} (?:are|is) (?:always )?(?:grouped|organi[sz]ed|filed|sorted|bundled|collected|arranged) (?:by|under|per|in|into) ${one}${noun}`,
    "child first",
  ],
  // `Many pets can belong to the same owner`
  [
    `(?:many|several|multiple|any number of) ${noun} (?:(?:can|may|could) )?(?:belong to|be of|share|refer to|be part of|point to|be linked to|have|be assigned to) (?:the same|a single|one) ${noun}`,
    "child first",
  ],
  // `A pet can't exist without an owner`, `There is no pet without an owner`
  [
    `(?:${one}${noun} (?:can(?:['’]t|not| not)|never|may not|must not|does(?:n['’]t| not)) (?:exist|be created|be|stand alone|live|occur)) without ${one}${noun}`,
    "child first",
  ],
  [`(?:there (?:is|are) )?no ${noun} (?:exists? )?without ${one}${noun}`, "child first"],
  // `Orders are placed by customers`
  [
    `${one}${noun} (?:is|are) (?:always )?(?:placed|opened|created|submitted|given|posted|filed|issued|shipped|handled|sold|taught|reported|raised|sent|requested|booked|uploaded|processed|delivered|reviewed|answered|paid) by ${one}${noun}`,
    "child first",
  ],
  // `Owner (1) to pet (n)`
  [`${noun} ?\\(1\\) (?:to|has|-+>?) ${noun} ?\\((?:n|many|\\*)\\)`, "parent first"],
];

/** Sentences about two records of which each has many of the other. */
const mutual: readonly string[] = [
  `${one}${noun} (?:can |may )?(?:have|has|belongs? to|contains?|be in|be on) ${many} ${noun},? and ${back}`,
  `(?:there (?:is|exists) )?(?:an? )?many[- ]to[- ]many (?:relation|relationship|link|association|connection)?s? ?(?:between|of|links|connects) ${noun} (?:and|to|with) ${noun}`,
  `${noun} ?(?:<-+>|<=>|↔) ?${noun}`,
  `${noun} (?:are|is) (?:linked|connected|related|tied|associated|attached) (?:to|with) ${noun},? (?:many[- ]to[- ]many|n:m|m:n|in both directions|both ways)`,
  `(?:any|each|every|an?) ${noun} (?:can |may )?(?:have|has) ${many} ${noun},? and (?:any|each|every|an?) ${noun} (?:can have |may have |has )?${many} ${noun}`,
  `${many} ${noun} (?:can |may )?(?:belong to|be in|be on|have|be part of) ${one}${noun},? and ${many} ${noun} (?:to|in|on|can belong to|may belong to) ${one}${noun}`,
  `${one}${noun} (?:[a-z]+ ){1,4}${many} ${noun},? (?:and|while|but) ${one}${noun} (?:[a-z]+ ){1,4}${many} ${noun}`,
  `many ${noun} (?:can |may )?(?:have|belong to|share|use|attend|join) many ${noun}`,
];

const article = (noun: string): string => `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
const several = (noun: string): string => namesFrom(noun).plural.words;

/** Whether what follows, where something does, names the same two the other way round. */
const isBack = (left: string, right: string, [other, last]: readonly unknown[]): boolean =>
  typeof other !== "string" ||
  typeof last !== "string" ||
  (singular(other) === singular(right) && singular(last) === singular(left));

const belongings = belonging.map(
  ([pattern, order]) => [new RegExp(`${start}${pattern}${end}`, "gi"), order] as const,
);
const mutuals = mutual.map((pattern) => new RegExp(`${start}(?:${pattern})${end}`, "gi"));

/** How two records stand to each other, in the two ways that all else reads. */
export function tied(text: string, records: ReadonlySet<string>): string {
  const areRecords = (...nouns: readonly (string | undefined)[]): boolean =>
    nouns.every((noun) => noun !== undefined && records.has(nameOf(noun) ?? ""));
  const both = belongings.reduce(
    (all, [pattern, order]) =>
      all.replaceAll(pattern, (whole, before: string, first: string, second: string) => {
        const [child, parent] = order === "child first" ? [first, second] : [second, first];
        return areRecords(first, second)
          ? `${before}Each ${singular(child)} belongs to ${article(singular(parent))}`
          : whole;
      }),
    text,
  );
  return mutuals.reduce(
    (all, pattern) =>
      all.replaceAll(pattern, (whole, before: string, left: string, right: string, ...again: unknown[]) =>
        areRecords(left, right) && isBack(left, right, again)
          ? `${before}${capital(article(singular(left)))} has many ${several(right)} and ${article(singular(right))} has many ${several(left)}`
          : whole,
      ),
    both,
  );
}
