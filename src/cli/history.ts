import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../lib/index.ts";

const maxLines = 1000;

/** Newest first, as readline expects. */
export async function readHistory(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").filter(Boolean).slice(-maxLines).toReversed();
}

/** Failing to write the history is ignored. */
export async function writeHistory(path: string, newestFirst: readonly string[]): Promise<void> {
  const lines = newestFirst.slice(0, maxLines).toReversed();
  try {
    await makeFolder(dirname(path), { mode: 0o700 });
    await writeFile(`${path}.new`, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch {
    return;
  }
}
