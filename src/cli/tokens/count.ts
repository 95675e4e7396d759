import { estimateText } from "../../messages/index.ts";

export interface Counter {
  /** What the numbers were counted with; they are stated with it. */
  readonly name: string;
  count(text: string): number;
}

/** A real byte-pair vocabulary where its package is installed, else an estimate that says so. */
export async function counter(): Promise<Counter> {
  try {
    const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
    return { name: "o200k_base", count: (text) => countTokens(text, { disallowedSpecial: new Set() }) };
  } catch {
    return { name: "estimate (npm install gpt-tokenizer counts exactly)", count: estimateText };
  }
}
