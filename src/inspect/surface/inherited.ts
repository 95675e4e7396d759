import { ownerName } from "../../lib/index.ts";
import type { Declaration } from "../../code/index.ts";
import type { Exported, File, Walk } from "./file.ts";
import { type Heirs, member } from "./surface-members.ts";
import { placeOf } from "./module-places.ts";

/** Maximum depth of base classes followed. */
const highest = 8;

type Own = ReadonlyMap<string, Pick<Declaration, "kind" | "parameters" | "returns">>;

/** Returns the members that classes and types inherit from others in this repository. */
export async function inherited(file: File, heirs: Heirs, walk: Walk): Promise<readonly Declaration[]> {
  const { declarations, language, text, path } = file;
  if (heirs.size === 0) return [];
  const imports = new Map(language.imports(text).map((item) => [item.local, item]));
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  const ownOf = Map.groupBy(declarations, ({ name }) => ownerName(name));
  const known = new Map<string, Own>();
  const membersOf = async (name: string, depth: number): Promise<Own> => {
    const before = known.get(name);
    if (before) return before;
    const all = new Map<string, Pick<Declaration, "kind" | "parameters" | "returns">>();
    known.set(name, all); // bases may be circular
    const owner = byName.get(name);
    const cut = name.length + 1;
    if (owner) {
      for (const heir of depth < highest ? (heirs.get(owner) ?? []) : [])
        for (const [key, item] of await membersOf(heir.of, depth + 1))
          if (heir.takes(key)) all.set(key, item);
      for (const declaration of ownOf.get(name) ?? []) all.set(declaration.name.slice(cut), declaration);
      return all;
    }
    const imported = imports.get(name);
    const place = imported && placeOf(imported.from, path, walk.tree);
    if (imported && place !== undefined)
      for (const [key, item] of under(name, imported.name, await walk.moduleAt(place)))
        if (key !== name && item.kind !== "module") all.set(key.slice(cut), { ...item, kind: item.kind });
    return all;
  };
  const found: Declaration[] = [];
  for (const owner of heirs.keys())
    for (const [key, { kind, parameters, returns }] of owner.exported ? await membersOf(owner.name, 0) : [])
      if (!byName.has(`${owner.name}.${key}`))
        found.push({ ...member(owner, key), kind, parameters, ...(returns !== undefined && { returns }) });
  return found;
}

/** Yields a declaration and its public members under another name. */
export function* under(
  name: string,
  ownName: string,
  from: Iterable<readonly [string, Exported]>,
): Generator<readonly [string, Exported]> {
  for (const [key, exported] of from)
    if (key === ownName) yield [name, exported];
    else if (key.startsWith(`${ownName}.`)) yield [name + key.slice(ownName.length), exported];
}
