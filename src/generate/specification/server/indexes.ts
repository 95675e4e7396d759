import { namesOfColumns, type Storage } from "../../../api/index.ts";

/** Unique fields of a MongoDB collection. */
export interface CollectionIndexes {
  readonly name: string;
  readonly indexes: readonly {
    readonly key: Readonly<Record<string, 1>>;
    readonly unique: true;
    readonly name: string;
    readonly partialFilterExpression?: Readonly<Record<string, unknown>>;
  }[];
}

/** Returns the collection of each resource, with the indexes that keep its keys and members unique. */
export const collectionIndexes = (storage: Storage): readonly CollectionIndexes[] =>
  storage.resources.map((resource) => {
    const names = namesOfColumns(resource);
    const fieldOf = (name: string): string => names.get(name) ?? name;
    const key = Object.fromEntries(resource.key.map((name) => [fieldOf(name), 1 as const]));
    const unique = resource.columns
      .filter(({ name, unique: is, type }) => is && type !== "json" && !resource.key.includes(name))
      .map(({ name }) => ({
        key: { [fieldOf(name)]: 1 as const },
        unique: true as const,
        name: `unique_${fieldOf(name)}`,
        partialFilterExpression: { [fieldOf(name)]: { $type: ["string", "number", "bool"] } },
      }));
    return { name: resource.table, indexes: [{ key, unique: true as const, name: "key" }, ...unique] };
  });
