import type * as Vocabulary from "gpt-tokenizer/encoding/o200k_base";
import { loadOptional, UserError } from "../../lib/index.ts";
import { estimateText } from "../../messages/index.ts";

export interface Counter {
  /** What the numbers were counted with, which is reported with them. */
  readonly name: string;
  count(text: string): number;
}

/** A real byte-pair encoder if its package is installed, otherwise an estimate, named as such. */
export async function counter(): Promise<Counter> {
  try {
    const { countTokens } = await loadOptional<typeof Vocabulary>(
      "gpt-tokenizer",
      "gpt-tokenizer/encoding/o200k_base",
    );
    return { name: "o200k_base", count: (text) => countTokens(text, { disallowedSpecial: new Set() }) };
  } catch (error) {
    if (!(error instanceof UserError && error.code === "package_missing")) throw error;
    return { name: `estimate (${error.fix.replace(/\.$/, "")})`, count: estimateText };
  }
}
