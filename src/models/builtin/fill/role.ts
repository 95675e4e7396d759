import type { Json } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { MentionKind } from "../text/mention.ts";

/** A value found for a parameter, its place, and how certain it is. */
export interface Filler {
  readonly value: Json;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** The number of its coordination `A, B and C`; fillers of one coordination share it. */
  readonly group: number;
  /** The kind of its mention; undefined for an option. */
  readonly kind: MentionKind | undefined;
}

export type Roles = ReadonlyMap<Parameter, readonly Filler[]>;
