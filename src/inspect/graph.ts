import type { Call, Imported } from "../code/index.ts";
import type { Raised, Symbol } from "./contract.ts";
import { type Edge, raisesOf } from "./raises.ts";
import { stemOf } from "./modules.ts";
import { type Scope, scope } from "./scope.ts";
import { lastName } from "../lib/index.ts";

export interface Graph {
  meaning(name: string, file: string): Symbol | undefined;
  calls(symbol: Symbol): readonly Symbol[];
  callers(symbol: Symbol): readonly Symbol[];
  raises(symbol: Symbol): readonly Raised[];
}

/** Who calls whom. Where the scope can't tell, a call means what its own file declares, else what an imported file does, else the only one of that name. */
export function graph(symbols: readonly Symbol[], imported: ReadonlyMap<string, readonly Imported[]>): Graph {
  const names = scope(symbols, imported);
  const byName = Map.groupBy(symbols, ({ declaration }) => lastName(declaration.name));
  const known = new Map<string, ReadonlySet<string>>();
  const stemsOf = (file: string): ReadonlySet<string> => {
    const stems = known.get(file) ?? new Set(names.imports(file).map(stemOf));
    known.set(file, stems);
    return stems;
  };
  const near = (from: Symbol, called: string): Symbol | undefined => {
    const every = byName.get(lastName(called));
    if (!every) return undefined;
    const all = called.includes(".") ? every.filter((one) => one !== from) : every;
    return (
      all.find((one) => one.file === from.file) ??
      all.find((one) => stemsOf(from.file).has(stemOf(one.file))) ??
      (all.length === 1 ? all[0] : undefined)
    );
  };
  const edges = new Map<Symbol, readonly Edge[]>();
  // lists: sets of few take several times the memory
  const out = new Map<Symbol, Symbol[]>();
  const into = new Map<Symbol, Symbol[]>();
  for (const symbol of symbols) {
    const certain: Edge[] = [];
    const called: Symbol[] = [];
    for (const call of symbol.declaration.calls) {
      const meant = target(symbol, call, names);
      if (meant) certain.push({ to: meant, call });
      const to = meant ?? (call.read ? undefined : near(symbol, call.name));
      if (!to || called.includes(to)) continue;
      called.push(to);
      const callers = into.get(to);
      if (callers) callers.push(symbol);
      else into.set(to, [symbol]);
    }
    if (called.length) out.set(symbol, called);
    if (certain.length) edges.set(symbol, certain);
  }
  return {
    meaning(name, file) {
      const [first = "", ...rest] = name.split(".");
      const own = names.named(first, file);
      if (rest.length === 0) return own;
      if (own) return classOf(own) && rest.length === 1 ? names.method(own, rest[0] ?? "") : undefined;
      return names.member(first, rest.join("."), file);
    },
    calls: (symbol) => out.get(symbol) ?? [],
    callers: (symbol) => into.get(symbol) ?? [],
    raises: raisesOf(symbols, {
      edges,
      names,
      maker: (from, name) => meaning(from, name, undefined, names),
    }),
  };
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
