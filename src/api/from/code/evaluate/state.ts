import { Leave, Stop } from "./machine.ts";
import { either, nothing, Store, stores, type Value } from "./value.ts";

const stop = new Stop();

interface Write {
  readonly map: Map<string, Value>;
  readonly key: string;
  readonly before: Value | undefined;
  readonly after: Value;
}

/** Everything that a program can change, with a journal that takes changes back. */
export class State {
  #journal: Write[] = [];
  #depth = 0;
  #since = 0;

  set(map: Map<string, Value>, key: string, after: Value): void {
    const isYoung = map instanceof Store && map.born > this.#since;
    if (this.#depth > 0 && !isYoung) this.#journal.push({ map, key, before: map.get(key), after });
    map.set(key, after);
  }

  /** Runs each from the same state and joins what they leave. Raises Stop where none goes on. */
  branches<T>(alternatives: readonly (() => T)[]): readonly T[] {
    const results: T[] = [];
    const left: (readonly Write[])[] = [];
    let end: Stop = stop;
    const since = this.#since;
    for (const alternative of alternatives) {
      const mark = this.#journal.length;
      this.#depth += 1;
      this.#since = stores();
      let goesOn = false;
      try {
        results.push(alternative());
        goesOn = true;
      } catch (error) {
        if (!(error instanceof Stop)) throw error;
        if (error instanceof Leave) end = error;
      } finally {
        this.#depth -= 1;
        this.#since = since;
        const writes = this.#journal.splice(mark);
        takeBack(writes);
        if (goesOn) left.push(writes);
      }
    }
    if (!left.length) throw end;
    this.#join(left);
    return results;
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
