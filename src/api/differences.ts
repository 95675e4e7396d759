import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import { listed, inTable } from "../lib/index.ts";
import { isSecured } from "./bearer.ts";
import type { ApiDefinition, Field, Resource } from "./definition.ts";
import { hasEtags } from "./etag.ts";
import { fieldType, isNullable } from "./fields.ts";
import { fillOf } from "./fill.ts";
import { namesOf } from "./name-spelling.ts";
import { policyOf } from "./policy.ts";
import { earlierField, earlierName, earlierResource, removedValues } from "./renames.ts";
import { tightened } from "./tightened.ts";
import { writeAction } from "./yaml/action.ts";
import { writeField } from "./yaml/field.ts";
import { writeRelation } from "./yaml/relation.ts";
import { resourceSettings } from "./yaml/write.ts";

/** One difference between two definitions. */
export interface DefinitionChange {
  readonly kind: "added" | "removed" | "changed" | "renamed";
  /** `Task.points: integer required 0..100` */
  readonly text: string;
  /** What happens to stored data or to permissions, if anything. */
  readonly data?: string;
}

/** Formats a value as in a line of `api.yaml`. */
const valueText = (value: unknown): string =>
  typeof value === "string" ? value : stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim();

const needs = (field: Field): string => {
  const value = fillOf(field);
  return value === undefined
    ? "fails where records are there that have no value: give them one with `fill:`"
    : `records without a value get ${JSON.stringify(value)}`;
};

const numbers: ReadonlySet<string> = new Set(["integer", "number", "decimal"]);

/** What values are stored as: one of several texts, or a text of a format, is a text, and a decimal is a number. */
function storedAs({ schema }: Field): string {
  const type = fieldType(schema);
  if (schema.enum) return "string";
  return numbers.has(type) ? "number" : type;
}

function fieldData(from: Field | undefined, to: Field): string | undefined {
  const effects: string[] = [];
  if (from) {
    const gone = removedValues(from, to);
    if (gone.length && to.map)
      effects.push(
        `turns ${gone.map((value) => `${value} into ${valueText(inTable(to.map ?? {}, value))}`).join(", ")}`,
      );
    else if (gone.length)
      effects.push(`fails where records hold ${listed(gone, "or")}: say what they get with \`map:\``);
    const broken = tightened(from, to).map((rule) => rule.broken);
    if (broken.length) effects.push(`fails where records hold values ${listed(broken, "or")}`);
    if (to.unique && !from.unique) effects.push("fails where two records have the same value");
    const format = to.schema["format"];
    if (storedAs(from) !== storedAs(to))
      effects.push("fails where a stored value can't be read as the new type");
    else if (typeof format === "string" && format !== from.schema["format"])
      effects.push(`stored values stay, also those that are no ${format}`);
  }
  if (!isNullable(to) && (!from || isNullable(from))) effects.push(needs(to));
  return effects.length ? effects.join("; ") : undefined;
}

const withData = (change: DefinitionChange, data: string | undefined): DefinitionChange =>
  data === undefined ? change : { ...change, data };

/** Members by name, in the notation of definitions; without inverse relations. */
type Members = ReadonlyMap<string, unknown>;

function members(before: Members, after: Members, resource?: string): readonly DefinitionChange[] {
  const prefix = resource === undefined ? "" : `${resource}.`;
  return [
    ...[...after].flatMap(([name, now]): readonly DefinitionChange[] => {
      const old = before.get(name);
      if (isDeepStrictEqual(old, now)) return [];
      if (old === undefined) return [{ kind: "added", text: `${prefix}${name}: ${valueText(now)}` }];
      return [{ kind: "changed", text: `${prefix}${name}: ${valueText(old)} → ${valueText(now)}` }];
    }),
    ...[...before.keys()]
      .filter((name) => !after.has(name))
      .map((name): DefinitionChange => ({ kind: "removed", text: `${prefix}${name}` })),
  ];
}

