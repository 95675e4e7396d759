import type { Call, Declaration, Receiver } from "../language.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The context of a place in a function's body, common to all languages. */
export interface Around {
  /** Classes that surrounding handlers catch and don't rethrow; `*` for everything. */
  readonly catches: readonly string[];
  /** Functions that run it and may handle its errors. */
  readonly given: readonly Receiver[];
  readonly when: string | undefined;
  /** Inside an inner function that runs later: its errors don't count here, but its calls do. */
  readonly nested: boolean;
  /** Inside a function that is passed to something that may run it. */
  readonly perhaps?: boolean;
  /** Handlers of a call's promise if they differ from the surrounding ones: it is returned from a `try`. */
  readonly late?: readonly string[] | undefined;
}

/** Returns the context inside a function that is passed to a receiver, or that may run later. */
export function within<Place extends Around>(around: Place, receiver: Receiver | undefined): Place {
  if (around.nested && !around.perhaps) return around;
  return receiver
    ? { ...around, nested: true, perhaps: true, given: [...around.given, receiver] }
    : { ...around, nested: true, perhaps: false };
}

/** Adds to the called names those called inside inner functions that the body calls or passes on. */
export function reach(
  called: Set<string>,
  names: Iterable<string>,
  within: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const open = [...called, ...names];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const inner of within.get(name) ?? [])
      if (!called.has(inner)) {
        called.add(inner);
        open.push(inner);
      }
}

/** The field of a constant that holds the chain of calls creating it. */
export const led = "()";

export interface Made {
  /** Empty if only the call that creates it is known. */
  readonly type: string;
  /** The call that creates it. */
  readonly by?: string;
  /** Documented only where it is raised. */
  readonly local?: boolean;
}

/** Whether a class is an error class, judging by its name. */
export const isOfError = (name: string): boolean => /(?:Error|Exception|Failure)$/.test(name);

/** Maximum number of distinct errors per function: each is compared with all before it. */
export const mostErrors = 500;

/** Collects what a body raises and calls, without duplicates. */
export abstract class Gathered<Place extends Around> {
  readonly raises: Declaration["raises"][number][] = [];
  readonly calls = new Map<string, Call>();

  /** Whether every error of a call there is caught in the body. */
  protected abstract holdsAll(around: Place): boolean;
  /** Whether an error of this type raised there is caught in the body. */
  protected abstract holds(type: string, around: Place): boolean;
  /** Whether two receivers are the same. */
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
    const receivers = other
      ? (other.given ?? []).filter((receiver) => around.given.some((each) => this.isSame(receiver, each)))
      : around.given;
    const call: Mutable<Call> = { name, caught };
    if (catches.length && !caught) call.catches = catches;
    if (receivers.length && !caught) call.given = receivers;
    if (on) call.on = on;
    if (read) call.read = true;
    this.calls.set(name, call);
  }

  /** Merges calls of which some promise isn't awaited in the `try` around it. */
  #late(name: string, known: Call | undefined, around: Place): Call {
    const here = this.holdsAll(around) ? ["*"] : around.catches;
    const at = known?.caught ? ["*"] : (known?.catches ?? []);
    const late = around.late ?? here;
    const receivers = known && !known.caught ? (known.given ?? []) : around.given;
    return {
      name,
      caught: false,
      catches: known ? common(here, at) : here,
      late: known ? common(late, known.late ?? at) : late,
      ...(receivers.length && { given: receivers }),
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

/** Returns the classes caught in both places. */
const common = (here: readonly string[], there: readonly string[]): readonly string[] =>
  here.includes("*") ? there : there.includes("*") ? here : here.filter((item) => there.includes(item));
