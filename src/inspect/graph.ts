import type { Declaration } from "../code/index.ts";
import { Guards } from "./guards.ts";
import { nodeOf, type Origin, Raises } from "./raises.ts";
import { type Scope, scope } from "./scope.ts";
import { lastName, once } from "../lib/index.ts";
import type { Others, Uses } from "./head.ts";
import { none } from "./facts.ts";
import { Links } from "./links.ts";
import { isOwner, Meanings } from "./meanings.ts";
import type { Sheet } from "./sheet.ts";

/** The call graph, by declaration index. */
export interface Graph {
  meaning(name: string, file: number): number | undefined;
  calls(place: number): readonly number[];
  callers(place: number): readonly number[];
  raises(place: number): readonly Origin[];
  /** The types of what it raises, without duplicates. */
  errors(place: number): readonly string[];
}

type Body = Pick<Declaration, "raises" | "calls">;

interface Put {
  /** A node as of `nodeOf`. */
  readonly from: number;
  /** The targets of its calls, if known. */
  readonly meant?: readonly (number | undefined)[];
}

/**
 * Builds the graph. Calls that the scope can't resolve refer to a declaration in the same file, otherwise in an
 * imported file, otherwise to the only one with that name.
 */
export class Building {
  readonly #sheet: Sheet;
  readonly #names: Scope;
  readonly #meanings: Meanings;
  readonly #raises: Raises;
  readonly #links = new Links();

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.#names = scope(sheet);
    this.#meanings = new Meanings(sheet, this.#names);
    this.#raises = new Raises(sheet, this.#names);
  }

  /** Adds the calls and errors of a file's declarations; files must be added in order. */
  add(file: number, { calls, raises, others }: Uses): void {
    const [first, end] = this.#sheet.range(file);
    const near = this.#near(file);
    const guards = new Guards(file, this.#sheet, this.#names);
    for (let place = first; place < end; place++) {
      const targets = new Set<number>();
      const meant = (calls[place - first] ?? none).map((call) => {
        const found = this.#meanings.target(place, call);
        const to = found ?? (call.read ? undefined : near(place, call.name));
        if (to !== undefined) targets.add(to);
        return found;
      });
      this.#links.add([...targets]);
      const body = { calls: calls[place - first] ?? none, raises: raises[place - first] ?? none, meant };
      this.#whole(body, place, { guards, ...others[place - first] });
    }
  }

  /** Adds what a declaration calls and raises, what wraps it, and what it passes to others or returns. */
  #whole(
    ownBody: Body & { readonly meant: readonly (number | undefined)[] },
    place: number,
    { guards, within = none, perhaps, later }: Others & { readonly guards: Guards },
  ): void {
    const mean = (name: string): number | undefined => this.#meanings.of(place, name);
    const node = nodeOf(place);
    const around: string[] = [];
    for (const receiver of within) {
      const to = mean(receiver.to);
      const run = guards.run(to, receiver, true);
      if (to === undefined || !run) continue;
      this.#raises.call(node, nodeOf(guards.runner(to, receiver.at), true), [...around]);
      around.push(...guards.taken(run, receiver));
    }
    const put = (body: Body, { from, meant }: Put): Declaration["raises"] => {
      for (const [index, call] of body.calls.entries()) {
        if (call.caught) continue;
        const to = meant ? meant[index] : this.#meanings.target(place, call);
        if (to === undefined || to === place || this.#sheet.isOneOfSeveral(to)) continue;
        const isLate = call.late !== undefined && this.#sheet.is("promised", to);
        const ownCall = isLate ? { ...call, catches: call.late ?? none } : call;
        const catches = guards.around(ownCall, mean, body !== perhaps);
        if (catches) this.#raises.call(from, nodeOf(to), [...catches, ...around]);
      }
      return body.raises.flatMap((each) => {
        const catches = guards.around(each, mean, body !== perhaps);
        return catches ? [{ ...each, catches: [...catches, ...around] }] : [];
      });
    };
    const raised = [
      ...put(ownBody, { from: node, meant: ownBody.meant }),
      ...(perhaps ? put(perhaps, { from: node }) : none),
    ];
    if (raised.length) this.#raises.own(node, raised, mean);
    if (!later) return;
    around.length = 0; // what wraps it doesn't wrap the functions it returns
    this.#raises.own(nodeOf(place, true), put(later, { from: nodeOf(place, true) }), mean);
  }

  /** Guesses what a name refers to in a file whose scope can't tell. */
  #near(file: number): (from: number, called: string) => number | undefined {
    const sheet = this.#sheet;
    const imported = once(() => this.#names.akin(file));
    const foreign = once(() => this.#names.foreign(file));
    return (from, called) => {
      const last = sheet.names.find(lastName(called));
      const every = last === undefined ? none : sheet.ending(last);
      const [owner = "", ...members] = called.split(".");
      if (every.length === 0 || foreign().has(owner)) return undefined;
      if (members.length && isGlobal(owner, sheet.files[file] ?? "")) return undefined;
      const not = called.includes(".") ? from : -1;
      for (const value of [file, ...imported()]) {
        const found = firstWithin(every, sheet.range(value), not);
        if (found !== undefined) return found;
      }
      const [one, other] = every.length > 2 ? none : [...every].filter((each) => each !== not);
      return other === undefined ? one : undefined;
    };
  }

  done(): Graph {
    this.#raises.spread();
    const back = once(() => this.#links.reversed());
    const [sheet, names] = [this.#sheet, this.#names];
    return {
      meaning(name, file) {
        const [first = "", ...rest] = name.split(".");
        const head = names.named(first, file);
        if (rest.length === 0) return head;
        if (head !== undefined)
          return isOwner(head, sheet) && rest.length === 1 ? names.method(head, rest[0] ?? "") : undefined;
        return names.member(first, rest.join("."), file);
      },
      calls: (place) => this.#links.at(place),
      callers: (place) => back().at(place),
      raises: (place) => this.#raises.of(place),
      errors: (place) => this.#raises.types(place),
    };
  }
}

/** The first index in order that is in a range and isn't `not`. */
function firstWithin(
  places: ArrayLike<number>,
  [from, to]: readonly [number, number],
  not: number,
): number | undefined {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const found = places[low] === not ? places[low + 1] : places[low];
  return found !== undefined && found < to ? found : undefined;
}

/** Whether a name is an object of JavaScript itself, such as `JSON`, whose members no file declares. */
const isGlobal = (name: string, file: string): boolean =>
  Object.hasOwn(globalThis, name) && /\.[mc]?[jt]sx?$/.test(file);
