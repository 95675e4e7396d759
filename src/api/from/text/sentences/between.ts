import { counted } from "../facts/relations.ts";
import { type State, knownIn, linked, nameOf, open, relate, recordOf } from "../state.ts";

/** A way of saying how resources stand to each other; whether a statement says it so. */
type Rule = (state: State, text: string) => boolean;

/** `order -> customer`, `order -> items` */
const arrow: Rule = (state, text) => {
  const [, left = "", right = ""] =
    /^(?:an? |the |each |every )?([\w ]+?)\s*(?:->|→|=>)\s*([\w ]+)$/i.exec(text) ?? [];
  const [from, to] = [knownIn(state, left), knownIn(state, right)];
  if (left === "" || from === undefined || to === undefined || from === to) return false;
  const isMany = /s$/i.test(right) && !/s$/i.test(left);
  return linked(state, open(state, from), isMany ? "hasMany" : "belongsTo", to, {});
};

/** `A pet belongs to an owner and optionally to a clinic` */
const owned: Rule = (state, text) => {
  const [, noun, perhaps, first, maybe, second] =
    /^(?:an? |the |each |every )?([\w ]+?)( optionally| possibly| sometimes)? belongs? to (?:an? |the |one )?([\w ]+?)(?:,? and (optionally |possibly |sometimes )?(?:to )?(?:an? |the |one )?([\w ]+))?$/i.exec(
      text,
    ) ?? [];
  const owner = noun === undefined ? undefined : knownIn(state, noun);
  if (noun === undefined || owner === undefined) return false;
  if (second !== undefined && knownIn(state, second) === undefined) return false;
  const there = state.resources.has(owner) ? undefined : recordOf(state, noun);
  const resource = there?.fields.length ? there : open(state, owner);
  if (first !== undefined)
    linked(state, resource, "belongsTo", first, perhaps === undefined ? {} : { optional: true });
  if (second !== undefined)
    linked(state, resource, "belongsTo", second, maybe === undefined ? {} : { optional: true });
  return true;
};

/** `One teacher runs many courses` */
const oneOfMany: Rule = (state, text) => {
  const [, one = "", many = ""] =
    /^(?:one|a single) ([a-z]+) (?:can |may )?[a-z]+ (?:many|several|multiple|any number of) ([a-z]+s)$/i.exec(
      text,
    ) ?? [];
  const [single, several] = [nameOf(one), knownIn(state, many)];
  if (one === "" || single === undefined || several === undefined || single === several) return false;
  state.known.add(single);
  relate(open(state, several), { kind: "belongsTo", target: single });
  return true;
};

/** `Users follow other users`, `A ticket may block other tickets` */
const amongThemselves: Rule = (state, text) => {
  const [, each = "", same = ""] =
    /^(?:an? |each |every )?([a-z]+) (?:can |may )?[a-z]+(?: (?:to|with|on|from|at))? (?:(?:many|several) )?other ([a-z]+s)$/i.exec(
      text,
    ) ?? [];
  const self = nameOf(each) === nameOf(same) ? nameOf(same) : undefined;
  if (each === "" || self === undefined) return false;
  relate(open(state, self), { kind: "manyToMany", target: self });
  return true;
};

/** `environment variables per project`, and several of the kind */
const per: Rule = (state, text) => {
  const pairs = text.split(/, (?:and )?/);
  if (pairs.length > 1)
    return pairs.every((pair) => / per [a-z]+$/i.test(pair)) && pairs.every((pair) => between(state, pair));
  const [, part = "", whole = ""] =
    /^(?:[a-z]+ ){0,4}?((?<=\b(?:one|a single|exactly one) )[a-z]+|[a-z]+ ?[a-z]*s) per ([a-z]+)$/i.exec(
      text,
    ) ?? [];
  const [inner, outer] = [knownIn(state, part), knownIn(state, whole)];
  if (part === "" || inner === undefined || outer === undefined || inner === outer) return false;
  relate(open(state, inner), { kind: "belongsTo", target: outer });
  return true;
};

/** `Several kites may share a panel` */
const sharing: Rule = (state, text) => {
  const [, several = "", one = ""] =
    /^(?:several|many|multiple|different|two or more|more than one) ([a-z]+s) (?:may |can |might |could )?(?:also )?(?:share|have|use|contain|include|refer to|reference|be made with) (?:the same|one|an?) ([a-z]+)$/i.exec(
      text,
    ) ?? [];
  const [sharer, common] = [knownIn(state, several), knownIn(state, one)];
  if (several === "" || sharer === undefined || common === undefined || sharer === common) return false;
  relate(open(state, common), { kind: "hasMany", target: sharer });
  return true;
};

const rules: readonly Rule[] = [arrow, owned, oneOfMany, amongThemselves, per, sharing];

/** Whole statements that say no more than how two or three resources stand to each other. */
export const between: Rule = (state, text) => rules.some((rule) => rule(state, text));

/** `Grades are given to pupils`, above what a grade has. */
export function passed(state: State, head: string): boolean {
  const found = /^([a-z]+s) are [a-z]+ (?:to|for|by|in) ([a-z]+s)$/i.exec(head);
  const [one, to] = [found?.[1], found?.[2]].map((noun) =>
    noun === undefined ? undefined : knownIn(state, noun),
  );
  if (one === undefined || to === undefined) return false;
  relate(open(state, one), { kind: "belongsTo", target: to });
  return true;
}

/** Two resources and how many of each the other has, in one statement. */
export function statementRelation(state: State, text: string): boolean {
  const match = counted.exec(text);
  if (match && !/\sand\s/i.test(match[1] ?? "")) {
    const [, left = "", a = "", b = "", right = ""] = match;
    const [from, to] = [nameOf(left), nameOf(right)];
    if (!from || !to) return false;
    const single = (sign: string): boolean => /^(?:1|one)$/i.test(sign);
    const resource = open(state, from);
    open(state, to);
    relate(resource, {
      kind: single(a) ? (single(b) ? "hasOne" : "hasMany") : single(b) ? "belongsTo" : "manyToMany",
      target: to,
    });
    return true;
  }
  const both =
    /^(?:each )?([\w ]+?) and ([\w ]+?) (?:are|have|in|is|form|share|stand in)\b.*\bmany[ -]to[ -]many\b/i.exec(
      text,
    );
  if (both) {
    const [from, to] = [nameOf(both[1] ?? ""), nameOf(both[2] ?? "")];
    if (!from || !to) return false;
    const resource = open(state, from);
    open(state, to);
    relate(resource, { kind: "manyToMany", target: to });
    return true;
  }
  return false;
}
