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

const rules = ({ key, unique = false, partialFilterExpression = {} }: IndexDescription | ${mongodb("IndexDescriptionInfo")}) => [
  key,
  unique,
  partialFilterExpression,
];

/** Drops indexes of these collections that are no longer wanted as they are; those of other names stay. */
async function dropOld(collection: ${mongodb("Collection")}, wanted: readonly IndexDescription[]): Promise<void> {
  for (const index of await collection.indexes()) {
    const isWanted = wanted.some(({ name, ...rest }) => name === index.name && ${isDeepStrictEqual}(rules(rest), rules(index)));
    if (index.name && /_(?:key|idx)$/.test(index.name) && !isWanted) await collection.dropIndex(index.name);
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
      await dropOld(collection, indexes);
      if (!isDeepStrictEqual(before.options?.["validator"], validator)) await upgrade(collection, settings);
      await db.command({ collMod: name, validator });
    }
    if (indexes.length) await collection.createIndexes([...indexes]);
  }
}
`;
