/** A database that is a Map, so that a benchmark measures the server in front of it. Resources without relations only. */
import type { Resource } from "../../src/api/index.ts";
import { code, imported, joinModule, ts } from "../../src/code/index.ts";
import type { Database } from "../../src/generate/index.ts";
import { capital } from "../../src/lib/index.ts";
import { modelNames } from "../../src/generate/typescript/typescript-names.ts";

const database = imported("/src/database.ts", "type Database");

function functions(resource: Resource) {
  const names = modelNames(resource);
  const type = code(names.type);
  const page = imported("/src/validation.ts", "type Page");
  return ts`
const records = new Map<string, ${type}>();

const compare = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : Number(a !== b));

export async function ${code(names.list)}(_db: ${database}, { limit, offset, sort, ...filters }: ${code(capital(names.query))}): Promise<${page}<${type}>> {
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined);
  const found = [...records.values()].filter((record) => wanted.every(([name, value]) => record[name as keyof ${type}] === value));
  const down = sort.startsWith("-");
  const name = (down ? sort.slice(1) : sort) as keyof ${type};
  found.sort((a, b) => compare(a[name], b[name]) * (down ? -1 : 1));
  return { items: found.slice(offset, offset + limit), total: found.length };
}

export async function ${code(names.create)}(_db: Database, input: ${code(capital(names.input))}): Promise<${type}> {
  const now = new Date();
  const record = { id: ${imported("/src/id.ts", "newId")}(), ...input, createdAt: now, updatedAt: now };
  records.set(record.id, record);
  return record;
}

export async function ${code(names.get)}(_db: Database, id: string): Promise<${type} | undefined> {
  return records.get(id);
}

export async function ${code(names.update)}(_db: Database, id: string, input: ${code(capital(names.patchInput))}): Promise<${type} | undefined> {
  const record = records.get(id);
  if (!record) return undefined;
  const changed = { ...record, ...(input as Partial<${type}>), updatedAt: new Date() };
  records.set(id, changed);
  return changed;
}

export async function ${code(names.remove)}(_db: Database, id: string): Promise<boolean> {
  return records.delete(id);
}`;
}

const connect = ts`
export interface Database {
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** There is nothing to connect to. */
export const connect = async (_options: object): Promise<Database> => ({ ping: async () => {}, close: async () => {} });
`;

export const memory: Database = {
  urlVariable: "NOTHING",
  functions,
  project: () => ({ files: [{ path: "src/database.ts", text: joinModule("src/database.ts", [connect]) }] }),
  tables: () => [],
};
