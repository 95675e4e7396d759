import type * as Yaml from "yaml";
import { placeAt } from "../../../lib/index.ts";
import type { SpecWarning } from "../../spec.ts";
import type { Read } from "./document.ts";

/** Characters of a file that is looked through for lines: of larger ones the pointers are told alone. */
const most = 1_000_000;

/** Warnings in sentences, each behind its place: the file with line and column, and the pointer within it. */
export async function toldWarnings(warnings: readonly SpecWarning[], read: Read): Promise<readonly string[]> {
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

/** Where Swagger 2.0 has the schemas that are told by the places that later versions have for them. */
const older = ([first = "", second, ...rest]: readonly string[]): readonly string[] =>
  first === "components" && second === "schemas" ? ["definitions", ...rest] : [];

const parts = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Where the key stands that leads to a place, or the last key on the way that is written there. */
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
