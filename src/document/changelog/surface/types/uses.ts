import type { Scope, Shape, Type, Way } from "./type.ts";

/** How users use a type: they provide it, provide a part of it, or receive it. */
export type Position = "in" | "part" | "out";

const turned: Readonly<Record<Position, Position>> = { in: "out", part: "out", out: "in" };

/** A declaration with the scope of its names. */
export interface Placed {
  readonly shape: Shape;
  readonly scope: Scope;
}

/** Returns how each declaration of a package is used, by origin. */
export async function usesOf(roots: Iterable<Placed>): Promise<ReadonlyMap<string, ReadonlySet<Position>>> {
  const walk = new Walk();
  for (const { shape, scope } of roots) {
    if (shape.form === "value") await walk.type(shape.type, scope, "out");
    for (const base of shape.form === "class" ? (shape.bases ?? []) : []) await walk.type(base, scope, "out");
  }
  return walk.uses;
}

class Walk {
  readonly uses = new Map<string, Set<Position>>();

  async type(type: Type | undefined, scope: Scope, position: Position): Promise<void> {
    if (!type) return;
    if ("of" in type) for (const item of type.of) await this.type(item, scope, position);
    else if (type.is === "generic") await this.type(type.within, scope, position);
    else if (type.is === "call") for (const way of type.ways) await this.#way(way, scope, position);
    else if (type.is === "object")
      for (const { type: own } of type.members.values()) await this.type(own, scope, position);
    else if (type.is === "placed") await this.type(type.type, type.scope, position);
    else if (type.is === "name") {
      const partly = position === "in" && type.name.endsWith("Partial") ? "part" : position;
      for (const item of type.given) await this.type(item, scope, partly);
      await this.#named(type.name, scope, position);
    }
  }

  async #way({ takes, gives }: Way, scope: Scope, position: Position): Promise<void> {
    // a function that users receive is called by them
    for (const { type } of takes) await this.type(type, scope, turned[position]);
    await this.type(gives, scope, position);
  }

  async #named(name: string, scope: Scope, position: Position): Promise<void> {
    const known = await scope.lookup(name);
    if (typeof known !== "object") return;
    const before = this.uses.get(known.origin) ?? new Set();
    if (before.has(position)) return;
    this.uses.set(known.origin, before.add(position));
    const { type, bases = [], form } = known.shape;
    if (form !== "class") await this.type(type, known.scope, position);
    for (const base of bases) await this.type(base, known.scope, position);
  }
}
