import { spend } from "../budget.ts";
import { limits } from "../limits.ts";
import type { Frame, Ret } from "./frames.ts";
import type { Goal } from "./goal.ts";
import type { Grammar } from "./grammar.ts";
import type { NumberSet } from "./numbers.ts";
import { Step, type Readings } from "./step.ts";
import {
  isVolatile,
  value,
  type Configuration,
  type InsideThread,
  type Tape,
  type Thread,
} from "./threads.ts";

/** Reads JSON byte by byte along a grammar, following all possible readings at once. */
export class Machine implements Readings {
  readonly dead: Configuration = { id: 0, threads: [], volatile: false, next: [] };
  readonly start: Configuration;
  readonly #grammar: Grammar;
  readonly #numbers = new Map<NumberSet, number>();
  #rets = new Map<string, Ret>();
  #configurations = new Map<string, Configuration>();
  readonly #root: Ret = { id: 0, frames: [undefined], volatile: false };
  #ids = 1;

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
    const threads = grammar.inhabited(grammar.root) ? [value(grammar.root, this.#root, false)] : [];
    this.start = this.#configuration(threads);
  }

  /** The configuration after the last byte of the tape; `dead` if nothing continues like this. */
  step(from: Configuration, byte: number, tape: Tape): Configuration {
    const known = from.volatile ? undefined : from.next[byte];
    if (known) return known;
    const out = new Step(this, tape);
    spend(from.threads.length);
    for (const thread of from.threads) out.read(thread, byte);
    out.begin(byte);
    const next = this.#configuration(out.threads);
    if (!from.volatile) from.next[byte] = next;
    return next;
  }

  /** Whether the text so far is a complete matching value. */
  complete({ threads }: Configuration, tape: Tape): boolean {
    const whole = (thread: Thread): boolean => {
      if (thread.kind === "end") return true;
      if (thread.ret !== this.#root) return false;
      return thread.kind === "number"
        ? thread.set.done(thread.text)
        : thread.kind === "text" && thread.node.end !== undefined;
    };
    return tape.length > 0 && threads.some(whole);
  }

  /** A configuration with only this thread. */
  single(thread: Thread): Configuration {
    return this.#configuration([thread]);
  }

  /** The configuration after the closing quote of a string or name that may end here. */
  closed(thread: InsideThread, tape: Tape): Configuration {
    const out = new Step(this, tape);
    out.close(thread);
    return this.#configuration(out.threads);
  }

  opening(goal: Goal): ReturnType<Grammar["opening"]> {
    return this.#grammar.opening(goal);
  }

  inhabited(goal: Goal): boolean {
    return this.#grammar.inhabited(goal);
  }

  number(set: NumberSet): number {
    let id = this.#numbers.get(set);
    if (id === undefined) this.#numbers.set(set, (id = this.#numbers.size));
    return id;
  }

  ret(frames: readonly (Frame | undefined)[]): Ret {
    if (frames.length === 1 && frames[0] === undefined) return this.#root;
    const unique = new Map(frames.map((frame) => [frame?.key ?? "root", frame]));
    const key = [...unique.keys()].sort().join("|");
    let ret = this.#rets.get(key);
    if (!ret) {
      const volatile = frames.some(
        (frame) => frame?.ret.volatile || (frame?.kind === "array" && frame.shape.facts.unique),
      );
      this.#rets.set(key, (ret = { id: this.#ids++, frames: [...unique.values()], volatile }));
    }
    return ret;
  }

  #configuration(threads: readonly Thread[]): Configuration {
    if (threads.length === 0) return this.dead;
    const forms = new Map<string, Thread>();
    for (const thread of threads) {
      const same = forms.get(thread.form);
      if (!same) forms.set(thread.form, thread);
      else if (same.ret !== thread.ret)
        forms.set(thread.form, { ...same, ret: this.ret([...same.ret.frames, ...thread.ret.frames]) });
    }
    const key = [...forms]
      .map(([form, { ret }]) => `${form}@${ret.id}`)
      .sort()
      .join(" ");
    spend(4 + threads.length + (key.length >> 4));
    let found = this.#configurations.get(key);
    if (!found) {
      if (this.#configurations.size >= limits.configurations) this.#forget();
      const merged = [...forms.values()];
      found = {
        id: this.#ids++,
        threads: merged,
        volatile: merged.some(isVolatile),
        next: [],
      };
      this.#configurations.set(key, found);
    }
    return found;
  }

  /** Clears the cache. Ids are never reused, so that forgotten configurations are never confused with new ones. */
  #forget(): void {
    for (const old of this.#configurations.values()) old.next.length = 0;
    this.#configurations = new Map();
    this.#rets = new Map();
  }
}
