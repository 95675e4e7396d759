import { readFile } from "node:fs/promises";
import { isObject, type Clock, objectIn } from "../lib/index.ts";
import type { Journal } from "../loop/index.ts";
import { appendLines } from "../workspace/index.ts";
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
 * Opens a journal with one JSON line per entry, on disk before `append` resolves; waiting entries are written
 * together. A line cut short by a kill is terminated by the next writer and skipped by readers. The file is created
 * with the first entry.
 */
export function openJournal(path: string, clock: Clock): SessionJournal {
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    // Entries appended in this turn are included.
    await Promise.resolve();
    const text = waiting.join("");
    waiting = [];
    writing = undefined;
    await appendLines(path, text);
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
    },
  };
}

/** Of a model's stream, only the final answer is recorded. */
const lasting: ReadonlySet<string> = new Set(["answer", "call", "result"]);

async function readStamped(path: string): Promise<readonly Stamped[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap(parsed);
}

function parsed(line: string): readonly Stamped[] {
  const value = objectIn(line);
  return isObject(value?.["entry"]) ? [value as unknown as Stamped] : []; // written by this program
}
