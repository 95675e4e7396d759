import type { SpecOperation } from "../../../api/index.ts";
import { choosable, isSuccess, type Model } from "../../specification/model.ts";
import type { Named } from "../../specification/named.ts";
import { literal } from "./typescript-literals.ts";
import { distinct, resultType } from "./results.ts";

/** Media types of which a caller may choose one for a success. */
export function choiceOf({ responses }: SpecOperation): readonly string[] | undefined {
  const found = Object.entries(responses).find(([status]) => isSuccess(status));
  return choosable(found?.[1].content ?? {});
}

/** What a success is in each media type that a caller may choose; nothing where there is no choice. */
export function choicesText({ operation, choices }: Named, model: Model): string {
  const successes = Object.entries(operation.responses).filter(([status]) => isSuccess(status));
  const lines = choiceOf(operation)?.map((type) => {
    const data = successes.flatMap(([, { content }]) =>
      content[type] ? [resultType(model, type, content[type])] : [],
    );
    return `  readonly ${literal(type)}: ${distinct(data)};\n`;
  });
  return lines ? `export interface ${choices} {\n${lines.join("")}}\n` : "";
}
