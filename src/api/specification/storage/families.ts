import type { Facts } from "./facts.ts";
import { nameOf, type Place } from "./facts.ts";
import { nounOf, plainly, words } from "./path-words.ts";

/** The operations on a collection path, and those on one of its records. */
export interface Family {
  /** Template of the collection path: `/articles/{}/comments`. */
  readonly path: string;
  readonly all: readonly Facts[];
  readonly one: readonly Facts[];
}

/** Records of one kind: families that show the same records. */
export interface Entity {
  readonly noun: string;
  readonly families: readonly Family[];
  /** What is shown of a record, and what is sent for it. */
  readonly shown: readonly Place[];
  readonly sent: readonly Place[];
  /** There is only one record, or one per parent. */
  readonly isSingle: boolean;
  /** Paths of single records: `/user` beside `/users`. */
  readonly singles: ReadonlySet<string>;
  readonly isWritten: boolean;
}

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

export function familiesOf(facts: readonly Facts[]): ReadonlyMap<string, Family> {
  const found = new Map<string, { path: string; all: Facts[]; one: Facts[] }>();
  const at = (path: string): { path: string; all: Facts[]; one: Facts[] } => {
    const family = found.get(path) ?? { path, all: [], one: [] };
    found.set(path, family);
    return family;
  };
  for (const fact of facts)
    if (fact.parts.at(-1)?.parameter !== undefined) at(parentOf(fact.path)).one.push(fact);
    else if (fact.path !== "") at(fact.path).all.push(fact);
  return found;
}

const by = (facts: readonly Facts[], ...methods: readonly string[]): readonly Facts[] =>
  facts.filter(({ operation }) => methods.includes(operation.method));

const namesOf = ({ members }: Place): readonly string[] => Object.keys(members.properties);

const plainNames = (place: Place): readonly string[] => namesOf(place).map(plainly);

