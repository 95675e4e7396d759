import type { Declaration, Language } from "../../code/index.ts";
import { heirOf, type Heir, shapeOfAlias } from "./alias.ts";

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

const calledOf = (signature: Declaration | undefined): Partial<Declaration> =>
  signature
    ? {
        kind: signature.kind,
        parameters: signature.parameters,
        ...(signature.returns !== undefined && { returns: signature.returns }),
        ...(signature.docstring && { docstring: signature.docstring }),
      }
    : {};

/** Returns the fields of public classes and types as declarations, and what they inherit. */
export function membersIn({ text, declarations, language }: Declared): Members {
  const fields: Declaration[] = [];
  const heirs = new Map<Declaration, readonly Heir[]>();
  if (!declarations.some(({ kind, exported }) => exported && (kind === "type" || kind === "class")))
    return { fields, heirs };
  const known = new Set(declarations.map(({ name }) => name));
  for (const [place, { members, bases, value }] of language.studies(text).entries()) {
    const owner = declarations[place];
    if (!owner || (owner.kind !== "class" && owner.kind !== "type")) continue;
    const alias = owner.kind === "type" && value ? shapeOfAlias(value.code) : { heirs: [], members: [] };
    const within = owner.kind === "type" ? (language.members?.(text, owner, "all") ?? []) : [];
    const signatures = new Map(within.map((declaration) => [declaration.name, declaration]));
    for (const name of new Set([...members.map(({ name }) => name), ...alias.members, ...signatures.keys()]))
      if (!/^[_#[(]/.test(name) && !known.has(`${owner.name}.${name}`))
        fields.push({ ...member(owner, name), ...calledOf(signatures.get(name)) });
    const all = [...bases.flatMap((base) => heirOf(base.replace(/\[[\s\S]*$/, "")) ?? []), ...alias.heirs];
    if (all.length) heirs.set(owner, all);
  }
  return { fields, heirs };
}
