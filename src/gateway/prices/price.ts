/** Millionths of the currency's unit per million tokens; so 3 per million tokens is 3 millionths per token. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  /** Default: same as `input`. */
  readonly cache_read?: number;
  /** Default: same as `input`. */
  readonly cache_write?: number;
}
export interface Price extends Rates {
  /** Rates for requests with more input tokens than this, cached ones included. */
  readonly above?: Rates & { readonly input_tokens: number };
}

/** Tokens of one request; each counts in exactly one field. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

const perPrice = 1_000_000;

const ratesFor = ({ above, ...rates }: Price, { input, cacheRead, cacheWrite }: Tokens): Rates =>
  above && input + cacheRead + cacheWrite > above.input_tokens ? above : rates;

/** Returns the cost of tokens in millionths, rounded up once. */
export function costOf(price: Price, tokens: Tokens): number {
  const { input, output, cache_read: read = input, cache_write: write = input } = ratesFor(price, tokens);
  const sum =
    tokens.input * input + tokens.output * output + tokens.cacheRead * read + tokens.cacheWrite * write;
  return Math.ceil(sum / perPrice);
}

/** Returns a request's maximum cost in millionths: nothing is read from the cache, and all is written if it is used. */
export function mostOf(
  price: Price,
  { input, output, caches }: { input: number; output: number; caches: boolean },
): number {
  const rates = ratesFor(price, { input, output, cacheRead: 0, cacheWrite: 0 });
  const dearest = caches ? Math.max(rates.input, rates.cache_write ?? 0) : rates.input;
  return Math.ceil((input * dearest + output * rates.output) / perPrice);
}
