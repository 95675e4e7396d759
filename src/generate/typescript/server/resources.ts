import { examplesOf, type Column, type StoredResource } from "../../../api/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { hookedColumns, storedType, tablesData, viewsData } from "../../specification/server/data.ts";
import type { ServerModel } from "../../specification/server/model.ts";
import { hasNear } from "../../specification/server/open.ts";
import { hookFileOf, isHooked, seedFiles } from "../../specification/server/seeds.ts";
import { key, literal } from "../client/typescript-literals.ts";

const typeNames: Readonly<Record<string, string>> = {
  string: "string",
  uuid: "string",
  timestamp: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  json: "unknown",
};

const inherited = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join("|")})":`);

/** Returns data as a literal. Members named like inherited ones get no contextual type, so it becomes constant. */
const constant = (data: unknown): string =>
  literal(data) + (inherited.test(JSON.stringify(data)) ? " as const" : "");

const rowType = (resource: StoredResource, server: ServerModel): string => {
  const member = (column: Column): string => {
    const type = typeNames[storedType(column, server.storage)] ?? "unknown";
    return `  readonly ${key(column.name)}?: ${type === "unknown" ? type : `${type} | null`};\n`;
  };
  return `/** A record of ${resource.table}, as far as it is known. */\nexport type ${resource.name}Row = {\n${resource.columns.map(member).join("")}};\n`;
};

function hookModule(resource: StoredResource, { model }: ServerModel): string {
  const columns = hookedColumns(resource, examplesOf(model.spec, resource));
  const names = columns.map(([name]) => name);
  const members = columns.map(([name, example]) => `    ${key(name)}: ${literal(example)},\n`).join("");
  return `import type { ${resource.name}Row } from "../store/resources.ts";

/**
 * What no request says of a new record of ${resource.table}: ${names.slice(0, 8).join(", ").replaceAll("*/", "")}.
 * Yours to write: until then each has the document's example.
 */
export function complete${resource.name}(_record: ${resource.name}Row): ${resource.name}Row {
  return {
${members}  };
}
`;
}

function hooksIndex(hooked: readonly StoredResource[]): string {
  const imports = hooked.map(
    ({ name, table }) => `import { complete${name} } from "./${fileOf(table)}.ts";\n`,
  );
  const entries = hooked.map(({ name }) => `  ${name}: complete${name},\n`);
  return `${imports.join("")}import type { Row } from "../store/store.ts";

/** What records have that no request brings, by resource. */
export const hooks: Readonly<Record<string, (record: Row) => Row | Promise<Row>>> = {
${entries.join("")}};
`;
}

const fileOf = (table: string): string => table.replaceAll("_", "-");

function seedsModule(seeded: readonly StoredResource[]): string {
  const names = seeded.map(
    ({ name, table, account }) =>
      `  ${name}: { file: ${literal(`${fileOf(table)}.json`)}${account ? ", account: true" : ""} },\n`,
  );
  return `import { existsSync, readFileSync } from "node:fs";
import { seed } from "./seeding.ts";
import type { Row, Store } from "./store.ts";

const files: Readonly<Record<string, { readonly file: string; readonly account?: boolean }>> = {
${names.join("")}};

/** Puts the records of \`seeds/\` into empty tables; accounts, whose passwords are known, not in production. */
export async function plant(store: Store, environment: NodeJS.ProcessEnv): Promise<void> {
  const seeds: Record<string, readonly Row[]> = {};
  for (const [name, { file, account }] of Object.entries(files)) {
    const url = new URL("../../seeds/" + file, import.meta.url);
    if (!existsSync(url) || (account === true && environment["NODE_ENV"] === "production")) continue;
    seeds[name] = JSON.parse(readFileSync(url, "utf8")) as readonly Row[]; // the file is the project's own
  }
  await seed(store, seeds);
}
`;
}

/** `src/store/records.ts`: records of one table, for handlers that the user writes. */
const recordsModule = `import type { Context } from "../http/serve.ts";
import { tableOf } from "./call.ts";
import { insertRecord } from "./perform.ts";
import type { Filter, Page, Row } from "./store.ts";

/** Records of one table. Conditions are equalities of columns. */
export interface Records<Found extends Row> {
  find(where?: Partial<Found>, page?: Page): Promise<readonly Found[]>;
  /** Ids, times and hashes of secrets are made. */
  insert(record: Found): Promise<Found>;
  update(where: Partial<Found>, values: Partial<Found>): Promise<readonly Found[]>;
  remove(where: Partial<Found>): Promise<void>;
}

const filtersOf = (where: Row): readonly Filter[] =>
  Object.entries(where).map(([column, value]) => ({ column, how: "in", values: [value] }));

/** Records of a resource, typed by its columns. */
export function records<Found extends Row>(context: Context, name: string): Records<Found> {
  const table = tableOf(name);
  const { store } = context;
  return {
    find: async (where, page) => (await store.find(table, filtersOf(where ?? {}), page)) as readonly Found[], // a table's columns
    insert: async (record) => (await insertRecord(context, name, record)) as Found, // likewise
    update: async (where, values) => (await store.update(table, filtersOf(where), values)) as readonly Found[], // likewise
    remove: (where) => store.remove(table, filtersOf(where)),
  };
}
`;

/** Returns tables and views as data, hooks and seeds. */
export function resourceFiles(server: ServerModel): readonly GeneratedFile[] {
  const { storage } = server;
  const seeded = storage.resources.filter(({ seeded: one }) => one);
  const hooked = storage.resources.filter(isHooked);
  const tables = Object.entries(tablesData(storage)).map(
    ([name, table]) => `  ${name}: ${constant(table)},\n`,
  );
  const views = Object.entries(viewsData(storage)).map(([name, view]) => `  ${name}: ${constant(view)},\n`);
  const rows = storage.resources.map((resource) => rowType(resource, server));
  return [
    {
      path: "src/store/resources.ts",
      text: `import type { View } from "./bindings.ts";
import type { Table } from "./store.ts";

/** The tables, by resource: what \`migrations\` or the database's own schema makes. */
export const tables: Readonly<Record<string, Table>> = {
${tables.join("")}};

/** What answers show of records. */
export const views: Readonly<Record<string, View>> = {
${views.join("")}};

${rows.join("\n")}`,
    },
    { path: "src/hooks/index.ts", text: hooksIndex(hooked) },
    ...hooked.map((resource) => ({
      path: `${hookFileOf(resource)}.ts`,
      text: hookModule(resource, server),
    })),
    { path: "src/store/seeds.ts", text: seedsModule(seeded) },
    ...(hasNear(server) ? [{ path: "src/store/records.ts", text: recordsModule }] : []),
    ...seedFiles(server),
  ];
}
