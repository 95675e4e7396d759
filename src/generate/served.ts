import {
  isBound,
  preservedNames,
  ownedSets,
  stateFields,
  storedFields,
  writableFields,
  type Action,
  type ApiDefinition,
  type Field,
  type Relation,
  type Resource,
} from "../api/index.ts";

/** What the names in a resource's code depend on. */
interface Served {
  /** Whether a PUT body may omit what a new record requires. */
  readonly keeps: boolean;
  /** Relations that are served as lists. */
  readonly served: readonly Relation[];
  readonly acting: readonly Action[];
  /** Actions with a body. */
  readonly taking: readonly Action[];
}

export function servedOf(resource: Resource): Served {
  const { relations, actions } = resource;
  const acting = actions.filter((action) => action.set);
  return {
    keeps: preservedNames(resource).size > 0,
    served: relations.filter((relation) => relation.kind !== "belongs-to" && !relation.soft),
    acting,
    taking: acting.filter((action) =>
      Object.values(action.set ?? {}).some((assignment) => "input" in assignment),
    ),
  };
}

/** Whether records follow rules that no body schema expresses. */
export const hasRules = ({ resources }: ApiDefinition): boolean =>
  resources.some((resource) => isBound(resource) || resource.actions.some(({ when }) => when));

export const byName = <T>(
  list: readonly { readonly name: string }[],
  value: (name: string) => T,
): Readonly<Record<string, T>> => Object.fromEntries(list.map(({ name }) => [name, value(name)]));

/** Returns the fields with their own column that bodies write. */
export function columnsWritten(resource: Resource): readonly Field[] {
  const sets = new Set(ownedSets(resource).map(({ field }) => field));
  return writableFields(resource).filter(({ name }) => !sets.has(name));
}

/** Returns the fields that an update may write; states are changed by actions only. */
export function changeable(resource: Resource, fields: readonly Field[]): readonly Field[] {
  const states = new Set(stateFields(resource).map(({ name }) => name));
  return fields.filter(({ name }) => !states.has(name));
}

/** Returns the stored fields that a part of an action names, each with its entry. */
export const byField = <T>(
  resource: Resource,
  part: Readonly<Record<string, T>> = {},
): readonly (readonly [field: Field, what: T])[] =>
  Object.entries(part).flatMap(([name, what]) =>
    storedFields(resource)
      .filter((field) => field.name === name)
      .map((field) => [field, what] as const),
  );
