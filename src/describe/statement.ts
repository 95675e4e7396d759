import type { Clause } from "./clauses.ts";
import { nounAt, type Noun } from "./nouns.ts";
import { tokensOf } from "./tokens.ts";

/** What a sentence states, before it is known which nouns are resources. */
export type Statement =
  | { readonly kind: "attributes"; readonly owner: Noun; readonly list: string; readonly labelled?: boolean }
  /** `list`: what stands behind the verb, as written. */
  | { readonly kind: "clause"; readonly clause: Clause; readonly list: string }
  /** `sure`: all of it are things rather than fields. */
  | { readonly kind: "mention"; readonly list: string; readonly sure?: boolean }
  /** Fields of what the text is about so far: `amount is required, currency is EUR or USD`. */
  | {
      readonly kind: "more";
      readonly list: string;
      /** It stands under a label of its own: it is of what the whole text is about. */
      readonly labelled?: boolean;
    }
  /** One belongs to the other; `weak`: it only stands near: `a hint in a session`. */
  | { readonly kind: "link"; readonly from: Noun; readonly to: Noun; readonly weak?: boolean }
  | { readonly kind: "tie"; readonly from: Noun; readonly to: Noun; readonly many: boolean }
  | { readonly kind: "actions"; readonly verbs: readonly string[]; readonly of?: Noun }
  /** What is noted of a deed: `when a band books a room we need the start`. */
  | { readonly kind: "made"; readonly verb: string; readonly list: string }
  | { readonly kind: "application"; readonly noun: Noun };

/** The noun of a label: `the model Order line` → order line. */
export const labelOwner = (label: string): Noun | undefined =>
  nounAt(tokensOf(label.replace(/^(?:the|model|entity|resource|table|class|type|interface)\s+/i, "")));

/** One noun belongs to others. */
export const linked = (
  from: Noun | undefined,
  to: readonly (Noun | undefined)[],
  weak = false,
): readonly Statement[] =>
  to.flatMap((noun) =>
    from && noun ? [{ kind: "link", from, to: noun, ...(weak ? { weak } : {}) } as const] : [],
  );
