import { entryFor, readEntry, type RelationDraft, type ResourceDraft } from "../api/index.ts";

const kinds = {
  "belongs-to": "belongsTo",
  "has-many": "hasMany",
  "has-one": "hasOne",
  "many-to-many": "manyToMany",
} as const;

/** How one resource usually relates to another, by the lexicon; undefined if it doesn't. */
function usually(from: ResourceDraft, to: ResourceDraft): RelationDraft | undefined {
  const [entry, target] = [entryFor(from.name), entryFor(to.name)];
  if (entry === undefined || target === undefined || entry === target) return undefined;
  const relation = readEntry(entry).resource.relations.find(({ resource }) => resource === target);
  return relation && { kind: kinds[relation.kind], target: to.name };
}

/**
 * Relates a resource of which a text says nothing but its name to the others, as the lexicon does: in `a blog with posts and
 * comments` a comment belongs to a post.
 * @returns what is assumed, in words
 */
export function relateUsually(resources: readonly ResourceDraft[]): readonly string[] {
  const pointed = new Set(
    resources.flatMap(({ name, relations }) =>
      relations.map(({ target }) => (target === name ? "" : target)),
    ),
  );
  const isAlone = ({ name, fields, relations }: ResourceDraft): boolean =>
    fields.length + relations.length === 0 && !pointed.has(name);
  return resources.filter(isAlone).flatMap((resource) =>
    resources.flatMap((other) => {
      const isRelated = [resource, other].some(({ relations }) =>
        relations.some(({ target }) => target === other.name || target === resource.name),
      );
      if (other === resource || isRelated) return [];
      const own = usually(resource, other);
      const theirs = own ? undefined : usually(other, resource);
      if (own) resource.relations.push(own);
      if (theirs) other.relations.push(theirs);
      return own || theirs
        ? [
            `Nothing is said of how ${resource.name} relates to ${other.name}: this is how such things usually do.`,
          ]
        : [];
    }),
  );
}
