import type { GeneratedFile } from "../contracts.ts";
import { shipped } from "../shipped.ts";

/** A file below `src` of generated projects that is the same in all of them. */
export const shippedFile = (path: string): GeneratedFile => ({
  path: `src/${path}`,
  text: shipped(`python/shipped/${path}`),
});
