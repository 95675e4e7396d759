import type { Files } from "../../workspace/index.ts";
import type { Source } from "./syntax.ts";

/** Returns the folder of a path; empty for the root. */
export const folderOf = (path: string): string =>
  path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";

/** Returns the last part of a path. */
export const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const below = (folder: string, name: string): string => (folder ? `${folder}/${name}` : name);

/** Names for the folder of what resources share. */
export const supportNames = ["api", "resources", "rest", "generated", "api_resources"];

/** Returns the first of these folders that is neither a folder nor a module of the project, or the last one. */
export function unusedFolder(sources: readonly Source[], inside: string, names: readonly string[]): string {
  const candidates = names.map((name) => below(inside, name));
  const isUsed = (folder: string): boolean =>
    sources.some(({ path }) => path.startsWith(`${folder}/`) || path.startsWith(`${folder}.`));
  return candidates.find((folder) => !isUsed(folder)) ?? candidates.at(-1) ?? inside;
}

const mostFiles = 1000;
const mostText = 200_000;

/** Reads a project's wanted files, without long ones and those that can't be read. */
export async function sourcesIn(
  files: Files,
  glob: string,
  isWanted: (path: string) => boolean,
): Promise<readonly Source[]> {
  const found: Source[] = [];
  for await (const path of files.find(glob)) {
    const text = isWanted(path) ? await files.tryRead(path).catch(() => null) : null;
    if (text !== null && text.length <= mostText) found.push({ path, text });
    if (found.length >= mostFiles) break;
  }
  return found;
}
