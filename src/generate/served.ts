import {
  isBound,
  keptNames,
  type Action,
  type ApiDefinition,
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
