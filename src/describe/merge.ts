import { pascal, type Drafts } from "./drafts.ts";
import { nounAt } from "./nouns.ts";
import { tokensOf } from "./tokens.ts";
import { type RelationDraft, type ResourceDraft, spell } from "../api/index.ts";

/** Names of records that are always parts of another: `order lines`, `line items`. */
const partNouns = /(?:Line|Item|Entry|Row|Position|Detail)$/;

/**
 * Gives parts without a relation a whole: the record with which their name begins (`order line` → order), otherwise the
 * record before them.
 */
export function placeParts(resources: readonly ResourceDraft[]): void {
  const pointed = new Set(resources.flatMap(({ relations }) => relations.map(({ target }) => target)));
  resources.forEach((part, index) => {
    if (!partNouns.test(part.name) || part.relations.length > 0 || pointed.has(part.name)) return;
    const whole = resources.find(({ name }) => name !== part.name && part.name.startsWith(name));
    const target = (whole ?? resources[index - 1])?.name;
    if (target !== undefined && !partNouns.test(target)) part.relations.push({ kind: "belongsTo", target });
  });
}

/**
 * `unique per company`: makes the company a record to which theirs belongs. If neither such a record nor
 * a field is described, the values are unique among all.
 */
export function placeUnique(drafts: Drafts): void {
  for (const [key, resource] of drafts.resources) {
    for (const field of resource.fields) {
      if (field.within === undefined) continue;
      const scopes = placed(drafts, key, field.within);
      delete field.within;
      if (scopes && scopes !== field.name) field.within = scopes;
    }
    const together = (resource.together ?? []).flatMap((scopes) => placed(drafts, key, scopes) ?? []);
    resource.together?.splice(0, resource.together.length, ...together);
  }
}

/** Resolves scopes to fields of a resource, and to resources to which it then belongs; undefined if one is neither. */
function placed(drafts: Drafts, key: string, scopes: string): string | undefined {
  const names = scopesIn(scopes).map((scope) => {
    const noun = nounAt(tokensOf(scope));
    const target = drafts.find(noun);
    if (target === undefined || target === key)
      return drafts.fieldsOf(key).find(({ name }) => noun && name === spell(noun.words).camel)?.name;
    if (!drafts.areRelated(key, target)) drafts.belongs(key, target);
    return drafts.isPartOf(key, target) ? pascal(target) : undefined;
  });
  return names.every((name) => name !== undefined) ? names.join(" and ") : undefined;
}

/** The scopes in `company and year`. */
export const scopesIn = (text: string): readonly string[] =>
  text.split(/\s*,\s*(?:and\s+)?|\s+(?:and|per)\s+/).filter(Boolean);

/**
 * Merges relations: many on both sides becomes many-to-many; a join record between two replaces weaker relations of
 * them.
 */
export function merge(resources: readonly ResourceDraft[]): void {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const pairs = resources.flatMap((resource) =>
    resource.relations.map((relation) => ({ resource, relation })),
  );
  for (const { resource, relation } of pairs) {
    const other = relation.name === undefined ? byName.get(relation.target) : undefined;
    if (!other || !resource.relations.includes(relation)) continue;
    const drop = (owner: ResourceDraft, draft: RelationDraft | undefined): void => {
      if (draft) owner.relations.splice(owner.relations.indexOf(draft), 1);
    };
    const back = (kind: RelationDraft["kind"]): RelationDraft | undefined =>
      other.relations.find(
        (draft) =>
          draft.kind === kind &&
          draft.target === resource.name &&
          draft.name === undefined &&
          draft !== relation,
      );
    if (relation.kind === "hasMany" && back("hasMany")) {
      drop(other, back("hasMany"));
      resource.relations[resource.relations.indexOf(relation)] = {
        kind: "manyToMany",
        target: relation.target,
      };
    } else if (relation.kind === "manyToMany") {
      drop(other, back("manyToMany"));
      drop(other, back("hasMany"));
      drop(other, back("belongsTo"));
      for (const kind of ["hasMany", "belongsTo"] as const)
        drop(
          resource,
          resource.relations.find((draft) => draft.kind === kind && draft.target === relation.target),
        );
    } else if (relation.kind === "hasMany") {
      if (back("belongsTo")) drop(resource, relation);
    } else if (relation.kind === "hasOne" || resource !== other) drop(other, back("belongsTo"));
  }
}
