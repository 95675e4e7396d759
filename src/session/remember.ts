import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../lib/index.ts";
import type { SandboxUse } from "./session.ts";
import { settingsFile } from "./settings.ts";

/**
 * Writes into the user's settings what a person answered for a project; whatever else the file says stays as it is.
 * @param folder The user's settings folder.
 */
export async function rememberSandbox(folder: string, project: string, use: SandboxUse): Promise<string> {
  const path = join(folder, settingsFile);
  const { parseDocument } = await import("yaml");
  const document = parseDocument(await readFile(path, "utf8").catch(() => ""));
  document.setIn(["sandbox", project], use);
  await makeFolder(folder, { mode: 0o700 });
  await writeFile(`${path}.new`, document.toString(), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return path;
}
