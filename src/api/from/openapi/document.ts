import { posix } from "node:path";
import { isObject, UserError } from "../../../lib/index.ts";
import { budgets } from "./budgets.ts";

/** Where a value stands: the file and its JSON pointer. */
export interface At {
  readonly file: string;
  readonly pointer: string;
}

export type Read = (path: string) => Promise<string>;

const broken = (
  file: string,
  message: string,
  offset: { line: number; column: number } | undefined,
): UserError =>
  new UserError(
    "broken_spec",
    `${file}${offset ? `:${offset.line}:${offset.column}` : ""}: ${message}`,
    "Mend the file there and run the command again.",
    {
      place: { file, ...offset },
    },
  );

/** Refuses what is nested too deep before anything recurses into it. */
function checkDepth(file: string, root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length; depth++) {
    if (depth > budgets.depth)
      throw broken(file, `is nested more than ${budgets.depth} levels deep.`, undefined);
    level = level.flatMap((value) =>
      Array.isArray(value)
        ? value.filter(isNested)
        : isObject(value)
          ? Object.values(value).filter(isNested)
          : [],
    );
    if (level.length > budgets.values) throw broken(file, "holds too many values.", undefined);
  }
}

const isNested = (value: unknown): boolean => typeof value === "object" && value !== null;

/** What strict JSON holds; undefined for anything else, which YAML, its superset, then reads or places the fault in. */
function json(text: string): unknown {
  try {
    return /^\s*[{[]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

async function parseYaml(file: string, text: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    version: "1.2",
    uniqueKeys: true,
    logLevel: "silent",
    prettyErrors: false,
  });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw broken(file, `is not valid here (${error.code.toLowerCase().replaceAll("_", " ")}).`, {
      line,
      column: col,
    });
  }
  try {
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: budgets.aliases }) ?? null));
  } catch {
    throw broken(file, "expands its aliases without end or too often.", undefined);
  }
}

/** JSON or YAML, by content. Raises UserError with file, line and column. */
export async function parse(file: string, text: string): Promise<unknown> {
  if (text.length > budgets.characters)
    throw broken(file, `is larger than ${budgets.characters / 1e6} MB.`, undefined);
  const clean = text.replace(/^\uFEFF/, "");
  const value = json(clean) ?? (await parseYaml(file, clean));
  checkDepth(file, value);
  return value;
}

const unescape = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part.replaceAll("~1", "/").replaceAll("~0", "~");
  }
};

export const pointerOf = (parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The value behind a JSON pointer, or undefined. */
export function behind(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split("/").slice(1).map(unescape)) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** All files of a specification; a reference leads from one into another, never out of the main one's folder. */
export class Documents {
  readonly main: string;
  readonly #read: Read;
  readonly #files = new Map<string, unknown>();

  constructor(main: string, read: Read) {
    this.main = main;
    this.#read = read;
  }

  /** Loads the main file and, transitively, each local file that it refers to. */
  async load(): Promise<unknown> {
    const pending = [this.main];
    for (const file of pending) {
      if (pending.length > budgets.files)
        throw broken(this.main, `refers to more than ${budgets.files} files.`, undefined);
      this.#files.set(file, await this.#parse(file));
      for (const target of this.#referred(file)) if (!pending.includes(target)) pending.push(target);
    }
    return this.#files.get(this.main);
  }

  async #parse(file: string): Promise<unknown> {
    if (file === this.main) return parse(file, await this.#read(file));
    const text = await this.#read(file).catch(() => undefined); // reported where the reference stands
    return text === undefined ? undefined : parse(file, text);
  }

  *#referred(file: string): Iterable<string> {
    const pending = [this.#files.get(file)];
    while (pending.length) {
      const value = pending.pop();
      if (isObject(value) && typeof value["$ref"] === "string") {
        const target = this.resolve(value["$ref"], file)?.file;
        if (target !== undefined) yield target;
      }
      if (isNested(value))
        for (const next of Object.values(value as object)) if (isNested(next)) pending.push(next);
    }
  }

  /** The place that a reference names; undefined where it leads out of the folder or to another host. */
  resolve(ref: string, from: string): At | undefined {
    const [path = "", fragment = ""] = ref.split("#", 2);
    const pointer = fragment === "" ? "" : fragment.startsWith("/") ? fragment : undefined;
    if (pointer === undefined) return undefined;
    if (path === "") return { file: from, pointer };
    if (/^[a-z][a-z0-9+.-]*:|^\/|\\|\0/i.test(path)) return undefined;
    const folder = posix.dirname(this.main);
    const file = posix.normalize(posix.join(posix.dirname(from), unescape(path.replaceAll("~", "~0"))));
    const inside = folder === "." ? !file.startsWith("../") : file.startsWith(`${folder}/`);
    return inside && !posix.isAbsolute(file) ? { file, pointer } : undefined;
  }

  /** Every file's value, for a change in place. */
  each(change: (root: unknown, file: string) => void): void {
    for (const [file, root] of this.#files) change(root, file);
  }

  /** Puts the main file's value in another form. */
  replace(root: unknown): void {
    this.#files.set(this.main, root);
  }

  get(at: At): unknown {
    return behind(this.#files.get(at.file), at.pointer);
  }
}
