import type { Declaration, Receiver, Run } from "../code/index.ts";
import { none } from "./facts.ts";
import type { Scope } from "./scope.ts";
import type { Sheet } from "./sheet.ts";
import { lastName } from "../lib/index.ts";

type Guarded = Pick<Declaration["raises"][number], "catches" | "given">;

/** The handlers around code in a file: its own, and those of the functions that run it. */
export class Guards {
  readonly #file: number;
  readonly #sheet: Sheet;
  readonly #names: Scope;
  readonly #known = new Map<string, readonly string[]>();

  constructor(file: number, sheet: Sheet, names: Scope) {
    this.#file = file;
    this.#sheet = sheet;
    this.#names = names;
  }

  /** Everything that the handlers around a place catch; undefined if nothing shows that it is run. */
  around(
    { catches = none, given = none }: Guarded,
    mean: (name: string) => number | undefined,
    isSure: boolean,
  ): readonly string[] | undefined {
    const found = catches.length
      ? catches.flatMap((item) => this.#opened(item, mean)).flatMap((item) => this.#declared(item))
      : [];
    for (const receiver of given) {
      const to = mean(receiver.to);
      const run = this.run(to, receiver, false);
      if (run) found.push(...this.taken(run, receiver));
      else if (
        receiver.at !== "with" &&
        !String(receiver.at).startsWith("await") &&
        (!isSure || this.run(to, receiver, true))
      )
        return undefined;
    }
    return found;
  }

  /** What a declaration does with a function passed to it. */
  run(to: number | undefined, { at }: Receiver, isLater: boolean): Run | undefined {
    if (to === undefined) return undefined;
    const found = this.runner(to, at);
    const place = found === to ? at : at === "()" ? 0 : at;
    return this.#sheet
      .typesOf(found)
      .runs?.find(
        (item) => (item.at === place || `${item.name ?? ""}=` === place) && (item.later ?? false) === isLater,
      );
  }

  /** For a class, its method that runs something. */
  runner(to: number, at: Receiver["at"]): number {
    if (this.#sheet.kindOf(to) !== "class") return to;
    const names = at === "with" ? ["__exit__", "__aexit__"] : ["__call__"];
    for (const name of names) {
      const method = this.#names.method(to, name);
      if (method !== undefined) return method;
    }
    return to;
  }

  taken({ catches }: Run, { beside = none }: Receiver): readonly string[] {
    return catches
      .flatMap((item) => (item === "$" ? beside : this.#opened(item)))
      .flatMap((item) => this.#declared(item));
  }

  /**
   * Resolves a handler that rethrows a function's result for an error, `!turn(0)`: errors that it doesn't return
   * unchanged are caught.
   */
  #opened(handler: string, mean?: (name: string) => number | undefined): readonly string[] {
    if (!handler.endsWith(")") && !handler.includes(")|")) return [handler];
    const [caughtType = "", but = ""] = handler.split("!");
    const parts = but.split("|");
    const others = parts.filter((part) => !part.endsWith(")")).join("|");
    const [, name = "", place = ""] =
      /^([^(]*)\((\d+)\)$/.exec(parts.find((part) => part.endsWith(")")) ?? "") ?? [];
    const to = caughtType ? undefined : mean?.(name);
    const turned = to === undefined ? undefined : this.#sheet.typesOf(to).runs;
    const back = turned?.find(({ at }) => at === `back ${place}`)?.catches ?? [caughtType || "*"];
    if (!others) return back;
    return back.map((item) => `${item === "*" ? "" : item}${item.includes("!") ? "|" : "!"}${others}`);
  }

  /** A handler's classes by their declared names instead of their local ones. */
  #declared(handler: string): readonly string[] {
    const known = this.#known.get(handler) ?? this.#find(handler);
    this.#known.set(handler, known);
    return known;
  }

  #find(handler: string): readonly string[] {
    const [caughtType = "", but] = handler.split("!");
    if (but !== undefined)
      return [
        `${caughtType}!${but
          .split("|")
          .flatMap((item) => this.#declared(item))
          .join("|")}`,
      ];
    const place = caughtType.includes(".") ? undefined : this.#names.named(caughtType, this.#file);
    if (place === undefined) return [handler];
    const kind = this.#sheet.kindOf(place);
    if (kind === "class") return [this.#nameOf(place)];
    if (kind !== "constant") return [handler];
    return (
      this.#sheet.typesOf(place).gives?.map((item) => {
        const index = this.#names.named(item, this.#sheet.fileOf(place));
        return index === undefined ? item : this.#nameOf(index);
      }) ?? [handler]
    );
  }

  #nameOf(place: number): string {
    return lastName(this.#sheet.textOf(place));
  }
}
