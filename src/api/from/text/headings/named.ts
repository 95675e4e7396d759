import { namesFrom, wordsOf } from "../../../names.ts";
import { verbLike } from "../words/deeds.ts";
import { isOrder } from "../words/grammar.ts";
import { onlySays } from "../words/says.ts";
import { fields, item } from "../facts/item.ts";
import { having } from "../sentences/intro.ts";
import { introduced, keptBy, objectOf } from "../sentences/topic.ts";
import { type State, act, knownIn, nameOf, open, relate } from "../state.ts";
import type { Heading } from "./heading.ts";

/** A head that names a record by its noun, unless that is no name. */
interface Named extends Heading {
  readonly noun: string;
  readonly name: string | undefined;
  /** `hydrants having a code` behind it. */
  readonly inner: RegExpExecArray | null;
}

type NamedRule = (state: State, named: Named) => boolean;

/** `For a museum shop I need articles`: what is asked for, where no record was spoken of before. */
const askedIn = (state: State, { head, spoken, isList }: Heading): string | undefined =>
  !state.current && (spoken() !== undefined || /\b(?:i|we)\s/i.test(head)) && isList()
    ? objectOf(head.replace(/^(?:for|in|at|on) (?:an?|the|our|my) [a-z -]+?,? (?=(?:i|we) )/i, ""), "sure")
    : undefined;

/** The noun of a head: `a list of books in a shop` is about books, `Coffee shop loyalty cards` about loyalty cards. */
function nounOf(state: State, heading: Heading): string {
  const { head, parts } = heading;
  const asked = askedIn(state, heading);
  const led = introduced(head);
  const isAsked =
    asked !== undefined && parts().length > 1 && (led === undefined || /^(?:for|in|at|on)\s/i.test(head));
  return keptBy(isAsked ? asked : (led ?? head))
    .replace(
      /^(?:an? |the )?(?:list|catalog(?:ue)?|collection|registry|directory|set|database) of (?=\w)/i,
      "",
    )
    .replace(/^[a-z]+(?:['’]s|s['’])\s+(?=\w)/i, "")
    .replace(/(?<=\w)\s+(?:for|of|in|at|on)\s+.*$/i, "");
}

/** Whether a record has many of these, as was said before: `street 1-n house. street: name. house: number int`. */
const isPart = (state: State, name: string): boolean =>
  [...state.resources.values()].some(({ relations }) => relations.some(({ target }) => target === name));

/** `price: number`, `status: open or closed`: a field of the record before, with its type. */
const asField: NamedRule = (state, { head, rest, braced, name, parts }) => {
  const { current } = state;
  if (
    braced ||
    !current ||
    !name ||
    isPart(state, name) ||
    (current.fields.length === 0 &&
      !onlySays(parts()[0] ?? "", state.enums) &&
      !(/^number\b/i.test(rest) && onlySays(parts()[1] ?? "", state.enums))) ||
    !parts().every(
      (one) =>
        onlySays(one, state.enums) ||
        /^(?:(?:an?|required|optional|unique|valid|mandatory)[ ,]+)*(?:number|date|text|url|link|time|e-?mail)\b/i.test(
          one,
        ),
    )
  )
    return false;
  item(state, current, `${head} is ${rest}`);
  return true;
};

/** `Fire hydrants: hydrants having a code`: the noun again, with what it has. */
const nounAgain: NamedRule = (state, { name, inner }) => {
  const again = inner && nameOf(inner[1] ?? "");
  if (!inner || !name || again !== namesFrom(wordsOf(name).at(-1) ?? "").pascal || name === again)
    return false;
  fields(state, open(state, name), inner[2] ?? "");
  return true;
};

/** `Library: a book has a title`: a sentence about a record below its head. */
const sentenceBelow: NamedRule = (state, { head, rest, read, noun, name, inner }) => {
  const subject = inner?.[1] ?? "";
  if (
    !inner ||
    !(
      /^(?:an?|each|every|the)\s/i.test(rest) ||
      knownIn(state, subject) ||
      /^[a-z]+s\s+(?:have|need|hold|carry|keep|get)\b/i.test(rest) ||
      (/\b(?:api|app|system|service|backend|tool)\b/i.test(head) &&
        /^[a-z]+(?: [a-z]+)?s\s+(?:with|w\/)\s/i.test(rest))
    ) ||
    /,/.test(subject)
  )
    return false;
  if (name && noun.endsWith("s") && nameOf(subject) === name) open(state, name);
  read(rest);
  return true;
};

/** `sprint: start, close`, below the fields of a sprint: its deeds. */
const deedsOf: NamedRule = (state, { name, parts }) => {
  const there = name === undefined ? undefined : state.resources.get(name);
  const orders = parts();
  if (
    !there?.fields.length ||
    !orders.some((one) => verbLike.test(one)) ||
    !orders.every((one) => /^[a-z]+(?:[ -][a-z]+)?$/i.test(one) && isOrder(wordsOf(one)[0] ?? ""))
  )
    return false;
  for (const one of orders) act(there, one);
  return true;
};

/** `shop: book { title, price }`, and whatever stands below a head that is no name. */
const withoutName: NamedRule = (_state, { rest, read, name }) => {
  if (name !== undefined && !/^[\w ]+\s*\{/.test(rest)) return false;
  read(rest);
  return true;
};

/** `Incidents on a ride: severity, date`: the record behind the noun that has many of it. */
function holderOf(state: State, head: string): string | undefined {
  const holder =
    /^[a-z-]+(?: [a-z-]+)? (?:for|of|in|at|on|by) (?:an?|each|every|one) ([a-z]+(?: [a-z]+)?)$/i.exec(
      head,
    )?.[1];
  return holder === undefined ? undefined : state.resources.get(knownIn(state, holder) ?? "")?.name;
}

/** `Room: name, theme`: the fields of a record; `room: room name, theme` says the noun again. */
const fieldsOf: NamedRule = (state, { head, rest, name }) => {
  if (name === undefined) return false;
  const [word = "", ...others] = rest.split(/\s+/);
  const again =
    others.length > 0 &&
    !/^(?:from|between|out|of|int|\d)/i.test(others[0] ?? "") &&
    nameOf(word) === name &&
    /^[a-z]/i.test(others[0] ?? "");
  const holder = holderOf(state, head);
  const own = open(state, name);
  if (holder !== undefined && holder !== own.name) relate(own, { kind: "belongsTo", target: holder });
  fields(state, own, again ? others.join(" ") : rest);
  return true;
};

const rules: readonly NamedRule[] = [asField, nounAgain, sentenceBelow, deedsOf, withoutName, fieldsOf];

/** `Room: name, theme`: what stands below the name of a record. */
export function byName(state: State, heading: Heading): boolean {
  const noun = nounOf(state, heading);
  const name = nameOf(noun) ?? (noun.includes(",") ? undefined : nameOf(noun.split(" ").slice(-2).join(" ")));
  const named = { ...heading, noun, name, inner: having.exec(heading.rest) };
  return rules.some((rule) => rule(state, named));
}
