import { isPythons, isScripts } from "./builtins.ts";
import type { Fitting } from "./fits.ts";
import type { Generic, Scope, Shape, Taken, Type, Way } from "./type.ts";
import type { Placed, Position } from "./uses.ts";

/** How an exported declaration changed, from its users' view. */
export type Change = "same" | "extended" | "changed";

const order: readonly Change[] = ["same", "extended", "changed"];
const worst = (changes: readonly Change[]): Change =>
  order[Math.max(0, ...changes.map((change) => order.indexOf(change)))] ?? "same";
const best = (changes: readonly Change[]): Change =>
  order[Math.min(2, ...changes.map((change) => order.indexOf(change)))] ?? "same";

/** Comparisons of types: `fitting` is the general one, `exact` allows nothing new. */
export interface Rules {
  readonly fitting: Fitting;
  readonly exact: Fitting;
}

/** An exported declaration, before and now. */
export interface Pair {
  readonly before: Placed;
  readonly now: Placed;
  /** How users use its owner. */
  readonly uses: ReadonlySet<Position>;
}

/** Returns what a changed declaration means for users. */
export async function changeOf({ before, now, uses }: Pair, rules: Rules): Promise<Change> {
  const [old, shape] = [before.shape, now.shape];
  const scopes: Scopes = { before: before.scope, now: now.scope };
  const generics = await genericsChange(old.generics, shape.generics, { rules, scopes, isType: true });
  const isPart = old.form === "member" || old.form === "alias" || old.form === "type";
  const types = new Types(rules, scopes);
  if (old.form === "class") return worst([generics, await basesChange(old, shape, types)]);
  if (old.form === "type" || (old.form === "alias" && isListed(old.type) && isListed(shape.type)))
    return generics;
  const held = isPart ? uses : new Set<Position>(["out"]);
  return worst([generics, flagChange(old, shape, held), await types.held(old.type, shape.type, held)]);
}

/** Whether a type's members, or its union of literals, are exported separately. */
const isListed = (type: Type | undefined): boolean =>
  type?.is === "object" ||
  (type?.is === "all" && type.of.some(isListed)) ||
  (type?.is === "union" && type.of.every(({ is }) => is === "literal"));

/** Compares whether a member is optional and whether it can be written. */
function flagChange(old: Shape, shape: Shape, uses: ReadonlySet<Position>): Change {
  if (old.optional === true && shape.optional === false && uses.has("in")) return "changed";
  if (old.optional === false && shape.optional === true)
    return uses.has("out") && !uses.has("in") && !uses.has("part") ? "changed" : "extended";
  return old.fixed === false && shape.fixed === true && uses.has("out") && !uses.has("in")
    ? "changed"
    : "same";
}

async function basesChange(old: Shape, shape: Shape, types: Types): Promise<Change> {
  if (!shape.bases) return "same";
  for (const base of old.bases ?? []) if (await types.isLost(base, shape.bases)) return "changed";
  return "same";
}

interface Scopes {
  readonly before: Scope;
  readonly now: Scope;
}

interface Bounds {
  readonly rules: Rules;
  readonly scopes: Scopes;
  /** A type's members must be provided; a call's type parameters are inferred. */
  readonly isType: boolean;
}

async function genericsChange(
  old: readonly Generic[] = [],
  own: readonly Generic[] = [],
  { rules, scopes, isType }: Bounds,
): Promise<Change> {
  const types = new Types(rules, scopes);
  const changes: Change[] = [];
  for (const [index, now] of own.entries()) {
    const was = old[index];
    if (was) {
      const isNarrower = was.within
        ? (await types.taken(was.within, now.within)) === "changed"
        : now.within && !isOpen(now.within);
      if (isNarrower) changes.push("changed");
    } else if (isType) changes.push(now.free ? "extended" : "changed");
  }
  if (isType && own.length < old.length) changes.push("changed");
  return worst(changes);
}

const isNothing = (type: Type | undefined): boolean =>
  type?.is === "name" && (type.name === "None" || (type.name === "Coroutine" && isNothing(type.given[0])));

const isOpen = (type: Type): boolean => type.is === "any" || (type.is === "name" && type.name === "unknown");

/** Compares types at the same place. */
class Types {
  readonly #rules: Rules;
  readonly #scopes: Scopes;

