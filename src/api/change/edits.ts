import { listed, UserError, type Json } from "../../lib/index.ts";
import type { Action, Field, Resource } from "../definition.ts";
import { actionSummary } from "../yaml/action.ts";
import type { LooseRelation, LooseResource } from "../link.ts";
import { matches } from "../match.ts";
import { memberName, namesFrom, resourceNames } from "../names.ts";
import { earlierField, earlierResource } from "../renames.ts";

/** Resources that are being changed, and what the code was generated from. */
export interface Draft {
  readonly resources: readonly LooseResource[];
  readonly before: readonly Resource[] | undefined;
}

const map = (draft: Draft, name: string, edit: (resource: LooseResource) => LooseResource): Draft => ({
  ...draft,
  resources: draft.resources.map((resource) => (resource.name === name ? edit(resource) : resource)),
});

const mapField = (draft: Draft, of: string, name: string, edit: (field: Field) => Field): Draft =>
  map(draft, of, (resource) => ({
    ...resource,
    fields: resource.fields.map((field) => (field.name === name ? edit(field) : field)),
  }));

/** A field of an action and the constant that it writes there or waits for. */
type Use = readonly [name: string, value: Json | undefined];

/** One action after `edit`; undefined where nothing is left that it does, or nothing that it could wait for. */
function mapAction(action: Action, edit: (use: Use) => Use | undefined): Action | undefined {
  const { set, when, ...rest } = action;
  const written = Object.entries(set ?? {}).flatMap(([name, assignment]) => {
    const use = edit([name, "value" in assignment ? assignment.value : undefined]);
    return use ? [[use[0], use[1] === undefined ? assignment : { value: use[1] }] as const] : [];
  });
  const awaited = Object.entries(when ?? {}).flatMap(([name, values]) => {
    const column = edit([name, undefined]);
    const left = values.flatMap((value) => edit([name, value])?.[1] ?? (value === null ? [null] : []));
    return column ? [[column[0], left] as const] : [];
  });
  if ((set && written.length === 0) || awaited.some(([, values]) => values.length === 0)) return undefined;
  return {
    ...rest,
    ...(set ? { set: Object.fromEntries(written) } : {}),
    ...(awaited.length ? { when: Object.fromEntries(awaited) } : {}),
  };
}

const mapActions = (resource: LooseResource, edit: (use: Use) => Use | undefined): readonly Action[] =>
  resource.actions.flatMap((action) => mapAction(action, edit) ?? []);

export const isReferredTo = (draft: Draft, name: string): readonly string[] =>
  draft.resources.flatMap((resource) =>
    resource.name === name
      ? []
      : resource.relations
          .filter((relation) => relation.resource === name && !relation.soft)
          .map((relation) => `${resource.name}.${relation.name ?? name}`),
  );

export const removeResource = (draft: Draft, name: string): Draft => ({
  ...draft,
  resources: draft.resources.filter((resource) => resource.name !== name),
});

/** Refuses what others still refer to, once all of a text is done. */
export function refuseReferred(draft: Draft, names: readonly string[]): void {
  for (const name of names) {
    const users = isReferredTo(draft, name);
    if (users.length)
      throw new UserError(
        "still_referred_to",
        `${listed(users)} ${users.length === 1 ? "refers" : "refer"} to ${name}.`,
        `Say what goes with it: "remove ${users.join(", ")} and delete ${name}".`,
      );
  }
}

/** Without a field or foreign key, and without what used it. */
const withoutColumn = (resource: LooseResource, column: string): LooseResource => ({
  ...resource,
  fields: resource.fields.filter(({ name }) => name !== column),
  unique: resource.unique.filter((names) => !names.includes(column)),
  actions: mapActions(resource, (entry) => (entry[0] === column ? undefined : entry)),
});

export const removeField = (draft: Draft, of: string, name: string): Draft =>
  map(draft, of, (resource) => withoutColumn(resource, name));

function written(resource: LooseResource, name: string): LooseRelation {
  const relation = resource.relations.find((one) => one.name === name);
  if (relation) return relation;
  throw new UserError(
    "other_side",
    `${resource.name}.${name} is the other side of a relation.`,
    "Change the relation where it is written: in the resource that belongs to this one.",
  );
}

