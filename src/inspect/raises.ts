import { isForAll, takesAny, type Declaration } from "../code/index.ts";
import { builtin } from "./builtin.ts";
import { Column, Groups } from "./column.ts";
import { failsOf, leaving } from "./fails.ts";
import { isOfSelf, none } from "./facts.ts";
import { Lists } from "./lists.ts";
import type { Scope } from "./scope.ts";
import type { Sheet } from "./sheet.ts";
import { inTable, lastName } from "../lib/index.ts";

/** An error where it is raised. */
export interface Origin {
  readonly type: string;
  /** The index of the declaration. */
  readonly from: number;
  /** The call that creates it. */
  readonly by?: string;
}

/** Maximum errors from elsewhere recorded per declaration; after that only further types. */
const most = 40;
/** The same for any errors: thousands of functions that call each other would each collect all errors of the others. */
const mostTypes = 4 * most;

/** The graph node of a declaration, or of the function that it returns as a decorator. */
export const nodeOf = (place: number, isLater = false): number => place * 2 + Number(isLater);
const placeOf = (node: number): number => node >>> 1;

/** Interned handler lists, which many calls share. */
class Handlers {
  readonly #all: (readonly string[])[] = [none];
  readonly #numbers = new Map<string, number>([["", 0]]);

  of(catches: readonly string[]): number {
    const key = catches.join(" ");
    const known = this.#numbers.get(key) ?? this.#all.push(catches) - 1;
    this.#numbers.set(key, known);
    return known;
  }

  at(number: number): readonly string[] {
    return this.#all[number] ?? none;
  }
}

/** Computes what each declaration can raise, itself or through uncaught errors of its calls. */
export class Raises {
  readonly #sheet: Sheet;
  readonly #scope: Scope;
  readonly #handlers = new Handlers();
  readonly #edges = { from: new Column(), to: new Column(), handlers: new Column() };
  /** An error keeps its number while it propagates. */
  readonly #errors = { type: new Column(), from: new Column(), by: new Column() };
  /** Errors reported only for the declaration that raises them. */
  readonly #local = new Set<number>();
  readonly #classes = new Map<string, readonly string[]>();
  /** The error types in functions' signatures. */
  readonly #fails = new Map<number, readonly [string | undefined]>();
  /** Errors from elsewhere; a declaration's own ones come first. */
  readonly #found: Lists;
  #reached: { readonly link: number; readonly types: readonly string[] } = { link: 0, types: none };

  constructor(sheet: Sheet, names: Scope) {
    this.#sheet = sheet;
    this.#scope = names;
    this.#found = new Lists(nodeOf(sheet.count));
  }

  /** Adds a call with a known target, and the handlers around it; both as of `nodeOf`. */
  call(from: number, to: number, catches: readonly string[]): void {
    this.#edges.from.push(from);
    this.#edges.to.push(to);
    this.#edges.handlers.push(this.#handlers.of(catches));
  }

