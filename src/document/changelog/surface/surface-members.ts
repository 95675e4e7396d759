import { ownerName } from "../../../lib/index.ts";
import type { Declaration, Language } from "../../../code/index.ts";
import { heirOf, type Heir, shapeOfAlias } from "./alias.ts";
import type { Shapes } from "./types/type.ts";

export type Heirs = ReadonlyMap<Declaration, readonly Heir[]>;

export interface Members {
  readonly fields: readonly Declaration[];
  readonly heirs: Heirs;
}

/** Returns a member of a class or type as a separate declaration. */
export const member = (owner: Declaration, name: string): Declaration => ({
  ...owner,
  kind: "constant",
  name: `${owner.name}.${name}`,
  parameters: [],
});

export interface Declared {
  readonly text: string;
  readonly declarations: readonly Declaration[];
  readonly language: Language;
}

/** Returns the fields of public classes and types as declarations, and what they inherit. */
export function membersIn({ text, declarations, language }: Declared, shapes: Shapes): Members {
  const fields: Declaration[] = [];
  const heirs = new Map<Declaration, readonly Heir[]>();
  if (!declarations.some(({ kind, exported }) => exported && (kind === "type" || kind === "class")))
    return { fields, heirs };
  const known = new Set(declarations.map(({ name }) => name));
  const written = Map.groupBy(shapes.keys(), (name) => ownerName(name));
  const isScript = !language.extensions.includes(".py");
  for (const [place, { members, bases, value }] of language.studies(text).entries()) {
    const owner = declarations[place];
    if (!owner || (owner.kind !== "class" && owner.kind !== "type")) continue;
    const alias = owner.kind === "type" && value ? shapeOfAlias(value.code) : { heirs: [], members: [] };
    const own = (written.get(owner.name) ?? []).map((name) => name.slice(owner.name.length + 1));
    const isWritten = isScript && shapes.get(owner.name)?.form !== "enum";
    for (const name of new Set([
      ...(isWritten ? own : members.map((member) => member.name)),
      ...alias.members,
    ]))
      if (!/^[_#[(]/.test(name) && !known.has(`${owner.name}.${name}`)) fields.push(member(owner, name));
    const all = [...bases.flatMap((base) => heirOf(base.replace(/\[[\s\S]*$/, "")) ?? []), ...alias.heirs];
    if (all.length) heirs.set(owner, all);
  }
  return { fields, heirs };
}
