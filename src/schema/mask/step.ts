import { canonical } from "../../lib/index.ts";
import { CLOSED, stepChars, type Inner } from "./chars.ts";
import {
  NameState,
  arrayCloses,
  arrayFrame,
  named,
  objectCloses,
  objectFrame,
  type ArrayFrame,
  type Frame,
  type ObjectFrame,
  type Ret,
} from "./frames.ts";
import type { Goal } from "./goal.ts";
import type { Grammar } from "./grammar.ts";
import type { NumberSet } from "./numbers.ts";
import type { TextNode } from "./texts.ts";
import { framed, nameThread, string, value, type InsideThread, type Tape, type Thread } from "./threads.ts";

const byteOf = (char: string): number => char.charCodeAt(0);
const [SPACE, QUOTE, COMMA, COLON] = [byteOf(" "), byteOf('"'), byteOf(","), byteOf(":")];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  byteOf("["),
  byteOf("]"),
  byteOf("{"),
  byteOf("}"),
];

/** What a step needs from its machine. */
export interface Readings {
  opening(goal: Goal): ReturnType<Grammar["opening"]>;
  inhabited(goal: Goal): boolean;
  /** A unique id per set. */
  number(set: NumberSet): number;
  /** The single instance of this return place. */
  ret(frames: readonly (Frame | undefined)[]): Ret;
}

/** One byte, read by all threads. */
export class Step {
  readonly threads: Thread[] = [];
  /** First items that begin with this byte; arrays with the same goal share one reading. */
  readonly #first = new Map<Goal, Frame[]>();
  readonly #machine: Readings;
  readonly #tape: Tape;

  constructor(machine: Readings, tape: Tape) {
    this.#machine = machine;
    this.#tape = tape;
  }

  read(thread: Thread, byte: number): void {
    switch (thread.kind) {
      case "value":
        if (thread.spaced && byte === SPACE) this.threads.push(value(thread.goal, thread.ret, false));
        return this.#begin(thread.goal, this.#marked(thread.ret), byte);
      case "text":
        return this.#text(thread.node, thread.ret, byte);
      case "number":
        if (thread.set.alive(thread.text + String.fromCharCode(byte)))
          this.#number(thread.set, thread.text + String.fromCharCode(byte), thread.ret);
        if (thread.set.done(thread.text)) this.#before(thread.ret, byte);
        return;
      case "string":
      case "name":
        return this.#inside(thread, byte);
      case "colon":
        if (byte === COLON) this.threads.push(value(thread.goal, this.#machine.ret([thread.frame]), true));
        return;
      case "comma":
        if (thread.spaced && byte === SPACE)
          this.threads.push({ ...thread, form: `c${thread.frame.key}`, spaced: false });
        if (byte === QUOTE) this.#openName(thread.frame);
        return;
      case "first":
        return thread.frame.kind === "array"
          ? this.#firstItem(thread.frame, byte)
          : this.#firstName(thread.frame, byte);
      case "next":
        return thread.frame.kind === "array"
          ? this.#nextItem(thread.frame, byte)
          : this.#nextName(thread.frame, byte);
      case "end":
    }
  }

  begin(byte: number): void {
    for (const [goal, frames] of this.#first)
      this.#begin(goal, this.#marked(this.#machine.ret(frames)), byte);
  }

  /** Records where an item begins, in arrays with unique items. */
  #marked(ret: Ret): Ret {
    if (!ret.volatile || !ret.frames.some((frame) => frame?.kind === "array" && frame.shape.facts.unique))
      return ret;
    const begin = this.#tape.length - 1;
    return this.#machine.ret(
      ret.frames.map((frame) =>
        frame?.kind === "array" && frame.shape.facts.unique ? arrayFrame({ ...frame, begin }) : frame,
      ),
    );
  }

  #begin(goal: Goal, ret: Ret, byte: number): void {
    const { texts, numbers, strings, arrays, objects } = this.#machine.opening(goal);
    const different = ret.frames.flatMap((frame) =>
      frame?.kind === "array" && ret.frames.length === 1 ? frame.items : [],
    );
    this.#text(texts.without(different).start, ret, byte);
    for (const set of numbers) {
      const text = String.fromCharCode(byte);
      if (set.alive(text)) this.#number(set, text, ret);
    }
    if (byte === QUOTE)
      for (const { start } of strings)
        if (start) this.threads.push(string({ inner: start, pending: "" }, ret));
    if (byte === OPEN_LIST)
      for (const shape of arrays) {
        const found = shape.facts.contains.map(() => 0);
        if (shape.finishes(0, found))
          this.threads.push(
            framed("first", arrayFrame({ shape, ret, count: 0, found, items: [], begin: 0 })),
          );
      }
    if (byte === OPEN_OBJECT)
      for (const shape of objects) {
        const pending = shape.facts.witnesses.map((_, i) => i);
        if (shape.inhabited())
          this.threads.push(
            framed("first", objectFrame({ shape, ret, seen: 0n, others: [], count: 0, pending })),
          );
      }
  }

