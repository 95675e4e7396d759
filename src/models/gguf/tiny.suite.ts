import { writeFile } from "node:fs/promises";
import { letters } from "./vocabulary.ts";

/** A typical chat template, with tools, calls and results. */
export const toolTemplate = `{%- if tools %}{{- '<|im_start|>system\\n' }}{%- if messages[0]['role'] == 'system' %}{{- messages[0]['content'] + '\\n\\n' }}{%- endif %}{{- '# Tools\\n<tools>' }}{%- for tool in tools %}{{- '\\n' }}{{- tool | tojson }}{%- endfor %}{{- '\\n</tools><|im_end|>\\n' }}{%- elif messages[0]['role'] == 'system' %}{{- '<|im_start|>system\\n' + messages[0]['content'] + '<|im_end|>\\n' }}{%- endif %}{%- for message in messages %}{%- if message.role == 'user' %}{{- '<|im_start|>user\\n' + message.content + '<|im_end|>\\n' }}{%- elif message.role == 'assistant' %}{{- '<|im_start|>assistant' }}{%- if message.content %}{{- '\\n' + message.content }}{%- endif %}{%- for call in message.tool_calls or [] %}{{- '\\n<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}{{- call.function.arguments | tojson }}{{- '}\\n</tool_call>' }}{%- endfor %}{{- '<|im_end|>\\n' }}{%- elif message.role == 'tool' %}{{- '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}{%- endif %}{%- endfor %}{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}`;

export interface Tiny {
  readonly template?: string;
  readonly seed?: number;
  readonly tokeniser?: "gpt2" | "llama";
  /** Number of tokens; filled up with made-up words. */
  readonly size?: number;
  /** How much more likely the end of an answer is than other tokens. */
  readonly ends?: number;
}

/** Writes a model with random weights: a complete chat model file, untrained. */
export async function writeTiny(path: string, tiny: Tiny = {}): Promise<void> {
  const { tokens, types, merges } = tiny.tokeniser === "llama" ? pieceTokens() : byteTokens(tiny.size);
  const file = new Container();
  file.text("general.architecture", "llama");
  file.text("general.name", "tiny");
  for (const [key, value] of Object.entries({
    context_length: 4096,
    embedding_length: width,
    block_count: 1,
    feed_forward_length: 64,
    vocab_size: tokens.length,
    "attention.head_count": 2,
    "attention.head_count_kv": 2,
    "rope.dimension_count": width / 2,
  }))
    file.number(`llama.${key}`, value);
  file.real("llama.attention.layer_norm_rms_epsilon", 1e-5);
  file.text("tokenizer.ggml.model", tiny.tokeniser ?? "gpt2");
  if (tiny.tokeniser !== "llama") {
    file.text("tokenizer.ggml.pre", "default");
    file.texts("tokenizer.ggml.merges", merges);
  } else
    file.reals(
      "tokenizer.ggml.scores",
      tokens.map((_, i) => -i),
    );
  file.texts("tokenizer.ggml.tokens", tokens);
  file.numbers("tokenizer.ggml.token_type", types);
  file.number("tokenizer.ggml.bos_token_id", 0);
  file.number("tokenizer.ggml.eos_token_id", 1);
  file.text("tokenizer.chat_template", tiny.template ?? toolTemplate);
  const random = chance(tiny.seed ?? 1);
  const vocabulary = tokens.length;
  const near = (scale: number) => (): number => (random() * 2 - 1) * scale;
  const constant = (i: number): boolean => i % width === 0;
  const spread = near(1);
  file.tensor("token_embd.weight", [width, vocabulary], (i) => (constant(i) ? 2 : spread()));
  for (const norm of ["output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"])
    file.tensor(`${norm}.weight`, [width], () => 1);
  file.tensor("output.weight", [width, vocabulary], (i) =>
    constant(i) ? (i === width ? (tiny.ends ?? 1) : 0) : spread(),
  );
  for (const part of ["q", "k", "v", "output"])
    file.tensor(`blk.0.attn_${part}.weight`, [width, width], near(0.2));
  for (const part of ["gate", "up"]) file.tensor(`blk.0.ffn_${part}.weight`, [width, 64], near(0.2));
  file.tensor("blk.0.ffn_down.weight", [64, width], near(0.2));
  await writeFile(path, file.bytes());
}

const width = 32;
const control = ["<|im_start|>", "<|im_end|>"];
const words = [
  "the",
  "get",
  "_weather",
  "city",
  "name",
  "Paris",
  "tool",
  '":',
  '",',
  '{"',
  '"}',
  "}}",
  ": ",
  ', "',
];

