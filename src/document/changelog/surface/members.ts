import type { Declaration, Language } from "../../../code/index.ts";
import { heirOf, type Heir, shapeOfAlias } from "./alias.ts";

export type Heirs = ReadonlyMap<Declaration, readonly Heir[]>;

export interface Members {
  readonly fields: readonly Declaration[];
  readonly heirs: Heirs;
}

/** A member of a class or a type, as a declaration of its own. */
export const member = (owner: Declaration, name: string): Declaration => ({
  ...owner,
  kind: "constant",
  name: `${owner.name}.${name}`,
  parameters: [],
});

/** The fields of public classes and types, as declarations of their own, and what these take over from others. */
export function membersIn(text: string, declarations: readonly Declaration[], language: Language): Members {
  const fields: Declaration[] = [];
  const heirs = new Map<Declaration, readonly Heir[]>();
  if (!declarations.some(({ kind, exported }) => exported && (kind === "type" || kind === "class")))
    return { fields, heirs };
  const known = new Set(declarations.map(({ name }) => name));
  for (const [place, { members, bases, value }] of language.studies(text).entries()) {
    const owner = declarations[place];
    if (!owner || (owner.kind !== "class" && owner.kind !== "type")) continue;
    const alias = owner.kind === "type" && value ? shapeOfAlias(value.code) : { heirs: [], members: [] };
    for (const name of [...members.map((one) => one.name), ...alias.members])
      if (!/^[_#[]/.test(name) && !known.has(`${owner.name}.${name}`)) fields.push(member(owner, name));
    const all = [...bases.flatMap((base) => heirOf(base.replace(/\[[\s\S]*$/, "")) ?? []), ...alias.heirs];
    if (all.length) heirs.set(owner, all);
  }
  return { fields, heirs };
}
