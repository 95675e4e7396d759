import { isOrder } from "./grammar.ts";
import { namesFrom } from "../../names.ts";
import { type State, knownIn, linked, nameOf, open, relate, standing } from "./state.ts";

const isPlural = (noun: string): boolean =>
  namesFrom(noun).plural.words === noun.toLowerCase() && /s$/i.test(noun);

/** Whole statements that say no more than how two or three resources stand to each other. */
export function between(state: State, text: string): boolean {
  const arrow = /^(?:an? |the |each |every )?([\w ]+?)\s*(?:->|→|=>)\s*([\w ]+)$/i.exec(text);
  const [from, to] = [arrow?.[1], arrow?.[2]].map((noun) =>
    noun === undefined ? undefined : knownIn(state, noun),
  );
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
    const there = state.resources.has(owner) ? undefined : standing(state, owned[1] ?? "");
    const resource = there?.fields.length ? there : open(state, owner);
    const optional = owned[3] === undefined ? {} : { optional: true };
    if (owned[2] !== undefined) linked(state, resource, "belongsTo", owned[2], {});
    if (owned[4] !== undefined) linked(state, resource, "belongsTo", owned[4], optional);
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
  // `Teams take part in tournaments`: how many of each is said elsewhere
  const [, some = "", way = "", others = ""] =
    /^([a-z]+s) ([a-z]+(?: part| place| up)?) (?:in|for|at|to|on|with|from) ([a-z]+s)$/i.exec(text) ?? [];
  const [these, those] = [knownIn(state, some), knownIn(state, others)];
  if (
    some &&
    these !== undefined &&
    those !== undefined &&
    these !== those &&
    !/^(?:are|were|can|may|is)\b/i.test(way)
  ) {
    open(state, those);
    open(state, these);
    state.unsaid.push({ text, of: [these, those] });
    return true;
  }
  // `Authors write articles`
  const many =
    /^(?:an? |each |every |the )?([a-z]+) ([a-z]+) (?:(?:many|several|multiple) )?([a-z]+s)$/i.exec(text);
  const [, doer = "", verb = "", done = ""] = many ?? [];
  const [one, other] = [knownIn(state, doer), knownIn(state, done)];
  if (!many || one === undefined || other === undefined || one === other || !isPlural(done)) return false;
  if (/^(?:and|or|with|has|have|can|may)$/i.test(verb) || !isOrder(verb.replace(/(?<=[^s])s$/, "")))
    return false;
  if (nameOf(doer) === undefined) return false;
  relate(open(state, one), { kind: "hasMany", target: other });
  return true;
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
