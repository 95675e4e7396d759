import {
  hasEtags,
  link,
  serve,
  withEtags,
  type ApiDefinition,
  type LooseResource,
  type Resource,
} from "../api/index.ts";

/** Returns a resource as a source would declare it; linking restores the inverse relations. */
const loosened = (resource: Resource): LooseResource => ({
  ...resource,
  relations: resource.relations
    .filter((relation) => relation.kind !== "many-to-many" || relation.owner)
    .map((relation) => ({ ...relation, soft: undefined })),
});

/**
 * Combines several APIs and links them anew, so that soft relations find resources that were added since. If names
 * collide, the later one wins. Record versions are kept, tokens are not.
 */
export function combine(...apis: readonly [ApiDefinition, ...ApiDefinition[]]): ApiDefinition {
  const resources = new Map(
    apis.flatMap((api) => api.resources.map((resource) => [resource.name, resource])),
  );
  const title = apis[0].info.title;
  const api = serve(link([...resources.values()].map(loosened)), title);
  return apis.some(hasEtags) ? withEtags(api) : api;
}