function fields(before: Resource, after: Resource): readonly DefinitionChange[] {
  const knownNames = new Set<string>();
  const fieldChanges = after.fields.flatMap((field): readonly DefinitionChange[] => {
    const from = earlierField(field, before, after);
    const now = valueText(writeField(field));
    const place = `${after.name}.${field.name}`;
    if (!from) return [withData({ kind: "added", text: `${place}: ${now}` }, fieldData(undefined, field))];
    knownNames.add(from.name);
    if (from.name !== field.name)
      return [
        withData(
          { kind: "renamed", text: `${after.name}.${from.name} → ${field.name}: ${now}` },
          fieldData(from, field),
        ),
      ];
    const old = valueText(writeField(from));
    return old === now
      ? []
      : [withData({ kind: "changed", text: `${place}: ${old} → ${now}` }, fieldData(from, field))];
  });
  const gone = before.fields.filter(({ name }) => !knownNames.has(name));
  return [
    ...fieldChanges,
    ...gone.map(({ name }): DefinitionChange => ({
      kind: "removed",
      text: `${after.name}.${name}`,
      data: "drops its column with its data",
    })),
  ];
}

const relationsOf = (resource: Resource, names: ReadonlySet<string>): Members =>
  new Map(
    resource.relations.flatMap((relation) => {
      const text = writeRelation(relation, names);
      return text === undefined ? [] : [[relation.name, text] as const];
    }),
  );

const actionsOf = (resource: Resource): Members =>
  new Map(resource.actions.map((action) => [action.name, writeAction(action, resource.name)] as const));

/** Returns `before` with its relations pointing to the new names of renamed resources. */
function following(before: Resource, current: ReadonlyMap<string, string>): Resource {
  const relations = before.relations.map((relation) => ({
    ...relation,
    resource: current.get(relation.resource) ?? relation.resource,
  }));
  return { ...before, relations };
}

const isOptional = (text: string): boolean => /(?:^|: )belongs to .*, optional/.test(text);

/** Returns what stores a relation: a column, or the table of a set that leads to a resource; a soft set isn't stored. */
function storeOf(text: string): string | undefined {
  const set = /\bmany to many \w+/.exec(text)?.[0];
  if (set === undefined) return "column";
  return /, soft\b/.test(text) ? undefined : set;
}

/** Returns what happens to stored data when a relation is added, removed or changed. */
function relationData({ kind, text }: DefinitionChange): string | undefined {
  if (kind === "removed") return "drops what it links";
  if (kind === "added")
    return /: belongs to (?!.*optional)/.test(text)
      ? "fails if there are records: let it be optional until they have one"
      : undefined;
  const [old = "", now = ""] = text.split(" → ");
  const store = storeOf(old);
  if (store !== storeOf(now)) return store === undefined ? undefined : "drops what it links";
  if (/: belongs to .*, soft\b/.test(old) && !/, soft\b/.test(now))
    return "fails where records refer to one that is not there";
  return isOptional(old) && !isOptional(now) ? "fails where records have none" : undefined;
}

/** Returns renamed relations first, then other changes. */
function relations(
  before: Resource,
  after: Resource,
  { old, now }: { readonly old: ReadonlySet<string>; readonly now: ReadonlySet<string> },
): readonly DefinitionChange[] {
  const [was, is] = [new Map(relationsOf(before, old)), new Map(relationsOf(after, now))];
  const renamed = after.relations.flatMap((relation): readonly DefinitionChange[] => {
    const name = earlierName(relation, before, after);
    if (name === undefined) return [];
    const text = `${after.name}.${name} → ${relation.name}: ${valueText(is.get(relation.name))}`;
    was.delete(name);
    is.delete(relation.name);
    return [{ kind: "renamed", text }];
  });
  return [
    ...renamed,
    ...members(was, is, after.name).map((change) => withData(change, relationData(change))),
  ];
}

const settings = (texts: Readonly<Record<string, string | undefined>>): Members =>
  new Map(Object.entries(texts).filter(([, text]) => text !== undefined));

const registrations = {
  open: "everybody may register, which tells whether an account exists",
  closed: "only administrators create accounts and change their unique fields",
};

const readers = {
  public: "anybody reads its records, without a token",
  account: "every account reads its records",
  owner: "only their owners and administrators read its records",
};

