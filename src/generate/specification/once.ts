import type { Model } from "./model.ts";

/** Memoises a function of something in a model. */
export function once<T extends object, R>(make: (part: T, model: Model) => R): typeof make {
  const cache = new WeakMap<Model, WeakMap<T, R>>();
  return (part, model) => {
    const known = cache.get(model) ?? new WeakMap<T, R>();
    cache.set(model, known);
    if (!known.has(part)) known.set(part, make(part, model));
    return known.get(part) as R; // set above
  };
}