  /** Adds what a declaration raises itself; `maker` resolves the name of a called function. */
  own(node: number, raises: Declaration["raises"], maker: (name: string) => number | undefined): void {
    const types = new Set<string>();
    for (const each of raises)
      for (const type of this.#typesOf(each, maker)) {
        if (types.has(type) || !this.#passes(type, node, each.catches ?? none)) continue;
        types.add(type);
        const error = this.#errors.from.push(node);
        this.#errors.type.push(this.#sheet.names.of(type));
        this.#errors.by.push(each.by ? this.#sheet.names.of(each.by) + 1 : 0);
        const same = raises.filter((other) => other.type === type);
        if (same.length && same.every((other) => other.local)) this.#local.add(error);
      }
  }

  /** Propagates each error to the callers that it reaches; to be called after the last call was added. */
  spread(): void {
    const count = nodeOf(this.#sheet.count);
    const into = new Groups(count, this.#edges.to.size, (edge) => this.#edges.to.at(edge));
    const open: number[] = [];
    const visited = new Uint8Array(count);
    for (let error = 0; error < this.#errors.from.size; error++) {
      const place = this.#errors.from.at(error);
      if (open.at(-1) !== place) open.push(place);
    }
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const leaving = [...(visited[index] ? none : this.#own(index)), ...this.#found.fresh(index)];
      visited[index] = 1;
      if (leaving.length === 0) continue;
      for (const edge of into.of(index)) {
        const from = this.#edges.from.at(edge);
        if (this.#reach(from, leaving, this.#handlers.at(this.#edges.handlers.at(edge)))) open.push(from);
      }
    }
  }

  /** Adds the errors that leave a callee to its caller; returns whether any is new there. */
  #reach(from: number, leaving: readonly number[], catches: readonly string[]): boolean {
    let count = this.#own(from).length + this.#found.count(from);
    let any = false;
    for (const error of leaving) {
      if (count >= mostTypes) break;
      const origin = this.#errors.from.at(error);
      if (origin === from || this.#local.has(error) || this.#found.includes(from, error)) continue;
      if (count >= most && this.#isOfKnownType(from, error)) continue;
      if (catches.length > 0 && !this.#passes(this.#typeOf(error), origin, catches)) continue;
      this.#found.add(from, error);
      count += 1;
      any = true;
    }
    return any;
  }

  #isOfKnownType(place: number, error: number): boolean {
    const type = this.#errors.type.at(error);
    return [...this.#own(place), ...this.#found.of(place)].some(
      (value) => this.#errors.type.at(value) === type,
    );
  }

  /** The errors that a declaration raises itself, found by binary search: they are sorted by declaration. */
  #own(place: number): readonly number[] {
    const { from } = this.#errors;
    let [low, high] = [0, from.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (from.at(middle) < place) low = middle + 1;
      else high = middle;
    }
    const raiseIndexes: number[] = [];
    for (; low < from.size && from.at(low) === place; low++) raiseIndexes.push(low);
    return raiseIndexes;
  }

  of(place: number): readonly Origin[] {
    const node = nodeOf(place);
    return [...this.#own(node), ...this.#found.of(node)].map((error) => {
      const by = this.#errors.by.at(error);
      const type = this.#typeOf(error);
      const left = this.#left(error, place);
      const maker = by > 0 ? this.#sheet.names.text(by - 1) : left === type ? undefined : type;
      return {
        type: left,
        from: placeOf(this.#errors.from.at(error)),
        ...(maker !== undefined && { by: maker }),
      };
    });
  }

  /** Only the types, without duplicates. */
  types(place: number): readonly string[] {
    const node = nodeOf(place);
    const link = this.#found.last(node);
    // most declarations of a file share the same list
    if (this.#reached.link !== link)
      this.#reached = { link, types: this.#found.of(node).map((error) => this.#typeOf(error)) };
    if (this.#failsOf(place) !== undefined) return [...new Set(this.of(place).map(({ type }) => type))];
    return [...new Set([...this.#own(node).map((error) => this.#typeOf(error)), ...this.#reached.types])];
  }

  /** The type of an error when it leaves a declaration. */
  #left(error: number, place: number): string {
    return leaving(this.#typeOf(error), this.#failsOf(place), placeOf(this.#errors.from.at(error)) === place);
  }

  #failsOf(place: number): string | undefined {
    if (this.#sheet.typesOf(place).fails === undefined) return undefined;
    const known = this.#fails.get(place) ?? [failsOf(place, this.#sheet, this.#scope)];
    this.#fails.set(place, known);
    return known[0];
  }

  #typeOf(error: number): string {
    return this.#sheet.names.text(this.#errors.type.at(error));
  }

  /** The classes of an error created by a call. */
  #typesOf(
    { type, by }: Declaration["raises"][number],
    maker: (name: string) => number | undefined,
  ): readonly string[] {
    if (by === undefined) return type && !this.#isAlias(maker(type)) ? [type] : [];
    const makerIndex = maker(by);
    if (makerIndex !== undefined && this.#sheet.kindOf(makerIndex) === "class")
      return [this.#sheet.textOf(makerIndex)]; // `raise cls()`
    const found = makerIndex === undefined ? this.#inTable(by, maker) : this.#sheet.typesOf(makerIndex).gives;
    const otherTypes = found?.filter((item) => !isOfSelf(item));
    if (otherTypes?.length) return otherTypes;
    const text = makerIndex === undefined ? undefined : this.#sheet.resultOf(makerIndex);
    const isKnown = text !== undefined && !isOfSelf(text) && !isForAll(text);
    if (isKnown && (!type || type === "Error")) return [text];
    return type ? [type] : [];
  }

  /** Whether it is an alias of several types of which none can be determined here. */
  #isAlias(place: number | undefined): boolean {
    return place !== undefined && this.#sheet.kindOf(place) === "type";
  }

  /** The class stored in a table under a key: `errors.gone`. */
  #inTable(by: string, maker: (name: string) => number | undefined): readonly string[] | undefined {
    const dot = by.lastIndexOf(".");
    const table = dot > 0 ? maker(by.slice(0, dot)) : undefined;
    if (table === undefined || this.#sheet.kindOf(table) !== "constant") return undefined;
    const { fields = {} } = this.#sheet.typesOf(table);
    const key = by.slice(dot + 1);
    const found = inTable(fields, key);
    return found === undefined ? undefined : [found];
  }

  #passes(type: string, from: number, catches: readonly string[]): boolean {
    return !catches.some((item) => this.#takes(item, type, this.#sheet.fileOf(placeOf(from))));
  }

  /** Whether a handler catches a type: `A`, `A!B|C` for A except B and C, or `!B` for everything except B. */
  #takes(handler: string, type: string, file: number): boolean {
    const [caughtType, but] = handler.split("!");
    if (but?.split("|").some((item) => this.#takes(item, type, file))) return false;
    const last = lastName(caughtType || "*");
    if (isForAll(last)) return takesAny(last, type);
    return this.#classesOf(type, file).includes(last);
  }

  #classesOf(type: string, file: number): readonly string[] {
    const key = `${file} ${type}`;
    const known =
      this.#classes.get(key) ??
      this.#scope
        .ancestors(type, file)
        .flatMap((ancestor) => [lastName(ancestor), ...builtin(lastName(ancestor))]);
    this.#classes.set(key, known);
    return known;
  }
}
