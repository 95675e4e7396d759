import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Extent, Scratch } from "./workspace.ts";

/** Bytes per write. */
const together = 1 << 18;

/**
 * Opens a file that is unlinked before anything is written, so that it never outlives the process. What doesn't fit
 * on the disk is kept in memory.
 */
export function openScratch(folder: string): Scratch {
  let file: number | undefined;
  let full = false;
  let size = 0;
  const waiting = new Map<number, Buffer>();
  let scratchBytes = 0;
  const flush = (): void => {
    if (full || scratchBytes < together) return;
    try {
      file ??= openNameless(folder);
      writeAll(file, Buffer.concat([...waiting.values()]), size);
    } catch {
      full = true; // or read-only
      return;
    }
    size += scratchBytes;
    scratchBytes = 0;
    waiting.clear();
  };
  return {
    put(text) {
      const bytes = Buffer.from(text);
      const index = size + scratchBytes;
      if (bytes.length === 0) return { at: index, length: 0 };
      waiting.set(index, bytes);
      scratchBytes += bytes.length;
      flush();
      return { at: index, length: bytes.length };
    },
    get({ at, length }) {
      if (length === 0) return "";
      const bytes = waiting.get(at);
      if (bytes) return bytes.toString();
      if (file === undefined) throw new Error("nothing was put there");
      return readAll(file, { at, length }).toString();
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
      waiting.clear();
    },
  };
}

function openNameless(folder: string): number {
  const path = join(folder, `.${randomUUID()}.tmp`);
  const file = openSync(path, "wx+", 0o600);
  rmSync(path, { force: true });
  return file;
}

function writeAll(file: number, bytes: Buffer, index: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(file, bytes, done, bytes.length - done, index + done);
}

function readAll(file: number, { at, length }: Extent): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const more = readSync(file, bytes, done, length - done, at + done);
    if (more === 0) throw new Error("a scratch file was cut");
    done += more;
  }
  return bytes;
}
