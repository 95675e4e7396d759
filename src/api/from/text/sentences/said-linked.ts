import { holding } from "../words/clause.ts";
import { fields, item } from "../facts/item.ts";
import { phrases } from "./phrases.ts";
import { isPerson } from "../words/persons.ts";
import { knownIn, nameOf, open, relate } from "../state.ts";
import { type Reading, belongsTo, goOn } from "./saying.ts";
import { measured } from "./measured.ts";

/** `plays one or more slots` */
export const several: Reading = (state, saying) => {
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
export const refers: Reading = (state, { resource, clause, more }) => {
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
export const links: Reading = (state, saying) => {
  const { resource, clause } = saying;
  if (!linking.has(clause.verb)) return false;
  const two = /^(?:two|several|many) ([a-z]+s)$/i.exec(clause.rest)?.[1];
  const [, left, right] = /^(.+?)\s+(?:to|with|and)\s+(.+)$/i.exec(clause.rest) ?? [];
  const ends = two !== undefined && knownIn(state, two) !== undefined ? [two] : [left, right];
  if (!ends.every((end) => end !== undefined && nameOf(end) !== undefined)) return false;
  for (const end of ends) belongsTo(state, resource, end ?? "");
  return goOn(state, saying);
};

/** `sits at one table with a number and a size` */
export const placed: Reading = (state, { resource, clause, more }) => {
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
  fields(state, open(state, target), [list, ...more].join(", "), true);
  return true;
};

/**
 * `shows one movie in one hall at a given time`: a verb of its own with objects that are kept too; what of them is not
 * known says when it happens.
 */
export const transitive: Reading = (state, saying) => {
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

export const stands: Reading = (state, saying) => {
  const { resource, clause } = saying;
  const before = resource.relations.length;
  if (!phrases(state, resource, clause)) return false;
  state.linked = resource.relations.length > before;
  return goOn(state, saying);
};
