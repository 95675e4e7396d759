import { realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { type Clock, UserError } from "../lib/index.ts";
import { reader } from "./files.ts";
import { isMissing } from "./paths.ts";
import type { Files } from "./workspace.ts";

/** A file that a person named, in its own folder, which is read-only. */
export interface Outside {
  readonly files: Files;
  /** Its name in that folder. */
  readonly path: string;
}

/**
 * Opens only the folder of a file outside a project for reading; `path` is relative to `root`.
 * @throws UserError `no_such_file` if nothing exists there
 */
export async function openOutside(root: string, path: string, clock: Clock): Promise<Outside> {
  const absolute = resolve(root, path);
  const folder = await realpath(dirname(absolute)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new UserError("no_such_file", `${JSON.stringify(path)} does not exist.`, "Check the path.");
  });
  const readOnly = new UserError(
    "path-outside",
    `${folder} is outside the folder`,
    "Write inside the folder.",
  );
  return {
    files: { ...reader(folder, clock), write: () => Promise.reject(readOnly) },
    path: basename(absolute),
  };
}
