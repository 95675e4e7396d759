import type { Action, Relation, Resource } from "../api/index.ts";

/** What the names of a resource's code are made for. */
interface Served {
  /** Whether a secret must be given, and only by whoever creates one. */
  readonly secret: boolean;
  /** Relations that are lists of their own. */
  readonly served: readonly Relation[];
  readonly acting: readonly Action[];
  /** Actions that take a body. */
  readonly taking: readonly Action[];
}

export function servedOf({ fields, relations, actions }: Resource): Served {
  const acting = actions.filter((action) => action.set);
  return {
    secret: fields.some((field) => field.secret && field.required),
    served: relations.filter((relation) => relation.kind !== "belongs-to" && !relation.soft),
    acting,
    taking: acting.filter((action) => Object.values(action.set ?? {}).some((one) => "input" in one)),
  };
}

export const byName = <T>(
  list: readonly { readonly name: string }[],
  value: (name: string) => T,
): Readonly<Record<string, T>> => Object.fromEntries(list.map(({ name }) => [name, value(name)]));