  constructor(rules: Rules, scopes: Scopes) {
    this.#rules = rules;
    this.#scopes = scopes;
  }

  #forward(old: Type | undefined, own: Type | undefined) {
    return this.#rules.fitting.fits(
      { type: old, scope: this.#scopes.before },
      { type: own, scope: this.#scopes.now },
    );
  }

  #backward(old: Type | undefined, own: Type | undefined) {
    return this.#rules.fitting.fits(
      { type: own, scope: this.#scopes.now },
      { type: old, scope: this.#scopes.before },
    );
  }

  /** Compares a type that users provide. */
  async taken(old: Type | undefined, own: Type | undefined): Promise<Change> {
    const fits = await this.#forward(old, own);
    if (fits !== "yes") return fits === "no" ? "changed" : "same";
    if (this.#scopes.now.language === "python") return "same"; // nothing enforces annotations on callers
    const back = await this.#rules.exact.fits(
      { type: own, scope: this.#scopes.now },
      { type: old, scope: this.#scopes.before },
    );
    return back === "no" || (back === "unknown" && own?.is === "union") ? "extended" : "same";
  }

  /** Compares a type that users receive. */
  async given(old: Type | undefined, own: Type | undefined): Promise<Change> {
    if (old?.is === "call" && own?.is === "call") return this.ways(old.ways, own.ways);
    if (isNothing(old)) return "same"; // nobody uses the result
    return (await this.#backward(old, own)) === "no" ? "changed" : "same";
  }

  /** Compares a type that users provide and receive; a change of what is accepted takes precedence. */
  async held(old: Type | undefined, own: Type | undefined, uses: ReadonlySet<Position>): Promise<Change> {
    if (uses.has("in") || uses.has("part")) return this.taken(old, own);
    if (uses.has("out")) return this.given(old, own);
    if ((await this.#forward(old, own)) === "no")
      return (await this.#backward(old, own)) === "no" ? "changed" : "same";
    return (await this.taken(old, own)) === "extended" ? "extended" : "same";
  }

  /** Whether a class lost a base class. */
  async isLost(base: Type, own: readonly Type[]): Promise<boolean> {
    if (own.length === 0) return base.is === "name" && (isPythons(base.name) || isScripts(base.name));
    for (const item of own) if ((await this.#backward(base, item)) !== "no") return false;
    return true;
  }

  /** Whether each previously valid call is still valid. */
  async ways(old: readonly Way[], own: readonly Way[]): Promise<Change> {
    const changes: Change[] = [];
    for (const was of old) {
      const ways: Change[] = [];
      for (const now of own) ways.push(await this.#way(was, now));
      changes.push(best(ways));
    }
    return worst([...changes, own.length > old.length ? "extended" : "same"]);
  }

  async #way(old: Way, own: Way): Promise<Change> {
    const isNamed = this.#scopes.before.language === "python";
    const arity = arityChange(old.takes, own.takes, isNamed);
    if (arity === "changed" || (old.awaited !== own.awaited && !(old.awaited ? own : old).gives))
      return "changed";
    const changes: Change[] = [arity];
    for (const [index, was] of old.takes.entries()) {
      const now = isNamed ? own.takes.find(({ name }) => name === was.name) : own.takes[index];
      if (now && was.rest === now.rest) changes.push(await this.taken(was.type, now.type));
      if (now?.keyword && !was.keyword && !was.rest) changes.push("changed");
      if (now && was.free !== now.free) changes.push(now.free ? "extended" : "same");
    }
    changes.push(await this.given(old.gives, own.gives));
    changes.push(
      await genericsChange(old.generics, own.generics, {
        rules: this.#rules,
        scopes: this.#scopes,
        isType: false,
      }),
    );
    return worst(changes);
  }
}

function arityChange(old: readonly Taken[], own: readonly Taken[], isNamed: boolean): Change {
  const open = own.some(({ rest }) => rest);
  for (const [place, { free, name }] of own.entries()) {
    const was = old[place];
    if (!free && (!was || was.free) && !(isNamed && old.some((taken) => taken.name === name && !taken.free)))
      return "changed";
  }
  const names = new Set(own.map(({ name }) => name));
  const lost = isNamed ? old.some(({ name, rest }) => !rest && !names.has(name)) : old.length > own.length;
  if (lost && !open) return "changed";
  return own.length > old.length ? "extended" : "same";
}
