import type { Json } from "../../lib/index.ts";
import type { Action, Field, Resource } from "../definition.ts";
import type { LooseResource } from "../link.ts";

/** Resources being changed, and the ones the code was generated from. */
export interface Draft {
  readonly resources: readonly LooseResource[];
  readonly before: readonly Resource[] | undefined;
  /** Readings that were chosen, and others that the text allows. */
  readonly choices: readonly Choice[];
  /** Ids of choices whose other reading is wanted. */
  readonly others: ReadonlySet<string>;
}

/** A reading that was chosen, and another that the text allows as well. */
export interface Choice {
  /** The same for both readings, and each time the text is read. */
  readonly id: string;
  readonly taken: string;
  readonly other: string;
}

export const map = (draft: Draft, name: string, edit: (resource: LooseResource) => LooseResource): Draft => ({
  ...draft,
  resources: draft.resources.map((resource) => (resource.name === name ? edit(resource) : resource)),
});

export const mapField = (draft: Draft, of: string, name: string, edit: (field: Field) => Field): Draft =>
  map(draft, of, (resource) => ({
    ...resource,
    fields: resource.fields.map((field) => (field.name === name ? edit(field) : field)),
  }));

/** A field that an action uses, with the constant that it writes or requires there. */
type Use = readonly [name: string, value: Json | undefined];

/** Returns the action after `edit`; undefined if it has no effect left, or no value left that it may be called from. */
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

export const mapActions = (resource: LooseResource, edit: (use: Use) => Use | undefined): readonly Action[] =>
  resource.actions.flatMap((action) => mapAction(action, edit) ?? []);

/** Removes a field or foreign key and everything that used it. */
export const withoutColumn = (resource: LooseResource, column: string): LooseResource => ({
  ...resource,
  fields: resource.fields.filter(({ name }) => name !== column),
  unique: resource.unique.filter((names) => !names.includes(column)),
  actions: mapActions(resource, (entry) => (entry[0] === column ? undefined : entry)),
});

/** Turns a phrase such as `due on` into one hyphenated word. */
export const asName = (phrase: string): string => phrase.trim().replaceAll(/\s+/g, "-");
