import type { Declaration } from "../code/index.ts";
import { type Facts, none } from "./facts.ts";

type Packed = Omit<Declaration, "parameters" | "raises" | "calls"> & {
  readonly parameters: readonly number[];
  readonly raises: readonly number[];
  readonly calls: readonly number[];
};

/**
 * Facts as one line of JSON in which parameters, errors and calls that are alike stand once: declarations name them by
 * their place, and share them when they are read.
 */
export function pack<F extends Facts>({ declarations, ...rest }: F): string {
  const parts: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (one: object): number => {
    const text = JSON.stringify(one);
    const place = places.get(text) ?? parts.push(text) - 1;
    places.set(text, place);
    return place;
  };
  const packed = declarations.map(({ parameters, raises, calls, ...own }): Packed => ({
    ...own,
    parameters: parameters.map(placeOf),
    raises: raises.map(placeOf),
    calls: calls.map(placeOf),
  }));
  return `{"parts":[${parts.join()}],"declarations":${JSON.stringify(packed)},"rest":${JSON.stringify(rest)}}`;
}

/** What `pack` was given, without what isn't plain data. */
export function unpack<F extends Facts>(text: string): F {
  const { parts, declarations, rest } = JSON.parse(text) as {
    parts: readonly never[]; // of the kind that is asked for
    declarations: readonly Packed[];
    rest: Omit<F, "declarations">;
  };
  const of = (places: readonly number[]): readonly never[] =>
    places.length ? places.map((place) => parts[place] as never) : none; // where `pack` put it
  return {
    ...rest,
    declarations: declarations.map(({ parameters, raises, calls, ...own }): Declaration => ({
      ...own,
      parameters: of(parameters),
      raises: of(raises),
      calls: of(calls),
    })),
  } as unknown as F; // its declarations and its rest
}
