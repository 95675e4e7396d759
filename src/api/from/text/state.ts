import { namesFrom, spell, wordsOf } from "../../names.ts";
import type { FieldDraft, RelationDraft, ResourceDraft } from "./draft.ts";
import { inFull } from "./words/abbreviations.ts";
import { isNoKind } from "./words/chunk.ts";

/** A part that no rule of the first reading took, and the record that was spoken of there. */
export interface Left {
  readonly text: string;
  readonly of: ResourceDraft | undefined;
}

export interface State {
  readonly resources: Map<string, ResourceDraft>;
  readonly known: Set<string>;
  /** Known as those that do something to records, and so far for nothing else. */
  readonly actors: ReadonlySet<string>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
  readonly ignored: Left[];
  /** What is said of the making of it all, which no reading has a use for. */
  readonly unread: string[];
  /** What was told of who does what, and gave nothing so far. */
  readonly told: string[];
  current: ResourceDraft | undefined;
  /** What the description does not say, but lets suppose. */
  readonly assumed: string[];
  /** What can be done to records that are described only later. */
  readonly afterwards: (() => void)[];
  /** The sentence before, while no record was spoken of. */
  scene: string;
  /** The part before spoke of what can be done, so a lone participle goes on with it. */
  acting: boolean;
  /** Whether a sentence tells how records begin, or what they are later. */
  first: boolean;
  later: boolean;
  /** Whether the part before named a relation. */
  linked: boolean;
  /** The fields that the sentence before was about. */
  spoken: readonly FieldDraft[];
}

/** What stands beside a noun and names nothing: `a game itself`, `a rental therefore`. */
const beside =
  /^(?:itself|themselves|himself|herself|therefore|thus|hence|then|also|too|always|usually|sometimes|often|normally|typically|generally|already|still|again|finally|later|just|only|simply|actually|additionally|optionally|currently|here|there|meanwhile|instead|however|likewise|furthermore)$/i;

const determiner =
  /^(?:(?:an?|the|each|every|all|any|our|my|their|its|some|one|several|many|multiple|lots of|any number of|a number of|another|both|such|these|those|new|single|given)\s+)+/i;

/** PascalCase singular of a noun phrase. */
export function nameOf(phrase: string): string | undefined {
  const bare = phrase
    .replaceAll(/\([^)]*\)|["'’*•:#]/g, " ")
    .trim()
    .replace(determiner, "")
    .trim();
  if (bare === "I") return undefined;
  const words = bare
    .split(/[\s/]+/)
    .filter((word) => word !== "" && !beside.test(word))
    .map(inFull);
  if (!words.length || words.length > 3 || isNoKind(words) || !/^[A-Za-z][\w-]*$/.test(words.join("")))
    return undefined;
  return namesFrom(words.join("-")).pascal;
}

/** A text with the values of its marked lists in their places. */
export const unmarked = (state: State, text: string, between: string): string =>
  text.replaceAll(/⟦E\d+⟧/g, (name) => (state.enums.get(name) ?? []).join(between));

/** `Every library card belongs to a reader. The card has a number`: the one record that the last word of its name means. */
function meant(state: State, name: string): ResourceDraft | undefined {
  if (wordsOf(name).length > 1 || state.resources.has(name)) return undefined;
  const alike = [...state.resources.values()].filter((one) => wordsOf(one.name).at(-1) === wordsOf(name)[0]);
  const [only] = alike;
  const isTied =
    only !== undefined && only.fields.length === 0 && only.relations.length + only.actions.length > 0;
  return alike.length === 1 && isTied ? only : undefined;
}

export function open(state: State, given: string): ResourceDraft {
  const name = meant(state, given)?.name ?? given;
  const found = state.resources.get(name) ?? { name, fields: [], relations: [], actions: [] };
  state.resources.set(name, found);
  state.known.add(name);
  state.current = found;
  return found;
}

const isTold = ({ fields, actions }: ResourceDraft): boolean => fields.length + actions.length > 0;

/** The record that a noun phrase means by its name or last word: rather one of which something was said. */
export function recordOf(state: State, phrase: string): ResourceDraft | undefined {
  const name = nameOf(phrase);
  if (name === undefined) return undefined;
  const exact = state.resources.get(name) ?? state.resources.get(knownIn(state, phrase) ?? "");
  if (exact && isTold(exact)) return exact;
  const last = wordsOf(name).at(-1);
  const alike = [...state.resources.values()].filter((one) => wordsOf(one.name).at(-1) === last);
  return alike.find(isTold) ?? exact ?? alike[0] ?? ofKind(state, wordsOf(name).join(" "));
}

/** `members`, where users are either admins or members: the record that has this among its roles. */
const ofKind = (state: State, kind: string): ResourceDraft | undefined =>
  [...state.resources.values()].find(({ fields }) =>
    fields.some(
      ({ name, values }) =>
        /^(?:role|type|kind)$/.test(name) && values?.some((value) => value.toLowerCase() === kind),
    ),
  );

/** The known resource that a noun phrase means, by its last words. */
export function knownIn(state: State, phrase: string): string | undefined {
  const name = nameOf(phrase);
  if (name === undefined) return undefined;
  if (state.known.has(name)) return name;
  const words = wordsOf(name);
  for (let start = 1; start < words.length; start++) {
    const shorter = spell(words.slice(start)).pascal;
    if (state.known.has(shorter)) return shorter;
  }
  return [...state.known].find(
    (candidate) =>
      words.length === 1 && wordsOf(candidate).length > 1 && wordsOf(candidate).at(-1) === words[0],
  );
}

export function relate(resource: ResourceDraft, given: RelationDraft): void {
  // The first one of a kind can't belong to another one.
  const isSelf = given.kind === "belongsTo" && given.target === resource.name;
  const relation = isSelf ? { ...given, optional: true } : given;
  const there = resource.relations.findIndex(
    ({ kind, target }) => kind === relation.kind && target === relation.target,
  );
  if (there === -1) resource.relations.push(relation);
  else if (relation.optional) resource.relations[there] = relation;
}

export function linked(
  state: State,
  resource: ResourceDraft,
  kind: RelationDraft["kind"],
  phrase: string,
  optional: { optional?: boolean; keyed?: boolean },
): boolean {
  const target = knownIn(state, phrase) ?? nameOf(phrase);
  if (target === undefined) return false;
  relate(resource, { kind, target, ...optional });
  return true;
}

/** So many heads or arrows may stand one in another: `shop: books: { title }` has two heads. */
export const deepest = 12;

/** What a rule does not read is left for a second reading, with the record that is spoken of. */
export const leave = (state: State, text: string, of = state.current): void =>
  void state.ignored.push({ text, of });

export function act(resource: ResourceDraft, verb: string): void {
  const name = spell(wordsOf(verb.replaceAll(/[^\w\s-]/g, " "))).camel;
  if (
    name &&
    !["create", "update", "delete", "list", "get", "read"].includes(name) &&
    !resource.actions.includes(name)
  )
    resource.actions.push(name);
}

export function addField(resource: ResourceDraft, field: FieldDraft): void {
  const words = wordsOf(field.name);
  const full = spell(
    words.map((word, index) => (index === 0 || words.length < 3 ? inFull(word) : word)),
  ).camel;
  if (["id", "createdAt", "updatedAt"].includes(full)) return;
  const there = resource.fields.find((other) => other.name === full);
  if (there)
    Object.assign(there, { ...field, name: full, type: field.type === "string" ? there.type : field.type });
  else resource.fields.push({ ...field, name: full });
}
