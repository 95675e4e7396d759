import { type Clause, clauseOf, holding, standing as stands, thirdPerson } from "./clause.ts";
import { verbs } from "./deeds.ts";
import type { ResourceDraft } from "./draft.ts";
import { isOrder } from "./grammar.ts";
import { fields, item } from "./item.ts";
import { items } from "./lists.ts";
import { phrases } from "./phrases.ts";
import { onlySays } from "./says.ts";
import { type State, act, addField, knownIn, nameOf, open, relate, standing, unmarked } from "./state.ts";

/** Who acts in a sentence without being kept: `we`, `users`, `the staff`. */
const nobody =
  /^(?:i|we|you|he|she|someone|somebody|anyone|everyone|people|users?|the (?:user|staff|team|owner|system|admin|customer)|admins?|staff|one)$/i;
const anaphora =
  /^(?:it|they|these|those|this|this one|each|each one|(?:an? |the )?(?:new )?ones?|each of (?:them|these|those)|both|all of them)$/i;

/** Deeds that make a record, or only look at one, rather than change one that is there. */
const making: ReadonlySet<string> = new Set(
  "borrow book buy order rent reserve request write post make create place log record upload join sign attend take see view have own offer sell list give leave rate review follow use get bring find want need keep add enter say run visit work live send receive do put read wear play come go hold collect search browse watch learn teach ride walk drive eat cook share look meet track store manage deliver".split(
    " ",
  ),
);

const deed =
  /^(?:also |later |then |even )*([a-z]+(?:-[a-z]+)?)(?:\s+(in|out|off|on|up|down|back|over|away))?(?:\s+(?:(?:to|for|in|from|on|at)\s+)?((?:an? |the |their |its |these |those |this |one |any |his |her |our |my )*[a-z-]+))??(?:\s+(in|out|off|on|up|down|back|over|away))?(?:\s+(?:to|for|from|with|at|by|in|on|when|if|until|as|again|later|early)\b.*)?$/i;

/** Verbs with their objects out of `start, roll back and cancel a deployment`; undefined where it is no such list. */
function ordered(
  text: string,
  third: boolean,
): readonly { readonly verb: string; readonly object: string | undefined }[] | undefined {
  const parts = text
    .replace(/[.;]+$/, "")
    .split(/\s*,\s*(?:(?:and|or|then)\s+)?|\s+(?:and|or|and\/or|then)\s+|\s*\/\s*/)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map((part) => {
    const [, form = "", particle, object, behind] = deed.exec(part) ?? [];
    const verb = third ? (thirdPerson(form.toLowerCase()) ?? form) : form;
    if (!verb || !isOrder(verb.toLowerCase())) return undefined;
    return { verb: [verb.toLowerCase(), particle ?? behind].filter(Boolean).join(" "), object };
  });
  return read.every((one) => one !== undefined) && read.length ? read : undefined;
}

/** `You can start or cancel a deployment`, `customers may withdraw them`: what somebody does to a record. */
function dealt(state: State, clause: Clause): boolean {
  if (holding.has(clause.verb) && !/\bit$|\bthem$/.test(clause.rest)) return false;
  const single = clause.modal === undefined && !/s$|^(?:i|we|you|they|people|staff)$/i.test(clause.subject);
  const body = unmarked(
    state,
    `${clause.verb}${clause.rest.startsWith(",") ? "" : " "}${clause.rest}`,
    ", ",
  ).replaceAll(/\s+/g, " ");
  const deeds = ordered(body, single);
  if (!deeds) return false;
  let target: ResourceDraft | undefined;
  let spoken = false;
  const found = deeds.toReversed().map(({ verb, object }) => {
    if (object !== undefined) {
      const bare = object.replace(
        /^(?:(?:an?|the|their|its|these|those|this|one|any|his|her|our|my)\s+)+/i,
        "",
      );
      spoken = true;
      target = /^(?:it|this|these|them|him|her)$/i.test(bare) ? state.current : standing(state, bare);
    }
    return { verb, target };
  });
  const several = deeds.length > 1 || /^(?:it|them)$/i.test(deeds.at(-1)?.object ?? "");
  const goal =
    found.find((one) => one.target)?.target ?? (spoken || clause.modal !== "can" ? undefined : state.current);
  if (goal)
    for (const { verb, target: own } of found.toReversed())
      if (several || !making.has(verb.split(" ")[0] ?? "")) act(own ?? goal, verb);
  return (
    goal !== undefined ||
    clause.modal === "can" ||
    deeds.every(({ verb }) => making.has(verb.split(" ")[0] ?? ""))
  );
}

interface Going {
  readonly resource: ResourceDraft;
  readonly plural: boolean;
}

