import { type Call, classIn, type Declaration, type Imported, type Trait } from "../code/index.ts";
import { type Facts, none } from "./facts.ts";

/** A class' members, a function's results, and what it does with functions passed to it. */
export type Types = Pick<Declaration, "bases" | "fields" | "gives" | "runs" | "fails">;

/** What other files need of one: the names that it declares and imports. */
export interface Head {
  readonly names: readonly string[];
  /** Flags of each name, as in `bits`. */
  readonly bits: readonly number[];
  /** By index, if there are any. */
  readonly types: Readonly<Record<number, Types>>;
  /** By index, the classes in result annotations. */
  readonly results: Readonly<Record<number, string>>;
  readonly imports: readonly Imported[];
}

/** What the declarations of a file call and raise directly. */
export interface Uses {
  readonly calls: readonly (readonly Call[])[];
  readonly raises: readonly Declaration["raises"][];
  /** By index, if there are any. */
  readonly others: Readonly<Record<number, Others>>;
}

/** Errors and calls of functions that a declaration returns, passes to others, or is passed to. */
export type Others = Pick<Declaration, "later" | "perhaps" | "within">;

const kinds: readonly Declaration["kind"][] = ["function", "method", "class", "type", "constant"];

/** Mask of the lowest bits, which hold the kind's number. */
const kindBits = 7;
export const bits = { exported: 8, getter: 16, setter: 32, idle: 64, promised: 128, main: 256 } as const;

const bitsOf = (
  { kind, exported, getter, setter, main, calls, raises, returns }: Declaration,
  traits: readonly Trait[] = none,
): number =>
  kinds.indexOf(kind) |
  (exported ? bits.exported : 0) |
  (getter ? bits.getter : 0) |
  (setter ? bits.setter : 0) |
  (main ? bits.main : 0) |
  (calls.length + raises.length === 0 ? bits.idle : 0) |
  (traits.includes("async") || returns?.startsWith("Promise<") ? bits.promised : 0);

export const kindOf = (flags: number): Declaration["kind"] => kinds[flags & kindBits] ?? "constant";

export function headOf({ declarations, imports, traits }: Facts): Head {
  const types: Record<number, Types> = {};
  const results: Record<number, string> = {};
  for (const [place, { bases, fields, gives, runs, fails }] of declarations.entries())
    if (bases ?? fields ?? gives ?? runs ?? fails)
      types[place] = {
        ...(bases && { bases }),
        ...(fields && { fields }),
        ...(gives && { gives }),
        ...(runs && { runs }),
        ...(fails && { fails }),
      };
  for (const [place, { returns }] of declarations.entries()) {
    const result = returns ? classIn(returns) : "";
    if (result) results[place] = result;
  }
  return {
    names: declarations.map(({ name }) => name),
    bits: declarations.map((declaration, place) => bitsOf(declaration, traits[place])),
    types,
    results,
    imports,
  };
}

export const usesOf = ({ declarations }: Facts): Uses => ({
  calls: declarations.map(({ calls }) => calls),
  raises: declarations.map(({ raises }) => raises),
  others: othersOf(declarations),
});

export function othersOf(declarations: readonly Declaration[]): Uses["others"] {
  const found: Record<number, Others> = {};
  for (const [place, { later, perhaps, within }] of declarations.entries())
    if (later ?? perhaps ?? within)
      found[place] = { ...(later && { later }), ...(perhaps && { perhaps }), ...(within && { within }) };
  return found;
}
