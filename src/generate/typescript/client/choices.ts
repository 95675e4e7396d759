import type { SpecOperation } from "../../../api/index.ts";
import { choosable, isSuccess, type Model } from "../../specification/model.ts";
import type { Named } from "../../specification/named.ts";
import { once } from "../../specification/once.ts";
import { distinct, resultType } from "./results.ts";
import { literal } from "./typescript-literals.ts";

/** What is shorter says more than a name. */
export const least = 50;

/** Media types of which a caller may choose one for a success. */
export function choiceOf({ responses }: SpecOperation): readonly string[] | undefined {
  const found = Object.entries(responses).find(([status]) => isSuccess(status));
  return choosable(found?.[1].content ?? {});
}

/** Types of a success by the media types that a caller may choose; empty where there is no choice. */
const choicesOf = once((named: Named, model): readonly (readonly [type: string, data: string])[] => {
  const successes = Object.entries(named.operation.responses).filter(([status]) => isSuccess(status));
  return (choiceOf(named.operation) ?? []).map((type) => {
    const data = successes.flatMap(([, { content }]) =>
      content[type] ? [resultType(model, type, content[type])] : [],
    );
    return [type, distinct(data)];
  });
});

/** What a success is in each media type that a caller may choose; nothing where there is no choice. */
export function choicesText(named: Named, model: Model): string {
  const lines = choicesOf(named, model).map(([type, data]) => `  readonly ${literal(type)}: ${data};\n`);
  return lines.length ? `export interface ${named.choices} {\n${lines.join("")}}\n` : "";
}

/** The type of an answer; a long one that is any of an operation's choices refers to these. */
export const answerText = (named: Named, model: Model, data: string): string =>
  data.length > least && data === distinct(choicesOf(named, model).map(([, data]) => data))
    ? `${named.choices}[keyof ${named.choices}]`
    : data;
