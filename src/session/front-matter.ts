import { readFile } from "node:fs/promises";
import { UserError } from "../lib/index.ts";

export interface Page {
  /** Empty if the file has none. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Raises UserError like `frontMatter`. */
export const readPage = async (path: string): Promise<Page> =>
  frontMatter(await readFile(path, "utf8"), path);

/** In characters; a page is read as a whole, and a mode's is sent to the model. */
const longest = 100_000;

/** Parses a Markdown file with YAML between `---` lines at its top. Raises UserError that names file and line. */
export async function frontMatter(text: string, file: string): Promise<Page> {
  if (text.length > longest)
    throw new UserError("settings", "More than 100,000 characters.", "Shorten the file.", {
      place: { file },
    });
  const match = /^\uFEFF?---\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (!match || match.index !== 0) return { data: {}, body: text.replace(/^\uFEFF/, "").trim() };
  return { data: await yamlObject(match[1] ?? "", file, 1), body: text.slice(match[0].length).trim() };
}

/** Thousands of nested brackets overflow the parser's stack, whose error is replaced. */
const problem = (message: string): string =>
  message.startsWith("Maximum call stack") ? "It nests too deeply." : (message.split("\n")[0] ?? "No YAML.");

/** Parses a YAML object without aliases. `before`: lines of the file above it. */
export async function yamlObject(
  text: string,
  file: string,
  before = 0,
): Promise<Readonly<Record<string, unknown>>> {
  if (text.trim() === "") return {};
  const bad = (message: string, line: number): UserError =>
    new UserError("settings", message, "Correct that line; `antiphon init` writes a commented example.", {
      place: { file, line: line + before },
    });
  if (text.length > longest) throw bad("More than 100,000 characters.", 1);
  const { isMap, parseDocument } = await import("yaml"); // rarely needed at startup
  const document = parseDocument(text, { uniqueKeys: true });
  const [error] = document.errors;
  if (error) throw bad(problem(error.message), error.linePos?.[0].line ?? 1);
  if (document.contents === null) return {};
  if (!isMap(document.contents)) throw bad("Names with values are expected.", 1);
  try {
    return document.toJS({ maxAliasCount: 0 }) as Record<string, unknown>; // it is a map
  } catch {
    throw bad("Aliases (&, *) aren't read here.", 1);
  }
}
