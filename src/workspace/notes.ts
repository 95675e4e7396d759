import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../lib/index.ts";
import { hash } from "./content.ts";
import { replaceFile } from "./store.ts";
import type { Notes } from "./workspace.ts";

interface Limits {
  /** Maximum number of notes; the oldest are deleted. */
  readonly most: number;
  /** Maximum characters of a note. */
  readonly largest: number;
  /** Whether `set` resolves only when on disk; a note cut short by a crash is ignored. */
  readonly durable: boolean;
}

const usual: Limits = { most: 64, largest: 4 * 1024 * 1024, durable: true };

/** Notes are files in the user's state folder, each beginning with a hash of its name and text. */
export function openNotes(folder: string, { most, largest, durable }: Limits = usual): Notes {
  const place = (name: string): string => join(folder, `${hash(name).slice(0, 40)}.note`);
  const seal = (name: string, text: string): string => hash(`${name}\n${text}`);
  let writeCount = 0;
  return {
    async get(name) {
      const whole = await readFile(place(name), "utf8").catch(() => "");
      const end = whole.indexOf("\n");
      const text = whole.slice(end + 1);
      return end > 0 && whole.slice(0, end) === seal(name, text) ? text : null;
    },
    async set(name, text) {
      if (text.length > largest) return;
      try {
        await makeFolder(folder, { mode: 0o700 });
        await replaceFile(place(name), `${seal(name, text)}\n${text}`, durable);
        if (writeCount++ % (most / 64) === 0) await prune(folder, most);
      } catch {
        // a full or read-only disk: the next run is slower
      }
    },
  };
}

async function prune(folder: string, most: number): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= most) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = aged.toSorted((a, b) => b.at - a.at).slice(most);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
}
