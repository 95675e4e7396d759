import { decoded } from "./decoded.ts";
import type { Delta, StreamEvent } from "./types.ts";

/**
 * Streams are mostly runs of deltas of one block, whose frames differ in one string alone. A run is recognised by
 * looking at its bytes, four at a time, and is one event: its text is that of all its frames, decoded when somebody
 * asks for it. Frames in which anything else differs are no part of a run.
 */
export class Runs {
  private last = "";
  private form: Form | undefined;

  /** Takes the data of a delta's frame as what following frames may look like. */
  learn(data: string): void {
    this.last = data;
  }

  /** The whole frames of this form that begin at `at`, as one event; `undefined` where there are none. */
  take(chunk: Uint8Array, at: number): { readonly event: StreamEvent; readonly end: number } | undefined {
    if (chunk[at + nameAt] !== 100) return undefined; // not the d of delta
    if (this.last !== "") this.form = formOf(this.last, this.form);
    this.last = "";
    if (!this.form) return undefined;
    const end = endOf(chunk, at, this.form);
    return end === at ? undefined : { event: eventOf(this.form, chunk.subarray(at, end)), end };
  }
}

const nameAt = "event: content_block_".length;
const fields = { text: "text", thinking: "thinking", input_json: "partial_json" } as const;
type Kind = keyof typeof fields;

/** Data up to and with the quote that its text begins with, as it is commonly written. */
const like =
  /^\{"type": ?"content_block_delta", ?"index": ?(0|[1-9]\d{0,5}), ?"delta": ?\{"type": ?"(text|thinking|input_json)_delta", ?"(text|thinking|partial_json)": ?"/;

interface Form {
  readonly data: string;
  /** Of a frame, up to where its text begins. */
  readonly head: Uint8Array;
  /** The same, four bytes at a time, without the last that are fewer. */
  readonly words: Int32Array;
  readonly index: number;
  readonly kind: Kind;
}

/** What frames with data like this look like; `known` where they look like that. */
function formOf(data: string, known: Form | undefined): Form | undefined {
  if (known && data.startsWith(known.data)) return known;
  const [start, index, kind, field] = like.exec(data) ?? [];
  if (start === undefined || fields[kind as Kind] !== field) return undefined; // the pattern knows no other kinds
  const head = new TextEncoder().encode(`event: content_block_delta\ndata: ${start}`);
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const words = Int32Array.from({ length: head.length >> 2 }, (_, i) => view.getInt32(4 * i, true));
  return { data: start, head, words, index: Number(index), kind: kind as Kind };
}

/** Past the last whole frame of this form in the row of them that begins at `from`. */
function endOf(chunk: Uint8Array, from: number, form: Form): number {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  let end = from;
  while (begins(view, end, form)) {
    const text = end + form.head.length;
    const quote = plain(view, text);
    const next = past(chunk, chunk[quote] === 34 ? quote : involved(chunk, text));
    if (next < 0) break;
    end = next;
  }
  return end;
}

function begins(view: DataView, at: number, { head, words }: Form): boolean {
  if (view.byteLength - at < head.length) return false;
  for (let i = 0; i < words.length; i++) if (view.getInt32(at + 4 * i, true) !== words[i]) return false;
  for (let i = 4 * words.length; i < head.length; i++) if (view.getUint8(at + i) !== head[i]) return false;
  return true;
}

/** Where the first byte stands that is no plain character of a JSON string in ASCII: a quote, most likely. */
function plain(view: DataView, from: number): number {
  let at = from;
  while (at + 4 <= view.byteLength && !special(view.getInt32(at, true))) at += 4;
  while (at < view.byteLength && !special(view.getUint8(at) | 0x20_20_20_00)) at++;
  return at;
}

/** Whether one of four bytes is a quote, a backslash, below 32 or above 127: subtracting borrows from its high bit. */
function special(word: number): boolean {
  const quote = word ^ 0x22_22_22_22;
  const backslash = word ^ 0x5c_5c_5c_5c;
  const borrowed = (word - 0x20_20_20_20) | (quote - 0x01_01_01_01) | (backslash - 0x01_01_01_01);
  return ((borrowed | word) & 0x80_80_80_80) !== 0;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The closing quote of a text with escapes or other alphabets that begins at `from`; -1 where it is none. */
function involved(chunk: Uint8Array, from: number): number {
  let at = from;
  for (let byte = chunk[at]; byte !== 34; byte = chunk[at]) {
    if (byte === undefined || byte === 10) return -1;
    at += byte === 92 ? 2 : 1;
  }
  try {
    JSON.parse(strict.decode(chunk.subarray(from - 1, at + 1)));
    return at;
  } catch {
    return -1; // whoever reads frame by frame says what is wrong
  }
}

/** Past the frame whose text ends with the quote at `quote`; some services pad it with spaces. -1: no such end. */
function past(chunk: Uint8Array, quote: number): number {
  if (quote < 0 || chunk[quote + 1] !== 125) return -1;
  let at = quote + 2;
  while (chunk[at] === 32) at++;
  return chunk[at] === 125 && chunk[at + 1] === 10 && chunk[at + 2] === 10 ? at + 3 : -1;
}

function eventOf(form: Form, frames: Uint8Array): StreamEvent {
  let text: string | undefined;
  const delta = deltas[form.kind](() => (text ??= textOf(form, frames)));
  return decoded({ type: "content_block_delta", index: form.index, delta }, frames);
}

const deltas: Readonly<Record<Kind, (text: () => string) => Delta>> = {
  text: (text) => ({
    type: "text_delta",
    get text() {
      return text();
    },
  }),
  thinking: (text) => ({
    type: "thinking_delta",
    get thinking() {
      return text();
    },
  }),
  input_json: (text) => ({
    type: "input_json_delta",
    get partial_json() {
      return text();
    },
  }),
};

function textOf({ head }: Form, frames: Uint8Array): string {
  const all = strict.decode(frames);
  let joined = "";
  for (let at = 0, end = 0; at < all.length; at = end + 2) {
    end = all.indexOf("\n\n", at);
    joined += all.slice(at + head.length, all.lastIndexOf('"', end));
  }
  return String(JSON.parse(`"${joined}"`));
}
