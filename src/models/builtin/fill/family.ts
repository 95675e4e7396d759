import type { Parameter } from "../read/parameter.ts";
import type { Filler, Roles } from "./role.ts";

/**
 * Whether nothing says which of several required values is which: `scale checkout prod to 6`. An act doesn't depend on
 * their order alone.
 */
const isUnlabelled = (family: readonly Parameter[], roles: Roles): boolean => {
  const fillers = family.flatMap((member) => roles.get(member) ?? []);
  return (
    family.every(({ type, required }) => type === "string" && required) &&
    new Set(family.map(({ nameStems }) => nameStems.filter((word) => !/^\p{L}$|^\d+$/u.test(word)).join(" ")))
      .size > 1 &&
    fillers.length === family.length &&
    new Set(fillers.map(({ kind }) => kind)).size === 1 &&
    fillers.every(({ score }) => score < labelled)
  );
};

/** The score of a value that something beside its form speaks for. */
const labelled = 1.1;

/** Distributes values that two parameters of one type could swap without loss in turn, in text order. */
export function inOrder(
  roles: Map<Parameter, Filler[]>,
  declared: readonly Parameter[],
  fits: (parameter: Parameter, filler: Filler) => number,
  isAct = false,
): Roles {
  const done = new Set<Parameter>();
  for (const [parameter, values] of roles) {
    if (done.has(parameter)) continue;
    const indifferent = (other: Parameter): boolean =>
      other.type === parameter.type &&
      other.type !== "array" &&
      !other.closed &&
      !parameter.closed &&
      [...values, ...(roles.get(other) ?? [])].every(
        (filler) =>
          Math.abs(
            fits(parameter, filler) - fits(other, filler) - (parameter.required === other.required ? 0 : 1.5),
          ) < 0.45,
      );
    const family = declared.filter(
      (other) => roles.has(other) && !done.has(other) && (other === parameter || indifferent(other)),
    );
    for (const member of family) done.add(member);
    if (family.length < 2) continue;
    if (isAct && isUnlabelled(family, roles)) {
      for (const member of family) roles.delete(member);
      continue;
    }
    const all = family.flatMap((member) => roles.get(member) ?? []).sort((a, b) => a.start - b.start);
    const counts = new Set(family.map((member) => roles.get(member)?.length));
    if (counts.size > 1) continue;
    for (const [i, member] of family.entries())
      roles.set(
        member,
        all.filter((_, index) => index % family.length === i),
      );
  }
  return roles;
}
