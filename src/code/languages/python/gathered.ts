import { isForAll, takesAny } from "../../handlers.ts";
import type { Call, Declaration, Given } from "../../language.ts";
import { lastName } from "../../../lib/index.ts";

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

/** The classes above those that Python itself raises, as far as handlers name them. */
const above: Readonly<Record<string, readonly string[]>> = {
  KeyError: ["LookupError"],
  IndexError: ["LookupError"],
  UnicodeDecodeError: ["UnicodeError", "ValueError"],
  UnicodeEncodeError: ["UnicodeError", "ValueError"],
  UnicodeError: ["ValueError"],
  JSONDecodeError: ["ValueError"],
  ModuleNotFoundError: ["ImportError"],
  FileNotFoundError: ["OSError", "IOError"],
  FileExistsError: ["OSError", "IOError"],
  PermissionError: ["OSError", "IOError"],
  ConnectionError: ["OSError"],
  TimeoutError: ["OSError"],
  ZeroDivisionError: ["ArithmeticError"],
  OverflowError: ["ArithmeticError"],
  NotImplementedError: ["RuntimeError"],
  RecursionError: ["RuntimeError"],
};

/** Whether handlers of these classes take an error, as far as Python's own classes tell. */
const takes = (catches: readonly string[], type: string): boolean =>
  catches.some((one) => {
    const [taken = "", but] = one.split("!");
    if (but !== undefined) return false; // it depends on what is declared elsewhere
    const name = lastName(taken);
    const all = isForAll(name) && takesAny(name, lastName(type));
    return all || name === lastName(type) || (above[lastName(type)] ?? []).includes(name);
  });

export interface Made {
  /** Empty where only the call that makes it is known. */
  readonly type: string;
  readonly by?: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What a body raises and calls, each once. */
export class Gathered {
  readonly raises: Declaration["raises"][number][] = [];
  readonly calls = new Map<string, Call>();

  put(name: string, around: Around, on?: string): void {
    const known = this.calls.get(name);
    const all = around.nested || around.catches.some((one) => isForAll(lastName(one)));
    const caught = all && (known?.caught ?? true);
    const other = known && !known.caught ? known : undefined;
    const catches = other
      ? (other.catches ?? []).filter((one) => around.catches.includes(one))
      : around.catches;
    const given = other
      ? (other.given ?? []).filter(({ to }) => around.given.some((one) => one.to === to))
      : around.given;
    const call: Mutable<Call> = { name, caught };
    if (catches.length && !caught) call.catches = catches;
    if (given.length && !caught) call.given = given;
    if (on) call.on = on;
    this.calls.set(name, call);
  }

  /** A field that may be a getter. */
  read(name: string, around: Around, on?: string): void {
    if (this.calls.has(name)) return;
    this.put(name, around, on);
    const call = this.calls.get(name);
    if (call) this.calls.set(name, { ...call, read: true });
  }

  raise({ type, by }: Made, { when, catches, given }: Around): void {
    const known = this.raises.some((one) => one.type === type && one.when === when && one.by === by);
    if (known || (type && takes(catches, type))) return;
    this.raises.push({
      type,
      ...(by && { by }),
      ...(when && { when }),
      ...(catches.length && { catches }),
      ...(given.length && { given }),
    });
  }

  get facts(): Pick<Declaration, "raises" | "calls"> {
    return { raises: this.raises, calls: [...this.calls.values()] };
  }
}
