import type { Json } from "../../../lib/index.ts";
import type { DateMention } from "./dates.ts";
import type { NumberMention } from "./numbers.ts";
import type { Token } from "./tokens.ts";

export type MentionKind =
  | "quoted"
  | "list"
  | "object"
  | "number"
  | "date"
  | "address"
  | "code"
  | "name"
  | "phrase"
  | "expression";

/** Something in a request that could be an argument. */
export interface Mention {
  readonly kind: MentionKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly number?: NumberMention;
  readonly unit?: string;
  /** The value with its unit, as written. */
  readonly long?: string;
  readonly date?: DateMention;
  /** The value of a literal list or object. */
  readonly value?: Json;
  /** The name that the writer gave it: `radius = 5`, `name: 'x'`. */
  readonly label?: string;
  /** The parameters whose descriptions have an example that begins with the same letters: `SO-81` for `e.g. SO-1`. */
  readonly likeOf?: readonly string[];
}

export interface Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly mentions: readonly Mention[];
}
