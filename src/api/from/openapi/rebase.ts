import { posix } from "node:path";
import { isObject } from "../../../lib/index.ts";
import type { Documents } from "./document.ts";
import { follow } from "./schema.ts";

type Node = Readonly<Record<string, unknown>>;

/** Returns a reference of one file relative to the main file; unchanged if it can't be resolved. */
function moved(ref: string, from: string, documents: Documents): string {
  const target = documents.resolve(ref, from);
  if (!target) return ref;
  if (target.file === documents.main) return `#${target.pointer}`;
  const path = /^https?:/i.test(target.file)
    ? target.file
    : posix
        .relative(posix.dirname(documents.main), target.file)
        .replaceAll("%", "%25")
        .replaceAll("#", "%23");
  return `${path}#${target.pointer}`;
}

/** Returns a value of one file with its references relative to the main file. */
function rebased(value: unknown, from: string, documents: Documents): unknown {
  if (Array.isArray(value)) return value.map((item) => rebased(item, from, documents));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "$ref" && typeof item === "string"
        ? moved(item, from, documents)
        : rebased(item, from, documents),
    ]),
  );
}

/**
 * Returns a function that resolves references of the main file, each place once. It returns other values, and
 * references that can't be resolved, unchanged.
 */
export function opener(documents: Documents): (value: unknown) => Node | undefined {
  const cache = new Map<string, unknown>();
  return (value) => {
    const target =
      isObject(value) && typeof value["$ref"] === "string"
        ? documents.resolve(value["$ref"], documents.main)
        : undefined;
    const place = target && follow(target, documents);
    if (!place) return isObject(value) ? value : undefined;
    const key = `${place.file}#${place.pointer}`;
    const known = cache.get(key);
    const node =
      known ??
      (place.file === documents.main
        ? documents.get(place)
        : rebased(documents.get(place), place.file, documents));
    cache.set(key, node);
    return isObject(node) ? node : undefined;
  };
}
