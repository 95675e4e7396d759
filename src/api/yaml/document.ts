import {
  LineCounter,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type Node,
} from "yaml";
import { UserError, isObject, listed, nearest, type Place } from "../../lib/index.ts";

/** Limits of a definition file, far beyond any that a person writes. */
const limits = { characters: 1_000_000, aliases: 100, depth: 40 } as const;

export type Path = readonly (string | number)[];

/** A parsed file, with the location of each value. */
export interface Source {
  readonly value: unknown;
  /** Returns the location of the value at a path; of its key if `key`. */
  place(path: Path, key?: boolean): Place;
}

function depth(value: unknown, most: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (most === 0) return 1;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, depth(member, most - 1));
  return deepest + 1;
}

function find(document: Document, path: Path, key: boolean): Node | undefined {
  let node: unknown = document.contents;
  let found: Node | undefined = isNode(node) ? node : undefined;
  for (const [index, step] of path.entries()) {
    if (isSeq(node) && typeof step === "number") node = node.items[step];
    else if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      node = key && index === path.length - 1 ? pair?.key : pair?.value;
      if (!isNode(node) && isPair(pair)) node = pair.key;
    } else break;
    if (isNode(node)) found = node;
  }
  return found;
}

const tooBig = (file: string, what: string, cause?: unknown): UserError =>
  new UserError("definition_too_big", `${file} ${what}.`, "Split it, or write it without aliases.", {
    cause,
  });

/**
 * Parses YAML or JSON with locations.
 * @throws UserError with line and column for invalid YAML, and for files beyond the limits
 */
export function parseSource(text: string, file: string): Source {
  if (text.length > limits.characters) throw tooBig(file, `is longer than ${limits.characters} characters`);
  const lines = new LineCounter();
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  let document: Document;
  let value: unknown;
  try {
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [error] = document.errors;
    if (error)
      throw new UserError("bad_yaml", `${error.message.replace(/\.?$/, "")}.`, "Correct the YAML there.", {
        place: at(error.pos[0]),
      });
    value = document.toJS({ maxAliasCount: limits.aliases });
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const alias =
      cause instanceof ReferenceError ? /Unresolved alias .*: (.*)$/.exec(cause.message)?.[1] : undefined;
    if (alias !== undefined)
      throw new UserError("bad_yaml", `The alias *${alias} is not defined.`, `Define &${alias} before it.`, {
        place: at(Math.max(0, text.indexOf(`*${alias}`))),
        cause,
      });
    if (cause instanceof ReferenceError || cause instanceof RangeError)
      throw tooBig(file, "nests or repeats more than any definition does", cause);
    throw cause;
  }
  if (depth(value, limits.depth) > limits.depth)
    throw tooBig(file, `nests deeper than ${limits.depth} levels`);
  return { value, place: (path, key = false) => at(find(document, path, key)?.range?.[0] ?? 0) };
}

/** A value of a source with its path, so that errors can name their location. */
export interface Reader {
  readonly value: unknown;
  readonly path: Path;
  readonly source: Source;
}

export function fail(reader: Reader, why: string, fix: string, key = false): never {
  throw new UserError("bad_definition", why, fix, { place: reader.source.place(reader.path, key) });
}

export const child = (reader: Reader, step: string | number): Reader => ({
  source: reader.source,
  path: [...reader.path, step],
  value: isObject(reader.value) || Array.isArray(reader.value) ? Reflect.get(reader.value, step) : undefined,
});

/** Adds the reader's location to errors without one. */
export function within<T>(reader: Reader, read: () => T, key = false): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof UserError) || cause.place) throw cause;
    throw new UserError(cause.code, cause.message, cause.fix, {
      place: reader.source.place(reader.path, key),
      cause,
    });
  }
}

/** Returns the members of a mapping, in order; none if it is absent. */
export function members(reader: Reader, what: string): readonly (readonly [string, Reader])[] {
  if (reader.value === undefined || reader.value === null) return [];
  if (!isObject(reader.value))
    return fail(reader, `${what} must be a mapping of names.`, "Write each as `name: …`.");
  return Object.keys(reader.value).map((key) => [key, child(reader, key)] as const);
}

/** Refuses unknown keys of a mapping, and suggests the nearest known one. */
export function onlyKeys(reader: Reader, what: string, known: readonly string[]): void {
  for (const [key, member] of members(reader, what)) {
    if (known.includes(key)) continue;
    const meant = nearest(key, known);
    fail(
      member,
      `${JSON.stringify(key.slice(0, 60))} is not allowed in ${what}.`,
      meant ? `Did you mean ${meant}?` : `It may have ${listed(known, "or")}.`,
      true,
    );
  }
}

export function optionalText(reader: Reader, what: string): string | undefined {
  if (reader.value === undefined || reader.value === null) return undefined;
  if (typeof reader.value === "string" || typeof reader.value === "number") return String(reader.value);
  return fail(reader, `${what} must be a text.`, "Put it in quotes.");
}
