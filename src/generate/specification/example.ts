import { sampleOf, type Spec, type SpecOperation, type SpecParameter } from "../../api/index.ts";
import type { Json } from "../../lib/index.ts";
import { fromHtml } from "./html.ts";
import { mediaKind } from "./model.ts";
import { oneLine } from "./text.ts";

interface Callable {
  readonly operation: SpecOperation;
}

/** A call with sample values for everything its operation requires. */
export interface ExampleCall<T extends Callable> {
  readonly called: T;
  readonly values: ReadonlyMap<SpecParameter | "body", Json>;
}

/** Longer calls are not shown: they are hard to read. */
const longest = 400;

/** Returns an example call; undefined if a sample is missing or the call is too long. */
function exampleOf<T extends Callable>(called: T, spec: Spec): ExampleCall<T> | undefined {
  const { parameters, requestBody } = called.operation;
  const values = new Map<SpecParameter | "body", Json>();
  for (const parameter of parameters.filter(({ required }) => required)) {
    const value = sampleOf(spec, parameter.schema, parameter.name, { longest });
    if (value === undefined) return undefined;
    values.set(parameter, value);
  }
  if (requestBody?.required) {
    const [[type, media] = []] = Object.entries(requestBody.content);
    const kind = type === undefined || type.includes("*") ? undefined : mediaKind(type);
    if ((kind !== "json" && kind !== "form") || !media?.schema) return undefined;
    const body = sampleOf(spec, media.schema, "body", { longest });
    if (body === undefined) return undefined;
    values.set("body", body);
  }
  const shown = [...values].map(([key, value]) => [key === "body" ? key : key.name, value]);
  return JSON.stringify(shown).length > longest ? undefined : { called, values };
}

/** Example calls, for the operations that have one. */
export type Examples<T extends Callable> = ReadonlyMap<T, ExampleCall<T>>;

export const examplesOf = <T extends Callable>(all: readonly T[], spec: Spec): Examples<T> =>
  new Map(
    all.flatMap((called) => {
      const example = exampleOf(called, spec);
      return example ? [[called, example] as const] : [];
    }),
  );

/** Maximum number of operations in a README. */
export const mostShown = 300;

/** Returns an operation in one line: method, path and purpose. */
export const lineOf = ({ method, path, summary }: SpecOperation): string =>
  oneLine(
    `${method.toUpperCase()} ${path}${summary === undefined ? "" : `: ${fromHtml(summary).slice(0, 120)}`}`,
  );

/** Returns the first example: of an operation that reads, else of any; `fits` may reject some. */
export function firstExample<T extends Callable>(
  examples: Examples<T>,
  fits: (call: ExampleCall<T>) => boolean = () => true,
): ExampleCall<T> | undefined {
  const all = [...examples.values()].filter(fits);
  return all.find(({ called }) => called.operation.method === "get") ?? all[0];
}
