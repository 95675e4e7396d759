import { type Clause, holding, leftOut } from "./clause.ts";
import { stated } from "./course.ts";
import { verbs } from "./deeds.ts";
import type { ResourceDraft } from "./draft.ts";
import { fields, item } from "./item.ts";
import { phrases } from "./phrases.ts";
import { type State, act, knownIn, nameOf, relate, unmarked } from "./state.ts";

/** A record that clauses speak of, and its number. */
export interface Going {
  readonly resource: ResourceDraft;
  readonly plural: boolean;
}

/** A clause about a record: as it was written, and what the list after it goes on with. */
export interface Saying {
  readonly resource: ResourceDraft;
  readonly clause: Clause;
  readonly part: string;
  readonly more: readonly string[];
}

/** Reads one kind of clause; false where it is of another kind. */
type Reading = (state: State, saying: Saying) => boolean;

const goOn = (state: State, { resource, more }: Saying): true => {
  for (const one of more) item(state, resource, one);
  return true;
};

const plain = (state: State, text: string): string => unmarked(state, text, ", ").replaceAll(/\s+/g, " ");

const belongsTo = (state: State, resource: ResourceDraft, phrase: string): void =>
  relate(resource, { kind: "belongsTo", target: knownIn(state, phrase) ?? nameOf(phrase) ?? phrase });

/** Verbs that a measure follows, with what it measures. */
const measures: Readonly<Record<string, string>> = {
  take: "duration",
  last: "duration",
  cost: "price",
  weigh: "weight",
  seat: "seats",
  hold: "capacity",
  fit: "capacity",
  accommodate: "capacity",
  house: "capacity",
  sleep: "capacity",
};

/** `takes 20 to 180 minutes`, `holds up to some number of animals`, as a field with its bounds. */
function measured({ verb, rest }: Clause): string | undefined {
  const name = measures[verb];
  if (
    name === undefined ||
    !/^(?:(?:up to|at most|at least|no more than|between|from|exactly|about|only)\s|-?\d)/i.test(rest)
  )
    return undefined;
  const bounds = rest
    .replace(/\s(?:of )?[a-z]+s$/i, "")
    .replace(/\bsome number\b.*$/i, "")
    .replace(/^up to\s*$/, "");
  return `${name} (${name === "capacity" || name === "duration" ? "integer, " : ""}${bounds})`;
}

/** `can be confirmed, handed over or moved`, `may be assigned to an employee` */
const possible: Reading = (state, saying) => {
  const { resource, clause, more } = saying;
  if (clause.verb !== "be" || clause.modal !== "can") return false;
  if (leftOut.test(clause.rest)) return false;
  const deeds = verbs(plain(state, clause.rest));
  if (!deeds) return false;
  const lent =
    /^(?:assigned|linked|attached|tied|allocated|given|lent) to (?:an? |one |the )?([a-z][\w-]*)$/i.exec(
      clause.rest,
    )?.[1];
  if (lent !== undefined && more.length === 0) {
    relate(resource, {
      kind: "belongsTo",
      target: knownIn(state, lent) ?? nameOf(lent) ?? lent,
      optional: true,
    });
    return true;
  }
  for (const one of deeds) act(resource, one);
  for (const [, to = ""] of clause.rest.matchAll(/\bto an? (\w+)/g))
    if (state.known.has(nameOf(to) ?? ""))
      relate(resource, { kind: "belongsTo", target: nameOf(to) ?? to, optional: true });
  state.acting = true;
  return goOn(state, saying);
};

/** `plays one or more slots` */
const several: Reading = (state, saying) => {
  const { resource, clause } = saying;
  const [, noun] =
    /^(?:many|several|multiple|various|any number of|one or more|two or more|(?:up to|at most|at least) [a-z0-9]+) ([a-z]+s)$/i.exec(
      clause.rest,
    ) ?? [];
  if (noun === undefined || clause.verb === "be" || measured(clause) !== undefined) return false;
  const target = knownIn(state, noun);
  if (target === undefined || target === resource.name) return false;
  relate(resource, { kind: "hasMany", target });
  return goOn(state, saying);
};

