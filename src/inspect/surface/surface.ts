import { posix } from "node:path";
import { languageOf } from "../../code/index.ts";
import { entrancesOf } from "./entries.ts";
import { exportedOf, type Exported, type File, fileOf, type Surface, type Walk } from "./file.ts";
import { inherited, under } from "./inherited.ts";
import { moduleOf, resolve } from "./module-places.ts";
import type { Tree } from "./tree.ts";

/** Returns a commit's exported API by the names users write; undefined if nothing defines what is exported. */
export async function surfaceOf(tree: Tree): Promise<Surface | undefined> {
  const entrances = await entrancesOf(tree);
  if (entrances.length === 0) return undefined;
  const walk: Walk = {
    tree,
    known: new Map(),
    moduleAt: (path) => moduleAt(path, walk),
  };
  const all = new Map<string, Exported>();
  for (const { name, path } of entrances)
    for (const [exportName, exported] of await moduleAt(path, walk))
      all.set(name ? `${name}/${exportName}` : exportName, exported);
  const internal = [...all].flatMap(([name, { isInternal }]) => (isInternal ? [name] : []));
  for (const name of all.keys())
    if (internal.some((item) => name === item || name.startsWith(`${item}.`))) all.delete(name);
  return all.size ? all : undefined;
}

async function moduleAt(path: string, walk: Walk): Promise<Surface> {
  const before = walk.known.get(path);
  if (before) return before;
  const exportsFound = new Map<string, Exported>();
  walk.known.set(path, exportsFound); // modules may import each other
  const text = await walk.tree.text(path);
  const language = await languageOf(path);
  if (text === undefined || !language) return exportsFound;
  const { file, heirs } = fileOf({ path, text, language });
  const whole: File = {
    ...file,
    declarations: [...file.declarations, ...(await inherited(file, heirs, walk))],
  };
  for (const [name, exported] of await (path.endsWith(".py") ? ofPython(whole, walk) : ofScript(whole, walk)))
    exportsFound.set(name, exported);
  return exportsFound;
}

const lists = /\bexport\s+(type\s+)?(?:\*(?:\s+as\s+([\w$]+))?|\{([^{}]*)\})\s*(?:from\s*["']([^"']+)["'])?/g;

async function ofScript(file: File, walk: Walk): Promise<Surface> {
  const { path, bare, declarations, language, text } = file;
  const found = new Map<string, Exported>();
  const local = declarations.map((declaration) => [declaration.name, exportedOf(declaration, file)] as const);
  for (const declaration of declarations)
    if (declaration.exported) found.set(declaration.name, exportedOf(declaration, file));
  const imports = new Map(language.imports(text).map((item) => [item.local, item]));
  const put = (all: Iterable<readonly [string, Exported]>, name: string, isType = false): void => {
    let any = false;
    for (const [key, exported] of all) {
      any = true;
      if (!isType || !exported.isOfClass) found.set(key, exported);
    }
    if (!any && name) found.set(name, { kind: "module", parameters: [], isNamed: false });
  };
  for (const [, type, space, list, from] of bare.matchAll(lists)) {
    const place = from === undefined ? undefined : resolve(from, path, walk.tree);
    const other = place === undefined ? new Map<string, Exported>() : await moduleAt(place, walk);
    if (list === undefined) {
      if (space !== undefined)
        put(
          [...other].map(([key, item]) => [`${space}.${key}`, item] as const),
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
      const [, ownType, exportedName = "", name = exportedName] =
        /^\s*(type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
      if (!exportedName) continue;
      const isType = (type ?? ownType) !== undefined;
      const imported = from === undefined ? imports.get(exportedName) : undefined;
      const source = imported && resolve(imported.from, path, walk.tree);
      const reexported = source === undefined ? [] : await moduleAt(source, walk);
      const declared = from === undefined ? local : other;
      const all = imported ? under(name, imported.name, reexported) : under(name, exportedName, declared);
      put(all, name, isType);
      if (name !== exportedName && from === undefined) found.delete(exportedName);
    }
  }
  return found;
}

async function ofPython(file: File, walk: Walk): Promise<Surface> {
  const { path, bare, declarations, language, text } = file;
  const found = new Map<string, Exported>();
  for (const declaration of declarations)
    if (declaration.exported) found.set(declaration.name, exportedOf(declaration, file));
  if (!path.endsWith("__init__.py")) return found;
  const folder = posix.dirname(path);
  const [, stated] = /^__all__\s*(?::[^=]+)?=\s*[[(]([^\])]*)[\])]/m.exec(bare) ?? [];
  const all =
    stated === undefined
      ? undefined
      : new Set([...stated.matchAll(/["'](\w+)["']/g)].map(([, name = ""]) => name));
  let takenCount = 0;
  for (const { local, name, from } of language.imports(text)) {
    const place =
      from.startsWith(".") || from.split(".")[0] === posix.basename(folder)
        ? moduleOf(from, folder, walk.tree)
        : undefined;
    if (place === undefined || (local.startsWith("_") && !all?.has(local))) continue;
    takenCount += 1;
    const other = await moduleAt(place, walk);
    if (name === "*") for (const [key, item] of other) found.set(key, item);
    else for (const [key, item] of under(local, name, other)) found.set(key, item);
    if (name !== "*" && !found.has(local))
      found.set(local, { kind: "module", parameters: [], isNamed: true });
  }
  if (all) for (const key of found.keys()) if (!all.has(key.split(".")[0] ?? "")) found.delete(key);
  if (all || takenCount > 0) return found;
  // without an explicit selection, each module without an underscore is public
  for (const item of walk.tree.paths) {
    if (item === path || !item.startsWith(`${folder}/`) || !item.endsWith(".py")) continue;
    const inner = item.slice(folder.length + 1).replace(/(?:\/__init__)?\.py$/, "");
    if (/(?:^|\/)(?:_|tests?(?:\/|$)|test_|conftest)/.test(inner)) continue;
    for (const [key, exported] of await moduleAt(item, walk))
      found.set(`${inner.replaceAll("/", ".")}.${key}`, exported);
  }
  return found;
}
