import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listed, nearest, usageError } from "../lib/index.ts";
import { readMode } from "./mode.ts";
import type { Modes } from "./session.ts";

const extension = ".md";
const named = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Next to this module in the sources; elsewhere in `dist` for a release's chunks. */
const places = ["./modes/", "../session/modes/", "./session/modes/"];

/** The folder of the built-in modes. */
export async function ours(): Promise<string> {
  for (const place of places) {
    const path = fileURLToPath(new URL(place, import.meta.url));
    if ((await readdir(path).catch(() => [])).length > 0) return path;
  }
  throw new Error("the modes that come with us are missing");
}

export interface PageFolder {
  readonly path: string;
  /** Whether links are followed: in a cloned project they could lead anywhere. */
  readonly links: boolean;
}

/** Returns Markdown files by name without extension; for equal names the later folder's file wins. */
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

/** Opens modes: one file per mode. */
export const openModes = (folders: readonly PageFolder[]): Modes => ({
  names: async () => [...(await pages(folders)).keys()].toSorted(),
  async load(name) {
    const files = await pages(folders);
    const path = files.get(name);
    if (path !== undefined) return readMode(name, await readFile(path, "utf8"), path);
    const names = [...files.keys()].toSorted();
    const meant = nearest(name, names);
    throw usageError(
      "unknown_mode",
      `There is no mode ${name.slice(0, 60)}${meant ? `; did you mean ${meant}?` : "."} There are ${listed(names)}.`,
      `Try: /mode ${meant ?? "default"}`,
    );
  },
});
