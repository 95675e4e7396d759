import type { ApiDefinition, Relation, Resource } from "../definition.ts";
import { notes, typeName } from "./pages.ts";

/** One resource, as shown before the confirmation question. */
export interface Shown {
  readonly name: string;
  readonly description: string | undefined;
  /** Name, type, rules. */
  readonly fields: readonly (readonly [string, string, string])[];
  readonly relations: readonly string[];
  /** `POST /api/tasks/:id/complete` with its effect. */
  readonly actions: readonly (readonly [string, string])[];
  readonly endpoints: readonly string[];
}

function relationWords(relation: Relation): string {
  const later = relation.soft ? " (not there yet)" : "";
  if (relation.kind === "belongs-to") {
    const words = [
      relation.optional ? "optional" : "required",
      relation.unique ? "one to one" : "",
      relation.soft ? "" : `on delete ${relation.onDelete}`,
    ];
    return `Belongs to ${relation.resource} as ${relation.name}, foreign key ${relation.field} (${words.filter(Boolean).join(", ")})${later}`;
  }
  if (relation.kind === "has-many")
    return `Has many ${relation.name} (${relation.resource}, foreign key ${relation.field})${later}`;
  return `Many to many ${relation.name} (${relation.resource}${relation.owner ? `, ids in ${relation.field}` : ""})${later}`;
}

function actionWords(resource: Resource, name: string): string {
  const action = resource.actions.find((candidate) => candidate.name === name);
  if (!action?.set) return "yours to write (501 until then)";
  const set = Object.entries(action.set).map(([field, assignment]) =>
    "value" in assignment
      ? `${field} = ${JSON.stringify(assignment.value)}`
      : "now" in assignment
        ? `${field} = now`
        : `${field} from the body`,
  );
  const when = Object.entries(action.when ?? {}).map(
    ([field, values]) => `${field} is ${values.map((value) => JSON.stringify(value)).join(" or ")}`,
  );
  return `sets ${set.join(", ")}${when.length ? `, when ${when.join(" and ")}` : ""}`;
}

/** Returns the definition of each named resource, for the confirmation question. */
export function showDefinition(api: ApiDefinition, names: readonly string[]): readonly Shown[] {
  return api.resources
    .filter((resource) => names.includes(resource.name))
    .map((resource) => {
      const resourceOperations = api.operations.filter(({ tags }) => tags[0] === resource.plural);
      const colon = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");
      return {
        name: resource.name,
        description: resource.description,
        fields: resource.fields.map(
          (field) => [field.name, typeName(field.schema), notes(field).join(", ")] as const,
        ),
        relations: [
          ...resource.relations.map(relationWords),
          ...resource.unique.map((fields) => `${fields.join(" and ")} are unique together`),
        ],
        actions: resourceOperations
          .filter(
            ({ operationId, binding }) =>
              binding?.does === "action" || (binding === undefined && operationId),
          )
          .map(({ path, binding, operationId }) => {
            const name =
              binding?.does === "action"
                ? binding.action
                : (resource.actions.find((action) => operationId.startsWith(action.name))?.name ?? "");
            return [`POST ${colon(path)}`, actionWords(resource, name)] as const;
          }),
        endpoints: resourceOperations.map(({ method, path }) => `${method.toUpperCase()} ${colon(path)}`),
      };
    });
}
