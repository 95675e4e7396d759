import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { hash } from "./content.ts";
import { replaceFile } from "./store.ts";
import type { Notes } from "./workspace.ts";

const most = 64;
const largest = 4 * 1024 * 1024;

/** Notes are files of the user's state folder, each headed by the hash of its name and text. */
export function openNotes(folder: string): Notes {
  const place = (name: string): string => join(folder, `${hash(name).slice(0, 40)}.note`);
  const seal = (name: string, text: string): string => hash(`${name}\n${text}`);
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
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await replaceFile(place(name), `${seal(name, text)}\n${text}`);
        await prune(folder);
      } catch {
        // a full or read-only disk: the next run takes its time
      }
    },
  };
}

async function prune(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= most) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = aged.toSorted((a, b) => b.at - a.at).slice(most);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
}
