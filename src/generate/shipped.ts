import { existsSync, readFileSync } from "node:fs";

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
