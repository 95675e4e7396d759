import {
  entryFor,
  relationKinds,
  usualRelations,
  type RelationDraft,
  type ResourceDraft,
} from "../api/index.ts";

/** A resource with its entry in the lexicon. */
interface Known {
  readonly resource: ResourceDraft;
  readonly entry: string;
}

const draftKinds = Object.keys(relationKinds) as readonly RelationDraft["kind"][]; // the keys of a constant

/** How one resource usually relates to another, by the lexicon; undefined if it doesn't. */
function usually({ entry }: Known, to: Known): RelationDraft | undefined {
  const relation =
    entry === to.entry ? undefined : usualRelations(entry).find(({ resource }) => resource === to.entry);
  const kind = draftKinds.find((draft) => relationKinds[draft] === relation?.kind);
  return kind && { kind, target: to.resource.name };
}

const isRelated = (a: ResourceDraft, b: ResourceDraft): boolean =>
  [a, b].some(({ relations }) => relations.some(({ target }) => target === a.name || target === b.name));

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
  const known = resources.flatMap((resource): readonly Known[] => {
    const entry = entryFor(resource.name);
    return entry === undefined ? [] : [{ resource, entry }];
  });
  return known
    .filter(({ resource }) => isAlone(resource))
    .flatMap((from) =>
      known.flatMap((to) => {
        if (from === to || isRelated(from.resource, to.resource)) return [];
        const own = usually(from, to);
        const theirs = own ? undefined : usually(to, from);
        if (own) from.resource.relations.push(own);
        if (theirs) to.resource.relations.push(theirs);
        return own || theirs
          ? [
              `Nothing is said of how ${from.resource.name} relates to ${to.resource.name}: this is how they usually relate.`,
            ]
          : [];
      }),
    );
}
