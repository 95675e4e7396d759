import { alike } from "./alike/index.ts";
import { joined } from "./alike/compounds.ts";
import { linked } from "./alike/links.ts";
import { tied } from "./alike/ties.ts";
import { unwrapped } from "./alike/wrapped.ts";
import type { ResourceDraft, TextDraft } from "./draft.ts";
import { subjects } from "./sentences/intro.ts";
import { filled } from "./sentences/gaps.ts";
import { laidOut } from "./layout/layout.ts";
import { statements } from "./words/lists.ts";
import { lengthened } from "./words/abbreviations.ts";
import { mark } from "./words/marks.ts";

import { mended } from "./words/spelling.ts";
import { clauseOf } from "./words/clause.ts";
import { participleOf } from "./words/words.ts";
import { deedNamed, introduced, objectOf } from "./sentences/topic.ts";
import { type State, knownIn, relate, unmarked } from "./state.ts";
import { statement } from "./statement.ts";
import { leftOver } from "./facts/second.ts";
import { stories, untied } from "./facts/story.ts";

/** What is put on things to find them by: each thing has many, and each stands on many. */
const marking = /(?:^|[a-z])(?:Tag|Label|Hashtag|Keyword|Genre|Topic|Skill|Allergen)$/;

/** Both sides say that they have many of the other: many to many. */
function symmetric(resources: readonly ResourceDraft[]): void {
  for (const resource of resources) {
    for (const [index, relation] of resource.relations.entries()) {
      const back = resources.find(({ name }) => name === relation.target)?.relations;
      const other =
        back?.findIndex(
          ({ kind, target }) => (kind === "hasMany" || kind === "manyToMany") && target === resource.name,
        ) ?? -1;
      if (
        relation.kind === "hasMany" &&
        marking.test(relation.target) &&
        back &&
        !marking.test(resource.name)
      ) {
        const isPart = back.some(({ kind, target }) => kind === "belongsTo" && target === resource.name);
        if (!isPart) resource.relations[index] = { kind: "manyToMany", target: relation.target };
      }
      if (relation.kind !== "hasMany" || other === -1 || !back || relation.target === resource.name) continue;
      back.splice(other, 1);
      resource.relations[index] = { kind: "manyToMany", target: relation.target };
    }
  }
}

/** `A passport belongs to one person, and a person has at most one passport` is said once. */
function twice(resources: readonly ResourceDraft[]): void {
  for (const { name, relations } of resources)
    for (const { kind, target, optional } of relations) {
      const back = resources.find((other) => other.name === target && target !== name)?.relations;
      const at =
        back?.findIndex(
          (other) => other.kind === kind && other.target === name && other.optional && !other.keyed,
        ) ?? -1;
      if (kind === "belongsTo" && !optional && at !== -1) back?.splice(at, 1);
    }
}

/** The value beside a key or a type is a text, unless it was said to be another. */
function valued({ fields }: ResourceDraft): void {
  const value = fields.find(({ name }) => name === "value");
  const isKeyed = fields.some(({ name, type }) => name === "key" || (name === "type" && type === "enum"));
  if (value?.type === "number" && isKeyed && value.min === undefined && value.max === undefined)
    value.type = "string";
}

/** `It is pending at first and can be approved`: a state that is all that is told of is not the only one. */
function laterStates({ fields, actions }: ResourceDraft): void {
  const status = fields.find(({ name }) => name === "status");
  const first = status?.values ?? (typeof status?.default === "string" ? [status.default] : []);
  if (!status || first.length !== 1 || actions.length === 0) return;
  status.type = "enum";
  status.values = [...new Set([...first, ...actions.map((verb) => participleOf(verb))])];
}

/** `A company has many departments`: who has no more than that is known by those alone. */
function owners(state: State, text: string): void {
  const owning = new Set(
    [
      ...text.matchAll(
        /\b(?:an?|each|every) ([a-z][\w -]{1,30}?) (?:(?:can |may )?(?:have|own)|has|owns|runs|employs|contains?|holds?) (?:(?:many|several|multiple|a list of|a number of|lots of)\b|[a-z]+s(?=$|[.,;\n]| and (?:an?|each|every)\b))/gi,
      ),
    ].map(([, noun = ""]) => knownIn(state, noun)),
  );
  for (const { name, fields, actions, relations } of state.resources.values())
    if (owning.has(name) && fields.length + actions.length === 0)
      for (const { kind, target } of relations) {
        const part = kind === "hasMany" ? state.resources.get(target) : undefined;
        if (part) relate(part, { kind: "belongsTo", target: name });
      }
}

