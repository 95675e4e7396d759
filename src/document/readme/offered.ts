import { languageOf } from "../../code/index.ts";
import type { Declared, Modules, Symbol } from "../../inspect/index.ts";
import type { Files } from "../../workspace/index.ts";

export interface Ground {
  readonly files: Files;
  readonly index: Declared;
  readonly modules: Modules;
}

const mostFiles = 500;

/**
 * Returns a test for names a file re-exports: in ECMAScript those in `export { … }`, in Python those in
 * `__all__`, else all without `_`.
 */
function handedOn(path: string, text: string): (name: string) => boolean {
  const lists = path.endsWith(".py")
    ? [...text.matchAll(/^__all__\b[^=\n]*=\s*[[(]([^\])]*)/gm)].map(([, inner = ""]) => inner)
    : [...text.matchAll(/\bexport\s*(?:type\s*)?\{([^{}]*)\}/g)].map(([, inner = ""]) =>
        inner.replaceAll(/[\w$]+\s+as\s+/g, ""),
      );
  // a package exports what it imports; other modules import for themselves
  if (path.endsWith("__init__.py") && !lists.length) return (name) => !name.startsWith("_");
  const names = new Set(lists.flatMap((inner) => inner.match(/[\w$]+/g) ?? []));
  return (name) => names.has(name);
}

/** Returns the names others can use from a file: its declarations, and re-exports under the same name. */
export async function offeredBy(
  place: string,
  ground: Ground,
  known: Map<string, readonly Symbol[]> = new Map(),
): Promise<readonly Symbol[]> {
  const before = known.get(place);
  if (before || known.size > mostFiles) return before ?? [];
  const { files, index } = ground;
  const symbols = index
    .in(place)
    .filter(({ declaration: { exported, name } }) => exported && name !== "default");
  known.set(place, symbols); // a circular re-export adds nothing
  const [language, text] = await Promise.all([languageOf(place), files.tryRead(place).catch(() => null)]);
  if (!language || text === null) return symbols;
  const found = new Set(symbols);
  const isHandedOn = handedOn(place, text);
  const stars = new Set(
    [...text.matchAll(/\bexport\s+\*\s+from\s+["']([^"']+)["']/gm)].map(([, from]) => from),
  );
  for (const { local, name, from } of language.imports(text)) {
    const isWhole = name === "*" && (place.endsWith(".py") || stars.has(from));
    if (!isWhole && (local !== name || !isHandedOn(local))) continue;
    const [position] = ground.modules.named(from, place);
    const file = position === undefined ? undefined : index.files[position];
    for (const item of file === undefined ? [] : await offeredBy(file, ground, known))
      if (isWhole || item.declaration.name === name || item.declaration.name.startsWith(`${name}.`))
        found.add(item);
  }
  known.set(place, [...found]);
  return [...found];
}
