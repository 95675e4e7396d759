import type { Call, Imported } from "../code/index.ts";
import type { Raised, Symbol } from "./contract.ts";
import { type Edge, raisesOf } from "./raises.ts";
import { stemOf } from "./modules.ts";
import { type Scope, scope } from "./scope.ts";
import { lastName, once } from "../lib/index.ts";
import { none } from "./facts.ts";
import { Links } from "./links.ts";

export interface Graph {
  meaning(name: string, file: string): Symbol | undefined;
  calls(symbol: Symbol): readonly Symbol[];
  callers(symbol: Symbol): readonly Symbol[];
  raises(symbol: Symbol): readonly Raised[];
}

/** The symbols whose names end so. */
export type Named = (last: string) => readonly Symbol[];

/** Who calls whom. Where the scope can't tell, a call means what its own file declares, else what an imported file does, else the only one of that name. */
export function graph(
  symbols: readonly Symbol[],
  imported: ReadonlyMap<string, readonly Imported[]>,
  byName: Named,
): Graph {
  const names = scope(symbols, imported);
  const known = new Map<string, ReadonlySet<string>>();
  const stemsOf = (file: string): ReadonlySet<string> => {
    const stems = known.get(file) ?? new Set(names.imports(file).map(stemOf));
    known.set(file, stems);
    return stems;
  };
  const near = (from: Symbol, called: string): Symbol | undefined => {
    const every = byName(lastName(called));
    const all = called.includes(".") ? every.filter((one) => one !== from) : every;
    return (
      all.find((one) => one.file === from.file) ??
      all.find((one) => stemsOf(from.file).has(stemOf(one.file))) ??
      (all.length === 1 ? all[0] : undefined)
    );
  };
  const into = new Map<Symbol, Edge[]>();
  const out = Links.of(symbols.length, (place) => {
    const symbol = symbols[place];
    const called = new Set<number>();
    for (const call of symbol?.declaration.calls ?? none) {
      const meant = symbol && target(symbol, call, names);
      if (meant && !call.caught && meant !== symbol) add(into, { from: symbol, to: meant, call });
      const to = meant ?? (call.read || !symbol ? undefined : near(symbol, call.name));
      if (to) called.add(to.place);
    }
    return [...called];
  });
  const back = once(() => out.reversed());
  const at = (places: readonly number[]): readonly Symbol[] =>
    places.flatMap((place) => symbols[place] ?? none);
  const raises = raisesOf(symbols, {
    into,
    names,
    maker: (from, name) => meaning(from, name, undefined, names),
  });
  return {
    meaning(name, file) {
      const [first = "", ...rest] = name.split(".");
      const own = names.named(first, file);
      if (rest.length === 0) return own;
      if (own) return classOf(own) && rest.length === 1 ? names.method(own, rest[0] ?? "") : undefined;
      return names.member(first, rest.join("."), file);
    },
    calls: (symbol) => at(out.at(symbol.place)),
    callers: (symbol) => at(back().at(symbol.place)),
    raises: (symbol) => raises[symbol.place] ?? none,
  };
}

function add(into: Map<Symbol, Edge[]>, { from, to, call }: { from: Symbol; to: Symbol; call: Call }): void {
  const edge = { from, catches: call.catches ?? none };
  const known = into.get(to);
  if (known) known.push(edge);
  else into.set(to, [edge]);
}

const fieldOf = ({ declaration: { fields = {} } }: Symbol, name: string): string | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** A class, or an interface whose methods are declared. */
const classOf = (symbol: Symbol | undefined): Symbol | undefined =>
  symbol?.declaration.kind === "class" || symbol?.declaration.kind === "type" ? symbol : undefined;

/** What a call runs, where the source leaves no doubt. */
function target(from: Symbol, { name, on, read }: Call, names: Scope): Symbol | undefined {
  const found = meaning(from, name, on, names);
  if (read && !found?.declaration.getter) return undefined;
  const made = classOf(found);
  if (!made) return found;
  const java = lastName(made.declaration.name);
  return names.method(made, "constructor") ?? names.method(made, "__init__") ?? names.method(made, java);
}

function meaning(from: Symbol, name: string, on: string | undefined, names: Scope): Symbol | undefined {
  const parts = name.split(".");
  const [first = "", second = "", third] = parts;
  if (first === "()") return undefined;
  const own = names.named(
    from.declaration.name.slice(0, Math.max(0, from.declaration.name.lastIndexOf("."))),
    from.file,
  );
  const method = (type: string | undefined, of: string, file: string): Symbol | undefined => {
    const owner = classOf(type ? (names.named(type, file) ?? names.named(lastName(type), file)) : undefined);
    return owner && names.method(owner, of);
  };
  if (first === "super") {
    for (const base of own?.declaration.bases ?? []) {
      const found = method(base, second || "constructor", from.file);
      if (found) return found;
    }
    return undefined;
  }
  if (["this", "self", "cls"].includes(first)) {
    if (!own) return undefined;
    if (parts.length === 1) return own;
    if (parts.length === 2) return names.method(own, second);
    return parts.length === 3 && third ? method(fieldOf(own, second), third, own.file) : undefined;
  }
  if (parts.length === 1) return names.named(first, from.file);
  if (on && parts.length === 2) return method(on, second, from.file);
  const owner = names.named(first, from.file);
  if (owner && parts.length === 2)
    return classOf(owner)
      ? names.method(owner, second)
      : names.named(`${owner.declaration.name}.${second}`, owner.file);
  return owner ? undefined : names.member(parts.slice(0, -1).join("."), parts.at(-1) ?? "", from.file);
}
