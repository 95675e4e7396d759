import { sampleOf, type Spec, type SpecOperation } from "../../api/index.ts";
import type { Json } from "../../lib/index.ts";
import { mediaKind } from "./model.ts";
import type { Named } from "./named.ts";
import { oneLine } from "./text.ts";

/** A call of an operation: what it must be given, by key. */
export interface ExampleCall {
  readonly named: Named;
  readonly values: ReadonlyMap<string, Json>;
}

/** What is longer shows less than it hides. */
const longest = 400;

/** A call with samples of all that an operation demands; undefined where there is none, or only a long one. */
function exampleOf(named: Named, spec: Spec): ExampleCall | undefined {
  const { operation, keys } = named;
  const values = new Map<string, Json>();
  for (const parameter of operation.parameters.filter(({ required }) => required)) {
    const value = sampleOf(spec, parameter.schema, parameter.name);
    if (value === undefined) return undefined;
    values.set(keys.get(parameter) ?? "", value);
  }
  if (operation.requestBody?.required) {
    const [[type, media] = []] = Object.entries(operation.requestBody.content);
    const kind = type === undefined || type.includes("*") ? undefined : mediaKind(type);
    if ((kind !== "json" && kind !== "form") || !media?.schema) return undefined;
    const body = sampleOf(spec, media.schema, "body");
    if (body === undefined) return undefined;
    values.set("body", body);
  }
  return JSON.stringify([...values]).length > longest ? undefined : { named, values };
}

/** Calls of operations by these, as far as there are any; each sample is made once. */
export type Examples = ReadonlyMap<Named, ExampleCall>;

export const examplesOf = (operations: readonly Named[], spec: Spec): Examples =>
  new Map(
    operations.flatMap((named) => {
      const example = exampleOf(named, spec);
      return example ? [[named, example] as const] : [];
    }),
  );

/** How many operations a README shows. */
export const mostShown = 300;

/** An operation in a line: where it goes, and what it is for. */
export const lineOf = ({ method, path, summary }: SpecOperation): string =>
  oneLine(`${method.toUpperCase()} ${path}${summary === undefined ? "" : `: ${summary.slice(0, 120)}`}`);

/** The example to begin with: of an operation that reads, or else of any; `fits` may refuse some. */
export function firstExample(
  examples: Examples,
  fits: (call: ExampleCall) => boolean = () => true,
): ExampleCall | undefined {
  const all = [...examples.values()].filter(fits);
  return all.find(({ named }) => named.operation.method === "get") ?? all[0];
}
