import { examplesOf, type StoredResource } from "../../../api/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { hookedColumns, storedType, tablesData, viewsData } from "../../specification/server/data.ts";
import type { ServerModel } from "../../specification/server/model.ts";
import { hasNear } from "../../specification/server/open.ts";
import { isHooked, seedFiles } from "../../specification/server/seeds.ts";
import { docstring, isIdentifier, literal, snake } from "../client/python-identifiers.ts";
import { module } from "../module.ts";
import { shippedFile } from "../shipped.ts";

const typeNames: Readonly<Record<string, string>> = {
  string: "str",
  uuid: "str",
  timestamp: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
};

const rowName = ({ name }: StoredResource): string => `${name}Row`;

/** Returns a record as a type; member names may be any text. */
function rowType(resource: StoredResource, { storage }: ServerModel): string {
  const members = resource.columns.map((column) => {
    const type = typeNames[storedType(column, storage)];
    return [column.name, type === undefined ? "Any" : `${type} | None`] as const;
  });
  const about = `A record of ${resource.table}, as far as it is known.`;
  if (members.every(([name]) => isIdentifier(name)))
    return `class ${rowName(resource)}(TypedDict, total=False):\n${docstring([about], "    ")}\n${members.map(([name, type]) => `    ${name}: ${type}\n`).join("")}`;
  const texts = members.map(([name, type]) => `${literal(name)}: ${type === "Any" ? type : literal(type)}`);
  return `# ${about}\n${rowName(resource)} = TypedDict(${literal(rowName(resource))}, {${texts.join(", ")}}, total=False)\n`;
}

type TableData = { readonly columns: Readonly<Record<string, object>> };

const keywords = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => `${name}=${literal(value)}`)
    .join(", ");

function resourcesModule(server: ServerModel): string {
  const { storage } = server;
  const tables = Object.entries(tablesData(storage)).map(([name, table]) => {
    const { columns, ...rest } = table as TableData; // the form that the runtime expects
    const texts = Object.entries(columns).map(
      ([column, facts]) => `        ${literal(column)}: Column(${keywords(facts)}),\n`,
    );
    return `    ${literal(name)}: Table(${keywords(rest)}, columns={\n${texts.join("")}    }),\n`;
  });
  const views = Object.entries(viewsData(storage)).map(
    ([name, view]) => `    ${literal(name)}: ${literal(view)},\n`,
  );
  const rows = storage.resources.map((resource) => rowType(resource, server));
  return `"""Tables by resource, and what answers show of their records."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict

from src.store.store import Column, Table

TABLES: Mapping[str, Table] = {
${tables.join("")}}

VIEWS: Mapping[str, Mapping[str, Any]] = {
${views.join("")}}

${rows.join("\n")}`;
}

const hookName = ({ name }: StoredResource): string => `complete_${snake(name)}`;

export const hookFileOf = ({ table }: StoredResource): string => `src/hooks/${snake(table)}.py`;

function hookModule(resource: StoredResource, { model }: ServerModel): GeneratedFile {
  const columns = hookedColumns(resource, examplesOf(model.spec, resource));
  const names = columns.map(([name]) => name).slice(0, 8);
  const about = docstring(
    [
      `What no request says of a new record of ${resource.table}: ${names.join(", ")}.`,
      "Yours to write: until then each has the document's example.",
    ],
    "    ",
  );
  const members = columns.map(([name, example]) => `        ${literal(name)}: ${literal(example)},\n`);
  const row = rowName(resource);
  return {
    path: hookFileOf(resource),
    text: `"""New records of ${resource.table}."""

from src.store.resources import ${row}


def ${hookName(resource)}(_record: ${row}) -> ${row}:
${about}    return {
${members.join("")}    }
`,
  };
}

function hooksIndex(hooked: readonly StoredResource[]): string {
  const imports = hooked
    .map((resource) => `from src.hooks.${snake(resource.table)} import ${hookName(resource)}\n`)
    .toSorted();
  const entries = hooked.map((resource) => `    ${literal(resource.name)}: ${hookName(resource)},\n`);
  return `"""What records have that no request brings, by resource."""

from collections.abc import Callable, Mapping
from typing import Any

${imports.length ? `${imports.join("")}\n` : ""}HOOKS: Mapping[str, Callable[[Any], Any]] = {
${entries.join("")}}
`;
}

/** Returns tables and views as data, hooks and seeds. */
export function resourceFiles(server: ServerModel): readonly GeneratedFile[] {
  const { storage } = server;
  const hooked = storage.resources.filter(isHooked);
  return [
    module("src/store/__init__.py", "Where records are."),
    { path: "src/store/resources.py", text: resourcesModule(server) },
    { path: "src/hooks/__init__.py", text: hooksIndex(hooked) },
    ...hooked.map((resource) => hookModule(resource, server)),
    shippedFile("store/seeds.py"),
    ...(hasNear(server) ? [shippedFile("store/records.py")] : []),
    ...seedFiles(server),
  ];
}
