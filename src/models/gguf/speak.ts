import type { TokenWriter } from "./token-writer.ts";
import type { Tokens } from "./vocabulary.ts";

export type Spoken =
  | { readonly reason: "end_turn" | "max_tokens" }
  | { readonly reason: "stop_sequence"; readonly sequence: string }
  /** The model begins a call. `lead` is the text before the mark in the token that is taken back. */
  | { readonly reason: "calls"; readonly lead: string };

export interface Speaking {
  readonly tokens: Tokens;
  /** The tokens that may be written, as a set. */
  readonly allowed: Uint32Array;
  readonly ends: ReadonlySet<number>;
  /** The mark with which calls begin, if the model may call. */
  readonly mark: string | undefined;
  readonly stops: readonly string[];
}

/**
 * Lets the model write text until it ends, is stopped, or begins a call; yields pieces of the text once they are
 * certain.
 */
export async function* speak(writer: TokenWriter, speaking: Speaking): AsyncGenerator<string, Spoken> {
  const { tokens, ends, mark } = speaking;
  const words = [...(mark ? [mark] : []), ...speaking.stops].map((text) => Buffer.from(text));
  const decoder = new TextDecoder();
  const pending = new Held();
  const say = (upTo: number, last = false): string => decoder.decode(pending.say(upTo), { stream: !last });
  while (writer.left > 0) {
    const token = await writer.next(speaking.allowed);
    if (ends.has(token)) {
      yield say(pending.size, true);
      return { reason: "end_turn" };
    }
    const text = pending.add(Buffer.from(tokens.bytes[token] ?? tokens.control.get(token) ?? ""));
    const found = firstOf(text, words);
    if (!found) {
      yield say(certain(text, words));
    } else if (mark && found.word === words[0]) {
      const index = unspaced(text, found.at);
      yield say(index, true);
      const { tokens: count, lead } = pending.from(index);
      await writer.back(count);
      return { reason: "calls", lead };
    } else {
      yield say(found.at, true);
      return { reason: "stop_sequence", sequence: found.word.toString() };
    }
  }
  yield say(pending.size, true);
  return { reason: "max_tokens" };
}

/** Tokens that haven't been sent yet, or only in part. */
class Held {
  #tokens: Buffer[] = [];
  #said = 0;

  get size(): number {
    return this.#tokens.reduce((sum, { length }) => sum + length, 0);
  }

  add(token: Buffer): Buffer {
    while (this.#tokens[0] && this.#tokens[0].length <= this.#said)
      this.#said -= this.#tokens.shift()?.length ?? 0;
    this.#tokens.push(token);
    return Buffer.concat(this.#tokens);
  }

  /** The new bytes up to a place. */
  say(upTo: number): Uint8Array {
    const text = Buffer.concat(this.#tokens).subarray(this.#said, Math.max(upTo, this.#said));
    this.#said = Math.max(upTo, this.#said);
    return text;
  }

  /** The number of tokens from a place on, and the part of the first of them before it. */
  from(position: number): { readonly tokens: number; readonly lead: string } {
    let begin = 0;
    let index = 0;
    for (const { length } of this.#tokens) {
      if (begin + length > position) break;
      begin += length;
      index++;
    }
    const lead = Buffer.concat(this.#tokens).subarray(begin, position).toString();
    return { tokens: this.#tokens.length - index, lead };
  }
}

function firstOf(
  text: Buffer,
  words: readonly Buffer[],
): { readonly at: number; readonly word: Buffer } | undefined {
  const found = words.map((word) => ({ at: text.indexOf(word), word })).filter(({ at }) => at >= 0);
  return found.sort((a, b) => a.at - b.at)[0];
}

/** The number of bytes that can't belong to the beginning of a word, nor to white space before one. */
function certain(text: Buffer, words: readonly Buffer[]): number {
  const open = words.map((word) => {
    let size = Math.min(word.length - 1, text.length);
    while (size > 0 && !text.subarray(text.length - size).equals(word.subarray(0, size))) size--;
    return size;
  });
  return unspaced(text, text.length - Math.max(0, ...open));
}

/** Where the white space before a place begins. */
function unspaced(text: Buffer, end: number): number {
  let index = end;
  while (index > 0 && spaces.has(text[index - 1] ?? 0)) index--;
  return index;
}

const spaces = new Set([0x20, 0x09, 0x0a, 0x0d]);
