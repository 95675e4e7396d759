import type { Addition, Declaration, Entry } from "../../code/index.ts";
import type { Drift } from "./drift/contract.ts";

/** A counted declaration, and what was done about it. */
export interface Item {
  readonly name: string;
  readonly kind: Declaration["kind"];
  readonly line: number;
  readonly documented: boolean;
  /** Whether it is documented after this run. */
  readonly now: boolean;
  readonly added: {
    readonly summary: boolean;
    readonly parameters: number;
    readonly returns: boolean;
    readonly raises: number;
    readonly examples: number;
  };
  /** How many errors it raises, and how many of them its docstring names in the end. */
  readonly raises: { readonly all: number; readonly named: number };
  /** Types added to its head. */
  readonly types: readonly string[];
  readonly typed: { readonly all: number; readonly annotated: number };
  readonly drift: readonly Drift[];
}

/**
 * Returns a test for which declarations count: public ones, or if there are none, functions and classes,
 * since readers of a program have nothing else.
 */
export function counting(
  declarations: readonly Pick<Declaration, "exported" | "kind" | "name">[],
  comprehensive: boolean,
): (declaration: Pick<Declaration, "exported" | "kind" | "name">) => boolean {
  if (comprehensive) return () => true;
  const program = !declarations.some(({ exported }) => exported);
  return ({ exported, kind, name }) =>
    exported ||
    (program && !name.startsWith("_") && !name.includes(".") && (kind === "function" || kind === "class"));
}

/** What is known about a declaration before documenting it. */
interface Seen {
  readonly declaration: Declaration;
  readonly line: number;
  /** Number of errors that leave it, and number its docstring names. */
  readonly raises: Item["raises"];
  /** Number of parameters whose types its docstring states. */
  readonly typed: number;
  readonly drift: readonly Drift[];
}

/** Counts types stated in the docstring: annotations in JavaScript's JSDoc, in other languages not. */
export const typedByDocstring = (
  path: string,
  { parameters }: Declaration,
  entries: readonly Entry[],
): number => {
  if (!/\.[cm]?jsx?$/.test(path)) return 0;
  const typedNames = new Set(
    entries.flatMap(({ kind, name, type }) => (kind === "parameter" && type ? [name] : [])),
  );
  return parameters.filter(({ name, type }) => type === undefined && typedNames.has(name)).length;
};

const nothing: Item["added"] = { summary: false, parameters: 0, returns: false, raises: 0, examples: 0 };
const none: readonly never[] = [];

/** Returns the item of a declaration that stays unchanged. */
export const itemOf = ({ declaration, line, raises: { all, named }, typed, drift }: Seen): Item => ({
  name: declaration.name,
  kind: declaration.kind,
  line,
  documented: declaration.docstring !== undefined,
  now: declaration.docstring !== undefined,
  added: nothing,
  raises: { all, named: Math.min(all, named) },
  typed: {
    all: declaration.parameters.length,
    annotated: declaration.parameters.filter(({ type }) => type !== undefined).length + typed,
  },
  types: none,
  drift: drift.length ? drift : none,
});

/** Returns the item with the additions to its docstring. */
export const withAddition = (item: Item, addition: Addition): Item => ({
  ...item,
  now: true,
  added: {
    summary: addition.summary !== undefined || addition.lifted !== undefined,
    parameters: addition.parameters.length,
    returns: addition.returns !== undefined,
    raises: addition.raises.length,
    examples: addition.examples.length,
  },
  raises: {
    all: item.raises.all,
    named: Math.min(item.raises.all, item.raises.named + addition.raises.length),
  },
});

/** Returns the item if the additions couldn't be made. */
export const undone = (item: Item): Item => ({ ...item, now: item.documented, added: nothing, types: none });
