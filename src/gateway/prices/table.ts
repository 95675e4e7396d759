import { millionths } from "../money.ts";
import type { Price, Rates } from "./price.ts";

/** In units of the currency per million tokens, as in vendors' price lists and configurations. */
export interface WrittenRates {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number | undefined;
  readonly cache_write?: number | undefined;
}
export interface WrittenPrice extends WrittenRates {
  readonly above?: (WrittenRates & { readonly input_tokens: number }) | undefined;
}
/** Prices by model; a name that ends in `*` matches by prefix. */
export type PriceTable = Readonly<Record<string, WrittenPrice>>;

/** The built-in model is free. */
export const ownPrices: PriceTable = { builtin: { input: 0, output: 0 } };

const scaled = (value: number): number => Math.round(value * millionths);

const ratesOf = ({ input, output, cache_read: read, cache_write: write }: WrittenRates): Rates => ({
  input: scaled(input),
  output: scaled(output),
  ...(read !== undefined && { cache_read: scaled(read) }),
  ...(write !== undefined && { cache_write: scaled(write) }),
});

const toPrice = (written: WrittenPrice): Price => ({
  ...ratesOf(written),
  ...(written.above && { above: { ...ratesOf(written.above), input_tokens: written.above.input_tokens } }),
});

export interface Prices {
  /** Returns the table entry that matches a model, and its price. */
  find(model: string): { readonly name: string; readonly price: Price } | undefined;
}

/** Exact names match first, then the longest prefix. */
export function prices(table: PriceTable): Prices {
  const all = new Map(
    Object.entries({ ...ownPrices, ...table }).map(([name, price]) => [name, toPrice(price)]),
  );
  const beginnings = [...all.keys()]
    .filter((name) => name.endsWith("*"))
    .toSorted((a, b) => b.length - a.length);
  return {
    find(model) {
      const name = all.has(model) ? model : beginnings.find((each) => model.startsWith(each.slice(0, -1)));
      const price = name === undefined ? undefined : all.get(name);
      return name === undefined || !price ? undefined : { name, price };
    },
  };
}
