import { type RelationDraft, type ResourceDraft } from "../api/index.ts";

/** Many on both sides is many to many; a join record between two makes weaker ties of them needless. */
export function merge(resources: readonly ResourceDraft[]): void {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const pairs = resources.flatMap((resource) =>
    resource.relations.map((relation) => ({ resource, relation })),
  );
  for (const { resource, relation } of pairs) {
    const other = byName.get(relation.target);
    if (!other || !resource.relations.includes(relation)) continue;
    const drop = (owner: ResourceDraft, draft: RelationDraft | undefined): void => {
      if (draft) owner.relations.splice(owner.relations.indexOf(draft), 1);
    };
    const back = (kind: RelationDraft["kind"]): RelationDraft | undefined =>
      other.relations.find(
        (draft) => draft.kind === kind && draft.target === resource.name && draft !== relation,
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
    } else if (relation.kind === "hasOne" && back("belongsTo")) drop(other, back("belongsTo"));
    else if (relation.kind === "hasMany" && back("belongsTo")) drop(resource, relation);
    else if (relation.kind === "belongsTo" && back("belongsTo") && resource !== other)
      drop(other, back("belongsTo"));
  }
}