export const removeRelation = (draft: Draft, of: string, name: string): Draft =>
  map(draft, of, (resource) => {
    const relation = written(resource, name);
    const { owner, ...rest } = withoutColumn(resource, relation.field ?? `${name}Id`);
    return {
      ...rest,
      ...(owner === undefined || owner === name ? {} : { owner }),
      relations: resource.relations.filter((one) => one !== relation),
    };
  });

export function renameRelation(draft: Draft, of: string, [from, phrase]: readonly [string, string]): Draft {
  const to = memberName(asName(phrase), "relation");
  return map(draft, of, (resource) => {
    const { field: column, was = from, ...relation } = written(resource, from);
    const keyOf = (name: string): string =>
      relation.kind === "belongs-to" ? `${name}Id` : `${namesFrom(name).camel}Ids`;
    const field = column === undefined || column === keyOf(from) ? undefined : column;
    const called = (name: string): string => (field === undefined && name === keyOf(from) ? keyOf(to) : name);
    return {
      ...resource,
      ...(resource.owner === from ? { owner: to } : {}),
      relations: resource.relations.map((one) =>
        one.name === from ? { ...relation, name: to, field, ...(was === to ? {} : { was }) } : one,
      ),
      unique: resource.unique.map((names) => names.map(called)),
      actions: mapActions(resource, ([name, value]) => [called(name), value]),
    };
  });
}

export const removeAction = (draft: Draft, of: string, name: string): Draft =>
  map(draft, of, (resource) => ({
    ...resource,
    actions: resource.actions.filter((one) => one.name !== name),
  }));

export function renameResource(draft: Draft, from: string, phrase: string): Draft {
  const { pascal: to, plural } = resourceNames(asName(phrase));
  const known = draft.before?.some(({ name }) => name === from) ?? true;
  return {
    ...draft,
    resources: draft.resources.map((resource) => ({
      ...resource,
      ...(resource.name === from
        ? {
            name: to,
            plural: plural.pascal,
            ...(known ? { was: from } : {}),
            actions: resource.actions.map((action) =>
              action.summary === actionSummary(action.name, from)
                ? { ...action, summary: actionSummary(action.name, to) }
                : action,
            ),
          }
        : {}),
      relations: resource.relations.map((relation) =>
        relation.resource === from ? { ...relation, resource: to } : relation,
      ),
    })),
  };
}

/** `due on` as one word. */
export const asName = (phrase: string): string => phrase.trim().replaceAll(/\s+/g, "-");

export function renameField(draft: Draft, of: string, [from, phrase]: readonly [string, string]): Draft {
  const to = memberName(asName(phrase), "field");
  return map(draft, of, (resource) => {
    const old =
      draft.before && earlierResource(resource as Resource, draft.before, draft.resources as Resource[]); // names alone count
    const field = resource.fields.find(({ name }) => name === from);
    const was = old && field ? earlierField(field, old, { ...old, fields: resource.fields })?.name : from;
    const { was: _, ...plain } = field ?? ({} as Field); // it was found by its name
    return {
      ...resource,
      fields: resource.fields.map((one) =>
        one === field ? { ...plain, name: to, ...(was === undefined || was === to ? {} : { was }) } : one,
      ),
      unique: resource.unique.map((names) => names.map((name) => (name === from ? to : name))),
      actions: mapActions(resource, ([name, value]) => [name === from ? to : name, value]),
    };
  });
}

export const renameAction = (draft: Draft, of: string, [from, phrase]: readonly [string, string]): Draft =>
  map(draft, of, (resource) => ({
    ...resource,
    actions: resource.actions.map((one) =>
      one.name === from ? { ...one, name: memberName(asName(phrase), "action") } : one,
    ),
  }));

/** An enumeration without a value; what records hold becomes `into`, if that is said. */
export function replaceValue(
  draft: Draft,
  { of, name, value }: { readonly of: string; readonly name: string; readonly value: string },
  { into, stays }: { readonly into?: string | undefined; readonly stays: boolean },
): Draft {
  const renamed = into !== undefined && !stays;
  const edited = map(draft, of, (resource) => ({
    ...resource,
    actions: mapActions(resource, (entry) =>
      entry[0] !== name || entry[1] !== value ? entry : renamed ? [name, into] : undefined,
    ),
  }));
  return mapField(edited, of, name, ({ default: initial, map: earlier, ...field }) => {
    const all = (field.schema.enum ?? []).map(String);
    const left = renamed
      ? all.map((one) => (one === value ? into : one))
      : all.filter((one) => one !== value);
    if (left.length === 0)
      throw new UserError(
        "no_values_left",
        `${of}.${name} would have no value left.`,
        `Keep one, or remove the field: "remove ${name} from ${of}".`,
      );
    const moved = Object.entries(earlier ?? {}).map(
      ([old, to]) => [old, to === value ? (into ?? to) : to] as const,
    );
    const start = initial === value ? into : initial;
    const mapping = { ...Object.fromEntries(moved), ...(into === undefined ? {} : { [value]: into }) };
    return {
      ...field,
      schema: { ...field.schema, enum: [...new Set(left)] },
      ...(Object.keys(mapping).length ? { map: mapping } : {}),
      ...(start === undefined ? {} : { default: start }),
    };
  });
}

