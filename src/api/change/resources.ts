import { listed, UserError } from "../../lib/index.ts";
import type { Action } from "../definition.ts";
import { actionSummary } from "../yaml/action.ts";
import { usualName } from "../link.ts";
import { memberName, resourceNames } from "../name-spelling.ts";
import { map, asName, type Draft } from "./draft.ts";
import { followingInverse, isTaken, keyOf, renameRelation } from "./relations.ts";

const isReferredTo = (draft: Draft, name: string): readonly string[] =>
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

/** Refuses to remove resources that others still refer to, once the whole text is applied. */
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

/** Returns an action with another name, or of another resource; a default summary changes with them. */
const renamed = (action: Action, [name, of]: readonly [string, string], from: string): Action => ({
  ...action,
  name,
  ...(action.summary === actionSummary(action.name, from) ? { summary: actionSummary(name, of) } : {}),
});

/** Renames the relations to a renamed resource that were called like it. */
const withRelations = (draft: Draft, from: string, to: string): Draft =>
  draft.resources
    .flatMap((resource) => resource.relations.map((relation) => ({ resource, relation })))
    .filter(({ relation }) => relation.resource === to)
    .reduce((now, { resource: { name: of }, relation }) => {
      const usual = usualName(relation);
      const isUsual = relation.name === usualName({ ...relation, resource: from });
      return isUsual && !isTaken(now, of, usual, keyOf(usual, relation))
        ? renameRelation(now, of, [relation.name, usual])
        : now;
    }, draft);

/** Renames a resource with everything that is called like it by default: relations to it, and their other sides. */
export function renameResource(draft: Draft, from: string, phrase: string): Draft {
  const { pascal: to, plural } = resourceNames(asName(phrase));
  const known = draft.before?.some(({ name }) => name === from) ?? true;
  const renamedOnes = draft.resources.map((resource) => ({
    ...resource,
    ...(resource.name === from
      ? {
          name: to,
          plural: plural.pascal,
          ...(known ? { was: from } : {}),
          actions: resource.actions.map((action) => renamed(action, [action.name, to], from)),
        }
      : {}),
    relations: resource.relations.map((relation) => ({
      ...relation,
      ...(resource.name === from ? { inverse: followingInverse(draft, relation, [from, to]) } : {}),
      resource: relation.resource === from ? to : relation.resource,
    })),
  }));
  return withRelations({ ...draft, resources: renamedOnes }, from, to);
}

type Actions = readonly Action[];
const editActions = (draft: Draft, of: string, edit: (actions: Actions) => Actions): Draft =>
  map(draft, of, (resource) => ({ ...resource, actions: edit(resource.actions) }));

export const removeAction = (draft: Draft, of: string, name: string): Draft =>
  editActions(draft, of, (actions) => actions.filter((action) => action.name !== name));

/** Adds an action that the resource does not have. */
export const addAction = (draft: Draft, of: string, action: Action): Draft =>
  editActions(draft, of, (actions) => [...actions, action]);

export function renameAction(draft: Draft, of: string, [from, phrase]: readonly [string, string]): Draft {
  const to = memberName(asName(phrase), "action");
  return editActions(draft, of, (actions) =>
    actions.map((action) => (action.name === from ? renamed(action, [to, of], of) : action)),
  );
}
