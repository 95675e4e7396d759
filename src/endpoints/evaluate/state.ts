import { Leave, Raised, Stop } from "./machine.ts";
import type { WayOut } from "./types.ts";
import { either, nothing, Store, stores, type Value } from "./value.ts";

const stop = new Stop();

interface Write {
  readonly map: Map<string, Value>;
  readonly key: string;
  readonly before: Value | undefined;
  readonly after: Value;
}

/** Code that may be left early: a function by `return`, a round of a loop by `break`. */
interface Frame {
  readonly left: WayOut;
  readonly mark: number;
  readonly since: number;
  /** The changes since the start of the frame, for each exit. */
  readonly ends: (readonly Write[])[];
}

/** All state that a program can change, with a journal for undoing changes. */
export class State {
  #journal: Write[] = [];
  #frames: Frame[] = [];
  #depth = 0;
  #since = 0;
  /** The age of the current branch; 0 outside of any. */
  #branch = 0;

  set(map: Map<string, Value>, key: string, after: Value): void {
    if (this.#depth > 0 && !this.#isYoung(map)) this.#journal.push({ map, key, before: map.get(key), after });
    map.set(key, after);
  }

  /** Runs each alternative from the same state and joins the resulting states. Throws Stop if none completes. */
  branches<T>(alternatives: readonly (() => T)[]): readonly T[] {
    const results: T[] = [];
    const left: (readonly Write[])[] = [];
    const ends: Stop[] = [];
    const [since, branch] = [this.#since, this.#branch];
    for (const alternative of alternatives) {
      const mark = this.#journal.length;
      this.#depth += 1;
      this.#since = stores();
      this.#branch = this.#since;
      let goesOn = false;
      try {
        results.push(alternative());
        goesOn = true;
      } catch (error) {
        if (!(error instanceof Stop)) throw error;
        ends.push(error);
      } finally {
        this.#depth -= 1;
        this.#since = since;
        this.#branch = branch;
        const writes = this.#journal.splice(mark);
        takeBack(writes);
        if (goesOn) left.push(writes);
      }
    }
    if (!left.length)
      throw (
        ends.findLast((stop) => stop instanceof Leave) ??
        ends.find((stop) => !(stop instanceof Raised)) ??
        ends[0] ??
        stop
      );
    this.#join(left);
    return results;
  }

  /** Notes an exit of the enclosing frame: the current state holds there. */
  leave(by: WayOut): void {
    const frame = this.#frames.findLast(({ left }) => left === by);
    frame?.ends.push(this.#journal.slice(frame.mark));
  }

  /** Runs code that may be left early, and joins the states of its exits. Throws Stop if none completes. */
  frame(left: WayOut, body: () => void): { readonly falls: boolean } {
    const frame: Frame = { left, mark: this.#journal.length, since: stores(), ends: [] };
    const since = this.#since;
    let end: Stop | undefined;
    this.#frames.push(frame);
    this.#depth += 1;
    this.#since = stores();
    try {
      body();
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      end = error;
    } finally {
      this.#frames.pop();
      this.#depth -= 1;
      this.#since = since;
    }
    if (!end) frame.ends.push(this.#journal.slice(frame.mark));
    const [only] = frame.ends;
    const writes = this.#journal.splice(frame.mark);
    const isThere =
      frame.ends.length === 1 &&
      only?.length === writes.length &&
      writes.every((write, index) => write === only[index]);
    if (isThere || !frame.ends.length) this.#journal.push(...this.#old(writes));
    else {
      takeBack(writes);
      this.#join(frame.ends);
    }
    if (end && !frame.ends.length) throw end;
    return { falls: !end };
  }

  /** Whether a change to something of this age happens on every path. */
  isSure(age: number | undefined): boolean {
    const since = this.#frames.reduce(
      (all, frame) => (frame.ends.length ? Math.max(all, frame.since) : all),
      this.#branch,
    );
    return since === 0 || (age !== undefined && age > since);
  }

  /** The changes to undo when the enclosing branch ends. What the branch created itself needs none. */
  #old(writes: readonly Write[]): readonly Write[] {
    if (this.#depth === 0) return [];
    return writes.filter(({ map }) => !this.#isYoung(map));
  }

  #isYoung(map: Map<string, Value>): boolean {
    return map instanceof Store && map.born > this.#since;
  }

  #join(left: readonly (readonly Write[])[]): void {
    const ends = left.map((writes) => {
      const end = new Map<Map<string, Value>, Map<string, Value>>();
      for (const { map, key, after } of writes) end.set(map, (end.get(map) ?? new Map()).set(key, after));
      return end;
    });
    const touched = new Map<Map<string, Value>, Set<string>>();
    for (const end of ends)
      for (const [map, keys] of end)
        for (const key of keys.keys()) touched.set(map, (touched.get(map) ?? new Set()).add(key));
    for (const [map, keys] of touched)
      for (const key of keys) {
        const now = map.get(key);
        this.set(map, key, either(ends.map((end) => end.get(map)?.get(key) ?? now ?? nothing)));
      }
  }
}

function takeBack(writes: readonly Write[]): void {
  for (const { map, key, before } of writes.toReversed()) {
    if (before === undefined) map.delete(key);
    else map.set(key, before);
  }
}