/** Whose clause it is: a record that is known or made known by it. */
function ownerOf(state: State, clause: Clause): Going | undefined {
  const { subject } = clause;
  const plural = /s$/i.test(subject) || /^(?:they|these|those)$/i.test(subject);
  if (anaphora.test(subject)) return state.current ? { resource: state.current, plural } : undefined;
  if (nobody.test(subject)) return undefined;
  const known = knownIn(state, subject);
  const there = known === undefined ? undefined : state.resources.get(known);
  const alike = subject.split(" ").length < 3 ? standing(state, subject) : undefined;
  const short = there ?? (alike && alike.fields.length + alike.actions.length > 0 ? alike : undefined);
  if (short) {
    state.current = short;
    return { resource: short, plural };
  }
  if (known === undefined || (/^the\s/i.test(subject) && !state.resources.has(known))) return undefined;
  return { resource: open(state, known), plural };
}

const linking: ReadonlySet<string> = new Set("link connect join tie assign bind relate attach".split(" "));
const outset =
  /(?:^|\s)(?:at first|initially|to begin with|to start with|first|at the start|in the beginning|when (?:created|new|made|added))$/i;

/**
 * `it is available (at first)`: the state of a record, or, told in turn, its first and then its later ones. True where
 * the clause says no more.
 */
