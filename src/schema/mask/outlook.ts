import { NameState, owed, type Frame } from "./frames.ts";
import type { Configuration, Thread } from "./threads.ts";

/** What a name under way lacks to be one that its object must have, with the mark that closes it. */
export function wantedName({ threads }: Configuration): string | undefined {
  for (const thread of threads) {
    if (thread.kind !== "name" || thread.chars.pending !== "") continue;
    const rest = thread.chars.inner instanceof NameState ? thread.chars.inner.rest : undefined;
    if (rest !== undefined) return JSON.stringify(rest).slice(1);
  }
  return undefined;
}

/** Characters of the names that open objects must have and lack; of several readings, by the first. */
export function owedNames({ threads }: Configuration): number {
  const [first] = threads;
  let sum = 0;
  for (let frame = first && frameOf(first); frame; frame = frame.ret.frames[0])
    if (frame.kind === "object") sum += owed(frame);
  return sum;
}

const frameOf = (thread: Thread): Frame | undefined =>
  "frame" in thread ? thread.frame : thread.ret.frames[0];
