import {
  isNullable,
  fieldType,
  ownedSets,
  storedFields,
  type Field,
  type Resource,
} from "../../api/index.ts";
import {
  columnName,
  constraintName,
  joinColumns,
  quoted,
  references,
  sqlText,
  tableName,
  uniques,
} from "./sql-identifiers.ts";

export function columnType(field: Field): string {
  const { schema, decimal } = field;
  switch (fieldType(schema)) {
    case "integer": {
      const most = Math.max(
        Math.abs(Number(schema["minimum"] ?? -Infinity)),
        Math.abs(Number(schema["maximum"] ?? Infinity)),
      );
      return most < 2 ** 31 ? "integer" : "bigint";
    }
    case "number":
      return "double precision";
    case "decimal":
      return decimal ? `numeric(${decimal.precision}, ${decimal.scale})` : "numeric";
    case "boolean":
      return "boolean";
    case "date":
      return "date";
    case "datetime":
      return "timestamptz(3)"; // the precision of responses, so that filters match
    case "uuid":
      return "uuid";
    case "array":
    case "json":
      return "jsonb";
    default:
      return "text";
  }
}

export function constant(value: unknown, field: Field): string {
  const type = columnType(field);
  if (type === "jsonb") return sqlText(JSON.stringify(value));
  if (typeof value === "string") return sqlText(value).trim();
  return String(value);
}

export function defaultOf(field: Field): string {
  if (field.auto === "now") return " default now()";
  if (field.auto === "uuid") return " default gen_random_uuid()";
  return field.default === undefined || field.default === null
    ? ""
    : ` default ${constant(field.default, field)}`;
}

/** Returns the check of an enumerated column's values, if it is one. */
export function checkOf(resource: Resource, field: Field): string | undefined {
  if (fieldType(field.schema) !== "enum") return undefined;
  const name = columnName(field);
  const values = (field.schema.enum ?? []).map((value) => constant(value, field)).join(", ");
  return `constraint ${checkName(resource, field)} check (${quoted(name)} in (${values}))`;
}

export const checkName = (resource: Resource, field: Field): string =>
  constraintName(tableName(resource), columnName(field), "check");

/** Returns a field's column: its type, nullability, default and allowed values. */
export function column(resource: Resource, field: Field): string {
  const check = checkOf(resource, field);
  return `${quoted(columnName(field))} ${columnType(field)}${isNullable(field) ? "" : " not null"}${defaultOf(field)}${check ? ` ${check}` : ""}`;
}

export const foreignKey = (
  { relation, name, column: field }: ReturnType<typeof references>[number],
  target: Resource,
): string =>
  `constraint ${name} foreign key (${quoted(field)}) references ${quoted(tableName(target))} (id) on delete ${relation.onDelete.replace("-", " ")}`;

export const uniqueKey = ({ name, fields }: ReturnType<typeof uniques>[number]): string =>
  `constraint ${name} unique (${fields.map((field) => quoted(columnName(field))).join(", ")})`;

/** Returns a resource's table; references to tables that don't exist yet are added later. */
export function createTable(
  resource: Resource,
  all: readonly Resource[],
  existing: ReadonlySet<string>,
): string {
  const lines = [
    "id uuid primary key",
    ...storedFields(resource).map((field) => column(resource, field)),
    "created_at timestamptz(3) not null default now()",
    "updated_at timestamptz(3) not null default now()",
    ...uniques(resource).map(uniqueKey),
    ...references(resource).flatMap((reference) => {
      const target = all.find(({ name }) => name === reference.relation.resource);
      return target && existing.has(target.name) ? [foreignKey(reference, target)] : [];
    }),
  ];
  return `create table ${quoted(tableName(resource))} (\n  ${lines.join(",\n  ")}\n);`;
}

/** Returns indexes of foreign keys: without them, deleting the other record or listing by it would scan the table. */
export const indexTexts = (resource: Resource): ReadonlyMap<string, string> =>
  new Map(
    references(resource)
      .filter(({ relation }) => !relation.unique)
      .map(({ column: field }) => {
        const name = constraintName(tableName(resource), field, "idx");
        return [name, `create index ${name} on ${quoted(tableName(resource))} (${quoted(field)});`] as const;
      }),
  );

const lateReferences = (
  resource: Resource,
  all: readonly Resource[],
  existing: ReadonlySet<string>,
): readonly string[] =>
  references(resource).flatMap((reference) => {
    const target = all.find(({ name }) => name === reference.relation.resource);
    return target && !existing.has(target.name)
      ? [`alter table ${quoted(tableName(resource))} add ${foreignKey(reference, target)};`]
      : [];
  });

/** A many-to-many relation whose two sides exist. */
export interface JoinTable {
  readonly owner: Resource;
  readonly other: Resource;
  readonly relation: ReturnType<typeof ownedSets>[number];
}

/** Returns the many-to-many relations that the owners define, among all resources. */
export const joinsOf = (
  owners: readonly Resource[],
  all: readonly Resource[] = owners,
): readonly JoinTable[] =>
  owners.flatMap((owner) =>
    ownedSets(owner).flatMap((relation) => {
      const other = all.find(({ name }) => name === relation.resource);
      return other ? [{ owner, other, relation }] : [];
    }),
  );

const links = ({ owner, other, relation }: JoinTable) => {
  const columns = joinColumns(owner, relation);
  return [
    { column: columns.owner, target: owner },
    { column: columns.other, target: other },
  ].map(({ column: field, target }) => ({
    name: constraintName(relation.through, field, "fkey"),
    text: `foreign key (${quoted(field)}) references ${quoted(tableName(target))} (id) on delete cascade`,
    column: field,
  }));
};

/** Returns the two foreign keys of a join table. */
export const joinForeignKeys = (join: JoinTable): ReadonlyMap<string, string> =>
  new Map(links(join).map(({ name, text }) => [name, `constraint ${name} ${text}`]));

export function joinIndex({ owner, relation }: JoinTable): ReadonlyMap<string, string> {
  const { other } = joinColumns(owner, relation);
  const name = constraintName(relation.through, other, "idx");
  return new Map([[name, `create index if not exists ${name} on ${quoted(relation.through)} (${other});`]]);
}

/** Returns the table of a many-to-many relation. */
export function joinTable(join: JoinTable): string {
  const { through } = join.relation;
  const [first, second] = links(join);
  const lines = [first, second].flatMap((link) =>
    link
      ? [
          `${quoted(link.column)} uuid not null constraint ${link.name} ${link.text.replace(/^foreign key \(\S+\) /, "")}`,
        ]
      : [],
  );
  return `create table ${quoted(through)} (
  ${lines.join(",\n  ")},
  primary key (${first?.column ?? ""}, ${second?.column ?? ""})
);
${[...joinIndex(join).values()].join("\n")}`;
}

/**
 * Returns statements that create the tables of `resources`; `existing` ones already exist, `all` is the whole
 * definition.
 */
export function createAll(
  resources: readonly Resource[],
  existing: readonly Resource[] = [],
  all: readonly Resource[] = resources,
  joins: readonly string[] = joinsOf(resources, all).map(joinTable),
): string {
  const known = new Set(existing.map(({ name }) => name));
  const tables: string[] = [];
  const late: string[] = [];
  for (const resource of resources) {
    known.add(resource.name); // a table may refer to itself
    tables.push([createTable(resource, all, known), ...indexTexts(resource).values()].join("\n"));
    late.push(...lateReferences(resource, all, known));
  }
  return `${[...tables, ...(late.length ? [late.join("\n")] : []), ...joins].join("\n\n")}\n`;
}