function byteTokens(size = 0) {
  const single = [...letters.keys()];
  const pairs = new Map<string, string>();
  for (const word of words) {
    const parts = [...Buffer.from(word)].map(
      (code) => single.find((char) => letters.get(char) === code) ?? "",
    );
    for (let i = 1, whole = parts[0] ?? ""; i < parts.length; i++) {
      pairs.set(whole + (parts[i] ?? ""), `${whole} ${parts[i] ?? ""}`);
      whole += parts[i] ?? "";
    }
  }
  const tokens = [...control, ...single, ...pairs.keys()];
  const end = single.find((char) => letters.get(char) === 0x20) ?? "";
  for (let i = 0; tokens.length < size; i++) tokens.push(`${i % 3 === 0 ? end : ""}w${i.toString(26)}`);
  return { tokens, types: tokens.map((_, i) => (i < control.length ? 3 : 1)), merges: [...pairs.values()] };
}

/** The metadata of such a file, as node-llama-cpp returns it; `more` are additional tokens after its own. */
export function tinyMetadata(more: readonly string[] = []): object {
  const byteVocabulary = byteTokens();
  const [tokens, types] = [
    [...byteVocabulary.tokens, ...more],
    [...byteVocabulary.types, ...more.map(() => 1)],
  ];
  const ggml = { model: "gpt2", tokens, token_type: types, bos_token_id: 0, eos_token_id: 1 };
  return { tokenizer: { ggml, chat_template: toolTemplate } };
}

function pieceTokens() {
  const bytes = Array.from({ length: 256 }, (_, i) => `<0x${i.toString(16).toUpperCase().padStart(2, "0")}>`);
  const chars = Array.from({ length: 94 }, (_, i) => String.fromCodePoint(33 + i));
  const pieces = ["▁", ...words.map((word) => word.replaceAll(" ", "▁")), ...chars];
  const tokens = ["<|im_start|>", "<|im_end|>", "<unk>", ...bytes, ...pieces];
  const types = tokens.map((_, i) => (i < 2 ? 3 : i === 2 ? 2 : i < 259 ? 6 : 1));
  return { tokens, types, merges: [] };
}

/** Pseudo-random numbers from 0 to below 1, the same for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Types of values in the file. */
const kinds = { number: 4, whole: 5, real: 6, text: 8, list: 9 } as const;
const alignment = 32;

/** Writes a GGUF file, version 3. */
class Container {
  readonly #entries: Buffer[] = [];
  readonly #tensors: { readonly name: string; readonly shape: readonly number[]; readonly data: Buffer }[] =
    [];

  text(key: string, value: string): void {
    this.#entry(key, kinds.text, string(value));
  }
  number(key: string, value: number): void {
    this.#entry(key, kinds.number, u32(value));
  }
  real(key: string, value: number): void {
    this.#entry(key, kinds.real, f32(value));
  }
  texts(key: string, values: readonly string[]): void {
    this.#list(key, kinds.text, values.map(string));
  }
  numbers(key: string, values: readonly number[]): void {
    this.#list(key, kinds.whole, values.map(u32));
  }
  reals(key: string, values: readonly number[]): void {
    this.#list(key, kinds.real, values.map(f32));
  }
  tensor(name: string, shape: readonly number[], value: (index: number) => number): void {
    const size = shape.reduce((product, one) => product * one, 1);
    const data = Buffer.alloc(size * 4);
    for (let i = 0; i < size; i++) data.writeFloatLE(value(i), i * 4);
    this.#tensors.push({ name, shape, data });
  }

  bytes(): Buffer {
    let offset = 0;
    const infos = this.#tensors.map(({ name, shape, data }) => {
      const info = Buffer.concat([string(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)]);
      offset += padded(data.length);
      return info;
    });
    const head = Buffer.concat([
      Buffer.from("GGUF"),
      u32(3),
      u64(this.#tensors.length),
      u64(this.#entries.length),
      ...this.#entries,
      ...infos,
    ]);
    return Buffer.concat([fill(head), ...this.#tensors.map(({ data }) => fill(data))]);
  }

  #entry(key: string, kind: number, value: Buffer): void {
    this.#entries.push(Buffer.concat([string(key), u32(kind), value]));
  }
  #list(key: string, kind: number, values: readonly Buffer[]): void {
    this.#entry(key, kinds.list, Buffer.concat([u32(kind), u64(values.length), ...values]));
  }
}

const padded = (size: number): number => Math.ceil(size / alignment) * alignment;
const fill = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const f32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};
function string(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([u64(bytes.length), bytes]);
}
