import type { Symbol } from "../../inspect/index.ts";
import type { Raised } from "./subject.ts";

/** Which declarations take or give values of a type, by the names in their signatures. */
export function typeUses(
  symbols: readonly Symbol[],
): (type: string) => { readonly takes: readonly string[]; readonly gives: readonly string[] } {
  const takes = new Map<string, Set<string>>();
  const gives = new Map<string, Set<string>>();
  const put = (map: Map<string, Set<string>>, text: string | undefined, name: string): void => {
    for (const word of text?.match(/[A-Z]\w*/g) ?? []) map.set(word, (map.get(word) ?? new Set()).add(name));
  };
  for (const { declaration } of symbols) {
    for (const { type } of declaration.parameters) put(takes, type, declaration.name);
    put(gives, declaration.returns, declaration.name);
  }
  const list = (map: Map<string, Set<string>>, type: string): readonly string[] =>
    [...(map.get(type) ?? [])].sort();
  return (type) => ({ takes: list(takes, type), gives: list(gives, type) });
}

/** Where the project raises each error, by the error's name. */
export function raisedBy(symbols: readonly Symbol[]): (error: string) => readonly Raised[] {
  const found = new Map<string, Raised[]>();
  for (const { declaration } of symbols)
    for (const { type, when, local } of declaration.raises) {
      if (local) continue;
      const all = found.get(type) ?? [];
      all.push({ by: declaration.name, ...(when && { when }) });
      found.set(type, all);
    }
  return (error) => found.get(error) ?? [];
}
