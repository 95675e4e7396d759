import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Document } from "yaml";
import { makeFolder } from "../lib/index.ts";
import type { SandboxUse, Upstream } from "./session.ts";
import { settingsFile } from "./settings.ts";

/** Writes into the user's settings what a person answered for a project. */
export const rememberSandbox = (folder: string, project: string, use: SandboxUse): Promise<string> =>
  remember(folder, (document) => document.setIn(["sandbox", project], use));

export interface ChosenModel {
  readonly model: string;
  /** Of its upstream; left out where a key of the environment is enough. */
  readonly name?: string;
  readonly upstream?: Upstream;
}

/** Writes into the user's settings the model of new sessions, and where it answers. */
export const rememberModel = (folder: string, { model, name, upstream }: ChosenModel): Promise<string> =>
  remember(folder, (document) => {
    document.set("model", model);
    if (name === undefined || !upstream) return;
    const { provider, options } = upstream;
    document.setIn(["upstreams", name], document.createNode({ provider, ...options }));
  });

/**
 * Changes the user's settings; whatever else the file says stays as it is.
 * @param folder The user's settings folder.
 */
async function remember(folder: string, change: (document: Document) => void): Promise<string> {
  const path = join(folder, settingsFile);
  const { parseDocument } = await import("yaml");
  const document = parseDocument(await readFile(path, "utf8").catch(() => ""));
  change(document);
  await makeFolder(folder, { mode: 0o700 });
  await writeFile(`${path}.new`, document.toString(), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return path;
}
