import type { Call, Declaration, Receiver } from "../language.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What stands around a place in a function's body, as far as all languages have it. */
export interface Around {
  /** What handlers around take and don't pass on; `*` for everything. */
  readonly catches: readonly string[];
  /** What else runs it and may have handlers. */
  readonly given: readonly Receiver[];
  readonly when: string | undefined;
  /** Inside a function within that runs at its own time: what it raises is its own affair, what it calls is still called from here. */
  readonly nested: boolean;
  /** Inside a function that is given to something that may run it. */
  readonly perhaps?: boolean;
  /** Handlers around the promise that a call gives, where these are others: it is given back from a `try`. */
  readonly late?: readonly string[] | undefined;
}

/** Inside a function that is given to something, or that only may run later. */
export function within<Place extends Around>(around: Place, receiver: Receiver | undefined): Place {
  if (around.nested && !around.perhaps) return around;
  return receiver
    ? { ...around, nested: true, perhaps: true, given: [...around.given, receiver] }
    : { ...around, nested: true, perhaps: false };
}

/** Adds to the names that a body calls those that are called within its own functions which it calls or gives to others. */
export function reach(
  called: Set<string>,
  given: Iterable<string>,
  within: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const open = [...called, ...given];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const inner of within.get(name) ?? [])
      if (!called.has(inner)) {
        called.add(inner);
        open.push(inner);
      }
}

/** The field under which a constant has the chain of calls that leads to it. */
export const led = "()";

export interface Made {
  /** Empty where only the call that makes it is known. */
  readonly type: string;
  /** The call that makes it. */
  readonly by?: string;
  /** Told of where it is raised alone. */
  readonly local?: boolean;
}

/** Whether a class is one of errors by its name. */
export const isOfError = (name: string): boolean => /(?:Error|Exception|Failure)$/.test(name);

/** Errors of one function that are told apart: nobody reads more, and each is compared with those before it. */
export const mostErrors = 500;

/** What a body raises and calls, each once. */
export abstract class Gathered<Place extends Around> {
  readonly raises: Declaration["raises"][number][] = [];
  readonly calls = new Map<string, Call>();

  /** Whether no error of what is called there leaves the body. */
  protected abstract holdsAll(around: Place): boolean;
  /** Whether an error of a type that is raised there doesn't leave the body. */
  protected abstract holds(type: string, around: Place): boolean;
  /** Whether two are given to the same. */
  protected abstract isSame(receiver: Receiver, other: Receiver): boolean;

  put(
    name: string,
    around: Place,
    { on, read }: { readonly on?: string | undefined; readonly read?: boolean } = {},
  ): void {
    const known = this.calls.get(name);
    if (around.late ?? known?.late) {
      const late = this.#late(name, known, around);
      this.calls.set(name, { ...late, ...(on && { on }), ...(read && { read: true }) });
      return;
    }
    const caught = this.holdsAll(around) && (known?.caught ?? true);
    const other = known && !known.caught ? known : undefined;
    const catches = other
      ? (other.catches ?? []).filter((item) => around.catches.includes(item))
      : around.catches;
    const given = other
      ? (other.given ?? []).filter((receiver) => around.given.some((each) => this.isSame(receiver, each)))
      : around.given;
    const call: Mutable<Call> = { name, caught };
    if (catches.length && !caught) call.catches = catches;
    if (given.length && !caught) call.given = given;
    if (on) call.on = on;
    if (read) call.read = true;
    this.calls.set(name, call);
  }

  /** A call of which some promise isn't awaited in the `try` that it is made in. */
  #late(name: string, known: Call | undefined, around: Place): Call {
    const here = this.holdsAll(around) ? ["*"] : around.catches;
    const at = known?.caught ? ["*"] : (known?.catches ?? []);
    const late = around.late ?? here;
    const given = known && !known.caught ? (known.given ?? []) : around.given;
    return {
      name,
      caught: false,
      catches: known ? common(here, at) : here,
      late: known ? common(late, known.late ?? at) : late,
      ...(given.length && { given }),
    };
  }

  raise({ type, by, local }: Made, around: Place): void {
    const { when, catches, given } = around;
    if (this.raises.length >= mostErrors || this.holds(type, around)) return;
    const isKnown = (one: Declaration["raises"][number]): boolean =>
      one.type === type && one.when === when && one.by === by && this.#areSame(one.given, given);
    if (this.raises.some(isKnown)) return;
    this.raises.push({
      type,
      ...(by && { by }),
      ...(when && { when }),
      ...(local && { local }),
      ...(catches.length && { catches }),
      ...(given.length && { given }),
    });
  }

  #areSame(some: readonly Receiver[] = [], others: readonly Receiver[]): boolean {
    return (
      some.length === others.length &&
      some.every((receiver, place) => {
        const other = others[place];
        return other !== undefined && this.isSame(receiver, other);
      })
    );
  }

  get facts(): Pick<Declaration, "raises" | "calls"> {
    return { raises: this.raises, calls: [...this.calls.values()] };
  }

  get isEmpty(): boolean {
    return this.calls.size + this.raises.length === 0;
  }
}

/** What is taken here and there. */
const common = (here: readonly string[], there: readonly string[]): readonly string[] =>
  here.includes("*") ? there : there.includes("*") ? here : here.filter((item) => there.includes(item));
