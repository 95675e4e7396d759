import { readFile } from "node:fs/promises";
import type { UserError } from "../lib/index.ts";

/** Reads a file of JSON that a person named; `bad` makes the error for one that can't be read. */
export async function readJson(path: string, bad: (message: string) => UserError): Promise<unknown> {
  const text = await readFile(path, "utf8").catch(() => {
    throw bad("The file can't be read.");
  });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw bad("The file holds no JSON.");
  }
}
