import type { Leaf } from "../../lib/index.ts";
import type { DocTarget } from "./contract.ts";

/** The targets that /doc knows by a word, in the order in which `all` runs them. */
export const leaves = {
  api: () => import("./api.ts"),
  readme: () => import("./readme.ts"),
  changelog: () => import("./changelog.ts"),
} satisfies Readonly<Record<string, Leaf<DocTarget>>>;
