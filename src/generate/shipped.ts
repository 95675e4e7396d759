import { existsSync, readFileSync } from "node:fs";
import { hashes, pick, slashes } from "./pick.ts";

/** Beside this module in the sources; a release's chunks lie elsewhere in `dist`. */
const places = ["./", "../generate/", "./generate/"];

/**
 * A file of a `shipped` folder: code that generated projects contain unchanged, and that is type-checked, linted and
 * tested here.
 */
export function shipped(path: string): string {
  const urls = places.map((place) => new URL(place + path, import.meta.url));
  const url = urls.find((candidate) => existsSync(candidate));
  if (!url) throw new Error(`${path}, which generated projects contain, is missing`);
  return readFileSync(url, "utf8");
}

/** Which of its features a project has. */
export type Features = Readonly<Record<string, boolean>>;

/** The text of such a file that depends on nothing but a few features, which marks in it name. */
export function pickedText(path: string, features: Features): string {
  const has = new Set(Object.keys(features).filter((name) => features[name]));
  return pick(shipped(path), has, path.endsWith(".py") ? hashes : slashes);
}
