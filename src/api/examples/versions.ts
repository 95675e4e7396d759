import type { Json } from "../../lib/index.ts";
import type { ApiDefinition, Resource } from "../definition.ts";
import type { Call } from "../example.ts";
import { belongsTo, ownedSets, patchFields, stateFields } from "../fields.ts";
import { sampleValue } from "../sample/value.ts";
import { at, idOf, Scene } from "./scene.ts";

/** A record, and values of one of its fields that differ from each other and from its current value. */
export interface VersionScene {
  readonly before: readonly Call[];
  /** The record's path, with a placeholder for its id. */
  readonly path: string;
  readonly field: string;
  readonly values: readonly [Json, Json, Json];
}

function sceneOf(api: ApiDefinition, resource: Resource): readonly VersionScene[] {
  const scene = new Scene(api);
  const { before, as, body } = scene.made(resource);
  const other = new Set(
    [...belongsTo(resource), ...ownedSets(resource), ...stateFields(resource)].map((item) =>
      "field" in item ? item.field : item.name,
    ),
  );
  return patchFields(resource).flatMap((field) => {
    if (field.secret || other.has(field.name)) return [];
    const [a, b, c] = [11, 12, 13].map((n) => sampleValue(field, n)) as [Json, Json, Json]; // map keeps all three
    const distinct = new Set([a, b, c, body[field.name] ?? null].map((value) => JSON.stringify(value)));
    const path = at(scene.operation(resource.name, "patch"), idOf(as));
    return distinct.size === 4 ? [{ before, path, field: field.name, values: [a, b, c] as const }] : [];
  });
}

/** Returns a scene that shows that versions keep changes apart; undefined if no field has enough values. */
export const versionScene = (api: ApiDefinition): VersionScene | undefined =>
  api.resources.flatMap((resource) => sceneOf(api, resource))[0];