  #text(node: TextNode, ret: Ret, byte: number): void {
    const next = node.next.get(byte);
    if (next?.end === "closed") this.#complete(ret, this.#tape.length);
    else if (next) this.threads.push({ kind: "text", form: `t${next.id}`, node: next, ret });
    if (node.end === "number") this.#before(ret, byte);
  }

  #number(set: NumberSet, text: string, ret: Ret): void {
    this.threads.push({
      kind: "number",
      form: `d${this.#machine.number(set)}.${set.key(text)}`,
      set,
      text,
      ret,
    });
  }

  #inside(thread: InsideThread, byte: number): void {
    const next = stepChars(thread.chars, byte);
    if (next === CLOSED) this.close(thread);
    else if (next)
      this.threads.push(thread.kind === "name" ? nameThread(next, thread.frame) : string(next, thread.ret));
  }

  /** Handles the byte that ends a string or a name. */
  close(thread: InsideThread): void {
    if (thread.kind === "string") return this.#complete(thread.ret, this.#tape.length);
    const { chars, frame } = thread;
    const { text } = chars.inner as NameState; // names are always read by NameState
    for (const choice of named(frame, text))
      if (this.#machine.inhabited(choice.goal))
        this.threads.push({
          kind: "colon",
          form: `:${choice.goal.id}.${choice.frame.key}`,
          ...choice,
          ret: frame.ret,
        });
  }

  #openName(frame: ObjectFrame): void {
    const inner: Inner | undefined = NameState.begin(frame);
    if (inner) this.threads.push(nameThread({ inner, pending: "" }, frame));
  }

  #firstName(frame: ObjectFrame, byte: number): void {
    if (byte === CLOSE_OBJECT && objectCloses(frame)) this.#complete(frame.ret, this.#tape.length);
    if (byte === QUOTE) this.#openName(frame);
  }

  #nextName(frame: ObjectFrame, byte: number): void {
    if (byte === CLOSE_OBJECT && objectCloses(frame)) this.#complete(frame.ret, this.#tape.length);
    if (byte === COMMA && NameState.begin(frame))
      this.threads.push({ kind: "comma", form: `C${frame.key}`, frame, spaced: true, ret: frame.ret });
  }

  #firstItem(frame: ArrayFrame, byte: number): void {
    if (byte === CLOSE_LIST && arrayCloses(frame)) this.#complete(frame.ret, this.#tape.length);
    else
      for (const { goal, next } of this.#items(frame))
        this.#first.set(goal, [...(this.#first.get(goal) ?? []), next]);
  }

  #nextItem(frame: ArrayFrame, byte: number): void {
    if (byte === CLOSE_LIST && arrayCloses(frame)) this.#complete(frame.ret, this.#tape.length);
    if (byte === COMMA)
      for (const { goal, next } of this.#items(frame))
        this.threads.push(value(goal, this.#machine.ret([next]), true));
  }

  /** The possible next items. */
  #items(frame: ArrayFrame): readonly { readonly goal: Goal; readonly next: Frame }[] {
    const { shape, count, found } = frame;
    if (count >= shape.capacity) return [];
    return shape.choices(count, found).flatMap((choice) => {
      const ok = this.#machine.inhabited(choice.goal) && shape.finishes(count + 1, choice.found);
      return ok
        ? [{ goal: choice.goal, next: arrayFrame({ ...frame, count: count + 1, found: choice.found }) }]
        : [];
    });
  }

  /** Handles the end of a number before this byte, which belongs to the surrounding text. */
  #before(ret: Ret, byte: number): void {
    for (const thread of this.#after(ret, this.#tape.length - 1)) this.read(thread, byte);
  }

  #complete(ret: Ret, end: number): void {
    this.threads.push(...this.#after(ret, end));
  }

  #after(ret: Ret, end: number): readonly Thread[] {
    return ret.frames.flatMap((frame): readonly Thread[] => {
      if (!frame) return [{ kind: "end", form: "end", ret }];
      if (frame.kind === "object" || !frame.shape.facts.unique) return [framed("next", frame)];
      const text = new TextDecoder().decode(this.#tape.bytes.subarray(frame.begin, end));
      const item = canonical(JSON.parse(text));
      return frame.items.includes(item)
        ? []
        : [framed("next", arrayFrame({ ...frame, items: [...frame.items, item] }))];
    });
  }
}
