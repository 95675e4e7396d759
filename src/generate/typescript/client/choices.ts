import type { SpecOperation } from "../../../api/index.ts";
import { choosable, isSuccess, type Model } from "../../specification/model.ts";
import type { Named } from "../../specification/named.ts";
import { once } from "../../specification/once.ts";
import { distinct, resultType } from "./results.ts";
import { literal } from "./typescript-literals.ts";

/** Shorter types are written out: they say more than a name. */
export const least = 50;

/** Returns the media types that a caller may choose from for a success. */
export function choiceOf({ responses }: SpecOperation): readonly string[] | undefined {
  const found = Object.entries(responses).find(([status]) => isSuccess(status));
  return choosable(found?.[1].content ?? {});
}

/** Returns the types of a success by the media types that a caller may choose; empty if there is no choice. */
const choicesOf = once((named: Named, model): readonly (readonly [type: string, data: string])[] => {
  const successes = Object.entries(named.operation.responses).filter(([status]) => isSuccess(status));
  return (choiceOf(named.operation) ?? []).map((type) => {
    const data = successes.flatMap(([, { content }]) =>
      content[type] ? [resultType(model, type, content[type])] : [],
    );
    return [type, distinct(data)];
  });
});

/** Generates the interface of the success types by media type; empty if there is no choice. */
export function choicesText(named: Named, model: Model): string {
  const lines = choicesOf(named, model).map(([type, data]) => `  readonly ${literal(type)}: ${data};\n`);
  return lines.length ? `export interface ${named.choices} {\n${lines.join("")}}\n` : "";
}

/** Returns the type of a response; a long union of all choices is replaced by a reference to them. */
export const answerText = (named: Named, model: Model, data: string): string =>
  data.length > least && data === distinct(choicesOf(named, model).map(([, data]) => data))
    ? `${named.choices}[keyof ${named.choices}]`
    : data;
