import { Numbering } from "../../../lib/index.ts";
import type { At } from "./document.ts";

/** Returns a component key as the standard allows it: letters, digits, `.`, `-`, `_`. */
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

/** Assigns each referenced place one key, the same for the same document. */
export class SchemaNames {
  readonly #main: string;
  readonly #byPlace = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #numbers = new Numbering();

  /** @param main the file whose references are read; colliding schemas of other files are named after their files */
  constructor(main: string) {
    this.#main = main;
  }

  /** Reserves keys of the main document's own components, which come first and are kept. */
  reserve(at: At, key: string): void {
    this.#byPlace.set(`${at.file}#${at.pointer}`, key);
    this.#taken.add(key);
  }

  get(at: At): string | undefined {
    return this.#byPlace.get(`${at.file}#${at.pointer}`);
  }

  add(at: At): string {
    const [file = "", folder = ""] = at.file
      .replace(/\.[^./]*$/, "")
      .split("/")
      .toReversed();
    const short = (at.pointer !== "" && safe(last(at.pointer, 1))) || safe(file) || "Schema";
    const outside = [file, `${folder}_${file}`].map((stem) =>
      safe(`${stem}_${at.pointer === "" ? "" : short}`),
    );
    const names = [short, ...(at.file === this.#main ? [] : outside), safe(last(at.pointer, 2)) || short];
    const numbered = (n: number): string => `${names.at(-1)}_${n}`;
    const free = names.find((name) => !this.#taken.has(name));
    const key =
      free ?? numbered(this.#numbers.next(names.join("/"), (n) => n < 2 || this.#taken.has(numbered(n))));
    this.reserve(at, key);
    return key;
  }
}
