import { type Clause, clauseOf, holding, leftOut, standing as stands, thirdPerson } from "../words/clause.ts";
import { dealt, handedOver, nobody } from "./doing.ts";
import { stated } from "./course.ts";
import { typeByName } from "../facts/guess.ts";
import { isOrder } from "../words/grammar.ts";
import { amended } from "../facts/amend.ts";
import { fields, item } from "../facts/item.ts";
import { items } from "../words/lists.ts";
import { type Going, says } from "./predicate.ts";
import { onlySays } from "../words/says.ts";
import { relation } from "../facts/relations.ts";
import { isStory, tellingOf } from "../facts/story.ts";
import { type State, act, knownIn, leave, nameOf, open, recordOf, relate, unmarked } from "../state.ts";

const anaphora =
  /^(?:it|they|these|those|this|this one|each|each one|(?:an? |the )?(?:[a-z]+ )?ones?|each of (?:them|these|those)|both|all of them|(?:the|such|these|those) (?:things?|ones?)|things)$/i;

/** Whose clause it is: a record that is known or made known by it. */
function ownerOf(state: State, clause: Clause): Going | undefined {
  const { subject } = clause;
  const plural = /s$/i.test(subject) || /^(?:they|these|those)$/i.test(subject);
  if (anaphora.test(subject)) return state.current ? { resource: state.current, plural } : undefined;
  if (nobody.test(subject)) return undefined;
  const known = knownIn(state, subject);
  const there = known === undefined ? undefined : state.resources.get(known);
  const alike = subject.split(" ").length < 3 ? recordOf(state, subject) : undefined;
  const short = there ?? (alike && alike.fields.length + alike.actions.length > 0 ? alike : undefined);
  if (short) {
    state.current = short;
    return { resource: short, plural };
  }
  if (
    known === undefined ||
    state.actors.has(known) ||
    (/^the\s/i.test(subject) && !state.resources.has(known))
  )
    return undefined;
  return { resource: open(state, known), plural };
}

/** `A participant registers for a course with a name`: a record that a clause about another one brings up. */
function introducedBy(state: State, clause: Clause): Going | undefined {
  const name = /^(?:an?|each|every)\s|^[a-z]+s$/i.test(clause.subject) ? nameOf(clause.subject) : undefined;
  const [, object = ""] =
    /(?:^|\s)(?:for|to|in|on|at|of|by|from)\s+(?:an?|one|the|its|exactly one)\s+([a-z]+)/i.exec(
      clause.rest,
    ) ?? [];
  const [, often = ""] =
    /^(?:up )?(?:for|to|in|at|on) (?:many|several|any number of) ([a-z]+s)$/i.exec(clause.rest) ?? [];
  const shared = often === "" ? undefined : knownIn(state, often);
  if (name !== undefined && shared !== undefined && name !== shared)
    return { resource: open(state, name), plural: true };
  if (
    name === undefined ||
    knownIn(state, object) === undefined ||
    !/\swith\s(?:an?|the|its)\s/.test(clause.rest)
  )
    return undefined;
  return { resource: open(state, name), plural: false };
}

/** `and we note whether it is paid` goes on with what is kept of the record before. */
const keeps =
  /^(?:keep|note|write|record|store|track|save|log|register|want|need|know|remember|capture|collect|give|state|enter|provide|say|tell)$/;

/** Verbs that tell of the subject even where it only can. */
const tells = /^(?:be|have|hold|carry|contain|include)$/;

/** `its name`, `the author`: what belongs to the record that is spoken of. */
const isField = /^(?:its|their|the) /i;

