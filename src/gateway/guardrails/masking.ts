import { ApiError, type AnswerBlock, type MessagesRequest } from "../../messages/index.ts";
import type { Guardrail } from "./guardrail.ts";
import { mapTexts, textsOf } from "./texts.ts";

/** A span of text that must not pass. */
export interface Finding {
  /** For example "an email address". */
  readonly what: string;
  readonly start: number;
  readonly end: number;
}
export type Detect = (text: string) => readonly Finding[] | Promise<readonly Finding[]>;

export interface MaskingOptions {
  readonly name: string;
  readonly action: "mask" | "refuse";
  readonly applyTo: "both" | "requests" | "answers";
  readonly detect: Detect;
}

/**
 * A guardrail that masks findings with their kind in brackets, or refuses the request. Messages never include the
 * finding.
 */
export function masking({ name, action, applyTo, detect }: MaskingOptions): Guardrail {
  const clean = async <T>(value: T, where: string): Promise<T> => {
    const masked = new Map<string, string>();
    for (const text of textsOf(value)) {
      const findings = await detect(text);
      const [first] = findings;
      if (!first) continue;
      if (action === "refuse")
        throw new ApiError("permission_error", `${where} has what looks like ${first.what}.`, {
          details: { guardrail: name },
        });
      masked.set(text, withMasks(text, findings));
    }
    return masked.size === 0 ? value : mapTexts(value, (text) => masked.get(text) ?? text);
  };
  return {
    name,
    ...(applyTo !== "answers" && {
      async before(request: MessagesRequest) {
        const { system, messages } = request;
        const checked = await clean({ messages, ...(system !== undefined && { system }) }, "The request");
        return checked.messages === messages ? request : { ...request, ...checked };
      },
    }),
    ...(applyTo !== "requests" && {
      async after(block: AnswerBlock) {
        if (block.type !== "thinking") return clean(block, "The answer");
        const { text } = await clean({ text: block.thinking }, "The answer");
        return text === block.thinking ? block : { ...block, thinking: text };
      },
    }),
  };
}

/** Masks the findings in a text. Overlapping findings are merged under the first one's name. */
export function withMasks(text: string, findings: readonly Finding[]): string {
  let result = "";
  let end = 0;
  for (const finding of findings.toSorted((a, b) => a.start - b.start)) {
    if (finding.start >= end)
      result += `${text.slice(end, finding.start)}[${finding.what.replace(/^an? /, "")}]`;
    end = Math.max(end, finding.end);
  }
  return result + text.slice(end);
}
