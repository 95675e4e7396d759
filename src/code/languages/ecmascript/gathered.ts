import type { Call, Declaration, Given } from "../../language.ts";
import type { Around } from "./around.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface Made {
  readonly type: string;
  /** The call that makes it. */
  readonly by?: string;
}

/** What a body throws and calls, each once. */
export class Gathered {
  readonly raises: Declaration["raises"][number][] = [];
  readonly calls = new Map<string, Call>();

  put(
    name: string,
    around: Around,
    { on, read }: { readonly on?: string | undefined; readonly read?: boolean },
  ): void {
    const known = this.calls.get(name);
    const caught = (around.caught || around.nested) && (known?.caught ?? true);
    const other = known && !known.caught ? known : undefined;
    const catches = other
      ? (other.catches ?? []).filter((one) => around.catches.includes(one))
      : around.catches;
    const given = other ? (other.given ?? []).filter((one) => around.given.some(same(one))) : around.given;
    const call: Mutable<Call> = { name, caught };
    if (catches.length && !caught) call.catches = catches;
    if (given.length && !caught) call.given = given;
    if (on) call.on = on;
    if (read) call.read = true;
    this.calls.set(name, call);
  }

  raise({ type, by }: Made, { when, caught, nested, catches, given }: Around): void {
    if (caught || nested) return;
    if (this.raises.some((one) => one.type === type && one.when === when && one.by === by)) return;
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

  get isEmpty(): boolean {
    return this.calls.size + this.raises.length === 0;
  }
}

const same =
  ({ to, at }: Given) =>
  (other: Given): boolean =>
    other.to === to && other.at === at;