/** What we do, in a sentence that names nothing that could be kept. */
const isScenery = ({ verb, rest }: Clause): boolean =>
  !/^(?:want|need|have|track|store|manage|like|require|would|be)$/.test(verb) &&
  !keeps.test(verb) &&
  !/[:(⟦]|\bwith\b|[a-z]s\b(?! (?:of|and)\b)/.test(rest.replace(/\b(?:and|but) .*$/, ""));

/** What a sentence leads in with before its subject. */
const leadIn =
  /^(?:(?:until [^,.]{3,40}?|as long as [^,.]{3,40}?|before [^,.]{3,40}?|without [a-z ]+?|by default|initially|at first|in the beginning|until then|to begin with|when (?:new|created|added|made)|once created),? (?=(?:it|they|each|every|an?|the|new)\s)|(?:when(?:ever)?|once|as soon as) [^,]{3,40}?,? (?=we\s)|(?:(?:at|in|on|during|after|before) (?:the|our|my|an?)|for (?:the|our|my)) [a-z]+(?: [a-z]+)?,? (?=(?:each|every|an?|we|i)\s))/i;

/** A sentence whose clauses have subjects of their own; false where it has none. */
export function sentence(state: State, given: string): boolean {
  const lead =
    /^(?:and )?(?:(?:afterwards|later(?: on)?|then|finally|after that|in the end),? )(?=(?:it|they|this)\s)/i.exec(
      given,
    )?.[0] ??
    leadIn.exec(given)?.[0] ??
    "";
  const plain = given.slice(lead.length);
  state.later = /^(?:and )?(?:afterwards|later|then|finally|after|in the end)/i.test(lead);
  state.first = !state.later && lead !== "" && !/^(?:at|in|on|for|during) (?:the|our|my|an?) /i.test(lead);
  const text =
    /^(?:the |an? |our )?[a-z]+(?:\s+(?:sometimes|often|later|also|usually|then|may|can))?\s+⟦E\d+⟧\s+(?:it|them|an?|the|[a-z]+s)\b/i.test(
      plain,
    )
      ? unmarked(state, plain, ", ").replaceAll(/\s+/g, " ")
      : plain;
  const [, mark = "", object = ""] =
    text === plain ? [] : (/(⟦E\d+⟧)\s+(?:(?:an?|the|their|these) )?([a-z]+)/i.exec(plain) ?? []);
  // `Agents resolve, reject or escalate complaints`: the last value carries its object
  const whole =
    state.enums.get(
      /^(?:(?:the |our )?[a-z]+s|(?:the|an?|our) [a-z]+)\s+(⟦E\d+⟧)$/i.exec(
        plain.replaceAll(/\s+/g, " "),
      )?.[1] ?? "",
    ) ?? [];
  const [, final = "", thing = ""] = /^([a-z]+) (?:an? |the )?([a-z]+)$/i.exec(whole.at(-1) ?? "") ?? [];
  const told = thing === "" ? (state.enums.get(mark) ?? []) : [...whole.slice(0, -1), final];
  const isOne = /^(?:the|an?|our) [a-z]+[^s\W]\s/i.test(plain);
  const orders = isOne ? told.map((verb) => thirdPerson(verb) ?? verb) : told;
  const named = thing === "" ? object : thing;
  const goal = /^(?:it|them)$/i.test(named) ? state.current : recordOf(state, named);
  const isKnown = goal !== undefined || knownIn(state, named) !== undefined;
  if (orders.length && isKnown && orders.every((verb) => isOrder(verb))) {
    const doing = (): void => {
      const record = goal ?? recordOf(state, named);
      for (const verb of record ? orders : []) if (record) act(record, verb);
    };
    if (goal) doing();
    else state.afterwards.push(doing);
    return true;
  }
  const first = clauseOf(text);
  if (!first || first.subject === "") return false;
  // `Its readings have a value`
  const part = /^(?:its|their) ([a-z]+s)$/i.exec(first.subject)?.[1];
  const parts = part === undefined ? undefined : nameOf(part);
  if (
    state.current &&
    parts !== undefined &&
    first.verb === "have" &&
    !first.modal &&
    /^an?\s/i.test(first.rest)
  ) {
    relate(state.current, { kind: "hasMany", target: parts });
    fields(state, open(state, parts), first.rest);
    return true;
  }
  // `A task can depend on another task`, `can appear on many playlists`
  if (
    first.modal === "can" &&
    /^(?:on|upon|in|to|at|of|with) (?:another|one|many|several|multiple|more than one|any number of|at most one) [a-z]+$/i.test(
      first.rest,
    )
  ) {
    const owner = ownerOf(state, first);
    if (owner && relation(state, owner.resource, `can ${first.verb} ${first.rest}`)) return true;
  }
  if (
    first.modal === "can" &&
    !tells.test(first.verb) &&
    !anaphora.test(first.subject) &&
    /\b(?:it|them|an?|the)\b/.test(first.rest) &&
    dealt(state, first)
  )
    return true;
  // `Reviewers must approve an expense`
  if (first.modal === "must" && /^(?:an?|the|each|every|it|them)\b/.test(first.rest) && isOrder(first.verb)) {
    const [, noun = ""] = /^(?:an?|the|each|every) ([a-z]+)/i.exec(first.rest) ?? [];
    const isThing = (recordOf(state, first.subject)?.fields.length ?? 0) > 0;
    if (!isThing && !tells.test(first.verb) && knownIn(state, noun) !== undefined)
      if (dealt(state, { ...first, modal: "can" })) return true;
  }
  if (handedOver(state, first)) return true;
  const predicate = items(text.slice(text.indexOf(first.subject) + first.subject.length).trim());
  const said = predicate;
  const subjectName = knownIn(state, first.subject);
  const there = recordOf(state, first.subject);
  const isNew =
    (subjectName === undefined || !state.resources.has(subjectName)) &&
    !(there && there.fields.length > 1 && first.modal === "can");
  // `Albums are private by default`
  const [, how = ""] = /^(?:not )?([a-z]+) (?:by default|unless .+)$/i.exec(first.rest) ?? [];
  if (
    isNew &&
    first.verb === "be" &&
    /^[A-Z][a-z]+s$/.test(first.subject) &&
    typeByName(how).type === "boolean"
  ) {
    const record = nameOf(first.subject);
    if (record !== undefined && stated(state, open(state, record), first)) return true;
  }
  if (
    state.current &&
    isNew &&
    !anaphora.test(first.subject) &&
    said.every((one) => onlySays(one, state.enums)) &&
    amended(state, state.current, first.subject, said)
  )
    return true;
  // `Attempts start at 0 and may not exceed 5`: a field of the record before
  if (
    isNew &&
    state.current &&
    !anaphora.test(first.subject) &&
    predicate.length < 3 &&
    predicate.every((one) => onlySays(one, state.enums) || /^is nice to have$/.test(one))
  ) {
    item(state, state.current, `${first.subject} ${predicate[0] ?? ""}`);
    for (const one of predicate.slice(1)) item(state, state.current, one);
    return true;
  }
  // `a video link may be added`
  if (
    isNew &&
    state.current &&
    (first.modal === "can" || /\bif there (?:is|are) (?:any|one|some)$/i.test(first.rest)) &&
    first.verb === "be" &&
    /^(?:an?|the) |^[A-Z][a-z]+s$/i.test(first.subject) &&
    /^(?:added|attached|given|included|provided|uploaded|supplied|specified|entered|noted|stored)\b/i.test(
      first.rest,
    )
  ) {
    item(state, state.current, `optional ${first.subject.toLowerCase().replace(/^(?:an?|the) /, "")}`);
    return true;
  }
  const brought = isNew && /s$/i.test(first.subject) ? introducedBy(state, first) : undefined;
  if (
    isNew &&
    brought === undefined &&
    !/^(?:be|get)$/.test(first.verb) &&
    !stands.has(first.verb) &&
    !holding.has(first.verb) &&
    /s$/i.test(first.subject) &&
    dealt(state, first)
  )
    return true;
  const leading = brought ?? ownerOf(state, first) ?? introducedBy(state, first);
  if (leading === undefined && nobody.test(first.subject)) {
    // `We write down the item and the sum`
    const isList = /^(?:down )?(?:an?|the|its|their|whether|if|when|where|who|how|what|why)\s/i.test(
      first.rest,
    );
    if (
      state.current &&
      keeps.test(first.verb) &&
      isList &&
      first.modal !== "can" &&
      !/\bof (?:each|every)\b|^the [a-z]+['’]s? /i.test(first.rest)
    ) {
      fields(state, state.current, first.rest.replace(/^down /, ""));
      return true;
    }
    // `I roast coffee in my garage`
    if (!state.current && isScenery(first)) return true;
  }
  if (leading === undefined && /\b(?:it|them|one|some)$/i.test(first.rest) && dealt(state, first))
    return true;
  if (leading === undefined && !(nobody.test(first.subject) && keeps.test(first.verb)) && isStory(text)) {
    if (!nobody.test(first.subject)) state.told.push(text);
    return true;
  }
  if (nobody.test(first.subject) || leading === undefined)
    return /s$|^(?:the|someone|somebody|people|an?)\b/i.test(first.subject) || nobody.test(first.subject)
      ? dealt(state, first)
      : false;
  if (first.modal === "can" && !tells.test(first.verb) && dealt(state, first)) return true;
  let segment: { going: Going; clause: Clause; parts: string[] } | undefined;
  const close = (): void => {
    const [part = "", ...more] = segment?.parts ?? [];
    if (segment) says(state, { resource: segment.going.resource, clause: segment.clause, part, more });
    segment = undefined;
  };
  const noun = /[a-z]+$/i.exec(first.subject)?.[0];
  if ((!first.modal && noun && /^(?:be|consist|start|begin)$/.test(first.verb)) || first.modal === "must") {
    // `Entries are private unless they are shared`
    if (first.verb === "be" && predicate.length === 1 && stated(state, leading.resource, first)) return true;
    const said = predicate[0]?.replace(/^consists? of /, "") ?? "";
    if (noun && onlySays(said, state.enums) && !anaphora.test(first.subject)) {
      const isSelf = /^are\s+⟦/.test(said) && nameOf(noun) === leading.resource.name;
      item(state, leading.resource, `${isSelf ? "status" : noun} ${said}`);
      for (const one of predicate.slice(1)) item(state, leading.resource, one);
      return true;
    }
  }
  let isTold = false;
  for (const part of items(text)) {
    const clause = clauseOf(part, segment?.going.plural ?? leading.plural);
    const isDone = clause?.modal === "can" && clause.verb === "be" && !leftOut.test(clause.rest);
    const isHead = segment === undefined && clause?.subject === first.subject;
    const isState =
      clause !== undefined &&
      /^(?:start|begin|become)$/.test(clause.verb) &&
      /^(?:out |off )?as [a-z-]+$/i.test(clause.rest);
    const isList =
      isState ||
      (clause !== undefined &&
        holding.has(clause.verb) &&
        /^(?:an?|the|its|their|with an?)\s/.test(clause.rest));
    if (!clause || (onlySays(part, state.enums) && !isDone && !isHead && !isList && clause.verb !== "get")) {
      if (segment) segment.parts.push(part);
      continue;
    }
    if (clause.subject === "" && isTold) continue;
    if (clause.subject === "") {
      const going = segment?.going ?? leading;
      close();
      segment = { going, clause, parts: [part] };
      continue;
    }
    const owner = segment === undefined ? leading : ownerOf(state, clause);
    if (owner) {
      close();
      isTold = false;
      segment = {
        going: owner,
        clause,
        parts: [part.slice(part.indexOf(clause.subject) + clause.subject.length).trim()],
      };
    } else if (nobody.test(clause.subject) && segment && keeps.test(clause.verb)) {
      segment.parts.push(clause.rest);
    } else if (nobody.test(clause.subject)) {
      close();
      if (!dealt(state, clause)) leave(state, part);
      segment = undefined;
      isTold = true;
    } else if (tellingOf(clause)?.object !== undefined && !isField.test(clause.subject)) {
      close();
      state.told.push(part);
      isTold = true;
    } else if (segment) segment.parts.push(part);
  }
  close();
  return true;
}
