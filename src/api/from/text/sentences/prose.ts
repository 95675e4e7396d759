import { isOrder, termsOf } from "../words/grammar.ts";
import { genericTitle, having } from "./intro.ts";
import { fields } from "../facts/item.ts";
import { verbs } from "../words/deeds.ts";
import { type State, act, addField, knownIn, nameOf, open, recordOf, unmarked } from "../state.ts";

/** `Visitors reserve or adopt dogs`, `customers may withdraw them`: two deeds or more on a known record. */
export function deeds(state: State, text: string): boolean {
  const match =
    /^(?:the )?[a-z]+s (?:can |may |could )?([a-z]+)(?:,? (?:and|or|and\/or) ([a-z]+)) (?:an? |the |their |its |these )?([a-z]+)$/i.exec(
      unmarked(state, text, " or ").replaceAll(/\s+/g, " "),
    );
  // `Someone can launch, pause and finish a campaign`
  const list =
    /^(?:the |an? )?[a-z]+ (?:can|may|could) ([a-z]+(?:, [a-z]+)*,? (?:and|or) [a-z]+) (?:an? |the |their )?([a-z]+)$/i.exec(
      unmarked(state, text, ", ").replaceAll(/\s+/g, " "),
    );
  const done = list ? recordOf(state, list[2] ?? "") : undefined;
  const orders = (list?.[1] ?? "").split(/,? (?:and|or) |, /);
  if (done && orders.every((verb) => isOrder(verb))) {
    for (const verb of orders) act(done, verb);
    return true;
  }
  // `Operators start, stop and reboot servers`
  const [, several = "", goal = ""] =
    /^(?:the )?[a-z]+s ([a-z]+(?:, [a-z]+)+,? (?:and|or) [a-z]+) (?:the |their |these )?([a-z]+s)$/i.exec(
      text,
    ) ?? [];
  const habits = several.split(/,? (?:and|or) |, /);
  const isHabit = goal !== "" && habits.every((verb) => isOrder(verb)) && knownIn(state, goal) !== undefined;
  if (isHabit) {
    const doing = (): void => {
      const those = recordOf(state, goal);
      for (const verb of those ? habits : []) if (those) act(those, verb);
    };
    if (recordOf(state, goal)) doing();
    else state.afterwards.push(doing);
    return true;
  }
  const object = match ? recordOf(state, match[3] ?? "") : undefined;
  const both = [match?.[1] ?? "", match?.[2] ?? ""];
  if (!object || !both.every((verb) => isOrder(verb))) return false;
  for (const verb of both) act(object, verb);
  return true;
}

const outset = String.raw`first|at first|to begin with|to start with|initially|in the beginning|at the start|when \w+(?: \w+){0,3}`;

const phases = new RegExp(
  String.raw`^(it|they|(?:(?:an?|the|each|every)\s+[\w-]+|[a-z]+s))\s+(?:(?:is|are|starts?(?: out| off)?(?: as)?|begins?(?: as)?)\s+([\w-]+)\s+(?:${outset})|(?:starts?(?: out| off)?|begins?)\s+as\s+([\w-]+))\s*(?:,|and|;|,\s*and)\s*(?:(?:it|they)\s+)?((?:then|later|afterwards|ends?|becomes?|may|can|finally|is|are|gets?|be|either|turns)\b.*)$`,
  "i",
);

