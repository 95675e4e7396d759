import { existsSync, readFileSync } from "node:fs";
import { hashes, pick, slashes } from "./pick.ts";

/** Beside this module in the sources; in a release, chunks have other places in `dist`. */
const places = ["./", "../generate/", "./generate/"];

const texts = new Map<string, string>();

/**
 * Returns a file of a `shipped` folder: code that generated projects contain unchanged, type-checked, linted and
 * tested here.
 */
export function shipped(path: string): string {
  const known = texts.get(path);
  if (known !== undefined) return known;
  const urls = places.map((place) => new URL(place + path, import.meta.url));
  const url = urls.find((candidate) => existsSync(candidate));
  if (!url) throw new Error(`${path}, which generated projects contain, is missing`);
  const text = readFileSync(url, "utf8");
  texts.set(path, text);
  return text;
}

/** Features of a project, by name. */
export type Features = Readonly<Record<string, boolean>>;

/** Returns the text of such a file with only the pieces that the project's features need. */
export function pickedText(path: string, features: Features): string {
  const has = new Set(Object.keys(features).filter((name) => features[name]));
  return pick(shipped(path), has, path.endsWith(".py") ? hashes : slashes);
}
