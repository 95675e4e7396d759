import { Core } from "./core.ts";

/** Recently used string languages by their patterns: what a vocabulary knows of one serves all masks. */
const known = new Map<string, Core>();
const most = { cores: 128, states: 1_000 };

export function sharedCore(key: string, make: () => Core): Core {
  const found = known.get(key) ?? make();
  known.delete(key);
  if (found.states <= most.states) known.set(key, found); // most recent last
  const [oldest] = known.keys();
  if (known.size > most.cores && oldest !== undefined) known.delete(oldest);
  return found;
}

/** The language of all strings. */
export const freeCore = (): Core => sharedCore("", () => new Core([], () => true));
