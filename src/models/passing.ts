import { forwards } from "./forwards.ts";
import type { Model } from "./model.ts";

/** What a model around another one leaves as it is; the rest is said behind it. */
export const passing = (
  model: Model,
): Pick<Model, "list" | "serves" | "countTokens" | "close"> & Required<Pick<Model, "forwards">> => ({
  list: () => model.list(),
  ...(model.serves && { serves: (name: string) => model.serves?.(name) ?? false }),
  forwards: (name) => forwards(model, name),
  countTokens: (request) => model.countTokens(request),
  close: () => model.close(),
});
