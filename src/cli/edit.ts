import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../lib/index.ts";
import type { Io } from "./io.ts";

/** Opens a text in `$VISUAL`, `$EDITOR` or `vi` and returns what was saved. */
export async function edit(text: string, extension: string, env: Io["env"]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "antiphon-"));
  const path = join(folder, `definition.${extension.replace(/\W/g, "")}`);
  try {
    await writeFile(path, text, { mode: 0o600 });
    const [command = "vi", ...args] = (env["VISUAL"] || env["EDITOR"] || "vi").split(/\s+/);
    const code = await new Promise<number | null>((resolve, reject) => {
      const child = spawn(command, [...args, path], { stdio: "inherit" });
      child.on("error", reject);
      child.on("exit", resolve);
    }).catch(() => null);
    if (code !== 0)
      throw new UserError(
        "editor",
        `The editor ${command} failed.`,
        "Set EDITOR to an editor that is installed.",
      );
    return await readFile(path, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
