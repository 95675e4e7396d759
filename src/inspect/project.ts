import type { Trait } from "../code/index.ts";
import { lastName } from "../lib/index.ts";
import type { Declared, Symbol } from "./contract.ts";
import { type Facts, none } from "./facts.ts";
import { graph, type Named } from "./graph.ts";

/** What is read as text at all: code, and what may speak of it. */
export const isText = (file: string): boolean =>
  /\.(?:[mc]?[jt]sx?|pyi?|go|rs|java|rb|md|sql|prisma|ya?ml|toml|json)$/i.test(file);

/** Characters of a file; what is longer isn't read. */
export const mostText = 400_000;
export const mostFiles = 20_000;

/** Puts together what single files show; those of `files` that are no code have no facts. */
export function project(
  files: readonly string[],
  facts: ReadonlyMap<string, Facts>,
  holds: Declared["holds"],
): Declared {
  const sets = new Map<string, ReadonlySet<Trait>>();
  const traitsOf = (own: readonly Trait[]): ReadonlySet<Trait> => {
    const key = own.join(" "); // there are a few dozen of them for any number of declarations
    const known = sets.get(key) ?? new Set(own);
    sets.set(key, known);
    return known;
  };
  const byFile = new Map<string, readonly Symbol[]>();
  const symbols: Symbol[] = [];
  const imported = new Map<string, Facts["imports"]>();
  for (const file of files) {
    const own = facts.get(file);
    if (!own) continue;
    const found = own.declarations.map((declaration, at): Symbol => {
      const [line = 1, endLine = 1] = [own.lines[at * 2], own.lines[at * 2 + 1]];
      const traits = traitsOf(own.traits[at] ?? []);
      return { place: symbols.length + at, file, line, endLine, declaration, traits };
    });
    for (const one of found) symbols.push(one);
    byFile.set(file, found);
    imported.set(file, own.imports);
  }
  const byName = namesOf(symbols);
  return {
    files,
    symbols,
    holds,
    in: (file) => byFile.get(file) ?? [],
    named: (name) =>
      byName(lastName(name)).filter(
        ({ declaration }) => declaration.name === name || lastName(declaration.name) === name,
      ),
    at: (file, line) =>
      (byFile.get(file) ?? [])
        .filter((one) => one.line <= line && line <= one.endLine)
        .sort((a, b) => size(a) - size(b))[0],
    ...graph(symbols, imported, byName),
  };
}

/** Symbols by the last part of their names; most are alone with theirs. */
function namesOf(symbols: readonly Symbol[]): Named {
  const all = new Map<string, Symbol | Symbol[]>();
  for (const symbol of symbols) {
    const name = lastName(symbol.declaration.name);
    const known = all.get(name);
    if (known === undefined) all.set(name, symbol);
    else if (Array.isArray(known)) known.push(symbol);
    else all.set(name, [known, symbol]);
  }
  return (name) => {
    const found = all.get(name);
    return found === undefined ? none : Array.isArray(found) ? found : [found];
  };
}

const size = ({ declaration: { range } }: Symbol): number => range.end - range.start;
