import { Numbering } from "../../../lib/index.ts";
import type { At } from "./document.ts";

/** Component keys as the standard allows them: letters, digits, `.`, `-`, `_`. */
const safe = (word: string): string =>
  word
    .replaceAll(/[^A-Za-z0-9._-]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 120);

const last = (pointer: string, count: number): string =>
  pointer
    .split("/")
    .slice(1)
    .filter(
      (part) =>
        !["components", "schemas", "definitions", "properties", "schema", "content", "paths"].includes(part),
    )
    .slice(-count)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join("_");

/** Gives each place that a reference names one key, the same for the same document. */
export class SchemaNames {
  readonly #byPlace = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #numbers = new Numbering();

  /** Keys of the main document's own components come first and stay as they are. */
  reserve(at: At, key: string): void {
    this.#byPlace.set(`${at.file}#${at.pointer}`, key);
    this.#taken.add(key);
  }

  get(at: At): string | undefined {
    return this.#byPlace.get(`${at.file}#${at.pointer}`);
  }

  add(at: At): string {
    const file = at.file.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
    const base = safe(at.pointer === "" ? file : last(at.pointer, 2)) || "Schema";
    const short = safe(at.pointer === "" ? file : last(at.pointer, 1)) || base;
    const numbered = (n: number): string => (n < 2 ? short : n === 2 ? base : `${base}_${n}`);
    const key = numbered(this.#numbers.next(`${base}/${short}`, (n) => this.#taken.has(numbered(n))));
    this.reserve(at, key);
    return key;
  }
}
