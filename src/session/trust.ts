import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, listed, makeFolder } from "../lib/index.ts";
import type { Ask } from "./session.ts";

/** Whether a project's file may have the settings it asks for. */
export type Consent = (file: string, content: string, grants: readonly string[]) => Promise<boolean>;

export interface ConsentOptions {
  /** The user's state folder: answers are stored there, never in the project. */
  readonly state: string;
  readonly ask: Ask;
  /** Whether a person is at a terminal; otherwise the answer is no, even with piped input or `--yes`. */
  readonly present: boolean;
  note(text: string): void;
}

/** Asks once per content of each file and remembers either answer; any change asks again. */
export function consents({ state, ask, present, note }: ConsentOptions): Consent {
  const path = join(state, "trust.json");
  return async (file, content, grants) => {
    const key = createHash("sha256").update(file).update("\0").update(content).digest("hex");
    const known = await readTrust(path);
    if (known[key] === true) return true;
    if (known[key] === false) {
      note(`${file} asks for more than it may; you refused. Remove ${path} to be asked again.\n`);
      return false;
    }
    if (!present) {
      note(`${file} asks to ${listed(grants)}; without a terminal, this is ignored.\n`);
      return false;
    }
    const question = `${file} asks to\n${grants.map((line) => `  - ${line}`).join("\n")}\nAllow that for this project?`;
    const agreed = (await ask.choose(question, ["y", "n"])) === "y";
    await makeFolder(state, { mode: 0o700 });
    await writeFile(`${path}.new`, JSON.stringify({ ...known, [key]: agreed }), { mode: 0o600 });
    await rename(`${path}.new`, path);
    return agreed;
  };
}

async function readTrust(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
