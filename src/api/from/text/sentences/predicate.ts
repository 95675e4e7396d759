import { type Clause, holding, leftOut } from "../words/clause.ts";
import { stated } from "./course.ts";
import { verbs } from "../words/deeds.ts";
import type { ResourceDraft } from "../draft.ts";
import { fields, item } from "../facts/item.ts";
import { phrases } from "./phrases.ts";
import { relation } from "../facts/relations.ts";
import { isPerson } from "../words/persons.ts";
import { numeral } from "../words/sayings.ts";
import { tellingOf } from "../facts/story.ts";
import { type State, act, knownIn, nameOf, open, relate, unmarked } from "../state.ts";

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
  if (more.length) fields(state, resource, more.join(", "));
  return true;
};

const plain = (state: State, text: string): string => unmarked(state, text, ", ").replaceAll(/\s+/g, " ");

const belongsTo = (state: State, resource: ResourceDraft, phrase: string): void =>
  relate(resource, { kind: "belongsTo", target: knownIn(state, phrase) ?? nameOf(phrase) ?? phrase });

/** `is about a topic: noise or waste`, `concerns a street`: what it is about, where that is no record. */
const concerns: Reading = (state, saying) => {
  const { verb, rest, modal, negated } = saying.clause;
  if (modal !== undefined || negated) return false;
  const [, noun = "", said = ""] =
    (verb === "be" ? /^about an? ([a-z]+)(.*)$/i : /^(?:an?|one) ([a-z]+)(.*)$/i).exec(rest) ?? [];
  if (noun === "" || !/^(?:be|concern|cover|name)$/.test(verb) || knownIn(state, noun) !== undefined)
    return false;
  if (!/^(?: ?\(?⟦|$)/.test(said)) return false;
  item(state, saying.resource, `a ${noun}${said}`);
  return goOn(state, saying);
};

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
  carry: "capacity",
  sleep: "capacity",
};

/** `counts from one to three points`, `gives 1 to 10 stars`: what is counted, with its bounds. */
const counting =
  /^(?:from )?(-?\d+|[a-z]+) to (-?\d+|[a-z]+) ((?!minutes|hours|days|weeks|months|years|people|persons)[a-z]+s)$/i;

/** `takes 20 to 180 minutes`, `holds up to some number of animals`, as a field with its bounds. */
function measured({ verb, rest }: Clause): string | undefined {
  const [, low = "", high = "", counted = ""] = counting.exec(rest) ?? [];
  if (
    counted !== "" &&
    /^(?:count|give|score)$/.test(verb) &&
    numeral(low) !== undefined &&
    numeral(high) !== undefined
  )
    return `${counted} (${low} to ${high})`;
  const name = measures[verb];
  if (
    name === undefined ||
    !/^(?:(?:something|some money|an? (?:certain |given )?(?:amount|sum)(?: of money)?|an? (?:certain |given )?number of [a-z]+|so many [a-z]+)(?=$|[\s,])|(?:up to|at most|at least|no more than|between|from|exactly|about|only)\s|-?\d|⟦E)/i.test(
      rest,
    )
  )
    return undefined;
  const per = /^an? (?:[a-z]+ )?(?:amount|sum) (per [a-z]+)$/i.exec(rest)?.[1];
  if (per !== undefined) return `${name} ${per}`;
  if (
    /\b(?:people|persons|guests|visitors|participants|passengers|members|players|students)\b/i.test(rest) &&
    verb !== "cost"
  )
    return `capacity (integer, ${rest.replace(/\s[a-z]+$/i, "").replace(/\bsome number\b.*$/i, "")})`;
  const bounds = rest
    .replace(
      /^(?:something|some money|an? (?:certain |given )?(?:amount|sum)(?: of money)?|(?:an? (?:certain |given )?number of|so many) [a-z]+)/i,
      "",
    )
    .replace(/\s(?:of )?[a-z]+s$/i, "")
    .replace(/\bsome number\b.*$/i, "")
    .replace(/^up to\s*$/, "")
    .replaceAll(/[()]/g, " ");
  return `${name} (${name === "capacity" || name === "duration" ? "integer, " : ""}${bounds})`;
}