function stated(state: State, resource: ResourceDraft, clause: Clause): boolean {
  if (!/^(?:be|start|begin|become|remain)$/.test(clause.verb) || clause.modal !== undefined) return false;
  const plain = unmarked(state, clause.rest, ", ").replaceAll(/["“”]/g, "").replaceAll(/\s+/g, " ").trim();
  const value = plain
    .replace(outset, "")
    .replace(/^(?:out |off )?(?:(?:as|at|in)\s+)?/i, "")
    .toLowerCase();
  const choice = resource.fields.find(({ values }) => values?.some((one) => one.toLowerCase() === value));
  if (choice) {
    choice.default = value;
    return true;
  }
  const status = resource.fields.find(({ name }) => name === "status");
  const later = plain.split(/\s*,\s*(?:or\s+)?|\s+or\s+/);
  if (state.later && status?.default !== undefined && status.values && later.every((one) => one.split(" ").length < 3)) {
    status.values = [...new Set([...status.values, ...later])];
    return true;
  }
  const isFirst = state.first || outset.test(plain) || (/^(?:start|begin)$/.test(clause.verb) && /^(?:out |off )?as\s/i.test(plain));
  if (!isFirst || status || !/^[a-z-]+$/.test(value)) return false;
  addField(resource, { name: "status", type: "enum", values: [value], default: value });
  return true;
}

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

/** What a clause says of a record; `more` is what the list after it goes on with. */
function says(state: State, { resource }: Going, clause: Clause, parts: readonly string[]): void {
  const { verb, rest, modal } = clause;
  const [part = "", ...more] = parts;
  state.current = resource;
  state.acting = false;
  const go = (): void => more.forEach((one) => item(state, resource, one));
  if (
    verb === "be" &&
    modal === "can" &&
    !/^(?:left|empty|blank|missing|omitted|null|skipped)\b/.test(rest)
  ) {
    const deeds = verbs(unmarked(state, rest, ", ").replaceAll(/\s+/g, " "));
    if (deeds) {
      const lent =
        more.length > 0
          ? undefined
          : /^(?:assigned|linked|attached|tied|allocated|given|lent) to (?:an? |one |the )?([a-z][\w-]*)$/i.exec(
              rest,
            )?.[1];
      if (lent !== undefined) {
        relate(resource, {
          kind: "belongsTo",
          target: knownIn(state, lent) ?? nameOf(lent) ?? lent,
          optional: true,
        });
        return go();
      }
      for (const one of deeds) act(resource, one);
      for (const [, to = ""] of rest.matchAll(/\bto an? (\w+)/g))
        if (state.known.has(nameOf(to) ?? ""))
          relate(resource, { kind: "belongsTo", target: nameOf(to) ?? to, optional: true });
      state.acting = true;
      return go();
    }
  }
  if (stated(state, resource, clause)) return go();
  const [, several] = /^(?:many|several|multiple|various|any number of|one or more|two or more|(?:up to|at most|at least) [a-z0-9]+) ([a-z]+s)$/i.exec(rest) ?? [];
  const held = several === undefined || measured(clause) !== undefined || verb === "be" ? undefined : knownIn(state, several);
  if (held !== undefined && held !== resource.name) {
    relate(resource, { kind: "hasMany", target: held });
    return go();
  }
  if (linking.has(verb)) {
    const two = /^(?:two|several|many) ([a-z]+s)$/i.exec(rest)?.[1];
    if (two !== undefined && knownIn(state, two) !== undefined) {
      relate(resource, { kind: "belongsTo", target: knownIn(state, two) ?? two });
      return go();
    }
    const [, left = "", right = ""] = /^(.+?)\s+(?:to|with|and)\s+(.+)$/i.exec(rest) ?? [];
    const [one, other] = [nameOf(left), nameOf(right)];
    if (one !== undefined && other !== undefined) {
      for (const target of [one, other])
        relate(resource, { kind: "belongsTo", target: knownIn(state, target) ?? target });
      return go();
    }
  }
  if (holding.has(verb) && measured(clause) === undefined && !/^(?:in|at|on|to|for)\b/.test(rest)) {
    const object = [rest.replace(/^(?:of|with)\s+/, "").replace(/^:\s*/, ""), ...more].join(", ");
    const before = resource.fields.length;
    fields(state, resource, (modal === "can" ? "may have " : "") + object);
    if (modal === "must" || verb === "need" || verb === "require")
      for (const field of resource.fields.slice(before))
        if (field.default === undefined) field.required ??= true;
    return;
  }
  const known =
    /^(?:known|identified|described|defined|characteri[sz]ed|recogni[sz]ed)(?: uniquely)? (?:by|through)\s+(.+)$/i.exec(
      rest,
    );
  if (verb === "be" && known) {
    const lead = /^(?:identified|recogni[sz]ed)/i.test(rest) ? "a unique " : "";
    return fields(
      state,
      resource,
      [lead + (known[1] ?? "").replace(/^(?:an?|the|its|their) /i, ""), ...more].join(", "),
    );
  }
  if (verb === "be" && /^(?:called|named)\b/i.test(rest))
    return fields(state, resource, ["a name", ...more].join(", "));
  const being =
    /^(?:an? |another )?[a-z]+(?: [a-z]+)? (?:with|that (?:has|have)|which (?:has|have)|who have) (.+)$/i.exec(
      rest,
    );
  if (verb === "be" && being) return fields(state, resource, [being[1] ?? "", ...more].join(", "));
  const got =
    verb === "get"
      ? verbs(
          unmarked(state, rest, ", ")
            .replaceAll(/\s+/g, " ")
            .replace(/ (?:in the end|eventually|at last)$/, ""),
        )
      : undefined;
  if (got) {
    for (const one of got) act(resource, one);
    return go();
  }
  const amount = measured(clause);
  if (amount !== undefined) {
    item(state, resource, amount);
    return go();
  }
  if (phrases(state, resource, clause)) return go();
  item(state, resource, part);
  go();
}

/** `Listeners send in a request with an artist and a title`: what somebody makes, with what it holds. */
function handedOver(state: State, clause: Clause): boolean {
  if (
    !nobody.test(clause.subject) &&
    knownIn(state, clause.subject) !== undefined &&
    !/s$/i.test(clause.subject)
  )
    return false;
  if (/^(?:be|have|belong|need)$/.test(clause.verb) || clause.modal !== undefined) return false;
  const [, noun = "", list = ""] =
    /^(?:in |out |up )?an? ([a-z]+(?: [a-z]+)?) (?:with|containing|that has|which has) (.+)$/i.exec(
      clause.rest,
    ) ?? [];
  const name = nameOf(noun);
  if (name === undefined || items(list).length < 2) return false;
  fields(state, open(state, name), list);
  return true;
}

/** `A participant registers for a course with a name`: a record that a clause about another one brings up. */
function introducedBy(state: State, clause: Clause): Going | undefined {
  const name = /^(?:an?|each|every)\s/i.test(clause.subject) ? nameOf(clause.subject) : undefined;
  const [, object = ""] =
    /(?:^|\s)(?:for|to|in|on|at|of|by|from)\s+(?:an?|one|the|its|exactly one)\s+([a-z]+)/i.exec(
      clause.rest,
    ) ?? [];
  if (
    name === undefined ||
    knownIn(state, object) === undefined ||
    !/\swith\s(?:an?|the|its)\s/.test(clause.rest)
  )
    return undefined;
  return { resource: open(state, name), plural: false };
}

/** What a sentence leads in with before its subject. */
const leadIn =
  /^(?:(?:without [a-z ]+?|by default|initially|at first|in the beginning|until then|to begin with|when (?:new|created|added|made)|once created),? (?=(?:it|they|each|every|an?|the|new)\s)|(?:at|in|on|for|during|after|before) (?:the|our|my|an?) [a-z]+(?: [a-z]+)?,? (?=(?:each|every|an?|we|i)\s))/i;

/** A sentence whose clauses have subjects of their own; false where it has none. */
export function sentence(state: State, given: string): boolean {
  const lead = /^(?:and )?(?:(?:afterwards|later(?: on)?|then|finally|after that|in the end),? )(?=(?:it|they|this)\s)/i.exec(given)?.[0] ?? leadIn.exec(given)?.[0] ?? "";
  const plain = given.slice(lead.length);
  state.later = /^(?:and )?(?:afterwards|later|then|finally|after|in the end)/i.test(lead);
  state.first = !state.later && lead !== "" && !/^(?:at|in|on|for|during) (?:the|our|my|an?) /i.test(lead);
  const text = /^(?:the |an? |our )?[a-z]+(?:\s+(?:sometimes|often|later|also|usually|then|may|can))?\s+⟦E\d+⟧\s+(?:it|them|an?|the|[a-z]+s)\b/i.test(plain)
    ? unmarked(state, plain, ", ").replaceAll(/\s+/g, " ")
    : plain;
  const first = clauseOf(text);
  if (!first || first.subject === "") return false;
  if (
    first.modal === "can" &&
    !/^(?:be|have|hold|carry|contain|include)$/.test(first.verb) &&
    !anaphora.test(first.subject) &&
    /\b(?:it|them|an?|the)\b/.test(first.rest) &&
    dealt(state, first)
  )
    return true;
  if (handedOver(state, first)) return true;
  const predicate = items(text.slice(text.indexOf(first.subject) + first.subject.length).trim());
  const subjectName = knownIn(state, first.subject);
  const isNew = subjectName === undefined || !state.resources.has(subjectName);
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
  if (
    isNew &&
    !/^(?:be|get)$/.test(first.verb) &&
    !stands.has(first.verb) &&
    !holding.has(first.verb) &&
    /s$/i.test(first.subject) &&
    dealt(state, first)
  )
    return true;
  const leading = ownerOf(state, first) ?? introducedBy(state, first);
  if (nobody.test(first.subject) || leading === undefined)
    return /s$|^(?:the|someone|somebody|people|an?)\b/i.test(first.subject) || nobody.test(first.subject)
      ? dealt(state, first)
      : false;
  if (
    first.modal === "can" &&
    !/^(?:be|have|hold|carry|contain|include)$/.test(first.verb) &&
    dealt(state, first)
  )
    return true;
  let segment: { going: Going; clause: Clause; parts: string[] } | undefined;
  const close = (): void => {
    if (segment) says(state, segment.going, segment.clause, segment.parts);
    segment = undefined;
  };
  const noun = /[a-z]+$/i.exec(first.subject)?.[0];
  if ((!first.modal && noun && /^(?:be|consist|start|begin)$/.test(first.verb)) || first.modal === "must") {
    if (
      noun &&
      onlySays(predicate[0]?.replace(/^consists? of /, "") ?? "", state.enums) &&
      !anaphora.test(first.subject)
    ) {
      item(state, leading.resource, `${noun} ${predicate[0]?.replace(/^consists? of /, "") ?? ""}`);
      for (const one of predicate.slice(1)) item(state, leading.resource, one);
      return true;
    }
  }
  for (const part of items(text)) {
    const clause = clauseOf(part, segment?.going.plural ?? leading.plural);
    const isDone =
      clause?.modal === "can" &&
      clause.verb === "be" &&
      !/^(?:left|empty|blank|missing|omitted|null|skipped)\b/.test(clause.rest);
    const isHead = segment === undefined && clause?.subject === first.subject;
    const isState = clause !== undefined && /^(?:start|begin|become)$/.test(clause.verb) && /^(?:out |off )?as [a-z-]+$/i.test(clause.rest);
    const isList = isState || clause !== undefined && holding.has(clause.verb) && /^(?:an?|the|its|their|with an?)\s/.test(clause.rest);
    if (!clause || (onlySays(part, state.enums) && !isDone && !isHead && !isList && clause.verb !== "get")) {
      if (segment) segment.parts.push(part);
      continue;
    }
    if (clause.subject === "") {
      const going = segment?.going ?? leading;
      close();
      segment = { going, clause, parts: [part] };
      continue;
    }
    const owner = segment === undefined ? leading : ownerOf(state, clause);
    if (owner) {
      close();
      segment = {
        going: owner,
        clause,
        parts: [part.slice(part.indexOf(clause.subject) + clause.subject.length).trim()],
      };
    } else if (nobody.test(clause.subject)) {
      close();
      if (!dealt(state, clause)) state.ignored.push(part);
      segment = undefined;
    } else if (segment) segment.parts.push(part);
  }
  close();
  return true;
}
