import { namesOfColumns, type Storage } from "../../../api/index.ts";
import type { Collection } from "../../mongo/rules.ts";

const plain = { validator: { $jsonSchema: { properties: {} } }, upgrades: [] } as const;

/**
 * Returns the collection of each resource, with the indexes that keep its keys and members unique, and the collection
 * that counts.
 */
export const recordCollections = (storage: Storage): readonly Collection[] => [
  ...storage.resources.map((resource) => {
    const names = namesOfColumns(resource);
    const fieldOf = (name: string): string => names.get(name) ?? name;
    const key = Object.fromEntries(resource.key.map((name) => [fieldOf(name), 1]));
    const unique = resource.columns
      .filter(({ name, unique: is, type }) => is && type !== "json" && !resource.key.includes(name))
      .map(({ name }) => ({
        key: { [fieldOf(name)]: 1 },
        unique: true,
        name: `unique_${fieldOf(name)}`,
        partialFilterExpression: { [fieldOf(name)]: { $type: ["string", "number", "bool"] } },
      }));
    return { ...plain, name: resource.table, indexes: [{ key, unique: true, name: "key" }, ...unique] };
  }),
  { ...plain, name: "counters", indexes: [] },
];
