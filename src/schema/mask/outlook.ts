import { NameState, owed, type Frame } from "./frames.ts";
import type { Configuration, Thread } from "./threads.ts";

/** The rest of a required name that has been started, including the closing quote. */
export function wantedName({ threads }: Configuration): string | undefined {
  for (const thread of threads) {
    if (thread.kind !== "name" || thread.chars.pending !== "") continue;
    const rest = thread.chars.inner instanceof NameState ? thread.chars.inner.rest : undefined;
    if (rest !== undefined) return JSON.stringify(rest).slice(1);
  }
  return undefined;
}

/** The characters of the required names that open objects still lack, according to the first reading. */
export function owedNames({ threads }: Configuration): number {
  const [first] = threads;
  let sum = 0;
  for (let frame = first && frameOf(first); frame; frame = frame.ret.frames[0])
    if (frame.kind === "object") sum += owed(frame);
  return sum;
}

const frameOf = (thread: Thread): Frame | undefined =>
  "frame" in thread ? thread.frame : thread.ret.frames[0];
