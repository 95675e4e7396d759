import { examplesOf, type Column, type StoredResource } from "../../../api/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { hookedColumns, storedType, tablesData, viewsData } from "../../specification/server/data.ts";
import type { ServerModel } from "../../specification/server/model.ts";
import { hasNear } from "../../specification/server/open.ts";
import { fileOf, hookFileOf, isHooked, seedFiles } from "../../specification/server/seeds.ts";
import { shippedFile } from "../shipped.ts";
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
    (resource) => `import { complete${resource.name} } from "./${fileOf(resource)}.ts";\n`,
  );
  const entries = hooked.map(({ name }) => `  ${name}: complete${name},\n`);
  return `${imports.join("")}import type { Row } from "../store/store.ts";

/** What records have that no request brings, by resource. */
export const hooks: Readonly<Record<string, (record: Row) => Row | Promise<Row>>> = {
${entries.join("")}};
`;
}

/** Returns tables and views as data, hooks and seeds. */
export function resourceFiles(server: ServerModel): readonly GeneratedFile[] {
  const { storage } = server;
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
    ...(hasNear(server) ? [shippedFile("store/records.ts")] : []),
    ...seedFiles(server),
  ];
}
