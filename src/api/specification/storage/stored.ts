import { spell, wordsOf } from "../../name-spelling.ts";
import type { Spec, SpecParameter } from "../../spec.ts";
import { resolve } from "../shape.ts";
import type { Accounts } from "./accounts.ts";
import { columnType, keySource, schemasOf, sourceOf } from "./columns.ts";
import { nameOf, type Facts, type Place } from "./facts.ts";
import type { Entity, Family } from "./families.ts";
import { isNullable, spelledIn } from "./schema-members.ts";
import type { Column, ColumnSource } from "./types.ts";
import { nounOf, plainly, words } from "./path-words.ts";

/** A table of pairs: who favourites what, which tags an item has. */
export interface Link {
  readonly name: string;
  /** Path of the operations that create and delete it. */
  readonly path: string;
  readonly verb: string;
  readonly left: Stored;
  readonly right: Stored;
  readonly columns: readonly [left: string, right: string];
}

/** A column through which a path leads to records, or to those of a parent. */
export interface Leads {
  readonly column: string;
  readonly parent?: Stored;
  readonly parameter: string;
}

/** A kind of record, with what is known about its columns. */
export interface Stored {
  readonly entity: Entity;
  readonly name: string;
  readonly key: string;
  readonly columns: Map<string, Column>;
  /** Columns named by the last parameter of a family's path, by path. */
  readonly ids: Map<string, string>;
  /** Columns set by the parameters inside a family's path, outermost first. */
  readonly parents: Map<string, readonly Leads[]>;
  /** The column that holds the record's creator. */
  owner?: string;
  single?: true;
}

export interface Model {
  readonly spec: Spec;
  readonly facts: readonly Facts[];
  readonly families: ReadonlyMap<string, Family>;
  readonly byFamily: ReadonlyMap<string, Stored>;
  readonly all: readonly Stored[];
  readonly accounts: (Accounts & { readonly stored: Stored }) | undefined;
  readonly links: readonly Link[];
}

const usualIds = ["id", "uuid", "guid", "uid", "gid", "sid", "objectid", "identifier"];

const endings = [
  ...usualIds,
  "key",
  "slug",
  "code",
  "name",
  "number",
  "login",
  "handle",
  "email",
  "username",
];

/** Returns the member that the last parameter of a path names. */
function keyMember(names: readonly string[], noun: string, parameter = ""): string | undefined {
  const spelled = (...spellings: readonly string[]): string | undefined =>
    names.find((name) => spellings.includes(plainly(name)));
  const key = plainly(parameter);
  const ended = endings.filter((ending) => key !== "" && key.endsWith(ending));
  const rest = key.startsWith(noun) ? key.slice(noun.length) : "";
  return (
    (key === "" ? undefined : spelled(key)) ??
    (rest === "" ? undefined : spelled(rest)) ??
    spelled("id", "uuid") ??
    spelled(...ended) ??
    spelled(...usualIds) ??
    spelled(...usualIds.map((usualId) => noun + usualId)) ??
    (key === noun || key === "" ? spelled("slug", "name", "code", "key", "username") : undefined)
  );
}

const lastParameter = (family: Family): SpecParameter | undefined =>
  family.one.find(({ last }) => last)?.last;

const isSentFor = (facts: Facts, stored: Pick<Stored, "entity">): boolean =>
  facts.sent !== undefined && stored.entity.sent.includes(facts.sent);

/** Returns the operations whose bodies create a record. */
export const creations = (entity: Entity): readonly Facts[] =>
  entity.families.flatMap((family) => [
    ...family.all.filter((item) => item.operation.method === "post" && isSentFor(item, { entity })),
    ...(family.all.some((item) => item.operation.method === "post" && isSentFor(item, { entity }))
      ? []
      : family.one.filter((item) => item.operation.method === "put" && isSentFor(item, { entity }))),
  ]);

const isRequired = ({ members }: Place, name: string): boolean =>
  members.required.has(spelledIn(members, name) ?? name);

/** Whether a body contains a member; read-only members don't count. */
export const brings = (spec: Spec, { members }: Place, name: string): boolean => {
  const memberName = spelledIn(members, name);
  const schema = memberName === undefined ? undefined : members.properties[memberName];
  return schema !== undefined && !(schema.readOnly ?? resolve(spec, schema).readOnly ?? false);
};

export function hidden(columns: ReadonlyMap<string, Column>, preferredName: string): string {
  let name = preferredName;
  for (let n = 2; columns.has(name); n++) name = `${preferredName}${n}`;
  return name;
}

