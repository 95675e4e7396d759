import type * as Yaml from "yaml";
import { placeAt } from "../../../lib/index.ts";
import type { SpecWarning } from "../../spec.ts";
import type { Read } from "./document.ts";

/** Maximum characters of a file that is searched for line numbers; warnings about larger files show only pointers. */
const most = 1_000_000;

/** Formats warnings, each with its location: the file with line and column, and the pointer within it. */
export async function describeWarnings(
  warnings: readonly SpecWarning[],
  read: Read,
): Promise<readonly string[]> {
  const files = new Map<string, Promise<((pointer: string) => string) | undefined>>();
  return Promise.all(
    warnings.map(async ({ at, message }) => {
      const [file = "", pointer] = at.split(/#(.*)/s);
      if (pointer === undefined || /^https?:/i.test(file)) return `${at}: ${message}`;
      const find = files.get(file) ?? finder(file, read);
      files.set(file, find);
      return `${file}${(await find)?.(pointer) ?? ""}#${pointer}: ${message}`;
    }),
  );
}

async function finder(file: string, read: Read): Promise<((pointer: string) => string) | undefined> {
  const text = (await read(file).catch(() => "")).replace(/^\uFEFF/, "");
  if (text === "" || text.length > most) return undefined;
  const yaml = await import("yaml");
  const document: Yaml.Document = yaml.parseDocument(text, { logLevel: "error", prettyErrors: false });
  return (pointer) => {
    const path = parts(pointer);
    const offset = offsetOf(document.contents, path, yaml) ?? offsetOf(document.contents, older(path), yaml);
    if (offset === undefined) return "";
    const { line, column } = placeAt(text, offset);
    return `:${line}:${column}`;
  };
}

/** Returns the location of schemas in Swagger 2.0, from the one in later versions. */
const older = ([first = "", second, ...rest]: readonly string[]): readonly string[] =>
  first === "components" && second === "schemas" ? ["definitions", ...rest] : [];

const parts = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns the offset of the key at a path, or of the last key on the path that exists. */
function offsetOf(
  root: unknown,
  path: readonly string[],
  { isMap, isSeq, isNode, isScalar }: typeof Yaml,
): number | undefined {
  let node = root;
  let found: number | undefined;
  for (const part of path) {
    if (isSeq(node)) {
      node = node.items[Number(part)];
      if (isNode(node)) found = node.range?.[0];
      continue;
    }
    const pair = isMap(node)
      ? node.items.findLast(({ key }) => isScalar(key) && String(key.value) === part)
      : undefined;
    if (!pair) break;
    if (isNode(pair.key)) found = pair.key.range?.[0];
    node = pair.value;
  }
  return found;
}
