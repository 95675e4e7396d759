import { namesFrom, wordsOf } from "../../../names.ts";
import { between, passed } from "./between.ts";
import { clauseOf } from "../words/clause.ts";
import { verbLike } from "../words/deeds.ts";
import { isOrder } from "../words/grammar.ts";
import { genericTitle, having } from "./intro.ts";
import { fields, item } from "../facts/item.ts";
import { items } from "../words/lists.ts";
import { counted } from "../facts/relations.ts";
import { nested } from "./outline.ts";
import { onlySays } from "../words/says.ts";
import { type State, act, knownIn, nameOf, open, relate } from "../state.ts";
import { isStory, tellingOf } from "../facts/story.ts";
import { introduced, keptBy, objectOf } from "./topic.ts";

const systemTitle = /\b(?:svc|service|sys|system|api|app|db|database|mgmt|management|backend|crm|erp)$/i;

/** Whether a record has many of these, as was said before: `street 1-n house. street: name. house: number int`. */
const isPart = (state: State, name: string): boolean =>
  [...state.resources.values()].some(({ relations }) => relations.some(({ target }) => target === name));

/** `Room: name, theme`, `Nurses take readings from patients: pulse`: a head, and what stands behind its colon; `read` reads a statement. */
export function headed(
  state: State,
  { head, rest, braced = false }: { readonly head: string; readonly rest: string; readonly braced?: boolean },
  read: (text: string) => void,
): void {
  // `Music school: teachers teach instruments, students take lessons`
  if (!having.test(rest) && isStory(rest) && clauseOf(rest)?.rest !== "") return read(rest);
  // `stars from 1 to 5` is no clause without a subject
  const isList = (clauseOf(rest)?.subject ?? "") === "";
  // `blog: post 1-n comment, post n-m tag`
  const pairs = rest.split(/\s*,\s*/);
  if (pairs.every((pair) => counted.test(pair))) return pairs.forEach((pair) => read(pair));
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
  const listedFields = /^(?:fields|attributes|properties|columns|entities|resources|models|schema)$/i.test(
    head,
  );
  if (listedFields && state.current) return fields(state, state.current, rest);
  if (nested(state, rest)) return;
  // `An API to manage a theatre: plays, actors and performances`
  const plurals = items(rest);
  if (
    plurals.length > 1 &&
    plurals.every(
      (one) => /^(?:their |its )?[a-z]+(?: [a-z]+)?s$/i.test(one) && knownIn(state, one) !== undefined,
    ) &&
    (genericTitle.test(head) || knownIn(state, head) === undefined)
  ) {
    for (const one of plurals) open(state, knownIn(state, one) ?? one);
    return;
  }
  if (passed(state, head)) return read(rest);
  if (/^many[ -]to[ -]many$/i.test(rest)) {
    const [one, other] = head.split(/\s+and\s+|\s*\/\s*/).map((noun) => nameOf(noun));
    if (one !== undefined && other !== undefined)
      return relate(open(state, one), { kind: "manyToMany", target: other });
  }
  const [lead = ""] = rest.split(/[\s:]/);
  if (
    (systemTitle.test(head) ||
      (/\s/.test(head) && head.toLowerCase().split(/\s+/).includes(lead.toLowerCase()))) &&
    ((/^[A-Za-z][\w-]*(?: [\w-]+)?:\s[^\n]*,/.test(rest) &&
      !onlySays(items(rest.slice(rest.indexOf(":") + 1))[0] ?? "", state.enums)) ||
      (/^[a-z]\w*\s+(?!is\b|are\b|must\b|can\b|may\b)[a-z]/.test(rest) &&
        state.known.has(nameOf(lead) ?? ""))) &&
    !rest.startsWith("⟦")
  )
    return read(rest);
  const spoken = clauseOf(head);
  // `Nurses take readings from patients: pulse, temperature`
  const made = spoken && isList ? tellingOf(spoken) : undefined;
  const ofMade = made?.object?.many === true ? nameOf(made.object.text) : undefined;
  if (
    ofMade !== undefined &&
    items(rest).length > 1 &&
    /s$|^(?:we|i|people)$/i.test(spoken?.subject ?? "") &&
    knownIn(state, head) !== ofMade
  )
    return fields(state, open(state, ofMade), rest);
  // `Harvests belong to a hive: a date …`, `She needs to know about each dog: its name …`
  const subjectOf =
    /(?:\b(?:about|of|for) (?:each|every|an?|the|my|our)|\b(?:note|record|log|track|keep|store|write down|remember) (?:each|every)) ([a-z][\w-]*)(?: (?:we|i|they|you) [a-z]+)?$/i.exec(
      head,
    )?.[1];
  const talked = subjectOf === undefined ? undefined : nameOf(subjectOf);
  if (
    talked !== undefined &&
    (spoken ||
      /^(?:for|of|about|what|things?|data|info(?:rmation)?|details|facts|everything|all|fields|attributes)\b/i.test(
        head,
      )) &&
    isList
  )
    return fields(state, open(state, talked), rest);
  if (
    spoken &&
    spoken.subject !== "" &&
    spoken.modal === undefined &&
    knownIn(state, spoken.subject) !== undefined &&
    isList
  ) {
    read(head);
    if (state.current) return fields(state, state.current, rest);
  }
  // `Bands play on stages: a performance is by one band`
  if (
    spoken &&
    /s$|^(?:people|we|i|they)$/i.test(spoken.subject) &&
    clauseOf(rest) !== undefined &&
    /^(?:an?|each|every)\s/i.test(rest)
  ) {
    if (spoken.verb !== "be") between(state, head);
    return read(rest);
  }
  const within = clauseOf(items(rest)[0] ?? "");
  if (
    within &&
    within.subject !== "" &&
    (/^(?:have|need|carry|hold|come|contain|belong)$/.test(within.verb) ||
      (/^(?:an?|each|every)\s/i.test(within.subject) &&
        (/^(?:for|at|in|on)\s/i.test(head) ||
          nameOf(introduced(head) ?? head) === nameOf(within.subject)))) &&
    within.subject.split(" ").length < 4 &&
    !/^(?:it|they|each(?: one)?|this)$/i.test(within.subject)
  ) {
    const own = nameOf(within.subject);
    if (own) {
      if (nameOf(introduced(head) ?? head) === own) open(state, own);
      const others = /^[a-z]+s(?:, [a-z]+s)*,? (?:and|with) [a-z]+s$/i.test(introduced(head) ?? head)
        ? head.split(/,? (?:and|with) |, /)
        : [];
      for (const name of others.flatMap((one) => nameOf(introduced(one) ?? one) ?? [])) state.known.add(name);
      state.known.add(own);
      return read(rest);
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
  if (relationHead) return void rest.split(/[,;]/).forEach((one) => read(one));
  const several = /(?:^|\s)[a-z]\/[a-z](?:\s|$)/i.test(head) ? [] : head.split(/\s*\/\s*/);
  if (several.length > 1) {
    for (const one of several) {
      const each = nameOf(one);
      if (each) open(state, each);
    }
    return read(rest);
  }
  const together = /^([a-z]+(?: [a-z]+)?s) (?:with|and)( their)? ([a-z]+s)$/i.exec(
    introduced(head.replace(" with ", "-with-"))?.replace("-with-", " with ") ?? head,
  );
  if (together) {
    const [one, other] = [nameOf(together[1] ?? ""), nameOf(together[3] ?? "")];
    if (one && /\s/.test(together[1] ?? "")) state.known.add(one);
    if (one && other && knownIn(state, rest.split(/\s+/)[0] ?? "") === undefined) state.known.add(other);
    if (one && other && knownIn(state, rest.split(/\s+/)[0] ?? "") === one) {
      open(state, other);
      open(state, one);
      return read(rest);
    }
  }
  // `a library with books: title, author`
  const inside = /^(?:an?|my|our|the) [a-z]+(?: [a-z]+)? (?:with|of|full of) ([a-z]+s)$/i.exec(head)?.[1];
  const insides = inside === undefined ? undefined : nameOf(inside);
  if (insides !== undefined && isList && items(rest).length > 1 && !state.current)
    return fields(state, open(state, insides), rest);
  // `For a museum shop I need articles: a number, a price`
  const asked =
    !state.current && (spoken !== undefined || /\b(?:i|we)\s/i.test(head)) && isList
      ? objectOf(head.replace(/^(?:for|in|at|on) (?:an?|the|our|my) [a-z -]+?,? (?=(?:i|we) )/i, ""), "sure")
      : undefined;
  const led = introduced(head);
  const whole =
    asked !== undefined && items(rest).length > 1 && (led === undefined || /^(?:for|in|at|on)\s/i.test(head))
      ? asked
      : (led ?? head);
  const noun = keptBy(whole)
    .replace(
      /^(?:an? |the )?(?:list|catalog(?:ue)?|collection|registry|directory|set|database) of (?=\w)/i,
      "",
    )
    .replace(/^[a-z]+(?:['’]s|s['’])\s+(?=\w)/i, "")
    .replace(/(?<=\w)\s+(?:for|of|in|at|on)\s+.*$/i, "");
  const inner = having.exec(rest);
  // `Coffee shop loyalty cards`
  const name = nameOf(noun) ?? (noun.includes(",") ? undefined : nameOf(noun.split(" ").slice(-2).join(" ")));
  // `Incidents on a ride: severity, date`
  const holder =
    /^[a-z-]+(?: [a-z-]+)? (?:for|of|in|at|on|by) (?:an?|each|every|one) ([a-z]+(?: [a-z]+)?)$/i.exec(
      head,
    )?.[1];
  const held = holder === undefined ? undefined : state.resources.get(knownIn(state, holder) ?? "");
  const current = state.current;
  const asField =
    !braced &&
    current &&
    name &&
    !isPart(state, name) &&
    (current.fields.length > 0 || onlySays(items(rest)[0] ?? "", state.enums)) &&
    items(rest).every(
      (one) => onlySays(one, state.enums) || /^(?:an? )?(?:number|date|text|url|link|time)\b/i.test(one),
    );
  if (asField) return item(state, current, `${head} is ${rest}`);
  // `Fire hydrants: hydrants having a code`
  if (
    inner &&
    name &&
    nameOf(inner[1] ?? "") === namesFrom(wordsOf(name).at(-1) ?? "").pascal &&
    name !== nameOf(inner[1] ?? "")
  )
    return fields(state, open(state, name), inner[2] ?? "");
  if (
    inner &&
    (/^(?:an?|each|every|the)\s/i.test(rest) ||
      knownIn(state, inner[1] ?? "") ||
      /^[a-z]+s\s+(?:have|need|hold|carry|keep|get)\b/i.test(rest) ||
      (/\b(?:api|app|system|service|backend|tool)\b/i.test(head) &&
        /^[a-z]+(?: [a-z]+)?s\s+(?:with|w\/)\s/i.test(rest))) &&
    !/,/.test(inner[1] ?? "")
  ) {
    if (name && noun.endsWith("s") && nameOf(inner[1] ?? "") === name) open(state, name);
    return read(rest);
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
  if (/^[\w ]+\s*\{/.test(rest)) return read(rest);
  if (name === undefined) return read(rest);
  const [word = "", ...others] = rest.split(/\s+/);
  const again =
    others.length > 0 &&
    !/^(?:from|between|out|of|int|\d)/i.test(others[0] ?? "") &&
    nameOf(word) === name &&
    /^[a-z]/i.test(others[0] ?? "");
  const own = open(state, name);
  if (held && held !== own) relate(own, { kind: "belongsTo", target: held.name });
  fields(state, own, again ? others.join(" ") : rest);
}
