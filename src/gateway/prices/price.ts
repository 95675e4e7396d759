/** Millionths of the currency's unit for a million tokens; so a price of 3 for a million is 3 millionths a token. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  /** Default: as input. */
  readonly cache_read?: number;
  /** Default: as input. */
  readonly cache_write?: number;
}
export interface Price extends Rates {
  /** Other rates for requests of more than this many input tokens, cached ones among them. */
  readonly above?: Rates & { readonly input_tokens: number };
}

/** Tokens of one request, each counted once. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

const perPrice = 1_000_000;

const ratesFor = ({ above, ...rates }: Price, { input, cacheRead, cacheWrite }: Tokens): Rates =>
  above && input + cacheRead + cacheWrite > above.input_tokens ? above : rates;

/** What tokens cost in millionths, rounded up once. */
export function costOf(price: Price, tokens: Tokens): number {
  const { input, output, cache_read: read = input, cache_write: write = input } = ratesFor(price, tokens);
  const sum =
    tokens.input * input + tokens.output * output + tokens.cacheRead * read + tokens.cacheWrite * write;
  return Math.ceil(sum / perPrice);
}

/** The most that a request can cost: nothing is read from a cache, and all is written into one where it may be. */
export function mostOf(
  price: Price,
  { input, output, caches }: { input: number; output: number; caches: boolean },
): number {
  const rates = ratesFor(price, { input, output, cacheRead: 0, cacheWrite: 0 });
  const dearest = caches ? Math.max(rates.input, rates.cache_write ?? 0) : rates.input;
  return Math.ceil((input * dearest + output * rates.output) / perPrice);
}
