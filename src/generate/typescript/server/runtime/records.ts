/** `src/store/records.ts`: what storage does for every collection. */
export const records = String.raw`import { randomUUID } from "node:crypto";
import { Problem } from "../problem.ts";

export interface Stored {
  readonly [member: string]: unknown;
}

export interface Query {
  /** Members that must have these values; undefined ones do not count. */
  readonly equals?: Stored;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Member to sort by; with a minus before it, the other way round. In the order of creation where there is none. */
  readonly sort?: string | undefined;
}

/** Records of every collection, by the path of the collection and the record's id. */
export interface Records {
  list(collection: string, query: Query): Promise<{ readonly items: readonly Stored[]; readonly total: number }>;
  get(collection: string, id: string): Promise<Stored | undefined>;
  /** False where there is a record of that id. */
  add(collection: string, id: string, record: Stored): Promise<boolean>;
  /** Sets members; of the others only those in keep stay, all of them where there is no such list. */
  change(collection: string, id: string, members: Stored, keep?: readonly string[]): Promise<Stored | undefined>;
  /** Takes the record away, and everything below it. */
  remove(collection: string, id: string): Promise<Stored | undefined>;
  /** A number that was never given before. */
  number(): Promise<number>;
  /** Rejects where the records can't be reached. */
  ping(): Promise<void>;
}

export interface Rules {
  /** The member that names a record, how a missing one is made, and whether requests may carry it. */
  readonly id?: { readonly property: string; readonly made: "uuid" | "integer" | "path"; readonly given: boolean; readonly hex?: { readonly prefix: string; readonly digits: number } };
  /** Members with the time of creation, and of the last change. */
  readonly created: readonly string[];
  readonly changed: readonly string[];
  /** Members that requests may carry but storage leaves out, and those that answers leave out. */
  readonly ignored: readonly string[];
  readonly hidden: readonly string[];
  readonly defaults: Stored;
}

/** What one operation does its own way. */
export interface How {
  /** The members that it answers, where the document names no others. */
  readonly only?: readonly string[];
  /** Members that a replaced record keeps, where the body has none of that name. */
  readonly keep?: readonly string[];
  /** There must be a body. */
  readonly needed?: true;
}

/** Opens a database for the first request that needs it, and anew after it could not be opened. */
export function once<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
}

/** What a body holds under its one member. */
export const within = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null && Object.hasOwn(body, name) ? (body as Stored)[name] : undefined;

/** A body's members under the names by which records have them; what is sent by such a name itself is none of them. */
export function named(body: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof body !== "object" || body === null) return body;
  const own = new Set(Object.values(names));
  const name = (given: string): string | undefined => (Object.hasOwn(names, given) ? names[given] : own.has(given) ? undefined : given);
  return Object.fromEntries(Object.entries(body).flatMap(([given, value]) => (name(given) === undefined ? [] : [[name(given), value]])));
}

/** A body with the members of one of its members among its own: those of these names, and of other names what stands beside. */
export function spread(body: unknown, member: string, names: readonly string[]): unknown {
  if (typeof body !== "object" || body === null) return body;
  const inner = Object.entries(within(body, member) ?? {}).filter(([name]) => names.includes(name));
  return Object.fromEntries([...inner, ...Object.entries(body).filter(([name]) => name !== member && !names.includes(name))]);
}

/** A record with its members of these names under one member. */
export function gathered<Item>(record: object, member: string, names: readonly string[]): Item {
  const [inner, others] = [true, false].map((is) => Object.entries(record).filter(([name]) => names.includes(name) === is));
  return { ...Object.fromEntries(others ?? []), [member]: Object.fromEntries(inner ?? []) } as Item; // as it was read
}

type Way = readonly (string | null)[];

function bare(value: unknown, [step, ...way]: Way, names: readonly string[]): unknown {
  if (Array.isArray(value)) return step === null ? value.map((one: unknown) => bare(one, way, names)) : value;
  if (typeof value !== "object" || value === null || step === null) return value;
  if (step === undefined) return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
  return Object.hasOwn(value, step) ? { ...value, [step]: bare((value as Stored)[step], way, names) } : value;
}

/** A body without what nobody named in the objects at these places (null: each item of a list). */
export const known = (body: unknown, ...objects: readonly (readonly [Way, readonly string[]])[]): unknown =>
  objects.reduce((found, [way, names]) => bare(found, way, names), body);

/** An id that none has yet. */
function newId(hex: { readonly prefix: string; readonly digits: number } | undefined): string {
  const made = randomUUID();
  return hex ? hex.prefix + made.replaceAll("-", "").slice(-hex.digits) : made;
}

// Databases hold every character but the null character and half a surrogate pair, and keys of some length.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/;
const isStorable = (value: unknown): boolean => !unstorable.test(JSON.stringify(value) ?? "");
const isKey = (path: string, id: string): boolean => path.length + id.length <= 1000 && isStorable(id);

/** The id of a record that may be there. */
function keyOf(path: string, id: unknown): string {
  const key = String(id);
  if (!isKey(path, key)) throw new Problem(404);
  return key;
}

/** Path of records below others, each of which must be there. */
export async function below(records: Records, ...steps: readonly (readonly [collection: string, id: unknown, stored: boolean])[]): Promise<string> {
  let path = "";
  for (const [collection, id, stored] of steps) {
    const key = keyOf(path + collection, id);
    if (stored && (await records.get(path + collection, key)) === undefined) throw new Problem(404);
    path += collection + "/" + encodeURIComponent(key);
  }
  return path;
}

const without = (record: object, names: readonly string[]): Stored =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

const bounded = (count: number | undefined): number | undefined =>
  count === undefined ? undefined : Math.min(Math.max(0, Math.trunc(count)), Number.MAX_SAFE_INTEGER);

/** A body that can be stored. */
function storable(body: unknown, needed = false): object {
  if (needed && body === undefined) throw new Problem(400, [{ path: "", message: "a body is required" }]);
  if (!isStorable(body)) throw new Problem(400, [{ path: "", message: "holds a character that can't be stored" }]);
  return typeof body === "object" && body !== null ? body : {};
}

/** How many records come before a page that is named by its number. */
export const before = (page: number | undefined, limit: number | undefined): number => Math.max(0, (page ?? 1) - 1) * (limit ?? 50);

/** How many records come before what a cursor points to; a cursor that nobody gave is wrong. */
export function cursorAt(cursor: string | undefined): number {
  if (cursor !== undefined && !/^\d{1,12}$/.test(cursor)) throw new Problem(400, [{ path: "cursor", message: "is no cursor of this list" }]);
  return Number(cursor ?? 0);
}

/** The work on one kind of records; what it answers is what the document says, since that was read beforehand. */
export class Collection {
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /** A record as it is answered: with these members alone, if they are named. */
  #shown<Item>(record: Stored | undefined, only: readonly string[] | undefined): Item {
    if (record === undefined) throw new Problem(404);
    const shown = without(record, this.#rules.hidden);
    return (only ? Object.fromEntries(Object.entries(shown).filter(([name]) => only.includes(name))) : shown) as Item;
  }

  #times(names: readonly string[]): Stored {
    const now = new Date().toISOString();
    return Object.fromEntries(names.map((name) => [name, now]));
  }

  /** What a body brings to a record that is there already. */
  #brought(body: unknown, needed: boolean | undefined): Stored {
    const { id, created, ignored } = this.#rules;
    return without(storable(body, needed), [...ignored, ...created, ...(id ? [id.property] : [])]);
  }

  /** A record in the place of another, and what stays of that. */
  #instead(sent: Stored, keep: readonly string[] = []): { readonly members: Stored; readonly kept: readonly string[] } {
    const { id, created, changed, defaults } = this.#rules;
    const kept = [...keep, ...created, ...(id ? [id.property] : [])];
    return { members: { ...without(defaults, keep), ...sent, ...this.#times(changed) }, kept };
  }

  async list<Item>(records: Records, path: string, query: Query, { only }: How = {}): Promise<{ readonly items: readonly Item[]; readonly total: number }> {
    // What can't be stored is nowhere; a part of a list has no negative bounds, and no endless ones.
    const found = isStorable(query.equals ?? {}) ? await records.list(path, { ...query, limit: bounded(query.limit), offset: bounded(query.offset) }) : { items: [], total: 0 };
    const { items, total } = found;
    return { items: items.map((record) => this.#shown<Item>(record, only)), total };
  }

  async get<Item>(records: Records, path: string, id: unknown, { only }: How = {}): Promise<Item> {
    return this.#shown(await records.get(path, keyOf(path, id)), only);
  }

  async create<Item>(records: Records, path: string, body: unknown, { only, needed }: How = {}): Promise<Item> {
    const { id, created, changed, ignored, defaults } = this.#rules;
    const given: Stored = without(storable(body, needed), ignored);
    const own = id?.given ? given[id.property] : undefined;
    const name = own ?? (id?.made === "integer" ? await records.number() : newId(id?.hex));
    const record = { ...defaults, ...given, ...(id ? { [id.property]: name } : {}), ...this.#times([...created, ...changed]) };
    const issue = { path: id?.property ?? "" };
    if (!isKey(path, String(name))) throw new Problem(400, [{ ...issue, message: "is too long" }]);
    if (!(await records.add(path, String(name), record))) throw new Problem(400, [{ ...issue, message: "is already taken" }]);
    return this.#shown(record, only);
  }

  async update<Item>(records: Records, path: string, id: unknown, body: unknown, { only, keep, needed }: How = {}): Promise<Item> {
    const { members, kept } = this.#instead(this.#brought(body, needed), keep);
    return this.#shown(await records.change(path, keyOf(path, id), members, kept), only);
  }

  /** Replaces the record of that name, or makes it. */
  async put<Item>(records: Records, path: string, id: unknown, body: unknown, { only, keep, needed }: How = {}): Promise<{ readonly record: Item; readonly made: boolean }> {
    const { id: own, created, defaults } = this.#rules;
    const key = keyOf(path, id);
    const { members, kept } = this.#instead(this.#brought(body, needed), keep);
    const fresh = { ...defaults, ...members, ...this.#times(created), ...(own ? { [own.property]: id } : {}) };
    // Whoever makes or removes it meanwhile sends this around once more.
    for (;;) {
      const changed = await records.change(path, key, members, kept);
      if (changed) return { record: this.#shown(changed, only), made: false };
      if (await records.add(path, key, fresh)) return { record: this.#shown(fresh, only), made: true };
    }
  }

  async patch<Item>(records: Records, path: string, id: unknown, body: unknown, { only, needed }: How = {}): Promise<Item> {
    const members = { ...this.#brought(body, needed), ...this.#times(this.#rules.changed) };
    return this.#shown(await records.change(path, keyOf(path, id), members), only);
  }

  async remove<Item>(records: Records, path: string, id: unknown, { only }: How = {}): Promise<Item> {
    return this.#shown(await records.remove(path, keyOf(path, id)), only);
  }
}
`;
