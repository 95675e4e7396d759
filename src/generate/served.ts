import {
  isBound,
  keptNames,
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

/** What the names of a resource's code are made for. */
interface Served {
  /** Whether a body of PUT may leave out what a new record must have. */
  readonly keeps: boolean;
  /** Relations that are lists of their own. */
  readonly served: readonly Relation[];
  readonly acting: readonly Action[];
  /** Actions that take a body. */
  readonly taking: readonly Action[];
}

export function servedOf(resource: Resource): Served {
  const { relations, actions } = resource;
  const acting = actions.filter((action) => action.set);
  return {
    keeps: keptNames(resource).size > 0,
    served: relations.filter((relation) => relation.kind !== "belongs-to" && !relation.soft),
    acting,
    taking: acting.filter((action) =>
      Object.values(action.set ?? {}).some((assignment) => "input" in assignment),
    ),
  };
}

/** Whether records of an API follow rules that no schema of a body says. */
export const hasRules = ({ resources }: ApiDefinition): boolean =>
  resources.some((resource) => isBound(resource) || resource.actions.some(({ when }) => when));

export const byName = <T>(
  list: readonly { readonly name: string }[],
  value: (name: string) => T,
): Readonly<Record<string, T>> => Object.fromEntries(list.map(({ name }) => [name, value(name)]));

/** Fields with a column of their own that bodies write. */
export function columnsWritten(resource: Resource): readonly Field[] {
  const sets = new Set(ownedSets(resource).map(({ field }) => field));
  return writableFields(resource).filter(({ name }) => !sets.has(name));
}

/** Those fields that a change may write: of states, actions alone may. */
export function changeable(resource: Resource, fields: readonly Field[]): readonly Field[] {
  const states = new Set(stateFields(resource).map(({ name }) => name));
  return fields.filter(({ name }) => !states.has(name));
}

/** Stored fields, each with what a part of an action has under its name. */
export const byField = <T>(
  resource: Resource,
  part: Readonly<Record<string, T>> = {},
): readonly (readonly [field: Field, what: T])[] =>
  Object.entries(part).flatMap(([name, what]) =>
    storedFields(resource)
      .filter((field) => field.name === name)
      .map((field) => [field, what] as const),
  );
