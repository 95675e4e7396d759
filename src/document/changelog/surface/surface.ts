import { posix } from "node:path";
import { type Declaration, type Language, languageOf } from "../../../code/index.ts";
import { entrancesOf } from "./entries.ts";
import { type Heirs, member, membersIn } from "./members.ts";
import { moduleOf, placeOf, resolve } from "./places.ts";
import type { Tree } from "./tree.ts";

/** What a user can name of a package, with how it is called. */
export interface Exported {
  readonly kind: Declaration["kind"] | "module";
  readonly parameters: Declaration["parameters"];
  /** Keywords name the parameters of Python. */
  readonly named: boolean;
}

export type Surface = ReadonlyMap<string, Exported>;

/** The exported API of a commit, by the names that users write; undefined where nothing says what is exported. */
export async function surfaceOf(tree: Tree): Promise<Surface | undefined> {
  const entrances = await entrancesOf(tree);
  if (entrances.length === 0) return undefined;
  const walk: Walk = { tree, known: new Map() };
  const all = new Map<string, Exported>();
  for (const { name, path } of entrances)
    for (const [own, exported] of await moduleAt(path, walk))
      all.set(name ? `${name}/${own}` : own, exported);
  return all.size ? all : undefined;
}

interface Walk {
  readonly tree: Tree;
  readonly known: Map<string, Surface>;
}

async function moduleAt(path: string, walk: Walk): Promise<Surface> {
  const before = walk.known.get(path);
  if (before) return before;
  const own = new Map<string, Exported>();
  walk.known.set(path, own); // modules may import each other
  const text = await walk.tree.text(path);
  const language = await languageOf(path);
  if (text === undefined || !language) return own;
  const declarations = language.declarations(text);
  const { fields, heirs } = membersIn(text, declarations, language);
  const file = {
    path,
    text,
    bare: withoutComments(text, language),
    declarations: [...declarations, ...fields],
    language,
  };
  const whole = { ...file, declarations: [...file.declarations, ...(await inherited(file, heirs, walk))] };
  for (const [name, exported] of await (path.endsWith(".py") ? ofPython(whole, walk) : ofScript(whole, walk)))
    own.set(name, exported);
  return own;
}

/** So far up are bases of bases followed. */
const highest = 8;

type Own = ReadonlyMap<string, Pick<Declaration, "kind" | "parameters">>;

/** The members that classes and types have of others in this repository. */
async function inherited(file: File, heirs: Heirs, walk: Walk): Promise<readonly Declaration[]> {
  const { declarations, language, text, path } = file;
  if (heirs.size === 0) return [];
  const imports = new Map(language.imports(text).map((one) => [one.local, one]));
  const byName = new Map(declarations.map((one) => [one.name, one]));
  const ownOf = Map.groupBy(declarations, ({ name }) => name.slice(0, Math.max(0, name.lastIndexOf("."))));
  const known = new Map<string, Own>();
  const membersOf = async (name: string, depth: number): Promise<Own> => {
    const before = known.get(name);
    if (before) return before;
    const all = new Map<string, Pick<Declaration, "kind" | "parameters">>();
    known.set(name, all); // bases may be a circle
    const owner = byName.get(name);
    const cut = name.length + 1;
    if (owner) {
      for (const heir of depth < highest ? (heirs.get(owner) ?? []) : [])
        for (const [key, one] of await membersOf(heir.of, depth + 1)) if (heir.takes(key)) all.set(key, one);
      for (const one of ownOf.get(name) ?? []) all.set(one.name.slice(cut), one);
      return all;
    }
    const taken = imports.get(name);
    const place = taken && placeOf(taken.from, path, walk.tree);
    if (taken && place !== undefined)
      for (const [key, one] of under(name, taken.name, await moduleAt(place, walk)))
        if (key !== name && one.kind !== "module") all.set(key.slice(cut), { ...one, kind: one.kind });
    return all;
  };
  const found: Declaration[] = [];
  for (const owner of heirs.keys())
    for (const [key, { kind, parameters }] of owner.exported ? await membersOf(owner.name, 0) : [])
      if (!byName.has(`${owner.name}.${key}`)) found.push({ ...member(owner, key), kind, parameters });
  return found;
}

interface File {
  readonly path: string;
  readonly text: string;
  readonly bare: string;
  readonly declarations: readonly Declaration[];
  readonly language: Language;
}

function withoutComments(text: string, language: Language): string {
  let bare = text;
  for (const { start, end } of language.comments(text))
    bare = bare.slice(0, start) + bare.slice(start, end).replaceAll(/[^\n]/g, " ") + bare.slice(end);
  return bare;
}

