import type { Json } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";

/** One value found for a parameter, where it stands, and how sure that is. */
export interface Filler {
  readonly value: Json;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** Number of its coordination `A, B and C`; fillers of one coordination share it. */
  readonly group: number;
}

export type Roles = ReadonlyMap<Parameter, readonly Filler[]>;
