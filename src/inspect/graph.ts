import { posix } from "node:path";
import type { Symbol } from "./contract.ts";

export interface Graph {
  calls(symbol: Symbol): readonly Symbol[];
  callers(symbol: Symbol): readonly Symbol[];
  raises(symbol: Symbol): readonly { readonly type: string; readonly from: Symbol }[];
}

export const lastName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** Who calls whom, by name: a call means what its own file declares, else what an imported file does, else the only one of that name. */
export function graph(symbols: readonly Symbol[], sources: ReadonlyMap<string, string>): Graph {
  const byName = new Map<string, Symbol[]>();
  for (const symbol of symbols) {
    const name = lastName(symbol.declaration.name);
    byName.set(name, [...(byName.get(name) ?? []), symbol]);
  }
  const imports = new Map([...sources].map(([file, text]) => [file, importedBy(file, text)] as const));
  const target = (from: Symbol, called: string): Symbol | undefined => {
    const all = (byName.get(lastName(called)) ?? []).filter((one) => one !== from || !called.includes("."));
    const near = all.find((one) => one.file === from.file);
    const imported = all.find((one) => imports.get(from.file)?.some((stem) => stemOf(one.file) === stem));
    return near ?? imported ?? (all.length === 1 ? all[0] : undefined);
  };
  const out = new Map<Symbol, { readonly to: Symbol; readonly caught: boolean }[]>();
  const into = new Map<Symbol, Symbol[]>();
  for (const symbol of symbols)
    for (const { name, caught } of symbol.declaration.calls) {
      const to = target(symbol, name);
      if (!to) continue;
      out.set(symbol, [...(out.get(symbol) ?? []), { to, caught }]);
      into.set(to, [...(into.get(to) ?? []), symbol]);
    }
  const unique = (list: readonly Symbol[]): readonly Symbol[] => [...new Set(list)];
  return {
    calls: (symbol) => unique((out.get(symbol) ?? []).map(({ to }) => to)),
    callers: (symbol) => unique(into.get(symbol) ?? []),
    raises(symbol) {
      const seen = new Set<Symbol>();
      const found: { type: string; from: Symbol }[] = [];
      const open = [symbol];
      for (let at = open.pop(); at; at = open.pop()) {
        if (seen.has(at)) continue;
        seen.add(at);
        for (const { type } of at.declaration.raises)
          if (!found.some((one) => one.type === type)) found.push({ type, from: at });
        for (const { to, caught } of out.get(at) ?? []) if (!caught) open.push(to);
      }
      return found;
    },
  };
}

const stemOf = (file: string): string => file.replace(/(?:\/index|\/__init__)?\.\w+$/, "");

/** Files that a file imports by a relative path or, in Python, by a module's name; without extensions. */
function importedBy(file: string, text: string): readonly string[] {
  const folder = posix.dirname(file);
  const paths = [...text.matchAll(/(?:from|import|require\()\s*["'](\.{1,2}\/[^"']+)["']/g)].map(
    ([, path = ""]) => stemOf(posix.join(folder, /\.\w+$/.test(path) ? path : `${path}.ts`)),
  );
  const modules = [...text.matchAll(/^\s*(?:from\s+(\.*)([\w.]*)\s+import|import\s+([\w.]+))/gm)].map(
    ([, dots = "", relative = "", absolute = ""]) => {
      const path = (relative || absolute).replaceAll(".", "/");
      return dots ? posix.join(folder, ...Array.from({ length: dots.length - 1 }, () => ".."), path) : path;
    },
  );
  return [...paths, ...modules];
}
