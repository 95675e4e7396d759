import type { Call, Declaration } from "../../language.ts";
import type { Thrown } from "../../study.ts";
import { mostErrors } from "../gathered.ts";

export interface Around {
  /** Classes that the surrounding handlers catch. */
  readonly catches: readonly string[];
}

export type Facts = Pick<Declaration, "raises" | "calls"> & { readonly throws: readonly Thrown[] };

/** Collects what a body raises and calls, without duplicates. */
export class Book {
  readonly #calls = new Map<string, Call>();
  readonly #raises: Declaration["raises"][number][] = [];
  readonly #throws: Thrown[] = [];

  call(name: string, { catches, on }: Around & { readonly on?: string | undefined }): void {
    if (!name) return;
    const known = this.#calls.get(name);
    const narrow = known ? (known.catches ?? []).filter((item) => catches.includes(item)) : catches;
    this.#calls.set(name, {
      name,
      caught: false,
      ...(narrow.length && { catches: narrow }),
      ...(on && { on }),
    });
  }

  /** Records an error; `never` means that it isn't documented anywhere. */
  raise(
    thrown: Thrown,
    { catches, local, never }: Around & { readonly local?: boolean; readonly never?: boolean },
  ): void {
    const { type, when } = thrown;
    if (this.#throws.length >= mostErrors) return;
    if (!never) this.#throws.push(thrown);
    const isLocal = local ?? never ?? false;
    if (
      this.#raises.some(
        (item) => item.type === type && item.when === when && (item.local ?? false) === isLocal,
      )
    )
      return;
    this.#raises.push({
      type,
      ...(when && { when }),
      ...(catches.length && { catches }),
      ...(isLocal && { local: true }),
    });
  }

  get facts(): Facts {
    return { calls: [...this.#calls.values()], raises: this.#raises, throws: this.#throws };
  }
}
