import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Document } from "yaml";
import { makeFolder } from "../lib/index.ts";
import type { SandboxUse, Upstream } from "./session.ts";
import { settingsFile } from "./settings.ts";

/** Saves a person's answer for a project in the user's settings. */
export const rememberSandbox = (folder: string, project: string, use: SandboxUse): Promise<string> =>
  remember(folder, (document) => document.setIn(["sandbox", project], use));

export interface ChosenModel {
  readonly model: string;
  /** The name of its upstream; omitted if an environment key is enough. */
  readonly name?: string;
  readonly upstream?: Upstream;
}

/** Saves the model for new sessions, and its upstream, in the user's settings. */
export const rememberModel = (folder: string, { model, name, upstream }: ChosenModel): Promise<string> =>
  remember(folder, (document) => {
    document.set("model", model);
    if (name === undefined || !upstream) return;
    const { provider, options } = upstream;
    const stated = typeof options === "string" ? `${provider}:${options}` : { provider, ...options };
    document.setIn(["upstreams", name], document.createNode(stated));
  });

/**
 * Edits the user's settings; everything else in the file is preserved.
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
