import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UserError } from "../lib/index.ts";
import { text } from "./content.ts";
import { confine, isMissing } from "./paths.ts";
import { held, noFollow } from "./transaction.ts";
import type { Files } from "./workspace.ts";

const largest = 64 * 1024 * 1024;

/** The reading half of `Files`, confined to a real root. */
export function reader(root: string): Omit<Files, "write"> {
  const bytes = async (path: string): Promise<Buffer> => {
    const { real } = await confine(root, path);
    const size = await lstat(real).then(
      (info) => info.size,
      (error: unknown) => {
        if (isMissing(error)) throw missing(path);
        throw error;
      },
    );
    if (size > largest) throw unreadable(path, "is larger than 64 MB");
    const now = await held(real);
    if (!now) throw missing(path);
    return now.bytes;
  };
  const read = async (path: string): Promise<string> => {
    const content = text(await bytes(path));
    if (content === undefined) throw unreadable(path, "isn't UTF-8 text");
    return content;
  };
  return {
    resolve: async (path) => (await confine(root, path)).path,
    bytes,
    read,
    tryRead: (path) =>
      read(path).catch((error: unknown) => {
        if (error instanceof UserError && error.code === "file-missing") return null;
        throw error;
      }),
    async *texts(paths) {
      const bytesOf = quickly(root);
      for (const path of paths) {
        const held = await bytesOf(path);
        yield [path, (held && text(held)) ?? null];
      }
    },
    hash: async (paths) => hashOf(root, paths),
    async *find(glob, options) {
      yield* (await import("./find.ts")).find(root, glob, options); // its patterns are no part of a start
    },
  };
}

/** Reads without waiting, and looks up each folder once: for thousands of files that is several times faster. */
function quickly(root: string): (path: string) => Promise<Buffer | undefined> {
  const folders = new Map<string, string | undefined>();
  return async (path) => {
    const name = dirname(path);
    if (!folders.has(name)) {
      const place = await confine(root, name).catch(() => undefined);
      folders.set(name, place?.real);
    }
    const folder = folders.get(name);
    return folder === undefined ? undefined : quick(join(folder, basename(path)));
  };
}

async function hashOf(root: string, paths: readonly string[]): Promise<string> {
  const bytesOf = quickly(root);
  const whole = createHash("sha256");
  for (const path of paths) {
    const bytes = (await bytesOf(path)) ?? Buffer.of();
    whole.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return whole.digest("hex");
}

function quick(path: string): Buffer | undefined {
  try {
    const file = openSync(path, noFollow);
    try {
      const info = fstatSync(file);
      return info.isFile() && info.size <= largest ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

const missing = (path: string): UserError =>
  new UserError(
    "file-missing",
    `${JSON.stringify(path)} doesn't exist`,
    "Check the spelling; paths are relative to the folder.",
  );

const unreadable = (path: string, why: string): UserError =>
  new UserError("file-unreadable", `${JSON.stringify(path)} ${why}`, "Name a text file.");
