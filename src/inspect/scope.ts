import { posix } from "node:path";
import type { Imported } from "../code/index.ts";
import type { Symbol } from "./contract.ts";
import { modulesOf } from "./modules.ts";
import { lastName } from "../lib/index.ts";

/** What names mean in a file: what it declares, else what it imports, through files that pass it on. */
export interface Scope {
  /** The declaration that a name stands for in a file; undefined for what comes from elsewhere. */
  named(name: string, file: string): Symbol | undefined;
  /** A method of a class or of what it extends. */
  method(owner: Symbol, name: string): Symbol | undefined;
  /** A member of a module that a name stands for. */
  member(module: string, name: string, file: string): Symbol | undefined;
  /** A class and those that it extends, as far as they are declared here, by name. */
  ancestors(name: string, file: string): readonly string[];
  imports(file: string): readonly string[];
}

const deepest = 6;

export function scope(symbols: readonly Symbol[], imported: ReadonlyMap<string, readonly Imported[]>): Scope {
  const byFile = new Map<string, Map<string, Symbol>>();
  for (const symbol of symbols) {
    const own = byFile.get(symbol.file) ?? new Map<string, Symbol>();
    const { name, setter } = symbol.declaration;
    const key = setter ? `${name}=` : name;
    const known = own.get(key);
    // of an overloaded function the body counts
    if (!known || (known.declaration.calls.length === 0 && known.declaration.raises.length === 0))
      own.set(key, symbol);
    byFile.set(symbol.file, own);
  }
  const modules = modulesOf([...imported.keys()]);
  const targets = new Map<string, readonly string[]>();
  const filesOf = (from: string, file: string): readonly string[] => {
    const key = `${posix.dirname(file)} ${from}`;
    const known = targets.get(key) ?? modules(from, file);
    targets.set(key, known);
    return known;
  };
  const exported = (name: string, file: string, depth: number): Symbol | undefined => {
    const own = byFile.get(file);
    const direct = own?.get(name);
    if (direct) return direct;
    if (name === "default")
      return [...(own?.values() ?? [])].find((one) => one.declaration.name === "default") ?? only(own);
    return passed(name, file, depth);
  };
  const passed = (name: string, file: string, depth: number): Symbol | undefined => {
    if (depth > deepest) return undefined;
    for (const one of imported.get(file) ?? []) {
      if (one.local !== name && one.name !== "*") continue;
      if (one.name === "*" && one.local !== "*") continue;
      for (const target of filesOf(one.from, file)) {
        const found =
          target === file ? undefined : exported(one.name === "*" ? name : one.name, target, depth + 1);
        if (found) return found;
      }
    }
    return undefined;
  };
  const beside = packages(byFile);
  const named = (name: string, file: string): Symbol | undefined =>
    byFile.get(file)?.get(name) ?? beside(name, file) ?? passed(name, file, 0);
  const member = (module: string, name: string, file: string): Symbol | undefined => {
    for (const one of imported.get(file) ?? [])
      if (one.local === module)
        for (const target of [...filesOf(one.from, file), ...filesOf(within(one), file)]) {
          const found = exported(name, target, 0);
          if (found) return found;
        }
    return undefined;
  };
  const inherited = (owner: Symbol, name: string, depth: number): Symbol | undefined => {
    const whole = `${owner.declaration.name}.${name}`;
    const own = byFile.get(owner.file)?.get(whole) ?? beside(whole, owner.file);
    if (own || depth > deepest) return own;
    for (const base of owner.declaration.bases ?? []) {
      const above = named(base, owner.file) ?? named(lastName(base), owner.file);
      const found = above && above !== owner ? inherited(above, name, depth + 1) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  const ancestors = (name: string, file: string): readonly string[] => {
    const found = new Set([name]);
    const open = [named(name, file) ?? named(lastName(name), file)];
    for (let at = open.pop(); at && found.size < 40; at = open.pop())
      for (const base of at.declaration.bases ?? []) {
        if (found.has(base)) continue;
        found.add(base);
        const above = named(base, at.file) ?? named(lastName(base), at.file);
        if (above) open.push(above);
      }
    return [...found];
  };
  return {
    named,
    member,
    ancestors,
    method: (owner, name) => inherited(owner, name, 0),
    imports: (file) => (imported.get(file) ?? []).flatMap(({ from }) => filesOf(from, file)),
  };
}

/** A module that is imported from a package: `from . import errors`. */
const within = ({ from, name }: Imported): string => (from.endsWith(".") ? from + name : `${from}.${name}`);

/** In Go the files of a folder are one package, and in Rust a type's methods may stand in any file. */
function packages(
  byFile: ReadonlyMap<string, ReadonlyMap<string, Symbol>>,
): (name: string, file: string) => Symbol | undefined {
  const folders = Map.groupBy(
    [...byFile.keys()].filter((file) => /\.(?:go|rs)$/.test(file)),
    (file) => posix.dirname(file),
  );
  return (name, file) => {
    if (!file.endsWith(".go") && !(file.endsWith(".rs") && name.includes("."))) return undefined;
    for (const one of folders.get(posix.dirname(file)) ?? []) {
      const found = byFile.get(one)?.get(name);
      if (found) return found;
    }
    return undefined;
  };
}

/** A module's default is its only export where no declaration says so. */
const only = (own: ReadonlyMap<string, Symbol> | undefined): Symbol | undefined => {
  const open = [...(own?.values() ?? [])].filter(
    ({ declaration }) => declaration.exported && declaration.kind !== "method",
  );
  return open.length === 1 ? open[0] : undefined;
};
