import { rememberedTwice } from "../../lib/index.ts";
import type { Model } from "./model.ts";

/** Memoises a function of something in a model. */
export function once<T extends object, R>(make: (part: T, model: Model) => R): typeof make {
  const found = rememberedTwice((model: Model, part: T) => make(part, model));
  return (part, model) => found(model, part);
}