/** Returns the share of the smaller record's members that the other one has too. */
export function alike(place: Place, other: Place): number {
  const [small = [], large = []] = [plainNames(place), plainNames(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  return small.length === 0 ? 0 : small.filter((name) => large.includes(name)).length / small.length;
}

/** Members that nearly every kind of record has don't identify a kind. */
const isGeneric = (name: string): boolean =>
  /^(id|type|name|status|message|code|data|error|errors|success|result|results|value|description|title|url|created_?at|updated_?at)$/i.test(
    name,
  );

const isTelling = (place: Place): boolean =>
  namesOf(place).some((name) => !isGeneric(name)) || namesOf(place).length > 2;

/** Returns what a family shows and sends of its records; undefined if it shows none. */
function recordsOf(family: Family): Omit<Entity, "noun" | "families" | "singles"> | undefined {
  const gets = by(family.one, "get").flatMap(({ shown }) => (shown && !shown.isList ? [shown] : []));
  const lists = by(family.all, "get").flatMap(({ shown }) => (shown?.isList ? [shown] : []));
  const isCollection = family.one.some(({ operation }) => operation.method !== "post") || lists.length > 0;
  const posts = by(family.all, "post");
  const writes = [...by(family.one, "put", "patch"), ...(isCollection ? posts : [])];
  const places = by(family.all, "get").flatMap(({ shown }) =>
    shown && !shown.isList && namesOf(shown).length ? [shown] : [],
  );
  if (isCollection && [...gets, ...lists].length) {
    const known = [...gets, ...lists];
    const bodies = writes
      .flatMap(({ sent }) => sent ?? [])
      .filter((sent) => known.some((place) => alike(place, sent) > 0));
    const answers = writes
      .flatMap(({ shown }) => shown ?? [])
      .filter((answerPlace) => known.some((place) => alike(place, answerPlace) >= 0.5));
    const deletes = by(family.one, "delete").length > 0;
    return {
      shown: [...known, ...answers],
      sent: bodies,
      isSingle: false,
      isWritten: bodies.length > 0 || (deletes && posts.length > 0),
    };
  }
  if (places.length && !isCollection) {
    const changes = by(family.all, "put", "patch", "post").flatMap(({ sent }) => sent ?? []);
    const bodies = changes.filter((sent) => places.some((place) => alike(place, sent) >= 0.5));
    return { shown: places, sent: bodies, isSingle: true, isWritten: bodies.length > 0 };
  }
  // Nothing reads them at this path: another one may.
  const creating = [...posts, ...by(family.all, "put", "patch"), ...writes].filter(
    ({ shown, sent }) => shown && sent && alike(shown, sent) >= 0.5,
  );
  const answerPlaces = creating.flatMap((item) => item.shown ?? []);
  const sent = creating.flatMap((item) => item.sent ?? []);
  return answerPlaces.length ? { shown: answerPlaces, sent, isSingle: false, isWritten: true } : undefined;
}

type Draft = Omit<Entity, "singles">;

const depthOf = ({ path }: Family): number => path.split("/").length;

/** Returns the parameters that name one record, except generic ones. */
const keyNames = ({ families }: Draft): readonly string[] =>
  families.flatMap(({ one }) =>
    one.flatMap(({ last }) => (last && !isGeneric(last.name) ? [last.name] : [])),
  );

/** Whether this is the signed-in user. */
const isCurrent = ({ families, isSingle }: Draft): boolean =>
  isSingle && families.some(({ all }) => all.some(({ parts }) => words.current.test(nameOf(parts))));

/** Whether two drafts are of one kind: the same schema name, or one noun and mostly the same members. */
function isSame(one: Draft, other: Draft): boolean {
  if (one.isSingle !== other.isSingle && !isCurrent(one) && !isCurrent(other)) return false;
  const refs = new Set(one.shown.flatMap(({ ref }) => ref ?? []));
  if (other.shown.some((place) => place.ref !== undefined && refs.has(place.ref) && isTelling(place)))
    return true;
  const [left, right] = [one.shown[0], other.shown[0]];
  if (!left || !right || !isTelling(left)) return false;
  const names = [one, other].map(
    (draft) => new Set([draft.noun, ...draft.shown.flatMap(({ way }) => way.map(nounOf))]),
  );
  const isNamed = [...(names[0] ?? [])].some(
    (name) => names[1]?.has(name) && !/^(data|result|item|record|value)$/.test(name),
  );
  const share = alike(left, right);
  if (isNamed) return share >= 0.7 && namesOf(left).length > 2;
  const keys = [keyNames(one), keyNames(other)];
  const isKeyed = keys.some((keySet, i) =>
    keySet.some(
      (key) => namesOf(i === 0 ? right : left).includes(key) && namesOf(i === 0 ? left : right).includes(key),
    ),
  );
  return isKeyed && share >= 0.7 && Math.min(namesOf(left).length, namesOf(right).length) > 2;
}

function merged(drafts: readonly Draft[]): Entity {
  const ranked = drafts.toSorted(
    (a, b) =>
      Number(a.isSingle) - Number(b.isSingle) ||
      Number(b.isWritten) - Number(a.isWritten) ||
      depthOf(a.families[0] ?? { path: "", all: [], one: [] }) -
        depthOf(b.families[0] ?? { path: "", all: [], one: [] }),
  );
  const [main] = ranked;
  if (!main) throw new Error("Nothing to merge.");
  return {
    noun: main.noun,
    families: ranked.flatMap((draft) => draft.families),
    shown: ranked.flatMap((draft) => draft.shown),
    sent: ranked.flatMap((draft) => draft.sent),
    isSingle: main.isSingle,
    singles: new Set(
      drafts.flatMap((draft) => (draft.isSingle ? draft.families.map(({ path }) => path) : [])),
    ),
    isWritten: ranked.some((draft) => draft.isWritten),
  };
}

/** Groups records by kind: the records that families show, merged if schemas or nouns are the same. */
export function entitiesOf(families: ReadonlyMap<string, Family>): readonly Entity[] {
  const groups: Draft[][] = [];
  for (const family of families.values()) {
    const found = recordsOf(family);
    if (!found) continue;
    const parts = (family.all[0] ?? family.one[0])?.parts ?? [];
    const draft: Draft = { ...found, noun: nounOf(nameOf(parts)) || "record", families: [family] };
    const group = groups.find((drafts) => drafts.some((item) => isSame(item, draft)));
    if (group) group.push(draft);
    else groups.push([draft]);
  }
  return groups.map(merged);
}
