import type { SpecSchema } from "../../spec.ts";
import type { At, Documents } from "./document.ts";

/** A schema that is being read. */
export type Draft = { -readonly [K in keyof SpecSchema]: SpecSchema[K] };

export interface SchemaContext {
  readonly documents: Documents;
  /** From 3.1 on what stands beside a reference is demanded, too. */
  readonly siblings: boolean;
  /** `broken`: what is generated would lack what the author meant. */
  warn(at: At, message: string, broken?: true): void;
  /**
   * Registers what a reference names and gives its key in `Spec.schemas`; undefined where nothing is there.
   * `byName`: the name of a schema alone is as good.
   */
  name(ref: string, at: At, byName?: boolean): string | undefined;
}