const exportedOf = ({ kind, parameters }: Declaration, named: boolean): Exported => ({
  kind,
  parameters,
  named,
});

/** A declaration with its public members, under another name. */
function* under(
  name: string,
  own: string,
  from: Iterable<readonly [string, Exported]>,
): Generator<readonly [string, Exported]> {
  for (const [key, exported] of from)
    if (key === own) yield [name, exported];
    else if (key.startsWith(`${own}.`)) yield [name + key.slice(own.length), exported];
}

const lists =
  /\bexport\s+(?:type\s+)?(?:\*(?:\s+as\s+([\w$]+))?|\{([^{}]*)\})\s*(?:from\s*["']([^"']+)["'])?/g;

async function ofScript({ path, bare, declarations, language, text }: File, walk: Walk): Promise<Surface> {
  const found = new Map<string, Exported>();
  const local = declarations.map((one) => [one.name, exportedOf(one, false)] as const);
  for (const one of declarations) if (one.exported) found.set(one.name, exportedOf(one, false));
  const imports = new Map(language.imports(text).map((one) => [one.local, one]));
  const put = (all: Iterable<readonly [string, Exported]>, name: string): void => {
    let any = false;
    for (const [key, exported] of all) {
      found.set(key, exported);
      any = true;
    }
    if (!any && name) found.set(name, { kind: "module", parameters: [], named: false });
  };
  for (const [, space, list, from] of bare.matchAll(lists)) {
    const place = from === undefined ? undefined : resolve(from, path, walk.tree);
    const other = place === undefined ? new Map<string, Exported>() : await moduleAt(place, walk);
    if (list === undefined) {
      if (space !== undefined)
        put(
          [...other].map(([key, one]) => [`${space}.${key}`, one] as const),
          space,
        );
      else
        put(
          [...other].filter(([key]) => key !== "default" && !key.startsWith("default.")),
          "",
        );
      continue;
    }
    for (const part of list.split(",")) {
      const [, own = "", name = own] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
      if (!own) continue;
      const taken = from === undefined ? imports.get(own) : undefined;
      const source = taken && resolve(taken.from, path, walk.tree);
      if (from !== undefined) put(under(name, own, other), name);
      else if (taken)
        put(under(name, taken.name, source === undefined ? [] : await moduleAt(source, walk)), name);
      else put(under(name, own, local), name);
      if (name !== own && from === undefined) found.delete(own);
    }
  }
  return found;
}

async function ofPython({ path, bare, declarations, language, text }: File, walk: Walk): Promise<Surface> {
  const found = new Map<string, Exported>();
  for (const one of declarations) if (one.exported) found.set(one.name, exportedOf(one, true));
  if (!path.endsWith("__init__.py")) return found;
  const folder = posix.dirname(path);
  const [, stated] = /^__all__\s*(?::[^=]+)?=\s*[[(]([^\])]*)[\])]/m.exec(bare) ?? [];
  const all =
    stated === undefined
      ? undefined
      : new Set([...stated.matchAll(/["'](\w+)["']/g)].map(([, name = ""]) => name));
  let taken = 0;
  for (const { local, name, from } of language.imports(text)) {
    const place =
      from.startsWith(".") || from.split(".")[0] === posix.basename(folder)
        ? moduleOf(from, folder, walk.tree)
        : undefined;
    if (place === undefined || (local.startsWith("_") && !all?.has(local))) continue;
    taken += 1;
    const other = await moduleAt(place, walk);
    if (name === "*") for (const [key, one] of other) found.set(key, one);
    else for (const [key, one] of under(local, name, other)) found.set(key, one);
    if (name !== "*" && !found.has(local)) found.set(local, { kind: "module", parameters: [], named: true });
  }
  if (all) for (const key of found.keys()) if (!all.has(key.split(".")[0] ?? "")) found.delete(key);
  if (all || taken > 0) return found;
  // nothing is chosen: each module without an underscore is public
  for (const one of walk.tree.paths) {
    if (one === path || !one.startsWith(`${folder}/`) || !one.endsWith(".py")) continue;
    const inner = one.slice(folder.length + 1).replace(/(?:\/__init__)?\.py$/, "");
    if (/(?:^|\/)(?:_|tests?(?:\/|$)|test_|conftest)/.test(inner)) continue;
    for (const [key, exported] of await moduleAt(one, walk))
      found.set(`${inner.replaceAll("/", ".")}.${key}`, exported);
  }
  return found;
}
