import type { Json } from "../../lib/index.ts";

/** A call that is to be made. */
export interface PlannedCall {
  readonly name: string;
  readonly input: { readonly [key: string]: Json };
}
