import type { PeerSequence, Wanted } from "./peer.ts";
import { pick, type Sampling } from "./pick.ts";

export interface WriterOptions {
  readonly sequence: PeerSequence;
  readonly tokenize: (text: string) => readonly number[];
  readonly sampling: Sampling;
  readonly signal: AbortSignal;
  /** Maximum number of tokens to write. */
  readonly most: number;
}

/** Tokens to evaluate between two checks of the signal. */
const chunk = 128;
/**
 * With fewer allowed tokens than this, their scores are requested by number; otherwise the most likely ones are
 * searched.
 */
const few = 1024;
const likeliest = 256;

/** Writes tokens after a prompt, one by one: the model's choice among the allowed ones, or fixed text. */
export class TokenWriter {
  readonly #ink: WriterOptions;
  #pending: number[];
  #written = 0;

  /** `pending`: the tokens of the prompt that aren't evaluated yet, at least one. */
  constructor(ink: WriterOptions, pending: readonly number[]) {
    this.#ink = ink;
    this.#pending = [...pending];
  }

  /** Number of tokens that may still be written. */
  get left(): number {
    return this.#ink.most - this.#written;
  }

  /** Number of tokens so far; at least one, since the end is a token too. */
  get written(): number {
    return Math.min(Math.max(1, this.#written), this.#ink.most);
  }

  /** Writes a text without the model. */
  push(text: string): void {
    const tokens = this.#ink.tokenize(text);
    this.#pending.push(...tokens);
    this.#written += tokens.length;
  }

  /** Evaluates pending tokens and returns the model's choice among the allowed tokens, which is then written. */
  async next(allowed: readonly number[] | Uint32Array): Promise<number> {
    const token = await this.#choose(allowed);
    this.#pending.push(token);
    this.#written++;
    return token;
  }

  /** Removes the last tokens that were written. */
  async back(count: number): Promise<void> {
    const { sequence } = this.#ink;
    this.#written -= count;
    const rest = count - this.#pending.length;
    this.#pending.length = Math.max(0, -rest);
    if (rest <= 0) return;
    const start = sequence.nextTokenIndex - rest - 1; // the token before is evaluated again
    const [before = 0] = sequence.contextTokens.slice(start, start + 1);
    await sequence.eraseContextTokenRanges([{ start, end: sequence.nextTokenIndex }]);
    this.#pending = [before];
  }

  async #choose(allowed: readonly number[] | Uint32Array): Promise<number> {
    const list = allowed instanceof Uint32Array ? listed(allowed, few) : allowed;
    const { sampling } = this.#ink;
    if (list?.length === 1 && list[0] !== undefined) return list[0];
    if (list) return sure(pick(await this.#read({ filter: { tokens: list } }), sampling));
    const may = ([token]: readonly [number, number]): boolean => has(allowed as Uint32Array, token); // it is short
    const top = pick([...(await this.#read({ filter: { includeTop: likeliest } }))].filter(may), sampling);
    if (top !== undefined) return top;
    await this.#again();
    return sure(pick([...(await this.#read(true))].filter(may), sampling));
  }

  async #read(logits: Wanted): Promise<ReadonlyMap<number, number>> {
    const { sequence, signal } = this.#ink;
    while (this.#pending.length > chunk) {
      signal.throwIfAborted();
      await sequence.evaluateWithoutGeneratingNewTokens(this.#pending.splice(0, chunk));
    }
    signal.throwIfAborted();
    const last = this.#pending.pop();
    if (last === undefined) throw new Error("There is nothing to evaluate.");
    const read = await sequence.controlledEvaluate([...this.#pending, [last, { generateNext: { logits } }]]);
    this.#pending = [];
    signal.throwIfAborted();
    return read.at(-1)?.next.logits ?? new Map();
  }

  /** Makes the last token pending again, to get its scores in another way. */
  async #again(): Promise<void> {
    const { sequence } = this.#ink;
    const last = sequence.contextTokens.at(-1) ?? 0;
    const end = sequence.nextTokenIndex;
    await sequence.eraseContextTokenRanges([{ start: end - 1, end }]);
    this.#pending = [last];
  }
}

function sure(token: number | undefined): number {
  if (token === undefined) throw new Error("No token may follow.");
  return token;
}

export const has = (bits: Uint32Array, token: number): boolean =>
  (((bits[token >> 5] ?? 0) >>> (token & 31)) & 1) === 1;

/** The tokens of a set; undefined if there are more than `most`. */
export function listed(bits: Uint32Array, most: number): readonly number[] | undefined {
  const tokens: number[] = [];
  for (let word = 0; word < bits.length; word++) {
    let left = bits[word] ?? 0;
    while (left !== 0) {
      if (tokens.length === most) return undefined;
      const bit = 31 - Math.clz32(left & -left);
      tokens.push(word * 32 + bit);
      left &= left - 1;
    }
  }
  return tokens;
}