/** Without signs that are no text, and with no more blanks between words and lines than could mean something. */
const printed = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u2028-\u202e\ufeff]/g, " ")
    .replaceAll(/\u00a0/g, " ")
    .replaceAll(/(?<=[\w)]) {1,3}(?=[,;.!?](?:\s|$))/g, "")
    .replaceAll(/\bkWh\b/g, "kwh")
    .replaceAll(/^>[ \t]+/gm, "- ")
    .replaceAll(/`([^`\n]{1,60})`|\*\*([^*\n]{1,60})\*\*|__([^_\n]{1,60})__/g, "$1$2$3")
    .replaceAll(/[ \t]{24,}/g, "  ")
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, "\n\n");

/** A short form that was mended into a verb is the noun of what is done where it is a head: `attnd: date, course`. */
function deedHead(given: string, text: string): string {
  const word = /^\s*([a-z]+)(?=\s*(?::|[-–—=]\s))/i;
  const head = word.exec(text)?.[1] ?? "";
  return head === "" || word.exec(given)?.[1] === head ? text : text.replace(head, deedNamed(head));
}

/** `I need to jot down every coffee I drink: place, price`, of which nothing was drawn, under the noun that it is about. */
function renamed(description: string): string | undefined {
  const [, head = "", list = ""] =
    /^\s*([^:\n.,]{3,90}\s[^:\n.,]+):\s*(\S[^]*,[^]*)$/.exec(description) ?? [];
  const noun = head === "" ? undefined : objectOf(head);
  if (noun !== undefined && noun !== head.trim()) return `${noun}: ${list}`;
  // `bug tracker, the usual: title, severity`, `something like a guestbook. name, message`
  const [, topic = "", rest = ""] =
    /^\s*([^:\n.,(]{3,60})(?:[.,]|, [^:\n.,]{3,40}:)\s+((?![^.,:=]*[:=])[a-z][^]*,[^]*)$/i.exec(
      description,
    ) ?? [];
  const thing = introduced(topic.replace(/^.*\b(?:like|sort of|kind of) (?=an?\s)/i, ""));
  return thing === undefined || clauseOf(thing) ? undefined : `${thing}: ${rest}`;
}

/** Characters of a description that are read; more belongs into a definition file. */
export const longest = 8000;

/** Resources with fields, relations and actions, as a careful reader would draw them from a description. */
export function describe(description: string): TextDraft {
  const given = unwrapped(printed(description.slice(0, longest)));
  const whole = lengthened(deedHead(given, mended(given)));
  const records = subjects(filled(laidOut(alike(whole)))).found;
  const single = joined(whole, records);
  const plain = filled(laidOut(linked(tied(alike(single.text), single.records), single.records)));
  const marked = mark(plain);
  const { enums } = marked;
  // `and a voice: soprano, alto or bass` ends a sentence; it is no heading.
  const text = marked.text.replaceAll(
    /(?<=\b(?:has|have|is|are|with|needs|gets?|carr(?:ies|y)|holds?|bears?|shows?)\b[^\n.;:]*\w)\s*:\s*(?=⟦E\d+⟧)/g,
    " ",
  );
  const { found, actors } = subjects(plain);
  const state: State = {
    resources: new Map(),
    known: new Set([...found, ...actors]),
    actors: new Set([...actors].filter((name) => !found.has(name))),
    enums,
    ignored: [],
    unread: [],
    told: [],
    assumed: [],
    afterwards: [],
    current: undefined,
    scene: "",
    acting: false,
    first: false,
    later: false,
    linked: false,
    spoken: [],
  };
  const all = statements(text);
  for (const one of all) {
    statement(state, one);
    if (!state.current) state.scene = one;
  }
  for (const doing of state.afterwards) doing();
  for (const resource of state.resources.values()) {
    valued(resource);
    laterStates(resource);
  }
  symmetric([...state.resources.values()]);
  twice([...state.resources.values()]);
  stories(state, text);
  const ignored = [
    ...leftOver(state, [...state.ignored, ...untied(state).map((text) => ({ text, of: undefined }))]),
    ...state.unread,
  ].map((text) => unmarked(state, text, " or ").replaceAll(/\s+/g, " "));
  owners(state, plain);
  const resources = [...state.resources.values()].filter(
    ({ fields, relations, actions }, _, all) =>
      fields.length + actions.length > 0 ||
      relations.some(({ kind }) => kind !== "hasMany") ||
      all.length === 1,
  );
  const again = resources.length === 0 ? renamed(given) : undefined;
  return again === undefined
    ? {
        resources: single.restored(resources),
        assumed: state.assumed.map(single.said),
        ignored: ignored.map(single.said),
      }
    : describe(again);
}
