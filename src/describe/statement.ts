import type { Clause } from "./clauses.ts";
import { nounAt, type Noun } from "./nouns.ts";
import { tokensOf } from "./tokens.ts";

/** What a sentence states, before it is known which nouns are resources. */
export type Statement =
  | { readonly kind: "attributes"; readonly owner: Noun; readonly list: string; readonly labelled?: boolean }
  /** `list`: the text after the verb. */
  | { readonly kind: "clause"; readonly clause: Clause; readonly list: string }
  /** `sure`: all items are things rather than fields. */
  | { readonly kind: "mention"; readonly list: string; readonly sure?: boolean }
  /** Fields of the current topic: `amount is required, currency is EUR or USD`. */
  /** `labelled`: under its own label, so that it belongs to the topic of the whole text. */
  | { readonly kind: "more"; readonly list: string; readonly labelled?: boolean }
  /** One belongs to the other; `weak`: they only occur together: `a hint in a session`. */
  | { readonly kind: "link"; readonly from: Noun; readonly to: Noun; readonly weak?: boolean }
  | { readonly kind: "tie"; readonly from: Noun; readonly to: Noun; readonly many: boolean }
  | { readonly kind: "actions"; readonly verbs: readonly string[]; readonly of?: Noun }
  | { readonly kind: "application"; readonly noun: Noun };

/** The noun of a label: `the model Order line` → order line. */
export const labelOwner = (label: string): Noun | undefined =>
  nounAt(tokensOf(label.replace(/^(?:the|model|entity|resource|table|class|type|interface)\s+/i, "")));

/** Links a noun to the nouns that it belongs to. */
export const linked = (
  from: Noun | undefined,
  to: readonly (Noun | undefined)[],
  weak = false,
): readonly Statement[] =>
  to.flatMap((noun) =>
    from && noun ? [{ kind: "link", from, to: noun, ...(weak ? { weak } : {}) } as const] : [],
  );
