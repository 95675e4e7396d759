import { thirdPerson } from "../words/clause.ts";
import type { Wording } from "../words/rewrite.ts";
import { participleOf, verbOf } from "../words/words.ts";

const somebody = String.raw`(?:(?:we|i|they|staff) |(?:an?|the|its|one of the|someone|somebody|some) ?(?:[a-z]+ ){0,2}?)`;

/** `approves`, `approve` → approve */
const base = (verb: string): string =>
  /(?:[a-z]ed|en)$/i.test(verb)
    ? verbOf(verb.toLowerCase())
    : (thirdPerson(verb.toLowerCase()) ?? verb.toLowerCase());

/** `pending`, until `approve` and `reject`: the states that this makes, and what leads to them. */
const untilDone = (first: string, deeds: readonly string[]): string => {
  const states = deeds.map((verb) => participleOf(verb));
  const start = first.toLowerCase().replace(/(?<=[a-z]{3}[^su])s$/, "");
  return `has a status (${[start, ...states].join(", ")}; default ${start}) and can be ${states.join(" and ")}`;
};

const value = String.raw`(?!(?:true|false|yes|no|on|off|valid|unique|required|optional|empty|null|zero|not|it|there|up|down|in|out|on|off|open-ended)\b)([a-z]+)`;

/** Sentences that say in other words what can be done: as `can be approved`, or as an order of users. */
export const doings: readonly Wording[] = [
  // `It's pending until a manager approves or rejects it`
  [
    new RegExp(
      String.raw`(?:\b(?:is|are|stays?|remains?)|['’]s) (?:an? )?["“]?${value}["”]?,? (?:until|till) ${somebody}(?:(?:has|have) )?([a-z]+s?)(?: or (?:(?:has|have) )?([a-z]+s?))? (?:it|them)(?=[.,;\n]|$)`,
      "gi",
    ),
    (_, first: string, one: string, other: string | undefined) =>
      ` ${untilDone(
        first,
        [one, other].flatMap((verb) => (verb === undefined ? [] : base(verb))),
      )}`,
  ],
  // `are drafts until they are published`, `is pending until approved or rejected`
  [
    new RegExp(
      String.raw`(?:\b(?:is|are|stays?|remains?)|['’]s) (?:an? )?["“]?${value}["”]?,? (?:until|till) (?:(?:it|they) (?:is|are|gets?|has been|have been) )?([a-z]+(?:ed|en|ld|nt|id))(?: or ([a-z]+(?:ed|en|ld|nt|id)))?(?=[.,;\n]|$)`,
      "gi",
    ),
    (_, first: string, one: string, other: string | undefined) =>
      ` ${untilDone(
        first,
        [one, other].flatMap((verb) => (verb === undefined ? [] : verbOf(verb))),
      )}`,
  ],
  // `Support for locking and unlocking accounts, and for upgrading the plan`
  [
    /(^|[.;\n]\s*)(?:(?:with |needs |there is |there should be |plus )?support|operations|functions|actions|methods|endpoints|commands) for ([a-z]+ing\b[^.;\n]{3,90})/gi,
    (_, start: string, list: string) =>
      `${start}users can ${list
        .replaceAll(/,? and for (?=[a-z]+ing\b)/gi, " and ")
        .replaceAll(/(^|,\s*|\band )([a-z]{2,})ing\b/gi, (_all, lead: string, stem: string) => {
          return `${lead}${verbOf(`${stem.toLowerCase()}ed`)}`;
        })}`,
  ],
  // `Launch, pause and end are the things one can do with a campaign`
  [
    /(^|[.;\n]\s*)((?:[a-z]+, ){0,8}[a-z]+,? (?:and|or) [a-z]+) (?:is|are) (?:the |all |what )?(?:things |actions |operations |commands |deeds |all )?(?:that )?(?:one|you|we|i|they|users?|people|anyone) (?:can|may|could) do (?:with|to|on|about) (?=(?:an?|the|each|every|it|them)\b)/gi,
    (_, start: string, list: string) => `${start}users can ${list.toLowerCase()} `,
  ],
  // `users can close a posting, and to duplicate it`
  [/(\b(?:users|one|you|people) can [^.;\n]{3,120}?),? and (?:also )?to (?=[a-z]+ )/gi, "$1 and "],
  // `Sales can be refunded, vouchers redeemed`
  [
    /\b([a-z]+s) (can|may) be ([a-z]+(?:ed|en|nt|ld)),? (?:and )?([a-z]+s) ([a-z]+(?:ed|en|nt|ld)(?: (?:or|and) [a-z]+ed)?)(?=[.;\n]|$)/gi,
    "$1 $2 be $3. $4 $2 be $5",
  ],
  // `When it is sold out we want to hide it`
  [
    /(^|[.;\n]\s*)(?:when|once|if|after|whenever) [^,.;\n]{3,40}?,? (?:we|i|users|people) (?:want|need|would like|should be able) to (?=[a-z]+ (?:it|them)\b)/gi,
    "$1users can ",
  ],
  // `gets submitted, then approved or rejected by a manager`
  [
    /\b(?:gets|get|is|are) ([a-z]+ed),? (?:and )?then ([a-z]+(?:ed|en|nt|ld|id))(?: or ([a-z]+(?:ed|en|nt|ld|id)))?(?: by (?:an?|the) [a-z]+)?(?=[.,;\n]|$)/gi,
    (_, one: string, two: string, three: string | undefined) =>
      `can be ${[one, two, three].filter(Boolean).join(" and ")}`,
  ],
];