const linking: ReadonlySet<string> = new Set("link connect join tie assign bind relate attach".split(" "));

/** `links a passenger to a flight`, `connects two lots` */
const links: Reading = (state, saying) => {
  const { resource, clause } = saying;
  if (!linking.has(clause.verb)) return false;
  const two = /^(?:two|several|many) ([a-z]+s)$/i.exec(clause.rest)?.[1];
  const [, left, right] = /^(.+?)\s+(?:to|with|and)\s+(.+)$/i.exec(clause.rest) ?? [];
  const ends = two !== undefined && knownIn(state, two) !== undefined ? [two] : [left, right];
  if (!ends.every((end) => end !== undefined && nameOf(end) !== undefined)) return false;
  for (const end of ends) belongsTo(state, resource, end ?? "");
  return goOn(state, saying);
};

/** `has a name and a size`, `must have a date`, `may come with a photo` */
const holds: Reading = (state, { resource, clause, more }) => {
  const { verb, rest, modal } = clause;
  if (!holding.has(verb) || measured(clause) !== undefined) return false;
  if (/^(?:in|at|on|to|for|from|by|near)\b/.test(rest)) return false;
  const object = [rest.replace(/^(?:of|with)\s+/, "").replace(/^:\s*/, ""), ...more].join(", ");
  const before = resource.fields.length;
  fields(state, resource, (modal === "can" ? "may have " : "") + object);
  if (modal === "must" || verb === "need" || verb === "require")
    for (const field of resource.fields.slice(before))
      if (field.default === undefined) field.required ??= true;
  return true;
};

/** `is known by its name`, `is called something`, `is a person with a name and a phone` */
const isOf: Reading = (state, { resource, clause, more }) => {
  const { verb, rest } = clause;
  if (verb !== "be") return false;
  const [, how = "", list] =
    /^(known|identified|described|defined|characteri[sz]ed|recogni[sz]ed)(?: uniquely)? (?:by|through)\s+(.+)$/i.exec(
      rest,
    ) ?? [];
  const lead = /^(?:identified|recogni[sz]ed)/i.test(how) ? "a unique " : "";
  const [, kept] =
    /^(?:an? |another )?[a-z]+(?: [a-z]+)? (?:with|that (?:has|have)|which (?:has|have)|who have) (.+)$/i.exec(
      rest,
    ) ?? [];
  const first =
    list === undefined
      ? /^(?:called|named)\b/i.test(rest)
        ? "a name"
        : kept
      : lead + list.replace(/^(?:an?|the|its|their) /i, "");
  if (first === undefined) return false;
  fields(state, resource, [first, ...more].join(", "));
  return true;
};

/** `gets finished or abandoned in the end` */
const gets: Reading = (state, saying) => {
  if (saying.clause.verb !== "get") return false;
  const deeds = verbs(plain(state, saying.clause.rest).replace(/\s*(?:in the end|eventually|at last)$/, ""));
  if (!deeds) return false;
  for (const one of deeds) act(saying.resource, one);
  return goOn(state, saying);
};

const amounts: Reading = (state, saying) => {
  const amount = measured(saying.clause);
  if (amount === undefined) return false;
  item(state, saying.resource, amount);
  return goOn(state, saying);
};

const stands: Reading = (state, saying) => {
  const { resource, clause } = saying;
  const before = resource.relations.length;
  if (!phrases(state, resource, clause)) return false;
  state.linked = resource.relations.length > before;
  return goOn(state, saying);
};

/** The kinds of clauses, in the order in which they are tried. */
const readings: readonly Reading[] = [
  possible,
  (state, saying) => stated(state, saying.resource, saying.clause) && goOn(state, saying),
  several,
  links,
  holds,
  isOf,
  gets,
  amounts,
  stands,
];

/** What a clause says of a record. */
export function says(state: State, saying: Saying): void {
  state.current = saying.resource;
  state.acting = false;
  if (readings.some((read) => read(state, saying))) return;
  item(state, saying.resource, saying.part);
  goOn(state, saying);
}
