import type { SpecSchema } from "../../spec.ts";
import type { At, Documents } from "./document.ts";

/** A schema while it is being read. */
export type Draft = { -readonly [K in keyof SpecSchema]: SpecSchema[K] };

export interface SchemaContext {
  readonly documents: Documents;
  /** Whether keywords beside a reference count (from 3.1 on). */
  readonly siblings: boolean;
  /** `broken`: the generated code would lack something that the author meant. */
  warn(at: At, message: string, broken?: true): void;
  /**
   * Registers the target of a reference and returns its key in `Spec.schemas`; undefined if it doesn't exist.
   * `byName`: a bare schema name is accepted without a warning.
   */
  name(ref: string, at: At, byName?: boolean): string | undefined;
}
