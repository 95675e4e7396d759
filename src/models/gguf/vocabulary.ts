import { inTable, isObject, UserError } from "../../lib/index.ts";
import { vocabulary, type Vocabulary } from "../../schema/index.ts";

/** The tokens of a model file, with what they stand for. */
export interface Tokens {
  readonly size: number;
  /** The bytes of each token; `undefined` for control tokens. */
  readonly bytes: readonly (Uint8Array | undefined)[];
  /** Control tokens with their names, like `<|im_end|>`. */
  readonly control: ReadonlyMap<number, string>;
  /** The token of each byte sequence, which is written as a Latin-1 string. */
  readonly spelled: ReadonlyMap<string, number>;
  /** For JSON masks. */
  readonly json: Vocabulary;
  /** The text of a token as in the file. */
  name(token: number): string | undefined;
}

/** Kinds of tokens in the file. */
const control = new Set([2, 3, 5]); // unknown, control, unused
const userDefined = 4;
const byte = 6;

/** Reads the tokeniser from a file's metadata. Throws UserError for kinds whose tokens aren't pieces of text. */
export function readTokens(metadata: unknown): Tokens {
  const { model, tokens, token_type: kinds } = tokeniser(metadata);
  const spell = typeof model === "string" ? inTable(spellings, model) : undefined;
  if (!spell || !Array.isArray(tokens)) {
    const known = Object.keys(spellings).join(", ");
    throw new UserError(
      "gguf_tokens",
      `The file's tokeniser (${String(model)}) can't be read.`,
      `Use a model whose tokeniser is one of ${known}: almost every chat model has one of them.`,
    );
  }
  const names = tokens.map(String);
  const kindOf = (token: number): unknown => (Array.isArray(kinds) ? (kinds[token] as unknown) : 1);
  const named = new Map<number, string>();
  const bytes = names.map((name, token) => {
    const kind = kindOf(token);
    if (control.has(Number(kind))) {
      named.set(token, name);
      return undefined;
    }
    if (kind === userDefined) return Buffer.from(name);
    return kind === byte || byteName.test(name) ? byteOf(name) : spell(name);
  });
  return {
    size: names.length,
    bytes,
    control: named,
    spelled: spelledOf(bytes),
    json: vocabulary(bytes),
    name: (token) => names[token],
  };
}

function spelledOf(bytes: readonly (Uint8Array | undefined)[]): ReadonlyMap<string, number> {
  const map = new Map<string, number>();
  for (const [token, spelling] of bytes.entries()) {
    const text = spelling && Buffer.from(spelling).toString("latin1");
    if (text !== undefined && !map.has(text)) map.set(text, token);
  }
  return map;
}

function tokeniser(metadata: unknown): Readonly<Record<string, unknown>> {
  const outer = isObject(metadata) && isObject(metadata["tokenizer"]) ? metadata["tokenizer"] : {};
  return isObject(outer["ggml"]) ? outer["ggml"] : {};
}

const byteName = /^<0x[0-9A-Fa-f]{2}>$/;
const byteOf = (name: string): Uint8Array => Uint8Array.of(Number.parseInt(name.slice(3, 5), 16));

/** How the name of a token encodes its bytes, by the kind of the tokeniser. */
const spellings: Readonly<Record<string, (name: string) => Uint8Array>> = {
  llama: (name) => Buffer.from(name.replaceAll("▁", " ")),
  gpt2: (name) => {
    const codes = [...name].map((char) => letters.get(char));
    return codes.every((code) => code !== undefined) ? Uint8Array.from(codes) : Buffer.from(name);
  },
};

/** Byte-level vocabularies write each byte as a printable character: printable bytes as themselves. */
export const letters: ReadonlyMap<string, number> = (() => {
  const map = new Map<string, number>();
  let next = 256;
  for (let code = 0; code < 256; code++) {
    const itself = (code >= 33 && code <= 126) || (code >= 161 && code <= 172) || code >= 174;
    map.set(String.fromCodePoint(itself ? code : next++), code);
  }
  return map;
})();
