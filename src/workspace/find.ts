import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type IgnoreRules, ignoreRules } from "./gitignore.ts";
import { matcher } from "./glob.ts";
import { isForbidden } from "./paths.ts";
import { isTemporary } from "./transaction.ts";
import type { FindOptions } from "./workspace.ts";

interface Rules {
  /** The folder of the `.gitignore`, with a trailing slash; empty for the root. */
  readonly base: string;
  readonly ignores: IgnoreRules;
}

const never = new Set([".git", "node_modules", "__pycache__", ".venv", "venv"]);

/** Whether a path lies in a folder of git, of installed packages or of compiled files, which are never searched. */
export const isInstalledPath = (path: string): boolean => path.split("/").some((part) => never.has(part));

/** A pattern that matches a path and everything below it, whatever characters its name has. */
export const patternOf = (path: string): string =>
  path ? `${path.replaceAll(/[\\*?{}()[\]!+@|]/g, String.raw`\$&`)}/**` : "**";

/** The literal folders at the beginning of a pattern. */
function fixedFolders(glob: string): readonly string[] {
  const folders = glob.split("/").slice(0, -1);
  const bare = (part: string): string => part.replaceAll(/\\./g, "");
  const end = folders.findIndex((part) => /[*?{}()[\]!+@|]/.test(bare(part)));
  const fixed = end < 0 ? folders : folders.slice(0, end);
  return fixed.filter((part) => part && part !== ".").map((part) => part.replaceAll(/\\(.)/g, "$1"));
}

/** How many folders deep a pattern can match at most. */
const depthOf = (glob: string): number =>
  /\*\*|[*+]\(/.test(glob) ? Number.POSITIVE_INFINITY : glob.split("/").length - 1;

/** Yields matching files, sorted within each folder. Links are skipped. */
export async function* find(root: string, glob: string, options: FindOptions = {}): AsyncIterable<string> {
  const fits = matcher(glob);
  const parts = fixedFolders(glob.replace(/^\.\//, ""));
  const deepest = depthOf(glob);
  yield* walk("", []);

  async function* walk(folder: string, above: readonly Rules[]): AsyncIterable<string> {
    const rules = options.ignored ? [] : [...above, ...(await rulesOf(root, folder))];
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (folder && isForbidden(error)) options.passed?.(folder.slice(0, -1), "may not be read by this user");
      return [];
    });
    const depth = folder.split("/").length - 1;
    const only = parts[depth];
    if (options.skipNested && depth > parts.length && entries.some(({ name }) => name === ".git"))
      return options.passed?.(folder.slice(0, -1), "is a repository of its own");
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (never.has(entry.name) || isTemporary(entry.name)) continue;
      if (only !== undefined && entry.name !== only) continue; // below the pattern's fixed part
      const path = folder + entry.name;
      if (entry.isDirectory()) {
        if (depth < deepest && !isIgnored(`${path}/`, rules)) yield* walk(`${path}/`, rules);
      } else if (!fits(path) || isIgnored(path, rules)) continue;
      else if (entry.isFile()) yield path;
      else options.passed?.(path, kindOf(entry));
    }
  }
}

function kindOf(entry: Dirent): string {
  if (entry.isSymbolicLink()) return "is a link";
  if (entry.isFIFO()) return "is a pipe";
  return entry.isSocket() ? "is a socket" : "is a device";
}

async function rulesOf(root: string, folder: string): Promise<readonly Rules[]> {
  const text = await readFile(join(root, folder, ".gitignore"), "utf8").catch(() => "");
  return text.trim() ? [{ base: folder, ignores: ignoreRules(text) }] : [];
}

/** The nearest `.gitignore` that matches the path decides. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  for (const { base, ignores } of rules.toReversed()) {
    const result = ignores(path.slice(base.length));
    if (result !== undefined) return result;
  }
  return false;
}
