import type * as Yaml from "yaml";
import type { Place } from "../lib/index.ts";

export interface Entry {
  readonly name: string;
  /** The place of the name. */
  readonly place: Place;
  readonly value: Located;
}

/** A value of a file, with its place in the file. */
export type Located = { readonly place: Place } & (
  | { readonly kind: "scalar"; readonly value: unknown }
  | { readonly kind: "list"; readonly items: readonly Located[] }
  | { readonly kind: "map"; readonly entries: readonly Entry[] }
);

/** Wraps a value that was already parsed: all of it has the same place. */
export function locate(value: unknown, place: Place): Located {
  if (Array.isArray(value)) return { kind: "list", place, items: value.map((item) => locate(item, place)) };
  if (typeof value !== "object" || value === null) return { kind: "scalar", place, value };
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => ({ name, place, value: locate(inner, place) }));
  return { kind: "map", place, entries };
}

export interface Problem {
  readonly place: Place;
  readonly message: string;
  readonly fix: string;
}

/** Maximum characters; the file is read at once. */
const longest = 200_000;

export interface Parsed {
  readonly root: Located;
  readonly problems: readonly Problem[];
}

/** Parses YAML 1.2 or JSON, without aliases. Errors are returned with their places; it never throws. */
export async function parseLocated(text: string, file: string): Promise<Parsed> {
  const start: Place = { file, line: 1, column: 1 };
  const empty: Located = { kind: "map", place: start, entries: [] };
  const failed = (message: string, place: Place): Parsed => ({
    root: empty,
    problems: [{ place, message, fix: "Correct the YAML there." }],
  });
  if (text.length > longest) return failed(`The file is longer than ${longest} characters.`, start);
  const yaml = await import("yaml"); // most starts need no YAML
  const lines = new yaml.LineCounter();
  const options = { uniqueKeys: true, prettyErrors: false, logLevel: "error", lineCounter: lines } as const;
  const document = yaml.parseDocument(text, options);
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [error] = document.errors;
  if (error) return failed(sentence(error.message), placeAt(error.pos[0]));
  if (document.contents === null) return { root: empty, problems: [] };
  const problems: Problem[] = [];
  const at = (node: unknown): Place => (yaml.isNode(node) && node.range ? placeAt(node.range[0]) : start);
  const root = walk(document.contents, { yaml, at, problems });
  return { root, problems };
}

/** Replaces the parser's own message about a stack overflow, which deeply nested brackets cause. */
const sentence = (message: string): string =>
  message.startsWith("Maximum call stack") ? "It nests too deeply." : (message.split("\n")[0] ?? "No YAML.");

interface Walk {
  readonly yaml: typeof Yaml;
  readonly problems: Problem[];
  at(node: unknown): Place;
}

function walk(node: unknown, walking: Walk): Located {
  const { yaml, at, problems } = walking;
  const place = at(node);
  if (yaml.isSeq(node)) return { kind: "list", place, items: node.items.map((item) => walk(item, walking)) };
  if (yaml.isMap(node)) {
    const entries = node.items.map(({ key, value }) => {
      const name = yaml.isScalar(key) ? String(key.value) : "";
      return { name, place: at(key), value: walk(value, walking) };
    });
    return { kind: "map", place, entries };
  }
  if (yaml.isAlias(node))
    problems.push({ place, message: "Aliases (&, *) aren't supported here.", fix: "Write the value out." });
  return { kind: "scalar", place, value: yaml.isScalar(node) ? node.value : null };
}