/** `can be confirmed, handed over or moved`, `may be assigned to an employee` */
const possible: Reading = (state, saying) => {
  const { resource, clause, more } = saying;
  if (clause.verb !== "be" || clause.modal !== "can") return false;
  if (leftOut.test(clause.rest) && clause.rest !== "skipped") return false;
  // `can be delivered by many suppliers`
  if (
    /^[a-z]+ (?:by|in|to|on|at|with|from) (?:many|several|multiple|any number of|more than one) [a-z]+$/i.test(
      clause.rest,
    ) &&
    relation(state, resource, `can be ${clause.rest}`)
  )
    return goOn(state, saying);
  // `may be married to another person`
  const [, other = ""] = /^[a-z]+ (?:to|with) another ([a-z]+)$/i.exec(clause.rest) ?? [];
  if (other !== "" && knownIn(state, other) === resource.name) {
    relate(resource, { kind: "belongsTo", target: resource.name, optional: true });
    return goOn(state, saying);
  }
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

/** `are locked and unlocked through the API`: what is done to records, where it is told of several deeds. */
const handled: Reading = (state, { resource, clause, more }) => {
  if (!/^(?:be|get)$/.test(clause.verb) || clause.modal !== undefined || clause.negated || !more.length)
    return false;
  const [, by = ""] =
    /^[a-z]+ (?:by|in|at|on|to|for|with|from) (?:exactly |only )?(?:one|an?|the|many|several|its|more than one|multiple) ([a-z]+)$/i.exec(
      clause.rest,
    ) ?? [];
  if (by !== "" && knownIn(state, by) !== undefined) return false;
  const deeds = [clause.rest, ...more].map((one) => verbs(one));
  if (!deeds.every((one) => one !== undefined)) return false;
  for (const verb of deeds.flat()) act(resource, verb);
  return true;
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
  // `speaks several languages`
  if (target === undefined && !holding.has(clause.verb)) item(state, resource, `list of ${noun}`);
  if (target === undefined ? holding.has(clause.verb) : target === resource.name) return false;
  if (target !== undefined) relate(resource, { kind: "hasMany", target });
  return goOn(state, saying);
};

/** `references an order and a product with a quantity of 1`: what it points at, and what it holds itself. */
const refers: Reading = (state, { resource, clause, more }) => {
  if (!/^(?:reference|refer|point)$/.test(clause.verb) || clause.negated) return false;
  const parts = [clause.rest.replace(/^to /i, ""), ...more];
  const found = parts.map((part) =>
    /^(?:an?|one|exactly one|the|its) ([a-z]+(?: (?!with\b)[a-z]+)?)(?: with (.+))?$/i.exec(part),
  );
  if (!found.every((one) => one && nameOf(one[1] ?? "") !== undefined)) return false;
  for (const one of found) {
    belongsTo(state, resource, one?.[1] ?? "");
    if (one?.[2] !== undefined) item(state, resource, one[2]);
  }
  return true;
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
  if (/^(?:in(?! with\b)|at|on|to|for|from|by|near)\b/.test(rest)) return false;
  const object = [rest.replace(/^(?:in )?(?:of|with)\s+/, "").replace(/^:\s*/, ""), ...more].join(", ");
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
    /^(known|identified|described|defined|characteri[sz]ed|recogni[sz]ed|listed|registered|filed|kept|entered|stored|recorded|noted)(?: uniquely)? (?:by|through|with|under(?=\s(?:an?|its|their)\s))\s+(.+)$/i.exec(
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

/** `sits at one table with a number and a size` */
const placed: Reading = (state, { resource, clause, more }) => {
  const [, one = "", noun = "", list = ""] =
    /^(?:at|in|on|by|to|for|with|from|of) (exactly one|one|an?) ([a-z]+) (?:with|that has|which has) ((?:an?|its) .+|[a-z]+)$/i.exec(
      clause.rest,
    ) ?? [];
  // `registers for a course with a name` tells of who registers
  const target = /one$/i.test(one)
    ? nameOf(noun)
    : /^(?:at|in|on)\s/i.test(clause.rest)
      ? knownIn(state, noun)
      : undefined;
  if (list === "" || target === undefined || target === resource.name) return false;
  relate(resource, { kind: "belongsTo", target });
  fields(state, open(state, target), [list, ...more].join(", "));
  return true;
};

const amounts: Reading = (state, saying) => {
  const amount = measured(saying.clause);
  if (amount === undefined) return false;
  item(state, saying.resource, amount);
  return goOn(state, saying);
};

/**
 * `shows one movie in one hall at a given time`: a verb of its own with objects that are kept too; what of them is not
 * known says when it happens.
 */
const transitive: Reading = (state, saying) => {
  const { resource, clause } = saying;
  if (clause.modal !== undefined || clause.negated || /^(?:be|have|get|need|want)$/.test(clause.verb))
    return false;
  if (isPerson(resource.name) && !/^(?:exactly |only )?one /i.test(clause.rest)) return false;
  const [, object = "", rest = ""] =
    /^(?:exactly |only )?(?:one|an?|the|its|another) ([a-z]+(?: [a-z]+)??)((?: (?:in|on|at|to|for|from|with|by|into|onto|of|over|across|through|along|against|under|inside|within) .+)?)$/i.exec(
      clause.rest,
    ) ?? [];
  // `attends one class`
  const isOne = /^(?:exactly |only )?one /i.test(clause.rest) && /^[a-z]+$/i.test(object) && rest === "";
  const target = object === "" ? undefined : (knownIn(state, object) ?? (isOne ? nameOf(object) : undefined));
  if (target === undefined || target === resource.name) return false;
  relate(resource, { kind: "belongsTo", target });
  if (rest) phrases(state, resource, { ...clause, verb: "be", rest: rest.trim() });
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
  handled,
  (state, saying) => stated(state, saying.resource, saying.clause) && goOn(state, saying),
  several,
  links,
  refers,
  placed,
  transitive,
  concerns,
  gets,
  holds,
  isOf,
  amounts,
  stands,
];

const isTold = (clause: Clause): boolean =>
  clause.subject !== "" &&
  !holding.has(clause.verb) &&
  (tellingOf(clause)?.object !== undefined || clause.verb === "take");

/** What a clause says of a record. */
export function says(state: State, saying: Saying): void {
  state.current = saying.resource;
  state.acting = false;
  if (readings.some((read) => read(state, saying))) return;
  // `A landlord wants to keep track of rent`
  if (/^(?:want|need|like|wish|try|hope)$/.test(saying.clause.verb) && /^to [a-z]/.test(saying.clause.rest))
    return void state.told.push(`${saying.clause.subject} ${saying.part}`);
  // What somebody does is no field, whatever it is done to.
  if (!isTold(saying.clause) || /\b(?:many|several|multiple|one)\b/.test(saying.clause.rest))
    item(state, saying.resource, saying.part);
  else state.told.push(`${saying.clause.subject} ${saying.part}`);
  goOn(state, saying);
}