/** Returns changed settings of a resource; with accounts, also what they mean for access to its records. */
function settingChanges(before: Resource, after: Resource, isSafe: boolean): readonly DefinitionChange[] {
  return members(settings(resourceSettings(before)), settings(resourceSettings(after)), after.name).map(
    (change) => {
      const key = /\.(read|register|owner)\b/.exec(change.text)?.[1];
      if (!isSafe || key === undefined) return change;
      if (key === "read") return { ...change, data: readers[after.read ?? "account"] };
      if (key === "register") return { ...change, data: registrations[after.register ?? "open"] };
      const { owner = "the relation that counts without it" } = after;
      const data =
        owner === "none"
          ? "every account changes its records"
          : `${owner} is who may change a record, besides administrators`;
      return { ...change, data };
    },
  );
}

/** Says that an API with tokens gains or loses accounts, and with them all rules of access. */
function accountChanges(before: ApiDefinition, after: ApiDefinition): readonly DefinitionChange[] {
  const [old, now] = [before, after].map((api) => policyOf(api)?.account.resource.name);
  if (!isSecured(before) || !isSecured(after) || (old === undefined) === (now === undefined)) return [];
  return [
    now === undefined
      ? { kind: "removed", text: `accounts of ${old}`, data: "whoever has a token may do everything" }
      : { kind: "added", text: `accounts of ${now}` },
  ];
}

/** Returns the differences between two definitions, in the order of the definition. */
export function differences(before: ApiDefinition, after: ApiDefinition): readonly DefinitionChange[] {
  const [old, now] = [before, after].map(({ resources }) => new Set(resources.map(({ name }) => name))) as [
    Set<string>,
    Set<string>,
  ]; // map keeps both
  const knownNames = new Set<string>();
  const [wasSafe, isSafe] = [isSecured(before), isSecured(after)];
  const current = new Map(
    after.resources.flatMap((resource) => {
      const from = earlierResource(resource, before.resources, after.resources);
      return from ? [[from.name, resource.name] as const] : [];
    }),
  );
  const named = new Set([...old].map((name) => current.get(name) ?? name));
  const resourceChanges = after.resources.flatMap((resource): readonly DefinitionChange[] => {
    const from = earlierResource(resource, before.resources, after.resources);
    if (!from)
      return [
        {
          kind: "added",
          text: [resource.name, resource.fields.map(({ name }) => name).join(", ")]
            .filter(Boolean)
            .join(", with "),
        },
      ];
    knownNames.add(from.name);
    const { name } = resource;
    const renamed: DefinitionChange = {
      kind: "renamed",
      text: `${from.name} → ${name}`,
      data: "its records move along",
    };
    const unique = (resource: Resource): Members =>
      new Map(resource.unique.map((names) => [names.join(" and "), "unique together"]));
    return [
      ...(from.name === name ? [] : [renamed]),
      ...settingChanges(from, resource, isSafe),
      ...fields(from, resource),
      ...relations(following(from, current), resource, { old: named, now }),
      ...members(unique(from), unique(resource), name),
      ...members(actionsOf(from), actionsOf(resource), name),
    ];
  });
  const gone = before.resources.filter(({ name }) => !knownNames.has(name));
  const info = ({ info: { title, version, description } }: ApiDefinition): Members =>
    settings({ title, version, description });
  return [
    ...members(info(before), info(after)),
    ...(wasSafe === isSafe
      ? []
      : [
          {
            kind: isSafe ? "added" : "removed",
            text: isSafe ? "auth: bearer" : "auth: everybody may do everything",
          } as const,
        ]),
    ...accountChanges(before, after),
    ...(hasEtags(before) === hasEtags(after)
      ? []
      : [{ kind: hasEtags(after) ? "added" : "removed", text: "etag: true" } as const]),
    ...resourceChanges,
    ...gone.map((resource): DefinitionChange => ({
      kind: "removed",
      text: resource.name,
      data: `drops ${namesOf(resource).plural.snake} with all its records`,
    })),
  ];
}
