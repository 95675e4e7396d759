import { listed, nearest } from "../lib/index.ts";
import type { BelongsTo, ManyToMany, Relation, Resource } from "./definition.ts";
import { namesFrom, namesOf, spell, wordsOf } from "./name-spelling.ts";
import { WrongPart } from "./wrong-part.ts";

/** A relation as a source declares it; `link` fills in what is omitted. */
export interface LooseRelation {
  readonly kind: "belongs-to" | "has-many" | "has-one" | "many-to-many";
  /** Name of the other resource. */
  readonly resource: string;
  readonly name?: string | undefined;
  /** The foreign key, or the owner's set of ids. */
  readonly field?: string | undefined;
  readonly optional?: boolean | undefined;
  readonly unique?: boolean | undefined;
  readonly onDelete?: BelongsTo["onDelete"] | undefined;
  readonly inverse?: string | undefined;
  /** The other resource is known not to be part of this API. */
  readonly soft?: boolean | undefined;
  /** The previous name. */
  readonly was?: string | undefined;
}
export type LooseResource = Omit<Resource, "relations"> & { readonly relations: readonly LooseRelation[] };

interface Draft {
  readonly resource: LooseResource;
  readonly relations: Relation[];
}

const camel = (name: string): string => namesFrom(name).camel;
const manyOf = (name: string): string => namesFrom(name).plural.camel;
const has = (draft: Draft, name: string): boolean =>
  draft.relations.some((relation) => relation.name === name);

/** Returns the first of these names that no field or relation of the draft uses. */
const free = (draft: Draft, names: readonly string[]): string =>
  names.find((name) => !has(draft, name) && !draft.resource.fields.some((field) => field.name === name)) ??
  `${names[0] ?? "related"}${draft.relations.length}`;

function toBelongsTo(from: LooseResource, loose: LooseRelation, soft: boolean): BelongsTo {
  const self = loose.resource === from.name;
  const name = loose.name ?? loose.field?.replace(/Id$/, "") ?? (self ? "parent" : usualName(loose));
  const optional = self || (loose.optional ?? false);
  return {
    kind: "belongs-to",
    name,
    resource: loose.resource,
    field: loose.field ?? `${name}Id`,
    optional,
    onDelete: loose.onDelete ?? (optional ? "set-null" : "restrict"),
    ...(loose.unique || loose.kind === "has-one" ? { unique: true } : {}),
    ...(soft ? { soft } : {}),
    ...(loose.was === undefined ? {} : { was: loose.was }),
  };
}

/** Returns the name that a relation gets if its source states none. */
export const usualName = ({ kind, resource }: LooseRelation): string =>
  kind === "has-many" || kind === "many-to-many" ? manyOf(resource) : camel(resource);

/** Returns the names that the other side of a relation may get if its source states none, the best first. */
export function usualInverses(
  owner: string,
  name: string,
  { kind, resource }: LooseRelation,
): readonly string[] {
  const isSelf = resource === owner;
  if (isSelf && kind === "many-to-many") return [`${camel(name)}Of`];
  const many = manyOf(owner);
  const children = isSelf && name === "parent" ? ["children"] : [];
  return [...children, many, `${camel(name)}${spell(wordsOf(many)).pascal}`];
}

function addBelongsTo(draft: Draft, loose: LooseRelation, to: Draft | undefined): void {
  const relation = toBelongsTo(draft.resource, loose, !to);
  if (has(draft, relation.name)) return;
  if (!to) {
    draft.relations.push(relation);
    return;
  }
  const inverse = loose.inverse ?? free(to, usualInverses(draft.resource.name, relation.name, loose));
  draft.relations.push({ ...relation, inverse });
  to.relations.push({
    kind: "has-many",
    name: inverse,
    resource: draft.resource.name,
    field: relation.field,
    inverse: relation.name,
  });
}

