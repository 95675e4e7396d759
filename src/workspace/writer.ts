import { randomUUID } from "node:crypto";
import { rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Clock, UserError, makeFolder } from "../lib/index.ts";
import { encode, type Held, changeOf, text } from "./content.ts";
import type { Recorder } from "./evidence.ts";
import { type Group, type History, type Record, joined, stacks } from "./history.ts";
import { confine, refuseGit, type GitFolders } from "./paths.ts";
import type { State, Store } from "./store.ts";
import {
  apply,
  type Entry,
  readHeld,
  missingFolders,
  removeTemporaries,
  reversed,
  same,
  stateOf,
} from "./transaction.ts";
import type { Change, Checkpoints, Written } from "./workspace.ts";

export interface Ground {
  readonly root: string;
  /** This project's part of the state folder. */
  readonly state: string;
  readonly store: Store;
  readonly history: History;
  readonly recorder: Recorder;
  readonly clock: Clock;
}

export interface Writer {
  write(changes: readonly Change[]): Promise<Written>;
  readonly checkpoints: Checkpoints;
}

export function writer(ground: Ground): Writer {
  let group: { readonly id: string; readonly label: string } | undefined;
  const alone = <T>(work: () => Promise<T>): Promise<T> => locked(ground, work);
  const step = (direction: "undo" | "redo") => async (): Promise<Written> => {
    const { done, undone } = stacks(await ground.history.records());
    const last = (direction === "undo" ? done : undone).at(-1);
    if (!last) throw nothing(direction);
    group = undefined;
    return commit(ground, await turned(ground, last, direction));
  };
  return {
    write: (changes) =>
      alone(async () => {
        const entries = await prepared(ground, changes);
        if (entries.length === 0)
          return ground.recorder.written({ kind: "written", checkpoint: "", changes: [] });
        const id = randomUUID();
        const folders = await missingFolders(
          ground.root,
          entries.flatMap(({ path, after }) => (after ? path : [])),
        );
        const { id: to, label } = group ?? { id, label: named(entries) };
        return commit(ground, {
          type: "write",
          id,
          group: to,
          label,
          at: ground.clock.now(),
          entries,
          folders,
        });
      }),
    checkpoints: {
      begin: (label) => {
        group = { id: randomUUID(), label };
      },
      list: async () =>
        stacks(await ground.history.records()).done.map((of) => ({
          id: of.id,
          label: of.label,
          at: of.at,
          paths: joined(of).map(({ path }) => path),
        })),
      changes: async (since) => {
        const groups = stacks(await ground.history.records()).done.filter(({ at }) => at >= since);
        return changesOf(ground, joined({ records: groups.flatMap(({ records }) => records) }));
      },
      next: async (direction) => {
        const records = await ground.history.records();
        const { done, undone } = stacks(records);
        if (direction === "undo") return done.at(-1)?.at;
        return undone.length === 0 ? undefined : records.findLast(({ type }) => type === "undo")?.at;
      },
      adopt: () => alone(() => adopted(ground)),
      undo: () => alone(step("undo")),
      redo: () => alone(step("redo")),
    },
  };
}

/** Loaded on first write: importing `node:process` costs more at startup than all of Antiphon's modules. */
const locked = async <T>({ state, clock }: Ground, work: () => Promise<T>): Promise<T> =>
  (await import("./lock.ts")).locked(join(state, "lock"), clock, work);

const named = (entries: readonly Entry[]): string =>
  entries.length === 1 ? (entries[0]?.path ?? "") : `${entries.length} files`;

const nothing = (direction: "undo" | "redo"): UserError =>
  new UserError(
    `nothing-to-${direction}`,
    `there is nothing to ${direction}`,
    direction === "undo" ? "Nothing was written here yet." : "Only the last undone change can be redone.",
  );

/** Checks every change before anything is modified, and stores both sides. */
async function prepared({ root, store }: Ground, changes: readonly Change[]): Promise<readonly Entry[]> {
  const entries = new Map<string, Entry>();
  const known: GitFolders = new Map();
  for (const change of changes) {
    const place = await confine(root, change.path);
    await refuseGit(place, known);
    if (place.path === "" || entries.has(place.path)) throw twice(change.path);
    const now = await readHeld(place.real);
    const is = now && (change.encoding === "latin1" ? now.bytes.toString("latin1") : text(now.bytes));
    if (is !== change.before) throw changed(change.path, "it was read");
    const after =
      change.after === null
        ? null
        : { bytes: encode(change, now?.bytes), mode: change.mode ?? now?.mode ?? 0o644 };
    const entry = {
      path: place.path,
      before: now && (await store.put(now)),
      after: after && (await store.put(after)),
    };
    if (!same(entry.before, entry.after)) entries.set(place.path, entry);
  }
  return [...entries.values()];
}

const twice = (path: string): UserError =>
  new UserError("path-twice", `${JSON.stringify(path)} is named more than once`, "Name each file once.");

const changed = (path: string, since: string): UserError =>
  new UserError(
    "file-changed",
    `${JSON.stringify(path)} was changed by someone else since ${since}`,
    "Look at it, then run the command again.",
  );

