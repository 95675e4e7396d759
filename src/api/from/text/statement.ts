import { wordsOf } from "../../names.ts";
import { verbLike } from "./deeds.ts";
import { onlySays } from "./says.ts";
import { typeByName } from "./guess.ts";
import { isDeed, isOrder } from "./grammar.ts";
import { genericTitle, having } from "./intro.ts";
import { ownName, subjectlessIntro } from "./opening.ts";
import { introduced } from "./topic.ts";
import { fields, item, statementRelation } from "./item.ts";
import { items } from "./lists.ts";
import { actionHead, actions, nested } from "./outline.ts";
import { deeds, lifeCycle, recorded } from "./prose.ts";
import { counted } from "./relations.ts";
import { between, passed } from "./between.ts";
import { clauseOf } from "./clause.ts";
import { sentence } from "./sentence.ts";
import { type State, act, knownIn, nameOf, open, relate, standing } from "./state.ts";

/** `A conference needs these resources`: a line that only says that something follows. */
const announces =
  /\b(?:resources|entities|models|tables|objects|collections|endpoints|following|(?:these|following) (?:fields|things|records))\s*:?$/i;

const systemTitle = /\b(?:svc|service|sys|system|api|app|db|database|mgmt|management|backend|crm|erp)$/i;

export function statement(state: State, given: string): void {
  const text = given
    .replace(/^[\s*•\-–—\d.)/]+(?=\D)/, "")
    .replace(/[\s.;]+$/, "")
    .trim();
  if (!text || /^(?:fields|entities|resources|models)\s*:?$/i.test(text)) return;
  const listed = actionHead.exec(text);
  if (listed && !/^\w+\s+(?:is|are|has|have)\b/i.test(text)) return actions(state, listed[1] ?? "");
  if (/^\w+\.[\w-]+(?:\s*,\s*\w+\.[\w-]+)*$/.test(text)) return actions(state, text);
  const [, topic, told = ""] =
    /^(?:and )?(?:for|of) (?:an?|each|every|the) ([a-z][\w-]*)[,:]? ((?:its|their|the|an?|whether|when|how)\s.+)$/is.exec(
      text,
    ) ?? [];
  const spokenOf = topic === undefined ? undefined : knownIn(state, topic);
  if (spokenOf !== undefined && clauseOf(told) === undefined)
    return fields(state, open(state, spokenOf), told);
  if (announces.test(text) && !/[,(]/.test(text)) return;
  if (statementRelation(state, text) || between(state, text)) return;
  const pairs = text.split(/\s*,\s*/);
  if (pairs.length > 1 && pairs.every((pair) => counted.test(pair))) {
    for (const pair of pairs) statementRelation(state, pair);
    return;
  }
  const head = /^([A-Za-z][^:({]*?)\s*[:{]\s*([\s\S]+?)\}?$/.exec(text);
  if (head && !/\(/.test(head[1] ?? "")) {
    const [, before = "", rest = ""] = head;
    const isOpen = rest.split("{").length > rest.split("}").length;
    return headed(state, before.trim(), `${rest.trim()}${isOpen ? "}" : ""}`);
  }
  if (
    genericTitle.test(text) &&
    !/[,(⟦]/.test(text) &&
    text.split(" ").length < (clauseOf(text) ? 5 : 9) &&
    !having.test(text)
  ) {
    const noun = nameOf(introduced(text) ?? "");
    if (noun && !state.current) open(state, noun);
    return;
  }
  const owner =
    /^(?:my|our|we|i|the)\s+(?:[\w ]+?\s)??(?:needs?|wants?|requires?|lends?|runs?|sells?|rents? out|offers?)\s+(.+)$/i.exec(
      text,
    );
  if (owner && !state.current && subjectlessIntro(state, owner[1] ?? "")) return;
  // `Our street has a tool shed`: where it all happens
  if (
    !state.current &&
    /^(?:my|our) [a-z ]+? (?:has|have|owns|runs) (?:an?|the|some|its own) [a-z]+(?: [a-z]+)?$/i.test(text)
  )
    return;
  // `Can be archived.`
  if (
    state.current &&
    /^(?:can|may|could|must|has|have|belongs? to|needs?) (?!(?:many|\w+ fk)\b)/i.test(text) &&
    clauseOf(`it ${text}`)
  )
    return statement(state, `it ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`);
  if (lifeCycle(state, text)) return;
  if (sentence(state, text)) return;
  const imperative = /^([a-z]+) (?:(?:on|for|to|in) )?(?:an? |the )?(\w+)$/i.exec(text);
  const object =
    imperative && isOrder(imperative[1]?.toLowerCase() ?? "")
      ? /^(?:it|them)$/i.test(imperative[2] ?? "")
        ? state.current
        : standing(state, imperative[2] ?? "")
      : undefined;
  if (object) return act(object, imperative?.[1] ?? "");
  if (
    state.known.size > 0 &&
    /^(?:we|i)\s+(?:run|have|own|operate|are|manage)\s+(?:an?|the)\s+[\w ]+$/i.test(text) &&
    knownIn(state, text) === undefined
  )
    return;
  if (deeds(state, text)) return;
  if (recorded(state, text)) return;
  if (nested(state, text)) return;
  const subject = having.exec(text);
  if (subject && !/\s(?:is|are|was|were)$/i.test(subject[1] ?? "")) {
    const phrase = subject[1] ?? "";
    const name = /^(?:it|they)\b/i.test(phrase) ? state.current?.name : ownName(state, phrase, given);
    const list = items(subject[2] ?? "");
    const bareList = list.length > 0 && list.every((one) => /^(?:their\s+)?[a-z]+s$/i.test(one));
    if (bareList && name && list.every((one) => state.known.has(nameOf(one) ?? ""))) {
      const container = open(state, name);
      for (const one of list) relate(container, { kind: "hasMany", target: nameOf(one) ?? one });
      return;
    }
    if (bareList && genericTitle.test(phrase)) {
      for (const one of list) open(state, nameOf(one) ?? one);
      return;
    }
    const titled =
      genericTitle.test(phrase) && knownIn(state, phrase) === undefined
        ? nameOf(introduced(phrase) ?? "")
        : name;
    const isField =
      /\b(?:required|optional|unique|mandatory)\b/i.test(phrase) ||
      (/\s(?:with|w\/)\s/i.test(text.slice(0, phrase.length + 7)) &&
        state.current !== undefined &&
        knownIn(state, phrase) === undefined);
    if (titled && !isField && !/,/.test(phrase)) return fields(state, open(state, titled), subject[2] ?? "");
  }
  const two = /^([a-z]+ [a-z]+)\s+(\S.*)$/is.exec(text);
  const pair = two && nameOf(two[1] ?? "");
  if (two && pair && state.known.has(pair)) return fields(state, open(state, pair), two[2] ?? "");
  const [first = "", ...more] = text.split(/\s+/);
  const leading = nameOf(first);
  if (
    leading !== undefined &&
    !/s$/i.test(first) &&
    state.known.has(leading) &&
    more.length > 0 &&
    /^[a-z]/i.test(more[0] ?? "")
  )
    return fields(state, open(state, leading), more.join(" "));
  if (subjectlessIntro(state, text)) return;
  const bare = text.split(/\s*,\s*|\s+and\s+/);
  // `pin message, mute room`
  const ordered = bare.map((one) => /^([a-z]+) ([a-z]+)$/.exec(one));
  const goals = ordered.map((one) =>
    one && (isOrder(one[1] ?? "") || verbLike.test(one[1] ?? "")) ? standing(state, one[2] ?? "") : undefined,
  );
  if (goals.every((goal) => goal !== undefined)) {
    for (const [i, goal] of goals.entries()) act(goal, ordered[i]?.[1] ?? "");
    return;
  }
  if (
    state.current &&
    (bare.length > 1 || verbLike.test(text)) &&
    bare.every((word) =>
      /^[a-z]+(?:-[a-z]+|[A-Z][a-z]+)?(?: (?:now|again|in|out|off|on|up|down|back|over))?$/.test(word),
    ) &&
    state.current.fields.length > 1 &&
    bare.every(
      (word) =>
        verbLike.test(word) || (isOrder(wordsOf(word)[0] ?? "") && typeByName(word).type === "string"),
    ) &&
    bare.some((word) => verbLike.test(wordsOf(word)[0] ?? "") || isDeed(word))
  ) {
    for (const verb of bare) act(state.current, verb);
    return;
  }
  if (state.current) return fields(state, state.current, text);
  state.ignored.push(text);
}

function headed(state: State, head: string, rest: string): void {
  const about = head.replace(/^.*?\b(?:manage|managing|track|tracking|store|handle|for|of)\s+/i, "");
  if (/\s(?:api|app|system|service)\b/i.test(head))
    for (const noun of about.split(/\s*,\s*|\s+and\s+/)) {
      const name = /^[a-z ]+s$/i.test(noun) ? nameOf(noun) : undefined;
      if (name) state.known.add(name);
    }
  if (
    /^(?:resource|model|entity|table|object|collection|name)$/i.test(head) &&
    /^[a-z][\w -]*$/i.test(rest)
  ) {
    const own = nameOf(rest);
    if (own) open(state, own);
    return;
  }
  const listedFields =
    /^(?:fields|attributes|properties|columns|members|entities|resources|models|schema)$/i.test(head);
  if (listedFields && state.current) return fields(state, state.current, rest);
  if (nested(state, rest)) return;
  // `An API to manage a theatre: plays, actors and performances`
  const plurals = items(rest);
  if (
    plurals.length > 1 &&
    plurals.every((one) => /^(?:their |its )?[a-z]+s$/i.test(one) && knownIn(state, one) !== undefined) &&
    (genericTitle.test(head) || knownIn(state, head) === undefined)
  ) {
    for (const one of plurals) open(state, knownIn(state, one) ?? one);
    return;
  }
  if (passed(state, head)) return statement(state, rest);
  if (/^many[ -]to[ -]many$/i.test(rest)) {
    const [one, other] = head.split(/\s+and\s+|\s*\/\s*/).map((noun) => nameOf(noun));
    if (one !== undefined && other !== undefined)
      return relate(open(state, one), { kind: "manyToMany", target: other });
  }
  const [lead = ""] = rest.split(/[\s:]/);
  if (
    (systemTitle.test(head) ||
      (/\s/.test(head) && head.toLowerCase().split(/\s+/).includes(lead.toLowerCase()))) &&
    (/^[A-Za-z][\w-]*(?: [\w-]+)?:\s[^\n]*,/.test(rest) ||
      (/^[a-z]\w*\s+(?!is\b|are\b|must\b|can\b|may\b)[a-z]/.test(rest) &&
        state.known.has(nameOf(lead) ?? ""))) &&
    !rest.startsWith("⟦")
  )
    return statement(state, rest);
  // `Harvests belong to a hive: a date …`, `She needs to know about each dog: its name …`
  const spoken = clauseOf(head);
  const subjectOf = /\b(?:about|of|for) (?:each|every|an?|the|my|our) ([a-z][\w-]*)$/i.exec(head)?.[1];
  const talked = subjectOf === undefined ? undefined : nameOf(subjectOf);
  if (talked !== undefined && (spoken || /^(?:for|of|about)\b/i.test(head)) && clauseOf(rest) === undefined)
    return fields(state, open(state, talked), rest);
  if (
    spoken &&
    spoken.subject !== "" &&
    spoken.modal === undefined &&
    knownIn(state, spoken.subject) !== undefined &&
    clauseOf(rest) === undefined
  ) {
    statement(state, head);
    if (state.current) return fields(state, state.current, rest);
  }
  // `Bands play on stages: a performance is by one band`
  if (
    spoken &&
    /s$/i.test(spoken.subject) &&
    clauseOf(rest) !== undefined &&
    /^(?:an?|each|every)\s/i.test(rest)
  ) {
    if (spoken.verb !== "be") between(state, head);
    return statement(state, rest);
  }
  const within = clauseOf(items(rest)[0] ?? "");
  if (
    within &&
    within.subject !== "" &&
    (/^(?:have|need|carry|hold|come|contain|belong)$/.test(within.verb) ||
      (/^(?:for|at|in|on)\s/i.test(head) && /^(?:an?|each|every)\s/i.test(within.subject))) &&
    within.subject.split(" ").length < 4 &&
    !/^(?:it|they|each(?: one)?|this)$/i.test(within.subject)
  ) {
    const own = nameOf(within.subject);
    if (own) {
      if (nameOf(introduced(head) ?? head) === own) open(state, own);
      state.known.add(own);
      return statement(state, rest);
    }
  }
  const [, only, inner0 = ""] =
    /^([a-z][\w-]*(?: [a-z]+)?)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/i.exec(rest) ?? [];
  if (
    only !== undefined &&
    items(inner0).length > 2 &&
    !items(inner0).every((one) => onlySays(one, state.enums))
  ) {
    const own = nameOf(only);
    if (own) return fields(state, open(state, own), inner0);
  }
  const relationHead = /^(?:relations?|relationships?|associations?)$/i.test(head);
  if (relationHead) return void rest.split(/[,;]/).forEach((one) => statement(state, one));
  const several = head.split(/\s*\/\s*/);
  if (several.length > 1) {
    for (const one of several) {
      const each = nameOf(one);
      if (each) open(state, each);
    }
    return statement(state, rest);
  }
  const together = /^([a-z]+s) (?:with|and)( their)? ([a-z]+s)$/i.exec(
    introduced(head.replace(" with ", "-with-"))?.replace("-with-", " with ") ?? head,
  );
  if (together) {
    const [one, other] = [nameOf(together[1] ?? ""), nameOf(together[3] ?? "")];
    if (one && other && knownIn(state, rest.split(/\s+/)[0] ?? "") === undefined) state.known.add(other);
    if (one && other && nameOf(rest.split(/\s+/)[0] ?? "") === one) {
      open(state, other);
      open(state, one);
      return statement(state, rest);
    }
  }
  const whole = introduced(head) ?? head;
  const noun = whole
    .replace(
      /^(?:an? |the )?(?:list|catalog(?:ue)?|collection|registry|directory|set|database) of (?=\w)/i,
      "",
    )
    .replace(/^[a-z]+(?:['’]s|s['’])\s+(?=\w)/i, "")
    .replace(/(?<=\w)\s+(?:for|of|in|at|on)\s+.*$/i, "");
  const inner = having.exec(rest);
  const name = nameOf(noun);
  const current = state.current;
  const asField =
    current &&
    name &&
    (current.fields.length > 0 || onlySays(items(rest)[0] ?? "", state.enums)) &&
    items(rest).every(
      (one) => onlySays(one, state.enums) || /^(?:an? )?(?:number|date|text|url|link|time)\b/i.test(one),
    );
  if (asField) return item(state, current, `${head} is ${rest}`);
  if (
    inner &&
    (/^(?:an?|each|every|the)\s/i.test(rest) ||
      knownIn(state, inner[1] ?? "") ||
      /^[a-z]+s\s+(?:have|need|hold|carry|keep|get)\b/i.test(rest)) &&
    !/,/.test(inner[1] ?? "")
  ) {
    if (name && noun.endsWith("s") && nameOf(inner[1] ?? "") === name) open(state, name);
    return statement(state, rest);
  }
  // `sprint: start, close`, below the fields of a sprint
  const there = name === undefined ? undefined : state.resources.get(name);
  const orders = items(rest);
  if (
    there?.fields.length &&
    orders.some((one) => verbLike.test(one)) &&
    orders.every((one) => /^[a-z]+(?:[ -][a-z]+)?$/i.test(one) && isOrder(wordsOf(one)[0] ?? ""))
  ) {
    for (const one of orders) act(there, one);
    return;
  }
  if (/^[\w ]+\s*\{/.test(rest)) return statement(state, rest);
  if (name === undefined) return statement(state, rest);
  const [word = "", ...others] = rest.split(/\s+/);
  const again = others.length > 0 && nameOf(word) === name && /^[a-z]/i.test(others[0] ?? "");
  fields(state, open(state, name), again ? others.join(" ") : rest);
}