/** Adds a has-many: the inverse of a belongs-to. If that is declared too, it only names the list. */
function addHasMany(draft: Draft, loose: LooseRelation, to: Draft | undefined): void {
  const name = loose.name ?? usualName(loose);
  if (!to) {
    const field = loose.field ?? `${camel(draft.resource.name)}Id`;
    draft.relations.push({ kind: "has-many", name, resource: loose.resource, field, soft: true });
    return;
  }
  const relation = to.resource.relations.find(
    (other) =>
      other.kind === "belongs-to" &&
      other.resource === draft.resource.name &&
      (loose.inverse === undefined || (other.name ?? camel(other.resource)) === loose.inverse) &&
      (loose.field === undefined || other.field === undefined || other.field === loose.field),
  );
  const back = relation ?? {
    ...loose,
    kind: loose.kind === "has-one" ? "has-one" : "belongs-to",
    name: loose.inverse,
  };
  addBelongsTo(
    to,
    { ...back, resource: draft.resource.name, inverse: back === relation ? (back.inverse ?? name) : name },
    draft,
  );
}

function addManyToMany(draft: Draft, loose: LooseRelation, to: Draft | undefined): void {
  const name = loose.name ?? usualName(loose);
  if (has(draft, name)) return;
  const relation: ManyToMany = {
    kind: "many-to-many",
    name,
    resource: loose.resource,
    owner: true,
    field: loose.field ?? `${camel(name)}Ids`,
    through: `${namesOf(draft.resource).snake}_${spell(wordsOf(name)).snake}`,
  };
  const was = loose.was === undefined ? {} : { was: loose.was };
  if (!to) {
    draft.relations.push({ ...relation, ...was, soft: true });
    return;
  }
  const inverse = loose.inverse ?? free(to, usualInverses(draft.resource.name, name, loose));
  draft.relations.push({ ...relation, ...was, inverse });
  to.relations.push({
    ...relation,
    owner: false,
    name: inverse,
    resource: draft.resource.name,
    inverse: name,
  });
}

const order: readonly LooseRelation["kind"][] = ["has-many", "has-one", "belongs-to", "many-to-many"];
const add = {
  "has-many": addHasMany,
  "has-one": addHasMany,
  "belongs-to": addBelongsTo,
  "many-to-many": addManyToMany,
} as const;

/** Refuses resources that require each other in a cycle: no first record could be created. */
function refuseCycles(resources: readonly Resource[]): void {
  const needs = (name: string): readonly string[] =>
    resources
      .find((resource) => resource.name === name)
      ?.relations.flatMap((r) => (r.kind === "belongs-to" && !r.optional && !r.soft ? [r.resource] : [])) ??
    [];
  const done = new Set<string>();
  const visit = (name: string, trail: readonly string[]): void => {
    if (trail.includes(name)) {
      const cycle = [...trail.slice(trail.indexOf(name)), name];
      throw new WrongPart(
        { resource: name, part: [] },
        `${cycle.join(" needs ")}: no record could be the first.`,
        `Make one of these relations optional, for example ${cycle[0] ?? ""}'s to ${cycle[1] ?? ""}.`,
        "required_cycle",
      );
    }
    if (done.has(name)) return;
    done.add(name);
    for (const next of needs(name)) visit(next, [...trail, name]);
  };
  for (const { name } of resources) visit(name, []);
}

function refuseTwins(resources: readonly LooseResource[]): void {
  const seen = new Map<string, string>();
  for (const resource of resources) {
    const { plural, kebab } = namesOf(resource);
    for (const key of new Set([plural.kebab, kebab])) {
      const twin = seen.get(key);
      if (twin !== undefined)
        throw new WrongPart(
          { resource: resource.name, part: [] },
          `${twin} and ${resource.name} would both be served at /api/${plural.kebab}.`,
          "Rename one of them.",
          "name_taken",
        );
    }
    for (const key of new Set([plural.kebab, kebab])) seen.set(key, resource.name);
  }
}

