import { posix } from "node:path";
import { isObject, UserError } from "../../../lib/index.ts";
import { budgets } from "./budgets.ts";
import { broken, parse, type Parsed } from "./parse.ts";

/** The location of a value: file and JSON pointer. */
export interface At {
  readonly file: string;
  readonly pointer: string;
}

export type Read = (path: string) => Promise<string>;

export interface Sources {
  readonly read: Read;
  /** Reads an https address, from public hosts only and within its own budgets; absent if not allowed. */
  readonly remote?: Read;
}

const isNested = (value: unknown): boolean => typeof value === "object" && value !== null;
const isAddress = (file: string): boolean => /^https?:/i.test(file);

const unescape = (part: string): string => {
  if (!part.includes("%") && !part.includes("~")) return part;
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part.replaceAll("~1", "/").replaceAll("~0", "~");
  }
};

/** Returns the step of a pointer to a member or an item. */
const stepTo = (part: string | number): string =>
  `/${typeof part === "string" && /[~/]/.test(part) ? part.replaceAll("~", "~0").replaceAll("/", "~1") : part}`;

/** Returns a member of an object or an item of a list, or undefined. */
function memberOf(value: unknown, part: string): unknown {
  if (Array.isArray(value)) return value[Number(part)];
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

/** Returns the value at a JSON pointer, or undefined. */
export function behind(root: unknown, pointer: string): unknown {
  if (pointer === "") return root;
  let value = root;
  for (const part of pointer.slice(pointer.indexOf("/") + 1).split("/"))
    value = memberOf(value, unescape(part));
  return value;
}

/** All files of a specification. Paths never lead out of the main file's folder; addresses need `sources.remote`. */
export class Documents {
  readonly main: string;
  readonly #sources: Sources;
  readonly #files = new Map<string, unknown>();
  readonly #anchors = new Map<string, ReadonlyMap<string, string>>();
  readonly #passed: (Parsed["passed"][number] & { readonly file: string })[] = [];
  /** Why an address could not be read, by address. */
  readonly #unread = new Map<string, string>();

  constructor(main: string, sources: Sources) {
    this.main = main;
    this.#sources = sources;
  }

  /** Problems that the parser skipped. */
  get passed(): readonly (Parsed["passed"][number] & { readonly file: string })[] {
    return this.#passed;
  }

  /** Loads the main file and, transitively, each file that it refers to. */
  async load(): Promise<unknown> {
    const pending = [this.main];
    const known = new Set(pending);
    for (const file of pending) {
      if (pending.length > budgets.files)
        throw broken(
          this.main,
          `refers to more than ${budgets.files} files.`,
          undefined,
          "Bundle it into one file.",
        );
      this.#files.set(file, await this.#parse(file));
      for (const target of this.#referred(file)) {
        if (known.has(target)) continue;
        known.add(target);
        pending.push(target);
      }
    }
    return this.#files.get(this.main);
  }

  async #parse(file: string): Promise<unknown> {
    const text = await this.#text(file); // a missing file is reported at the reference
    if (text === undefined) return undefined;
    const { value, passed } = await parse(file, text);
    this.#passed.push(...passed.map((item) => ({ ...item, file })));
    return value;
  }

  async #text(file: string): Promise<string | undefined> {
    if (file === this.main) return this.#sources.read(file);
    if (!isAddress(file)) return this.#sources.read(file).catch(() => undefined);
    try {
      return await this.#sources.remote?.(file);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#unread.set(file, error.message);
      return undefined;
    }
  }

  *#referred(file: string): Iterable<string> {
    const pending = [this.#files.get(file)];
    while (pending.length) {
      const value = pending.pop();
      if (isObject(value) && typeof value["$ref"] === "string") {
        const target = this.#target(value["$ref"], file)?.file;
        if (target !== undefined) yield target;
      }
      if (isNested(value))
        for (const next of Object.values(value as object)) if (isNested(next)) pending.push(next);
    }
  }

  /**
   * Returns the location that a reference names; undefined if it leaves the folder, its host is not allowed, or its
   * anchor doesn't exist.
   */
  resolve(ref: string, from: string): At | undefined {
    const target = this.#target(ref, from);
    if (!target) return undefined;
    const { file, fragment } = target;
    if (fragment === "" || fragment.startsWith("/")) return { file, pointer: fragment };
    const pointer = this.#anchored(file).get(fragment);
    return pointer === undefined ? undefined : { file, pointer };
  }

  #target(ref: string, from: string): { readonly file: string; readonly fragment: string } | undefined {
    const [path = "", fragment = ""] = ref.split("#", 2);
    if (path === "") return { file: from, fragment };
    const file = isAddress(path) || isAddress(from) ? this.#address(path, from) : this.#local(path, from);
    return file === undefined ? undefined : { file, fragment };
  }

  #address(path: string, from: string): string | undefined {
    if (!this.#sources.remote || !URL.canParse(path, isAddress(from) ? from : undefined)) return undefined;
    const url = new URL(path, isAddress(from) ? from : undefined);
    return url.protocol === "https:" ? url.href : undefined;
  }

  #local(path: string, from: string): string | undefined {
    if (/^[a-z][a-z0-9+.-]*:|^\/|\\|\0/i.test(path)) return undefined;
    const folder = posix.dirname(this.main);
    const file = posix.normalize(posix.join(posix.dirname(from), unescape(path.replaceAll("~", "~0"))));
    const inside = folder === "." ? !file.startsWith("../") : file.startsWith(`${folder}/`);
    return inside && !posix.isAbsolute(file) ? file : undefined;
  }

  /** Returns a file's pointers by the names that `$anchor` defines. */
  #anchored(file: string): ReadonlyMap<string, string> {
    const known = this.#anchors.get(file);
    if (known) return known;
    const found = new Map<string, string>();
    const pending: { readonly value: unknown; readonly pointer: string }[] = [
      { value: this.#files.get(file), pointer: "" },
    ];
    for (const { value, pointer } of pending) {
      if (!isNested(value)) continue;
      if (isObject(value) && typeof value["$anchor"] === "string") found.set(value["$anchor"], pointer);
      for (const [key, next] of Object.entries(value as object))
        if (isNested(next)) pending.push({ value: next, pointer: pointer + stepTo(key) });
    }
    this.#anchors.set(file, found);
    return found;
  }

  /** Returns why a reference can't be resolved, and what would help. */
  lost(ref: string, from: string): string {
    const refText = JSON.stringify(ref.slice(0, 200));
    const [path = ""] = ref.split("#", 1);
    if (!isAddress(path) && !isAddress(from))
      return path === "" || this.#local(path, from) !== undefined
        ? `refers to ${refText}, which is not there`
        : `refers to ${refText}, which is not a file in the specification's folder (copy it there)`;
    if (!this.#sources.remote)
      return `refers to ${refText} on another host: --allow-remote reads it over https`;
    const file = this.#address(path, from);
    if (file === undefined) return `refers to ${refText}: only https addresses are read`;
    const why = this.#unread.get(file);
    return why === undefined
      ? `refers to ${refText}, which is not there`
      : `refers to ${refText}, which can't be read: ${why}`;
  }

  /** Passes the value of every file to `change`, which edits it in place. */
  each(change: (root: unknown, file: string) => void): void {
    for (const [file, root] of this.#files) change(root, file);
  }

  /** Replaces the value of the main file. */
  replace(root: unknown): void {
    this.#files.set(this.main, root);
    this.#anchors.clear();
  }

  get(at: At): unknown {
    return behind(this.#files.get(at.file), at.pointer);
  }

  /**
   * Returns the same location with a normalised pointer, after following the references on its way; undefined if it
   * doesn't exist.
   */
  locate(at: At): At | undefined {
    let { file, pointer } = { file: at.file, pointer: "" };
    let value = this.#files.get(file);
    let hops = 0;
    for (const part of at.pointer.split("/").slice(1).map(unescape)) {
      while (isObject(value) && typeof value["$ref"] === "string" && !Object.hasOwn(value, part)) {
        const target = hops++ < budgets.hops ? this.resolve(value["$ref"], file) : undefined;
        if (!target) return undefined;
        ({ file, pointer } = target);
        value = this.get(target);
      }
      pointer += stepTo(part);
      value = memberOf(value, part);
      if (value === undefined) return undefined;
    }
    return value === undefined ? undefined : { file, pointer };
  }
}

/** Returns the location of a member or an item, at whatever depth. */
export const below = (at: At, ...parts: readonly (string | number)[]): At => ({
  file: at.file,
  pointer: at.pointer + parts.map(stepTo).join(""),
});
