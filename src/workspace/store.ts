import { readFileSync } from "node:fs";
import { open, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { makeFolder } from "../lib/index.ts";
import { type Held, hash } from "./content.ts";

/** A reference to a file's state; null: no file. */
export type State = { readonly hash: string; readonly mode: number } | null;

/** Stores contents by hash below the state folder, where checkpoints and the journal refer to them. */
export interface Store {
  put(content: Held): Promise<NonNullable<State>>;
  get(state: NonNullable<State>): Held;
}

/** Replaces a file atomically, durably by default. */
export async function replaceFile(path: string, content: string | Uint8Array, durable = true): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(content);
    if (durable) await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** Appends whole lines to a file, durably; first terminates a line that was cut short by a kill. */
export async function appendLines(path: string, lines: string): Promise<void> {
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const torn = size > 0 && last.toString() !== "\n";
    await file.write(torn ? `\n${lines}` : lines);
    await file.sync();
  } finally {
    await file.close();
  }
}

export function openStore(folder: string): Store {
  const place = (id: string): string => join(folder, id.slice(0, 2), id.slice(2));
  return {
    async put({ bytes, mode }) {
      const id = hash(bytes);
      const path = place(id);
      const known = await stat(path).catch(() => undefined);
      if (known?.size !== bytes.length) {
        await makeFolder(dirname(path), { mode: 0o700 });
        await replaceFile(path, bytes);
      }
      return { hash: id, mode };
    },
    get({ hash: id, mode }) {
      const bytes = readFileSync(place(id));
      if (hash(bytes) !== id) throw new Error(`the stored content ${id} is damaged`);
      return { bytes, mode };
    },
  };
}
