import type { Resource } from "./definition.ts";

/** Returns one sentence for each relation to a resource that doesn't exist yet. */
export const softNotes = (resource: Resource): readonly string[] =>
  resource.relations.flatMap((relation) => {
    if (!relation.soft) return [];
    return relation.kind === "belongs-to"
      ? [
          `${resource.name}.${relation.field} refers to ${relation.resource}, which is not generated yet: any id is taken.`,
        ]
      : [`The ${relation.name} of a ${resource.name} are listed once ${relation.resource} is generated.`];
  });