/** Returns a kind of record, as far as its own members tell. */
export function storedOf(
  spec: Spec,
  entity: Entity,
  name: string,
  hasCaller: boolean,
  isAccount: boolean,
): Stored {
  const { shown, sent, families } = entity;
  const places = creations(entity).flatMap((creation) => creation.sent ?? []);
  const plain = new Set<string>();
  const names = [...shown, ...sent]
    .flatMap(({ members }) => Object.keys(members.properties))
    .filter((column) => !plain.has(plainly(column)) && plain.add(plainly(column)));
  const [main] = families.toSorted(
    (a, b) => Number(lastParameter(b) !== undefined) - Number(lastParameter(a) !== undefined),
  );
  const parameter = main && lastParameter(main);
  const record = [...new Set(shown.flatMap(({ members }) => Object.keys(members.properties)))];
  const member = entity.isSingle
    ? undefined
    : (keyMember(record, entity.noun, parameter?.name) ?? keyMember(names, entity.noun, parameter?.name));
  const columns = new Map<string, Column>();
  let key: string | undefined;
  for (const column of names) {
    const schemas = schemasOf([...shown, ...sent], column);
    const sentSchemas = schemasOf(
      sent.filter((place) => brings(spec, place, column)),
      column,
    );
    const schema = schemasOf(shown, column)[0] ?? schemas[0] ?? {};
    const isAlways =
      places.length > 0 && places.every((place) => isRequired(place, column) && brings(spec, place, column));
    const needed = shown.some(({ members }) => members.required.has(column)) && !isAlways;
    const type = columnType(spec, sentSchemas.length ? sentSchemas : schemas);
    const isToken = isAccount && words.token.test(column) && sentSchemas.length === 0;
    const isWriteOnly = schemas.some((schema) => schema.writeOnly ?? resolve(spec, schema).writeOnly);
    if (isToken) continue;
    const set: ColumnSource | undefined =
      column === member && !isAlways
        ? (keySource(spec, { name: column, schema, parameter, others: names }) ??
          (needed ? { by: "hook" } : undefined))
        : sourceOf(spec, {
            name: column,
            schema,
            needed,
            hasCaller: hasCaller && !isAccount,
            isSent: sentSchemas.length > 0,
          });
    const source = set?.by === "value" && set.value === null ? undefined : set;
    if (column === member && (source?.by === "uuid" || source?.by === "integer" || source?.by === "prefix"))
      key = column;
    columns.set(column, {
      name: column,
      type: column === member && source?.by === "integer" ? "integer" : type,
      required:
        (isAlways && !schemas.some((schema) => isNullable(spec, schema))) ||
        (source !== undefined && source.by !== "caller"),
      ...(schemasOf(shown, column).some((schema) => isNullable(spec, schema)) ? { nullable: true } : {}),
      ...(column === member ? { unique: true } : {}),
      ...((isWriteOnly && words.password.test(column)) || words.password.test(column)
        ? { secret: true }
        : {}),
      ...(source ? { set: source } : {}),
      schema,
    });
  }
  const ids = new Map<string, string>();
  if (
    member !== undefined &&
    key === undefined &&
    columns.get(member)?.set === undefined &&
    places.length > 0 &&
    places.every((place) => isRequired(place, member) && brings(spec, place, member)) &&
    !sent.some((place) => !places.includes(place) && brings(spec, place, member))
  )
    key = member;
  if (key === undefined) {
    key = hidden(columns, "id");
    columns.set(key, {
      name: key,
      type: "string",
      required: true,
      unique: true,
      set: { by: "uuid" },
      schema: { type: "string" },
    });
  }
  for (const family of families) {
    const parameter = lastParameter(family);
    if (!parameter) continue;
    const noun = nounOf(nameOf(family.one[0]?.parts ?? []));
    const found = keyMember(
      [...columns.keys()].filter((item) => item !== key || names.includes(item)),
      noun,
      parameter.name,
    );
    if (found !== undefined) {
      ids.set(family.path, found);
      const column = columns.get(found);
      if (column) columns.set(found, { ...column, unique: true });
    } else {
      const column = hidden(columns, spell(wordsOf(parameter.name)).camel || "key");
      columns.set(column, {
        name: column,
        type: columnType(spec, [parameter.schema]),
        required: false,
        unique: true,
        schema: parameter.schema,
      });
      ids.set(family.path, column);
    }
  }
  return {
    entity,
    name,
    key,
    columns,
    ids,
    parents: new Map(),
    ...(entity.isSingle ? { single: true as const } : {}),
  };
}
