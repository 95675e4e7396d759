import { forwards } from "./forwards.ts";
import type { Model } from "./model.ts";

/** The members that a wrapper passes on from its model; its own members follow. */
export const passing = (
  model: Model,
): Pick<Model, "list" | "serves" | "countTokens" | "close"> & Required<Pick<Model, "forwards">> => ({
  list: () => model.list(),
  ...(model.serves && { serves: (name: string) => model.serves?.(name) ?? false }),
  forwards: (name) => forwards(model, name),
  countTokens: (request) => model.countTokens(request),
  close: () => model.close(),
});
