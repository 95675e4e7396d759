import type { Json } from "../../lib/index.ts";

/** A planned call. */
export interface PlannedCall {
  readonly name: string;
  readonly input: { readonly [key: string]: Json };
}
