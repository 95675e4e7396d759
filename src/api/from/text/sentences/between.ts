import { counted } from "../facts/relations.ts";
import { type State, knownIn, linked, nameOf, open, relate, recordOf } from "../state.ts";

/** Whole statements that say no more than how two or three resources stand to each other. */
export function between(state: State, text: string): boolean {
  const arrow = /^(?:an? |the |each |every )?([\w ]+?)\s*(?:->|→|=>)\s*([\w ]+)$/i.exec(text);
  const [from, to] = [arrow?.[1], arrow?.[2]].map((noun) =>
    noun === undefined ? undefined : knownIn(state, noun),
  );
  const isMany = /s$/i.test(arrow?.[2] ?? "") && !/s$/i.test(arrow?.[1] ?? "");
  if (from !== undefined && to !== undefined && from !== to && isMany)
    return linked(state, open(state, from), "hasMany", to, {});
  if (from !== undefined && to !== undefined && from !== to)
    return linked(state, open(state, from), "belongsTo", to, {});
  const owned =
    /^(?:an? |the |each |every )?([\w ]+?) belongs? to (?:an? |the |one )?([\w ]+?)(?:,? and (optionally |possibly |sometimes )?(?:to )?(?:an? |the |one )?([\w ]+))?$/i.exec(
      text,
    );
  const owner = owned ? knownIn(state, owned[1] ?? "") : undefined;
  const isKnown = (noun: string | undefined): boolean =>
    noun === undefined || knownIn(state, noun) !== undefined;
  if (owned && owner !== undefined && isKnown(owned[4])) {
    const there = state.resources.has(owner) ? undefined : recordOf(state, owned[1] ?? "");
    const resource = there?.fields.length ? there : open(state, owner);
    const optional = owned[3] === undefined ? {} : { optional: true };
    if (owned[2] !== undefined) linked(state, resource, "belongsTo", owned[2], {});
    if (owned[4] !== undefined) linked(state, resource, "belongsTo", owned[4], optional);
    return true;
  }
  // `One teacher runs many courses`
  const [, one = "", many = ""] =
    /^(?:one|a single) ([a-z]+) (?:can |may )?[a-z]+ (?:many|several|multiple|any number of) ([a-z]+s)$/i.exec(
      text,
    ) ?? [];
  const [single, several] = [nameOf(one), knownIn(state, many)];
  if (one && single !== undefined && several !== undefined && single !== several) {
    state.known.add(single);
    relate(open(state, several), { kind: "belongsTo", target: single });
    return true;
  }
  // `Users follow other users`, `A ticket may block other tickets`
  const [, each = "", same = ""] =
    /^(?:an? |each |every )?([a-z]+) (?:can |may )?[a-z]+(?: (?:to|with|on|from|at))? (?:(?:many|several) )?other ([a-z]+s)$/i.exec(
      text,
    ) ?? [];
  const self = nameOf(each) === nameOf(same) ? nameOf(same) : undefined;
  if (each !== "" && self !== undefined) {
    relate(open(state, self), { kind: "manyToMany", target: self });
    return true;
  }
  // `environment variables per project`
  const each2 = text.split(/, (?:and )?/);
  if (each2.length > 1 && each2.every((one) => / per [a-z]+$/i.test(one)))
    return each2.every((one) => between(state, one));
  const pairs = text.split(/, (?:and )?/);
  if (pairs.length > 1 && pairs.every((pair) => / per [a-z]+$/i.test(pair)))
    return pairs.every((pair) => between(state, pair));
  const [, part = "", whole = ""] =
    /^(?:[a-z]+ ){0,4}?((?<=\b(?:one|a single|exactly one) )[a-z]+|[a-z]+ ?[a-z]*s) per ([a-z]+)$/i.exec(
      text,
    ) ?? [];
  const [inner, outer] = [knownIn(state, part), knownIn(state, whole)];
  if (part !== "" && inner !== undefined && outer !== undefined && inner !== outer) {
    relate(open(state, inner), { kind: "belongsTo", target: outer });
    return true;
  }
  // `Several kites may share a panel`
  const [, sharing = "", shared = ""] =
    /^(?:several|many|multiple|different|two or more|more than one) ([a-z]+s) (?:may |can |might |could )?(?:also )?(?:share|have|use|contain|include|refer to|reference|be made with) (?:the same|one|an?) ([a-z]+)$/i.exec(
      text,
    ) ?? [];
  const [sharer, common] = [knownIn(state, sharing), knownIn(state, shared)];
  if (sharing && sharer !== undefined && common !== undefined && sharer !== common) {
    relate(open(state, common), { kind: "hasMany", target: sharer });
    return true;
  }
  return false;
}

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
