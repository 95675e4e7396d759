import { open, readFile, type FileHandle } from "node:fs/promises";
import { isObject, type Clock } from "../lib/index.ts";
import type { Journal } from "../loop/index.ts";
import type { Entry } from "./session.ts";

export interface Stamped {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly entry: Entry;
}

export interface SessionJournal extends Journal<Entry> {
  stamped(): Promise<readonly Stamped[]>;
  close(): Promise<void>;
}

/**
 * One JSON line an entry, on disk before `append` resolves; entries that wait go out together. A line that a kill
 * cut short is closed by the next writer and skipped by readers. The file is made by the first entry.
 */
export function openJournal(path: string, clock: Clock): SessionJournal {
  let file: Promise<FileHandle> | undefined;
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    // What is appended in this turn goes along.
    await Promise.resolve();
    const handle = await (file ??= openForAppend(path));
    const text = waiting.join("");
    waiting = [];
    writing = undefined;
    await handle.write(text);
    await handle.datasync();
  };
  let last: Promise<void> = Promise.resolve();
  return {
    append(entry) {
      if (entry.type === "loop" && !lasting.has(entry.event.type)) return Promise.resolve();
      waiting.push(`${JSON.stringify({ at: clock.now(), entry })}\n`);
      writing ??= last = last.then(flush, flush);
      return writing;
    },
    async *read() {
      for (const { entry } of await readStamped(path)) yield entry;
    },
    stamped: () => readStamped(path),
    async close() {
      await last;
      await (await file)?.close();
      file = undefined;
    },
  };
}

/** A model's stream is kept as the answer that it adds up to. */
const lasting: ReadonlySet<string> = new Set(["answer", "call", "result"]);

async function openForAppend(path: string): Promise<FileHandle> {
  const handle = await open(path, "a+", 0o600);
  const { size } = await handle.stat();
  const end = Buffer.alloc(1);
  if (size > 0) await handle.read(end, 0, 1, size - 1);
  if (size > 0 && end.toString() !== "\n") await handle.write("\n");
  return handle;
}

async function readStamped(path: string): Promise<readonly Stamped[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap(parsed);
}

function parsed(line: string): readonly Stamped[] {
  if (line === "") return [];
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && isObject(value["entry"]) ? [value as unknown as Stamped] : []; // we wrote it
  } catch {
    return [];
  }
}