/** The record that undoes or redoes a group; refused if a file isn't as Antiphon left it. */
async function turned({ root, clock }: Ground, group: Group, type: "undo" | "redo"): Promise<Record> {
  const entries = type === "undo" ? reversed(joined(group)) : joined(group);
  for (const { path, before } of entries) {
    const place = await unmoved(root, path);
    const now = place === undefined ? null : await stateOf(place);
    if (place === undefined || now?.hash !== before?.hash)
      throw changed(path, type === "undo" ? "it was written" : "the undo");
  }
  const folders = group.records.flatMap((record) => record.folders);
  const { id, label } = group;
  return { type, id: randomUUID(), group: id, label, at: clock.now(), entries, folders };
}

/** The place of a path that had no links; undefined if one now leads elsewhere. */
async function unmoved(root: string, path: string): Promise<string | undefined> {
  const place = await confine(root, path).catch(() => undefined);
  return place?.path === path ? place.real : undefined;
}

/** Records the current files of the last group. Files that were deleted or became links are left: undo names them. */
async function adopted({ root, store, history, clock }: Ground): Promise<void> {
  const group = stacks(await history.records()).done.at(-1);
  if (!group) return;
  const entries: Entry[] = [];
  for (const { path, after } of joined(group)) {
    const place = await unmoved(root, path);
    const now = place === undefined ? null : await readHeld(place).catch(() => null);
    if (!now || after === null) continue;
    const entry = { path, before: after, after: await store.put(now) };
    if (!same(entry.before, entry.after)) entries.push(entry);
  }
  if (entries.length === 0) return;
  const { id, label } = group;
  await history.append({
    type: "write",
    id: randomUUID(),
    group: id,
    label,
    at: clock.now(),
    entries,
    folders: [],
  });
}

const emptiedBy = ({ type, folders }: Record): readonly string[] => (type === "undo" ? folders : []);

/** Writes journal, files and history, in this order; a failure in between reverts everything. */
async function commit(ground: Ground, record: Record): Promise<Written> {
  const { root, store, history } = ground;
  const created = await makeFolder(root);
  await history.setPending(record);
  try {
    await apply(root, record.entries, { store, emptied: emptiedBy(record) });
  } catch (error) {
    await apply(root, reversed(record.entries), { store, emptied: record.folders });
    await history.setPending(undefined);
    if (created !== undefined) await removeMade(root, created);
    throw error;
  }
  await history.append(record);
  await history.setPending(undefined);
  return evidence(ground, record);
}

/** Removes the created folder and created parents, if they are empty. */
async function removeMade(root: string, created: string): Promise<void> {
  for (let folder = root; folder.length >= created.length; folder = dirname(folder))
    if (
      !(await rmdir(folder).then(
        () => true,
        () => false,
      ))
    )
      return;
}

const kinds = { write: "written", undo: "undone", redo: "redone" } as const;

async function evidence(ground: Ground, record: Record): Promise<Written> {
  const changes = changesOf(ground, record.entries);
  return ground.recorder.written({ kind: kinds[record.type], checkpoint: record.group, changes });
}

/** Texts are read on access, as a run may write thousands of files. */
const changesOf = ({ store }: Ground, entries: readonly Entry[]): readonly Change[] =>
  entries.map(({ path, before, after }) => {
    const get = (state: State): Held | null => state && store.get(state);
    const whole = (): Change => changeOf(path, get(before), get(after));
    return {
      path,
      get before() {
        return before && whole().before;
      },
      get after() {
        return after && whole().after;
      },
      get encoding() {
        return whole().encoding ?? "utf8";
      },
      ...(after && { mode: after.mode }),
    };
  });

/** Handles what a killed process left: nothing, a started transaction (finished), or one not started (dropped). */
export async function recover(ground: Ground): Promise<
  | {
      readonly outcome: "finished" | "rolled back";
      readonly paths: readonly string[];
      readonly left: readonly string[];
    }
  | undefined
> {
  const { root, store, history } = ground;
  if (!(await history.pending())) return undefined;
  return locked(ground, async () => {
    const record = await history.pending();
    if (!record) return undefined; // another process was still writing, and has finished
    const paths = record.entries.map(({ path }) => path);
    await removeTemporaries(root, paths);
    const sides = await Promise.all(record.entries.map((entry) => side(root, entry)));
    const logged = (await history.records()).some(({ id }) => id === record.id);
    const begun = logged || sides.includes("after");
    const left = paths.filter((_, index) => sides[index] === "neither");
    const entries = record.entries.filter((_, index) => sides[index] !== "neither");
    await apply(root, begun ? entries : reversed(entries), {
      store,
      emptied: begun ? emptiedBy(record) : record.folders,
    });
    if (begun && !logged) await history.append({ ...record, entries });
    await history.setPending(undefined);
    return { outcome: begun ? "finished" : "rolled back", paths, left };
  });
}

async function side(root: string, { path, before, after }: Entry): Promise<"before" | "after" | "neither"> {
  const now = await stateOf(join(root, path)).catch(() => undefined);
  if (now === undefined) return "neither";
  if (now?.hash === after?.hash) return "after";
  return now?.hash === before?.hash ? "before" : "neither";
}