export const addValue = (draft: Draft, of: string, [name, value]: readonly [string, string]): Draft =>
  mapField(draft, of, name, (field) => ({
    ...field,
    schema: { ...field.schema, enum: [...new Set([...(field.schema.enum ?? []), value])] },
  }));

/** What is said of a field or relation, beside its name and type. */
export interface Marks {
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly default?: Json;
  readonly fill?: Json;
}

export const markField = (draft: Draft, of: string, [name, marks]: readonly [string, Marks]): Draft =>
  mapField(draft, of, name, ({ unique, fill, default: initial, ...field }) => ({
    ...field,
    ...((marks.unique ?? unique) ? { unique: true } : {}),
    ...((marks.fill ?? fill) === undefined ? {} : { fill: marks.fill ?? fill ?? null }),
    // Who is required brings its own value: a default would take its place.
    ...(marks.required !== undefined && marks.default === undefined
      ? { required: marks.required }
      : (marks.default ?? initial) === undefined
        ? {}
        : { default: marks.default ?? initial ?? null, required: false }),
  }));

export const markRelation = (draft: Draft, of: string, [name, marks]: readonly [string, Marks]): Draft =>
  map(draft, of, (resource) => {
    const relation = written(resource, name);
    const { onDelete, ...rest } = relation;
    const changed: LooseRelation = {
      ...rest,
      ...(marks.unique === undefined ? {} : { unique: marks.unique }),
      ...(marks.required === undefined
        ? { onDelete }
        : { optional: !marks.required, ...(onDelete === "cascade" ? { onDelete } : {}) }),
    };
    return { ...resource, relations: resource.relations.map((one) => (one === relation ? changed : one)) };
  });

/** Another type; what else was said of the field stays where it still fits. */
export const retype = (draft: Draft, of: string, [name, type]: readonly [string, Field]): Draft =>
  mapField(draft, of, name, (field) => {
    const { description, required, unique, auto, was, fill, default: old } = field;
    const initial = type.default ?? (old !== undefined && matches(type.schema, old) ? old : undefined);
    const said = { description, unique, auto, was, fill, default: initial };
    return {
      ...type,
      ...(Object.fromEntries(
        Object.entries(said).filter(([, value]) => value !== undefined),
      ) as Partial<Field>), // what the field said before
      required: required || type.required,
    };
  });

export const addField = (draft: Draft, of: string, field: Field): Draft =>
  map(draft, of, (resource) => ({
    ...resource,
    fields: [...resource.fields.filter(({ name }) => name !== field.name), field],
  }));

export const addAction = (draft: Draft, of: string, action: Action): Draft =>
  map(draft, of, (resource) => ({
    ...resource,
    actions: [...resource.actions.filter(({ name }) => name !== action.name), action],
  }));

export const addRelation = (draft: Draft, of: string, relation: LooseRelation): Draft =>
  map(draft, of, (resource) => ({ ...resource, relations: [...resource.relations, relation] }));

/** Bounds of a number's value, a list's items or a text's characters. */
export const boundField = (
  draft: Draft,
  of: string,
  [name, [least, most]]: readonly [string, readonly (number | undefined)[]],
): Draft =>
  mapField(draft, of, name, (field) => {
    const { type } = field.schema;
    const [low, high] =
      type === "array"
        ? ["minItems", "maxItems"]
        : type === "string"
          ? ["minLength", "maxLength"]
          : ["minimum", "maximum"];
    return {
      ...field,
      schema: {
        ...field.schema,
        ...(least === undefined ? {} : { [low ?? ""]: least }),
        ...(most === undefined ? {} : { [high ?? ""]: most }),
      },
    };
  });
