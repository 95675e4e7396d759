import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { appendLines, replaceFile } from "./store.ts";
import { type Entry, same } from "./transaction.ts";

/** A line of the history. For an undo or redo, `entries` are its changes to the files. */
export interface Record {
  readonly type: "write" | "undo" | "redo";
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly at: number;
  readonly entries: readonly Entry[];
  /** Folders created by the write. */
  readonly folders: readonly string[];
}

export interface Group {
  readonly id: string;
  readonly label: string;
  readonly at: number;
  readonly records: readonly Record[];
}

/** Groups in effect, and undone ones that can be redone; latest last. */
export interface Stacks {
  readonly done: readonly Group[];
  readonly undone: readonly Group[];
}

export interface History {
  records(): Promise<readonly Record[]>;
  append(record: Record): Promise<void>;
  /** The transaction in progress: recorded before the files are written. */
  pending(): Promise<Record | undefined>;
  setPending(record: Record | undefined): Promise<void>;
}

export function openHistory(folder: string): History {
  const log = join(folder, "history.jsonl");
  const ahead = join(folder, "pending.json");
  return {
    async records() {
      return (await readOr(log, "")).split("\n").flatMap(parsed);
    },
    append: (record) => appendLines(log, `${JSON.stringify(record)}\n`),
    async pending() {
      const text = await readOr(ahead, "");
      return text ? (JSON.parse(text) as Record) : undefined; // replaced atomically, so never torn
    },
    async setPending(record) {
      if (record) await replaceFile(ahead, JSON.stringify(record));
      else await rm(ahead, { force: true });
    },
  };
}

const readOr = (path: string, otherwise: string): Promise<string> =>
  readFile(path, "utf8").catch(() => otherwise);

/** A line cut short by a kill is ignored: its transaction is still pending. */
function parsed(line: string): readonly Record[] {
  try {
    return line ? [JSON.parse(line) as Record] : []; // written by this program
  } catch {
    return [];
  }
}

/** Replays the records: a new write discards what was undone, and groups that changed nothing in the end are none. */
export function stacks(records: readonly Record[]): Stacks {
  const done: Group[] = [];
  let undone: Group[] = [];
  for (const record of records) {
    if (record.type === "write") {
      const last = done.at(-1);
      if (last?.id === record.group && undone.length === 0)
        done[done.length - 1] = { ...last, records: [...last.records, record] };
      else {
        dropIdle(done);
        done.push({ id: record.group, label: record.label, at: record.at, records: [record] });
      }
      undone = [];
      continue;
    }
    if (record.entries.length === 0) continue;
    dropIdle(done);
    const [from, to] = record.type === "undo" ? [done, undone] : [undone, done];
    const group = from.pop();
    if (group) to.push(group);
  }
  dropIdle(done);
  return { done, undone };
}

function dropIdle(groups: Group[]): void {
  const last = groups.at(-1);
  if (last && joined(last).length === 0) groups.pop();
}

/** Merges a group's records: each file from its first state to its last. */
export function joined(group: Pick<Group, "records">): readonly Entry[] {
  const files = new Map<string, Entry>();
  for (const { entries } of group.records)
    for (const entry of entries)
      files.set(entry.path, { ...entry, before: (files.get(entry.path) ?? entry).before });
  return [...files.values()].filter(({ before, after }) => !same(before, after));
}
