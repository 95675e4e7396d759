import { hasEtags, problemMessages, type ApiDefinition } from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import { referencesOf } from "../../../mongo/rules.ts";

const referred = problemMessages["referred"]?.({}) ?? "";
const Problem = imported("/src/problem.ts", "Problem");
const database = imported("/src/database.ts", "type Database");

const common = ts`
interface Query {
  readonly limit: number;
  readonly offset: number;
  readonly sort: string;
}

/** A page of the documents that fit the filter, each as the record that is answered. */
export async function findPage<Stored extends { readonly _id: string }, Item>(
  collection: ${imported("mongodb", "type Collection")}<Stored>,
  { filter, toItem }: { readonly filter: ${imported("mongodb", "type Filter")}<Stored>; readonly toItem: (document: Stored) => Item },
  { limit, offset, sort }: Query,
): Promise<${imported("/src/validation.ts", "type Page")}<Item>> {
  const down = sort.startsWith("-");
  const direction = down ? -1 : 1;
  const [documents, total] = await Promise.all([
    // Ids ascend with time, so they settle the order of equals.
    collection
      .find<Stored>(filter)
      .sort([
        [down ? sort.slice(1) : sort, direction],
        ["_id", direction],
      ])
      .skip(offset)
      .limit(limit)
      .toArray(),
    collection.countDocuments(filter),
  ]);
  return { items: documents.map(toItem), total };
}

/** The members of a query or a change that have a value. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  }; // only absent members went

const duplicateKey = 11_000;

/** What a broken index means to a client: values that are taken (409). */
export function explain(error: unknown): never {
  if (error instanceof ${imported("mongodb", "MongoServerError")} && error.code === duplicateKey) {
    const fields = Object.keys((error["keyPattern"] as object | undefined) ?? {}); // an index, field by field
    throw new ${Problem}(409, fields.map((path) => ({ path, message: "is already taken" })));
  }
  throw error;
}
`;

const versionOf = ts`
/**
 * A filter that only the version of a document fits that is stored now, which must be the one that \`match\` names.
 * Whoever changes it by this filter finds nothing where somebody else was faster.
 */
export async function versionOf<Stored extends { readonly _id: string }>(
  collection: ${imported("mongodb", "type Collection")}<Stored>,
  id: string,
  { toItem, match }: { readonly toItem: (document: Stored) => object; readonly match: string | undefined },
): Promise<${imported("mongodb", "type Filter")}<Stored>> {
  const document = match === undefined ? null : await collection.findOne<Stored>({ _id: id } as Filter<Stored>);
  if (!document) return {};
  ${imported("/src/etag.ts", "requireMatch")}(toItem(document), match);
  if (match?.trim() === "*") return {};
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, { $eq: value }])) as Filter<Stored>; // its own fields
}
`;

/** `src/store.ts`: what the models' calls share. */
export const storeModule = (api: ApiDefinition): Code => (hasEtags(api) ? ts`${common}${versionOf}` : common);

const sorted = ts`
/** A sorted copy of a set of ids: sets have no order, and look the same everywhere. */
export function sortedIds(ids: readonly string[]): string[] {
  const sorted = [...ids];
  sorted.sort();
  return sorted;
}
`;

/** `src/references.ts`, which replaces foreign keys. */
export function referencesModule(api: ApiDefinition): Code {
  const versioned = hasEtags(api);
  const rules = referencesOf(api);
  const sets = rules.some(({ onDelete }) => onDelete === "pull") ? sorted : code("");
  return ts`
/** Which field of which collection holds ids of another, and what that one's deletion does here. */
interface Reference {
  readonly from: string;
  readonly field: string;
  readonly to: string;
  readonly onDelete: "cascade" | "restrict" | "set-null" | "pull";
}

const references: readonly Reference[] = [
  ${joined(rules.map((rule) => ts`${rule},`))}
];
${sets}
type Stored = { readonly _id: string };

/** Refuses ids that nothing has: \`wanted\` gives, for each path of the body, a collection and an id. */
export async function requireAll(
  db: ${database},
  wanted: readonly { readonly path: string; readonly collection: string; readonly id: string | null }[],
): Promise<void> {
  const found = await Promise.all(
    wanted.map(
      async ({ collection, id }) =>
        id === null || (await db.collection<Stored>(collection).findOne({ _id: id }, { projection: { _id: 1 } })) !== null,
    ),
  );
  const missing = wanted.filter((_, index) => !found[index]);
  if (missing.length) throw new ${Problem}(400, missing.map(({ path }) => ({ path, message: "does not exist" })));
}

const idsOf = async (db: Database, { from, field }: Reference, ids: readonly string[]): Promise<readonly string[]> =>
  (await db.collection<Stored>(from).find({ [field]: { $in: ids } }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);

/** Every document that goes with one, by collection, in the order in which they were found. */
async function doomed(db: Database, collection: string, id: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const all = new Map([[collection, new Set([id])]]);
  const open = [{ to: collection, ids: [id] as readonly string[] }];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const reference of references) {
      if (reference.to !== next.to || reference.onDelete !== "cascade") continue;
      const known = all.get(reference.from) ?? new Set();
      const ids = (await idsOf(db, reference, next.ids)).filter((found) => !known.has(found));
      if (!ids.length) continue;
      all.set(reference.from, new Set([...known, ...ids]));
      open.push({ to: reference.from, ids });
    }
  }
  return all;
}

/**
 * Deletes a document and what goes with it, and takes its id out of what stays; 409 where something needs it.
 * The document itself goes last: what was interrupted is finished by asking again.${code(versioned ? " With a version that\n * must still be stored it goes first." : "")}
 */
export async function removeWithReferences(db: Database, collection: string, id: string${code(versioned ? ", version: object = {}" : "")}): Promise<boolean> {
  const going = await doomed(db, collection, id);
  for (const reference of references) {
    const ids = [...(going.get(reference.to) ?? [])];
    if (reference.onDelete !== "restrict" || !ids.length) continue;
    const staying = (await idsOf(db, reference, ids)).filter((found) => !going.get(reference.from)?.has(found));
    if (staying.length) throw new Problem(409, [{ path: "id", message: ${referred} }]);
  }
  let removed = 0;
  ${
    versioned
      ? ts`if (Object.keys(version).length) {
    ({ deletedCount: removed } = await db.collection<Stored>(collection).deleteOne({ _id: id, ...version }));
    if (!removed) throw new Problem(412);
  }
  `
      : code("")
  }for (const { from, field, to, onDelete } of references) {
    const ids = [...(going.get(to) ?? [])];
    if (!ids.length) continue;
    if (onDelete === "set-null") await db.collection(from).updateMany({ [field]: { $in: ids } }, { $set: { [field]: null } });
    if (onDelete === "pull") await db.collection<Record<string, string[]>>(from).updateMany({ [field]: { $in: ids } }, { $pullAll: { [field]: ids } });
  }
  const collections = [...going];
  collections.reverse();
  for (const [from, ids] of collections) {
    const { deletedCount } = await db.collection<Stored>(from).deleteMany({ _id: { $in: [...ids] } });
    if (from === collection) removed += deletedCount;
  }
  return removed > 0;
}
`;
}
