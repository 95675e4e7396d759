import type { ApiDefinition, BelongsTo, Resource } from "../definition.ts";
import type { Call, Example } from "../example.ts";
import { belongsTo } from "../fields.ts";
import { problemMessages } from "../problems.ts";
import { refused } from "./answers.ts";
import { at, idOf, Scene, unknownId } from "./scene.ts";

/** Returns the relations of other resources that refer to this one. */
function dependents(api: ApiDefinition, resource: Resource): readonly (readonly [Resource, BelongsTo])[] {
  return api.resources.flatMap((other) =>
    belongsTo(other)
      .filter((relation) => relation.resource === resource.name && !relation.soft)
      .map((relation) => [other, relation] as const),
  );
}

function fate(
  api: ApiDefinition,
  resource: Resource,
  [other, relation]: readonly [Resource, BelongsTo],
): Example {
  const scene = new Scene(api);
  const here = scene.made(resource);
  const there = scene.made(other, "required", { [relation.field]: idOf(here.as) });
  const before = [...here.before, ...there.before];
  const remove = scene.operation(resource.name, "remove");
  const deletion: Call = {
    operationId: remove.operationId,
    method: remove.method,
    path: at(remove, idOf(here.as)),
  };
  if (relation.onDelete === "restrict")
    return {
      operationId: remove.operationId,
      name: `refuses while a ${other.name} refers to it by ${relation.field}`,
      kind: "error",
      before,
      call: deletion,
      expect: refused(409, { path: "id", message: problemMessages["referred"]?.({}) ?? "" }),
    };
  const get = scene.operation(other.name, "get");
  const gone = relation.onDelete === "cascade";
  return {
    operationId: get.operationId,
    name: gone
      ? `does not find what went with its ${relation.name}`
      : `answers no ${relation.field} once that is deleted`,
    kind: gone ? "error" : "success",
    before: [...before, deletion],
    call: { operationId: get.operationId, method: get.method, path: at(get, idOf(there.as)) },
    expect: gone ? refused(404) : { status: 200, body: { [relation.field]: null } },
  };
}

export function deleting(api: ApiDefinition, resource: Resource): readonly Example[] {
  const scene = new Scene(api);
  const { operationId, method, path } = scene.operation(resource.name, "remove");
  const { before, as } = scene.made(resource);
  const call = (id: string): Call => ({ operationId, method, path: path.replace("{id}", id) });
  return [
    {
      operationId,
      name: "deletes a record",
      kind: "success",
      before,
      call: call(idOf(as)),
      expect: { status: 204 },
    },
    {
      operationId,
      name: "does not find what does not exist",
      kind: "error",
      before: [],
      call: call(unknownId),
      expect: refused(404),
    },
    {
      operationId,
      name: "does not find what is deleted",
      kind: "error",
      before: [...before, call(idOf(as))],
      call: call(idOf(as)),
      expect: refused(404),
    },
    ...dependents(api, resource).map((dependent) => fate(api, resource, dependent)),
  ];
}