/** Refuses members of one resource that share a name, a column or a body key. */
function refuseSameMembers(resource: Resource): void {
  const seen = new Map<string, string>();
  const take = (name: string, what: string): void => {
    const key = spell(wordsOf(name)).snake;
    const earlierUse = seen.get(key);
    if (earlierUse !== undefined)
      throw new WrongPart(
        { resource: resource.name, part: [what === "field" ? "fields" : "relations", name] },
        `${resource.name} has ${name} twice: as ${earlierUse} and as ${what}.`,
        `Rename the ${what} ${name} of ${resource.name}.`,
        "name_taken",
      );
    seen.set(key, what);
  };
  for (const field of resource.fields) take(field.name, "field");
  for (const relation of resource.relations) {
    take(relation.name, "relation");
    if (relation.kind === "belongs-to") take(relation.field, "foreign key");
    if (relation.kind === "many-to-many" && relation.owner) take(relation.field, "set of ids");
  }
}

/** Sorts relations: foreign keys first, then lists by the owner of their key, whichever side was declared. */
function inOrder(resources: readonly Resource[]): readonly Resource[] {
  const kinds = ["belongs-to", "has-many", "many-to-many"];
  const rank = (relation: Relation): readonly number[] => {
    const index = resources.findIndex((resource) => resource.name === relation.resource);
    const other = resources[index]?.relations.findIndex((back) => back.name === relation.inverse) ?? 0;
    const derived = relation.kind === "has-many" || (relation.kind === "many-to-many" && !relation.owner);
    return [
      kinds.indexOf(relation.kind),
      derived ? 1 : 0,
      relation.soft ? 1 : 0,
      ...(derived ? [index, other] : []),
    ];
  };
  const before = (a: Relation, b: Relation): number => {
    const [left, right] = [rank(a), rank(b)];
    const index = left.findIndex((value, position) => value !== right[position]);
    return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
  };
  return resources.map((resource) => ({ ...resource, relations: resource.relations.toSorted(before) }));
}

/**
 * Completes the relations of resources: both sides, foreign keys, join tables. Relations to unknown resources become
 * soft, unless `strict`.
 * @throws UserError for resources with the same plural, members with the same name, and relations that require each
 * other
 */
export function link(loose: readonly LooseResource[], strict = false): readonly Resource[] {
  refuseTwins(loose);
  const drafts = new Map(
    loose.map((resource) => [resource.name, { resource, relations: [] as Relation[] }] as const),
  );
  for (const kind of order) {
    for (const draft of drafts.values()) {
      for (const relation of draft.resource.relations) {
        if (relation.kind !== kind) continue;
        const to = drafts.get(relation.resource);
        if (!to && strict && !relation.soft) refuseNothing(draft.resource.name, relation, loose);
        add[kind](draft, relation, to);
      }
    }
  }
  const resources = inOrder(
    [...drafts.values()].map(({ resource, relations }) => ({ ...resource, relations })),
  );
  for (const resource of resources) refuseSameMembers(resource);
  refuseCycles(resources);
  return resources;
}

function refuseNothing(resource: string, relation: LooseRelation, all: readonly LooseResource[]): never {
  const to = relation.resource;
  const meant = nearest(
    to,
    all.map(({ name }) => name),
  );
  const users = all.filter(({ relations }) =>
    relations.some((relation) => relation.resource === to && !relation.soft),
  );
  throw new WrongPart(
    { resource, part: ["relations", relation.name ?? ""] },
    users.length > 1
      ? `${listed(users.map(({ name }) => name))} have relations to ${to}, which is not defined.`
      : `${resource} has a relation to ${to}, which is not defined.`,
    meant === undefined
      ? `Define ${to}, remove the relations to it, or add \`, soft\` if it comes later.`
      : `Did you mean ${meant}?`,
    "unknown_resource",
  );
}
