import { decoded } from "./decoded.ts";
import { rows } from "./rows.ts";
import type { Delta, StreamEvent } from "./types.ts";

/**
 * Recognises runs of deltas. Streams are mostly runs of deltas of one block, whose frames differ in a single string. A
 * run is recognised by comparing bytes, sixteen at a time, and becomes one event: its text is that of all its frames,
 * decoded on demand. Frames that differ in anything else are not part of a run.
 */
export class Runs {
  private last = "";
  private form: Form | undefined;

  /** Learns the form of the following frames from the data of a delta's frame. */
  learn(data: string): void {
    this.last = data;
  }

  /** Whether the last bytes of a chunk, which contain no frame end, may be the beginning of a frame of this form. */
  mayBegin(part: Uint8Array): boolean {
    if (this.last === "" && !this.form) return false;
    return part.length < longest && part.at(-2) !== 10 && !part.includes(13);
  }

  /** The complete frames of this form that begin at `index`, as one event; `undefined` if there are none. */
  take(chunk: Uint8Array, index: number): { readonly event: StreamEvent; readonly end: number } | undefined {
    if (chunk[index + nameAt] !== 100) return undefined; // not the d of delta
    if (this.last !== "") this.form = formOf(this.last, this.form);
    this.last = "";
    if (!this.form) return undefined;
    const end = endOf(chunk, index, this.form);
    return end === index ? undefined : { event: eventOf(this.form, chunk.subarray(index, end)), end };
  }
}

/** Maximum bytes of an incomplete frame; longer ones are read as they arrive. */
const longest = 16_384;
const nameAt = "event: content_block_".length;
const fields = { text: "text", thinking: "thinking", input_json: "partial_json" } as const;
type Kind = keyof typeof fields;

/** Matches the data up to and including the opening quote of its text, as it is commonly written. */
const like =
  /^\{"type": ?"content_block_delta", ?"index": ?(0|[1-9]\d{0,5}), ?"delta": ?\{"type": ?"(text|thinking|input_json)_delta", ?"(text|thinking|partial_json)": ?"/;

interface Form {
  readonly data: string;
  /** The frame up to the beginning of its text. */
  readonly head: Uint8Array;
  readonly index: number;
  readonly kind: Kind;
}

/** The form of frames with data like this; returns `known` if that matches. */
function formOf(data: string, known: Form | undefined): Form | undefined {
  if (known && data.startsWith(known.data)) return known;
  const [start, index, kind, field] = like.exec(data) ?? [];
  if (start === undefined || fields[kind as Kind] !== field) return undefined; // the pattern matches no other kinds
  const head = new TextEncoder().encode(`event: content_block_delta\ndata: ${start}`);
  return { data: start, head, index: Number(index), kind: kind as Kind };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The index after the last complete frame of this form in the row that begins at `from`. */
function endOf(chunk: Uint8Array, from: number, { head }: Form): number {
  const { end, ascii } = rows()?.end(chunk, from, head) ?? { end: from, ascii: true };
  if (ascii) return end;
  try {
    strict.decode(chunk.subarray(from, end));
    return end;
  } catch {
    return from; // the frame-by-frame reader reports the error
  }
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
  for (let index = 0, end = 0; index < all.length; index = end + 2) {
    end = all.indexOf("\n\n", index);
    joined += all.slice(index + head.length, all.lastIndexOf('"', end));
  }
  return String(JSON.parse(`"${joined}"`));
}
