import type { Call, Declaration } from "../code/index.ts";
import { type Facts, none } from "./facts.ts";
import { type Head, headOf, kindOf, bits, othersOf, type Uses } from "./head.ts";

type Rest<F> = Omit<F, "declarations" | "imports">;
type Own = Omit<Declaration, "kind" | "name" | "exported" | "parameters" | "raises" | "calls">;
type Parts<T> = { readonly parts: readonly T[]; readonly of: readonly (readonly number[])[] };

/** Facts as three texts: cross-file questions usually need only the first two. */
export interface Packed {
  readonly head: string;
  readonly uses: string;
  readonly rest: string;
}

/** Separates them on one line; JSON never contains it. */
const between = "\u001F";

/**
 * Packs facts into one line of JSON in which equal parameters, errors and calls are stored once: declarations refer
 * to them by index, and share them when read.
 */
export function pack<F extends Facts>(facts: F): string {
  const { declarations, imports: _imports, ...rest } = facts;
  const head = headOf(facts);
  const ownParts = declarations.map(
    ({
      kind: _kind,
      name: _name,
      exported: _exported,
      parameters: _parameters,
      raises: _raises,
      calls: _calls,
      ...more
    }): Own => withoutUses(more),
  );
  return [
    head,
    {
      calls: shared(declarations.map(({ calls }) => calls)),
      raises: shared(declarations.map(({ raises }) => raises)),
      others: othersOf(declarations),
    },
    { parameters: shared(declarations.map(({ parameters }) => parameters)), own: ownParts, rest },
  ]
    .map((item) => JSON.stringify(item))
    .join(between);
}

const withoutUses = ({
  bases: _bases,
  fields: _fields,
  gives: _gives,
  runs: _runs,
  fails: _fails,
  later: _later,
  perhaps: _perhaps,
  within: _within,
  getter: _getter,
  setter: _setter,
  main: _main,
  ...own
}: Own): Own => own;

function shared<T extends object>(lists: readonly (readonly T[])[]): Parts<T> {
  const parts: T[] = [];
  const places = new Map<string, number>();
  const placeOf = (one: T): number => {
    const text = JSON.stringify(one);
    const place = places.get(text) ?? parts.push(one) - 1;
    places.set(text, place);
    return place;
  };
  return { parts, of: lists.map((list) => list.map(placeOf)) };
}

const opened = <T>({ parts, of }: Parts<T>): readonly (readonly T[])[] =>
  of.map((places) => (places.length ? places.map((place) => parts[place] as T) : none)); // indices from `shared`

export function parted(line: string): Packed {
  const [head = "", uses = "", rest = ""] = line.split(between);
  return { head, uses, rest };
}

export const readHead = (text: string): Head => JSON.parse(text) as Head; // written by `pack`

export function readUses(text: string): Uses {
  const { calls, raises, others } = JSON.parse(text) as {
    calls: Parts<Call>;
    raises: Parts<Declaration["raises"][number]>;
    others: Uses["others"];
  };
  return { calls: opened(calls), raises: opened(raises), others };
}

/** Restores what was packed, without anything that isn't plain data. */
export function unpack<F extends Facts>({ head, uses, rest: text }: Packed): F {
  const { names, bits: flags, types, imports } = readHead(head);
  const { calls, raises, others } = readUses(uses);
  const { parameters, own, rest } = JSON.parse(text) as {
    parameters: Parts<Declaration["parameters"][number]>;
    own: readonly Own[];
    rest: Rest<F>;
  };
  const parameterLists = opened(parameters);
  const declarations = own.map((item, place): Declaration => {
    const bit = flags[place] ?? 0;
    return {
      kind: kindOf(bit),
      name: names[place] ?? "",
      exported: (bit & bits.exported) > 0,
      ...item,
      ...(bit & bits.getter && { getter: true }),
      ...(bit & bits.setter && { setter: true }),
      ...(bit & bits.main && { main: true }),
      parameters: parameterLists[place] ?? none,
      raises: raises[place] ?? none,
      calls: calls[place] ?? none,
      ...types[place],
      ...others[place],
    };
  });
  return { ...rest, imports, declarations } as unknown as F; // its declarations, its imports and its rest
}
