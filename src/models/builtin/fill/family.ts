import type { Parameter } from "../read/parameter.ts";
import type { Filler, Roles } from "./role.ts";

/** Distributes values that two parameters of one type could swap without loss in turn, in text order. */
export function inOrder(
  roles: Map<Parameter, Filler[]>,
  declared: readonly Parameter[],
  fits: (parameter: Parameter, filler: Filler) => number,
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
