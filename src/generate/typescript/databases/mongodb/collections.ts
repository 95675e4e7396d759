import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import type { Collection } from "../../../mongo/rules.ts";

export { documentField } from "../../../mongo/rules.ts";

const mongodb = (name: string): Code => imported("mongodb", `type ${name}`);
const isDeepStrictEqual = imported("node:util", "isDeepStrictEqual");

/** `src/collections.ts`: names, rules and indexes of the collections, and the function that creates them. */
export const collectionsModule = (collections: readonly Collection[]): Code => ts`
/** A collection, the rules that MongoDB keeps for it, and its indexes. */
export interface CollectionSettings {
  readonly name: string;
  /** Its name before. */
  readonly was?: string;
  readonly validator: ${mongodb("Document")};
  readonly indexes: readonly ${mongodb("IndexDescription")}[];
  /** Which documents lack what the rules ask for, and what they get; run again, it changes nothing. */
  readonly upgrades: readonly (readonly [filter: Document, update: Document | Document[]])[];
}

export const collections: readonly CollectionSettings[] = [
  ${joined(
    collections.map(
      ({ name, was, validator, indexes, upgrades }) => ts`{
    name: ${name},${
      was === undefined
        ? code("")
        : ts`
    was: ${was},`
    }
    validator: ${validator},
    indexes: ${indexes},
    upgrades: ${upgrades},
  },`,
    ),
  )}
];

type Index = IndexDescription | ${mongodb("IndexDescriptionInfo")};

const rules = ({ key, unique = false, partialFilterExpression = {} }: Index) => [key, unique, partialFilterExpression];

const isSame = (index: Index) => (other: Index): boolean => ${isDeepStrictEqual}(rules(index), rules(other));

/** Whether an index has the name that one of this collection's on these fields has; all others are somebody's own. */
const isOurs = (index: IndexDescriptionInfo, { name, was = name }: CollectionSettings): boolean =>
  [name, was].some((collection) => {
    const full = [collection, ...Object.keys(index.key), index.unique ? "key" : "idx"].join("_");
    // Longer names are cut, and end in a hash.
    return full.length > 63 ? index.name?.startsWith(\`\${full.slice(0, 50)}_\`) : index.name === full;
  });

/** Drops indexes that are no longer wanted. */
async function dropOld(collection: ${mongodb("Collection")}, settings: CollectionSettings): Promise<void> {
  for (const old of await collection.indexes()) {
    const isWanted = settings.indexes.some((wanted) => wanted.name === old.name && isSame(wanted)(old));
    if (old.name && !isWanted && isOurs(old, settings)) await collection.dropIndex(old.name);
  }
}

/** Gives older documents what the rules ask for. Rejects where that leaves some that break them. */
async function upgrade(collection: Collection, { name, validator, upgrades }: CollectionSettings): Promise<void> {
  for (const [filter, update] of upgrades)
    await collection.updateMany(filter, update, { bypassDocumentValidation: true });
  for (const [field, { bsonType }] of Object.entries<Document>(validator["$jsonSchema"].properties))
    if (bsonType.includes("null")) await collection.updateMany({ [field]: { $exists: false } }, { $set: { [field]: null } }, { bypassDocumentValidation: true });
  const left = await collection.countDocuments({ $nor: [validator] });
  if (left)
    throw new Error(
      \`\${left} documents of \${name} break the rules of now: change them, or say in api.yaml what they get (fill, map), and run /api-gen.\`,
    );
}

/** Creates indexes. Rejects where documents share values that are unique from now on, and says how many do. */
async function addIndexes(collection: Collection, { name }: CollectionSettings, missing: IndexDescription[]): Promise<void> {
  let failed: Error | undefined;
  try {
    await collection.createIndexes(missing);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === 11000)) throw error;
    failed = error;
  }
  if (!failed) return;
  for (const { key, unique, partialFilterExpression = {} } of missing) {
    const fields = Object.keys(key);
    const [shared] = await collection
      .aggregate<{ readonly n: number }>([
        { $match: partialFilterExpression },
        { $group: { _id: Object.fromEntries(fields.map((field) => [field, \`$\${field}\`])), n: { $sum: 1 } } },
        { $match: { n: { $gt: 1 } } },
        { $group: { _id: null, n: { $sum: "$n" } } },
      ])
      .toArray();
    if (unique && shared)
      throw new Error(
        \`\${shared.n} documents of \${name} share \${fields.join(" and ")} with another, which must be unique: change them, or take unique back in api.yaml and run /api-gen.\`,
      );
  }
  throw failed;
}

/** Sees to it that collections, rules and indexes are there, and that older documents keep the rules. */
export async function prepare(db: ${mongodb("Db")}): Promise<void> {
  const infos = await db.listCollections<${mongodb("CollectionInfo")}>().toArray();
  for (const settings of collections) {
    const { name, was, validator, indexes } = settings;
    const there = infos.find((info) => info.name === name);
    const before = there ?? infos.find((info) => info.name === was);
    if (!before) await db.createCollection(name, { validator });
    else if (!there && was) await db.renameCollection(was, name);
    const collection = db.collection(name);
    if (before) {
      await dropOld(collection, settings);
      if (!isDeepStrictEqual(before.options?.["validator"], validator)) await upgrade(collection, settings);
      await db.command({ collMod: name, validator });
    }
    const present = await collection.indexes();
    const missing = indexes.filter((wanted) => !present.some(isSame(wanted)));
    if (missing.length) await addIndexes(collection, settings, missing);
  }
}
`;
