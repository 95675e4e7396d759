import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listed, nearest, UserError } from "../lib/index.ts";
import { readMode } from "./mode.ts";
import type { Modes } from "./session.ts";

const extension = ".md";
const named = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Beside this module in the sources; a release's chunks lie elsewhere in `dist`. */
const places = ["./modes/", "../session/modes/", "./session/modes/"];

/** The folder of the modes that come with us. */
export async function ours(): Promise<string> {
  for (const place of places) {
    const path = fileURLToPath(new URL(place, import.meta.url));
    if ((await readdir(path).catch(() => [])).length > 0) return path;
  }
  throw new Error("the modes that come with us are missing");
}

export interface PageFolder {
  readonly path: string;
  /** Whether links count: a cloned project could lead one anywhere. */
  readonly links: boolean;
}

/** Markdown files by their names without ending; of two with one name the later folder's counts. */
export async function pages(folders: readonly PageFolder[]): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const { path, links } of folders)
    for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
      const name = entry.name.slice(0, -extension.length);
      const right = entry.name.endsWith(extension) && named.test(name);
      if (right && (entry.isFile() || (links && entry.isSymbolicLink())))
        files.set(name, join(path, entry.name));
    }
  return files;
}

/** A file a mode. */
export const openModes = (folders: readonly PageFolder[]): Modes => ({
  names: async () => [...(await pages(folders)).keys()].toSorted(),
  async load(name) {
    const files = await pages(folders);
    const path = files.get(name);
    if (path !== undefined) return readMode(name, await readFile(path, "utf8"), path);
    const names = [...files.keys()].toSorted();
    const meant = nearest(name, names);
    throw new UserError(
      "unknown_mode",
      `There is no mode ${name.slice(0, 60)}${meant ? `; did you mean ${meant}?` : "."} There are ${listed(names)}.`,
      `Try: /mode ${meant ?? "default"}`,
      { usage: true },
    );
  },
});
