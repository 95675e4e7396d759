import { verbOf } from "../language/index.ts";
import { wholly } from "../lib/index.ts";
import { particles } from "./grammar.ts";

/** Names of the records that an act may create, by its verb. */
const records: ReadonlyMap<string, readonly string[]> = new Map(
  `book: booking reservation appointment; reserve: reservation booking; borrow: loan borrowing checkout; lend: loan;
  rent: rental booking; hire: rental hire; enrol: enrolment enrollment registration signup; enroll: enrollment enrolment; apply: application;
  register: registration enrolment; order: order; buy: order purchase sale; review: review;
  rate: rating review; comment: comment; like: like; follow: follow; join: membership participation; attend: attendance;
  subscribe: subscription; donate: donation; pay: payment; visit: visit; bid: bid; vote: vote`
    .split(/;\s+/)
    .map((line) => line.split(": "))
    .map(([verb = "", nouns = ""]) => [verb, nouns.split(" ")]),
);

/** Possible names of an act's records, most likely first; undefined for an act known to create none. */
export const recordNames = (verb: string): readonly string[] | undefined => records.get(verb);

/** Whether a noun names the record of an act: inspection of inspect, rental of rent, repair of repair. */
export function isMadeBy(noun: string, deed: string): boolean {
  const stem = deed.replace(/e$/, "");
  return (
    stem.length > 3 &&
    noun.startsWith(stem) &&
    /^(?:e|ing|ion|ation|ment|al|ance|ence|ure)?$/.test(noun.slice(stem.length))
  );
}

/** Acts that every record supports, so that they aren't actions. */
export const plainDeeds = wholly(
  "create|add|edit|update|change|delete|remove|view|see|list|read|search|filter|browse|find|store",
  "save|leave|left|set|enter|have|be|get|give|use|want|need|do|make|left out|look up|look at|keep",
  "include|show|sort|track|record|manage|maintain|log|note",
);

/** Whether a role acts for the organization, so that nothing belongs to it. */
export const isAdministrative = (key: string): boolean =>
  /admin|manager|staff|receptionist|officer|clerk|support|librarian|operator/.test(key);

/** Returns the base of a verb: `cancelled` → cancel, `called off` → call off. */
export function baseVerb(text: string): string {
  const [verb = "", ...more] = text
    .toLowerCase()
    .replace(/^(?:be|also|later|then|again) /, "")
    .split(/\s+/);
  const base = verbOf(verb);
  const isEnd = more.length === 1 && /^(?:in|over|on|through)$/.test(more[0] ?? "");
  return [base, ...more.filter((word) => isEnd || particles.has(word)).slice(0, 1)].join(" ");
}
