import { listed, nearest, inTable } from "../lib/index.ts";
import type { Field, Relation, Resource } from "./definition.ts";
import { belongsTo, fieldType, storedFields } from "./fields.ts";
import { WrongPart } from "./wrong-part.ts";

/**
 * Returns the resource of `before` that `resource` was: the one of the same name, or of its `was` if no resource has
 * that name any more.
 */
export const earlierResource = (
  resource: Resource,
  before: readonly Resource[],
  after: readonly Resource[],
): Resource | undefined =>
  before.find(({ name }) => name === resource.name) ??
  (after.some(({ name }) => name === resource.was)
    ? undefined
    : before.find(({ name }) => name === resource.was));

/** Returns what a resource's table stores under a name: a field, or the foreign key of a relation. */
const storedAs = (resource: Resource, name: string | undefined): Field | undefined => {
  const key = belongsTo(resource).find((relation) => relation.name === name)?.field;
  const stored = storedFields(resource);
  return stored.find((field) => field.name === name) ?? stored.find((field) => field.name === key);
};

/** Returns the previous field or foreign key in the same way. */
export const earlierField = (field: Field, before: Resource, after: Resource): Field | undefined =>
  storedFields(before).find(({ name }) => name === field.name) ??
  (storedAs(after, field.was) ? undefined : storedAs(before, field.was));

/** Returns the previous name of a renamed relation; undefined if it wasn't renamed. */
export const earlierName = (
  relation: Relation,
  before: Pick<Resource, "relations">,
  after: Pick<Resource, "relations">,
): string | undefined => {
  const has = ({ relations }: typeof before, name: string | undefined): boolean =>
    relations.some((item) => item.name === name && item.kind === relation.kind);
  const { name, was } = relation;
  return !has(before, name) && has(before, was) && !has(after, was) ? was : undefined;
};

/** Returns the values of an enumeration that are no longer allowed. */
export const removedValues = (before: Field, after: Field): readonly string[] =>
  fieldType(before.schema) === "enum" && fieldType(after.schema) === "enum"
    ? (before.schema.enum ?? []).map(String).filter((value) => !after.schema.enum?.includes(value))
    : [];

function refuseNothing(
  part: readonly string[],
  resource: string,
  was: string,
  known: readonly string[],
): never {
  const meant = nearest(was, known);
  if (known.includes(was))
    throw new WrongPart(
      { resource, part },
      `${[resource, ...part.slice(1)].join(".")} was ${was}, which the definition still has.`,
      `Leave ${was} out, run /api-gen, then add it anew; or leave \`was\` out.`,
      "nothing_renamed",
    );
  throw new WrongPart(
    { resource, part },
    `${[resource, ...part.slice(1)].join(".")} was ${was}, which is nothing that was there.`,
    meant ? `Did you mean ${meant}?` : `There was ${listed(known)}; leave \`was\` out for something new.`,
    "nothing_renamed",
  );
}

function checkMap(resource: Resource, from: Field, to: Field): void {
  const gone = removedValues(from, to);
  const at = { resource: resource.name, part: ["fields", to.name] };
  const wrong = Object.values(to.map ?? {}).find((value) => to.schema.enum?.includes(value) === false);
  if (wrong !== undefined)
    throw new WrongPart(
      at,
      `The map of ${to.name} leads to ${JSON.stringify(wrong)}, which it does not allow.`,
      `Use one of ${listed((to.schema.enum ?? []).map(String), "or")}.`,
    );
  const oldValues = (from.schema.enum ?? []).map(String);
  const unheld = Object.entries(to.map ?? {}).find(
    ([key, value]) => oldValues.length > 0 && !oldValues.includes(key) && !oldValues.includes(String(value)),
  );
  if (unheld) {
    const meant = nearest(unheld[0], oldValues);
    throw new WrongPart(
      at,
      `${resource.name}.${to.name}: ${JSON.stringify(unheld[1])} was ${unheld[0]}, which was not one of the values.`,
      meant ? `Did you mean ${meant}?` : `There was ${listed(oldValues)}.`,
      "nothing_renamed",
    );
  }
  const missed = gone.filter((value) => inTable(to.map ?? {}, value) === undefined);
  if (to.map && missed.length)
    throw new WrongPart(
      at,
      `The map of ${to.name} misses ${listed(missed)}.`,
      `Say what records with ${listed(missed)} get: map: { ${missed.map((value) => `${value}: …`).join(", ")} }`,
    );
}

/**
 * Checks renames and maps against the previous definition.
 * @throws WrongPart for a rename of something that didn't exist, and for an incomplete map
 */
export function checkRenames(before: readonly Resource[], after: readonly Resource[]): void {
  for (const resource of after) {
    const old = earlierResource(resource, before, after);
    if (!old && resource.was !== undefined)
      refuseNothing(
        ["was"],
        resource.name,
        resource.was,
        before.map(({ name }) => name),
      );
    if (!old) continue;
    for (const field of resource.fields) {
      const from = earlierField(field, old, resource);
      if (!from && field.was !== undefined)
        refuseNothing(
          ["fields", field.name],
          resource.name,
          field.was,
          old.fields.map(({ name }) => name),
        );
      if (from) checkMap(resource, from, field);
    }
    for (const relation of resource.relations) {
      const known = old.relations.filter(({ kind }) => kind === relation.kind).map(({ name }) => name);
      if (relation.was === undefined || known.includes(relation.name) || known.includes(relation.was))
        continue;
      refuseNothing(["relations", relation.name], resource.name, relation.was, known);
    }
  }
}
