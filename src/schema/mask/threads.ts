import type { Chars } from "./chars.ts";
import type { Frame, NameState, ObjectFrame, Ret } from "./frames.ts";
import type { Goal } from "./goal.ts";
import type { NumberSet } from "./numbers.ts";
import type { TextNode } from "./texts.ts";

/** One way to read the text so far. `form` identifies everything except where the value returns to. */
export type Thread = { readonly form: string; readonly ret: Ret } & (
  | { readonly kind: "value"; readonly goal: Goal; readonly spaced: boolean }
  | { readonly kind: "text"; readonly node: TextNode }
  | { readonly kind: "number"; readonly set: NumberSet; readonly text: string }
  | { readonly kind: "string"; readonly chars: Chars }
  | { readonly kind: "name"; readonly chars: Chars; readonly frame: ObjectFrame }
  | { readonly kind: "colon"; readonly goal: Goal; readonly frame: ObjectFrame }
  | { readonly kind: "first" | "next"; readonly frame: Frame }
  | { readonly kind: "comma"; readonly frame: ObjectFrame; readonly spaced: boolean }
  | { readonly kind: "end" }
);

/** All possible readings of the text so far, as far as they matter for what may follow. */
export interface Configuration {
  readonly id: number;
  readonly threads: readonly Thread[];
  readonly volatile: boolean;
  readonly next: (Configuration | undefined)[];
}

/** The text so far, whose last byte is the one being read. */
export interface Tape {
  bytes: Uint8Array;
  length: number;
}

/** Reserves space for more bytes after the text. */
export function reserve(tape: Tape, more: number): void {
  if (tape.length + more <= tape.bytes.length) return;
  const bytes = new Uint8Array(Math.max(tape.length + more, tape.bytes.length * 2));
  bytes.set(tape.bytes);
  tape.bytes = bytes;
}

/** The reading of a string or of a name. */
export type InsideThread = Extract<Thread, { readonly kind: "string" | "name" }>;
export const isInside = (thread: Thread): thread is InsideThread =>
  thread.kind === "string" || thread.kind === "name";

/** Whether the position in the text matters. */
export const isVolatile = (thread: Thread): boolean =>
  thread.ret.volatile ||
  ("frame" in thread && thread.frame.kind === "array" && thread.frame.shape.facts.unique);

export const value = (goal: Goal, ret: Ret, spaced: boolean): Thread => ({
  kind: "value",
  form: `v${goal.id}${spaced ? "s" : ""}`,
  goal,
  ret,
  spaced,
});
export const string = (chars: Chars, ret: Ret): Thread => ({
  kind: "string",
  form: `s${chars.inner.id}.${chars.pending}`,
  chars,
  ret,
});
export const nameThread = (chars: Chars, frame: ObjectFrame): InsideThread => {
  const { text } = chars.inner as NameState; // names are always read by NameState
  return {
    kind: "name",
    form: `n${frame.key}.${chars.pending}.${JSON.stringify(text)}`,
    chars,
    frame,
    ret: frame.ret,
  };
};
export const framed = (kind: "first" | "next", frame: Frame): Thread => ({
  kind,
  form: `${kind}${frame.key}`,
  frame,
  ret: frame.ret,
});
