import {
  hasEtags,
  link,
  serve,
  withEtags,
  type ApiDefinition,
  type LooseResource,
  type Resource,
} from "../api/index.ts";

/** Relations as a source would give them: the other side's are found again by linking. */
const loosened = (resource: Resource): LooseResource => ({
  ...resource,
  relations: resource.relations
    .filter((relation) => relation.kind !== "many-to-many" || relation.owner)
    .map((relation) => ({ ...relation, soft: undefined })),
});

/**
 * One API of several, linked anew, so that relations that led nowhere find what was added since.
 * What two name alike is the later one's. Versions of records stay, tokens do not.
 */
export function combine(...apis: readonly [ApiDefinition, ...ApiDefinition[]]): ApiDefinition {
  const resources = new Map(
    apis.flatMap((api) => api.resources.map((resource) => [resource.name, resource])),
  );
  const title = apis[0].info.title;
  const api = serve(link([...resources.values()].map(loosened)), title);
  return apis.some(hasEtags) ? withEtags(api) : api;
}
