import type { Parameter } from "../read/parameter.ts";
import type { Filler, Roles } from "./role.ts";

/**
 * Values that one part lists for all parts: of `two data sets, A and B; the first …, the second …` each part gets one.
 * Takes and gives the roles of each part, in order.
 */
export function dealt(parts: readonly Roles[]): readonly Roles[] {
  const made = parts.map((roles) => new Map<Parameter, readonly Filler[]>(roles));
  for (const parameter of new Set(parts.flatMap((roles) => [...roles.keys()]))) {
    if (parameter.type === "array") continue;
    const lists = parts.map((roles) => roles.get(parameter) ?? []);
    const list = lists.find((one) => one.length >= parts.length);
    const all = list?.filter((filler) => filler.group === list[0]?.group) ?? [];
    const least = Math.min(...all.map(({ score }) => score));
    const others = lists.filter((one) => one !== list).flat();
    if (all.length !== parts.length || others.some(({ score }) => score >= least)) continue;
    for (const [i, filler] of all.entries()) made[i]?.set(parameter, [filler]);
  }
  return made;
}
