import type { Json } from "../../lib/index.ts";

export interface PlannedCall {
  readonly name: string;
  readonly input: { readonly [key: string]: Json };
}
