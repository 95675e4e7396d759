import { isForAll, pythonBases, takesAny } from "../../handlers.ts";
import type { Given } from "../../language.ts";
import { lastName } from "../../../lib/index.ts";
import { Gathered as Shared } from "../gathered.ts";

/** What stands around a place in a function's body. */
export interface Around {
  /** What handlers around take; `*` for everything. */
  readonly catches: readonly string[];
  /** What else runs it and may have handlers. */
  readonly given: readonly Given[];
  readonly when: string | undefined;
  /** Inside a function or class within that runs at its own time. */
  readonly nested: boolean;
  /** Inside a function that is given to something that may run it. */
  readonly perhaps?: boolean;
}

export const outermost: Around = { catches: [], given: [], when: undefined, nested: false };

/** Inside a function that is given to something, or that only may run later. */
export const within = (around: Around, given: Given | undefined): Around =>
  given && (!around.nested || around.perhaps)
    ? { ...around, nested: true, perhaps: true, given: [...around.given, given] }
    : { ...around, nested: true, perhaps: false };

/** Whether handlers of these classes take an error, as far as Python's own classes tell. */
const takes = (catches: readonly string[], type: string): boolean =>
  catches.some((one) => {
    const [taken = "", but] = one.split("!");
    if (but !== undefined) return false; // it depends on what is declared elsewhere
    const name = lastName(taken);
    const all = isForAll(name) && takesAny(name, lastName(type));
    return all || name === lastName(type) || (pythonBases[lastName(type)] ?? []).includes(name);
  });

/** What a body raises and calls, each once. */
export class Gathered extends Shared<Around> {
  protected holdsAll({ nested, catches }: Around): boolean {
    return nested || catches.some((one) => isForAll(lastName(one)));
  }

  protected holds(type: string, { catches }: Around): boolean {
    return type !== "" && takes(catches, type);
  }

  protected isSame(one: Given, other: Given): boolean {
    return one.to === other.to;
  }
}
