import type { Leaf } from "../../lib/index.ts";
import type { DocTarget } from "./contract.ts";

/** What /doc knows by a word, in the order in which `all` does it. */
export const leaves = {
  api: () => import("./api.ts"),
  readme: () => import("./readme.ts"),
  changelog: () => import("./changelog.ts"),
} satisfies Readonly<Record<string, Leaf<DocTarget>>>;
