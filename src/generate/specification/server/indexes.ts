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
    const keyOf = (columns: readonly string[]): Readonly<Record<string, 1>> =>
      Object.fromEntries(columns.map((name) => [fieldOf(name), 1]));
    const alone = resource.columns
      .filter(({ name, unique: is, type }) => is && type !== "json" && !resource.key.includes(name))
      .map(({ name }) => [name]);
    const unique = [...alone, ...resource.unique].map(([name = "", ...others]) => ({
      key: keyOf([name, ...others]),
      unique: true,
      name: `unique_${fieldOf(name)}`,
      partialFilterExpression: { [fieldOf(name)]: { $type: ["string", "number", "bool"] } },
    }));
    const key = { key: keyOf(resource.key), unique: true, name: "key" };
    return { ...plain, name: resource.table, indexes: [key, ...unique] };
  }),
  { ...plain, name: "counters", indexes: [] },
];