/** `A claim is submitted first, then under review, and finally approved or denied`: the states of a record, in order. */
export function lifeCycle(state: State, text: string): boolean {
  const plain = unmarked(state, text, " or ").replaceAll(/["“”]/g, "");
  const match = phases.exec(plain);
  if (!match) return false;
  const [, subject = "", first, outright, rest = ""] = match;
  const start = first ?? outright ?? "";
  const resource = /^(?:it|they)$/i.test(subject) ? state.current : recordOf(state, subject);
  const later = rest
    .split(/\s*,\s*|\s+(?:and|or)\s+/)
    .map((part) =>
      part
        .replace(
          /^(?:(?:and|or|then|later|afterwards|get|becomes?|ends? up(?: as)?|ends?(?: as)?|may|can|could|finally|is|are|gets?|be|either|turns|into|goes|in the end|at last|at the end|eventually|at some point)\s+)+/i,
          "",
        )
        .trim(),
    )
    .filter(Boolean);
  if (!resource || !later.length || later.some((value) => value.split(/\s+/).length > 3)) return false;
  addField(resource, { name: "status", type: "enum", values: [start, ...later], default: start });
  // `and can be approved or rejected`: what is done to it as well
  if (/^(?:may|can)\s+be\s/i.test(rest))
    for (const verb of later.flatMap((value) => verbs(value) ?? [])) act(resource, verb);
  return true;
}

export const record = String.raw`remember|keep|note|record|store|track|save|log|register|write down|capture|collect|want|need to know|need|know`;

const weRecord = new RegExp(
  String.raw`^(?:(?:for|of|about|on|at|during|with|after|in)\s+(?:(?:each|every|an?|our|the|all)\s+|(?=[a-z]+s\b))([\w -]+?),?\s+)?(?:we|i|you|they|someone|somebody|staff|(?:the|an?) [a-z]+)\s+(?:['’]d like to\s+|would like to\s+|also\s+|only\s+|just\s+|simply\s+|always\s+|want to\s+|need to\s+|should\s+|must\s+)*(?:(?:${record})(?:e?s)?|notes? down|writes down|fills in|enters|gives|states|reports)\s+(.+)$`,
  "is",
);

const needed = /^(?:what|all)\s+(?:i|we|you)\s+(?:need|want|have)(?:\s+to\s+\w+)?\s+(?:is|are)\s+(.+)$/is;

/** `We keep the name of each choir and where it rehearses`, `For each claim we note the policy number`. */
export function recorded(state: State, text: string): boolean {
  const wanted = needed.exec(text)?.[1];
  if (wanted !== undefined && state.current) {
    fields(state, state.current, wanted);
    return true;
  }
  const by =
    /^(?:(?:the|an?) ([a-z]+)|she|he|they|someone|everyone|we|i) (?:notes|writes down|enters|gives|leaves|states|provides|fills in|records|reports) (.+)$/is.exec(
      text,
    );
  if (by && state.current && (by[1] === undefined || knownIn(state, by[1]) === undefined)) {
    fields(state, state.current, by[2] ?? "");
    return true;
  }
  const unheard = knownIn(state, text.split(/\s+/)[0] ?? "") === undefined;
  if (
    !state.current &&
    unheard &&
    !/[,(:⟦]/.test(text) &&
    text.split(/\s+/).length < 10 &&
    !genericTitle.test(text)
  ) {
    const terms = termsOf(text);
    const verb = terms.findLastIndex(({ tags }) => tags.has("Verb"));
    const plural = verb > 0 ? terms.find(({ tags }, i) => i > verb && tags.has("Plural")) : undefined;
    const name = plural && !having.test(text) ? nameOf(plural.text) : undefined;
    if (
      name !== undefined &&
      (state.known.size === 0 || state.known.has(name) || /^(?:my|our|we|i|at)\b/i.test(text))
    ) {
      open(state, name);
      return true;
    }
  }
  const match = weRecord.exec(text);
  if (!match) return false;
  const [, owner, list = ""] = match;
  const ofEach =
    /\bof (?:each|every|an?|the) ([a-z][\w-]*)/i.exec(list)?.[1] ??
    /^(?:the|each|every|an?|our|their) ([a-z]+)(?:['’]s|s['’]) /i.exec(list)?.[1];
  const plurals = list.split(/\s*,\s*(?:and\s+)?|\s+and\s+/);
  if (ofEach === undefined && !state.current && plurals.every((one) => /^[a-z]+s$/i.test(one))) {
    for (const one of plurals) open(state, nameOf(one) ?? one);
    return true;
  }
  const isOwned = plurals.length > 1 && /^(?:the|each|every|an?) [a-z]+(?:['’]s|s['’]) /i.test(list);
  const leads = /^(?:the|an?) [\w ]{2,30} of (?:each|every) /i.test(list);
  const name =
    owner === undefined
      ? ofEach === undefined
        ? undefined
        : (knownIn(state, ofEach) ?? (leads || isOwned ? nameOf(ofEach) : undefined))
      : nameOf(owner);
  if (
    name === undefined &&
    state.current &&
    /^(?:how|whether|when|where|who|what|why|if|its|their)\b/i.test(list)
  ) {
    fields(state, state.current, list);
    return true;
  }
  if (name === undefined) return false;
  const bare =
    ofEach === undefined || owner !== undefined
      ? list
      : list
          .replace(/\s+of (?:each|every|an?|the) [a-z][\w-]*/i, "")
          .replace(/^(?:the|each|every|an?|our|their) [a-z]+(?:['’]s|s['’]) /i, "the ");
  fields(state, open(state, name), bare);
  return true;
}
