import { sampleOf, type Spec } from "../../api/index.ts";
import type { Json } from "../../lib/index.ts";
import { mediaKind } from "./model.ts";
import type { Named } from "./named.ts";

/** A call that a README shows: what its operation must be given, by key. */
export interface ExampleCall {
  readonly named: Named;
  readonly values: ReadonlyMap<string, Json>;
}

function valuesOf(named: Named, spec: Spec): ReadonlyMap<string, Json> | undefined {
  const { operation, keys } = named;
  const values = new Map<string, Json>();
  for (const parameter of operation.parameters.filter(({ required }) => required)) {
    const value = sampleOf(spec, parameter.schema, parameter.name);
    if (value === undefined) return undefined;
    values.set(keys.get(parameter) ?? "", value);
  }
  if (!operation.requestBody?.required) return values;
  const [[type, media] = []] = Object.entries(operation.requestBody.content);
  if (type === undefined || mediaKind(type) !== "json" || !media?.schema) return undefined;
  const body = sampleOf(spec, media.schema, "body");
  return body === undefined ? undefined : values.set("body", body);
}

/** The first operation that reads and can be called with samples, or else the first of any; `fits` may refuse some. */
export function exampleCall(
  operations: readonly Named[],
  spec: Spec,
  fits: (call: ExampleCall) => boolean = () => true,
): ExampleCall | undefined {
  const reading = operations.filter(({ operation }) => operation.method === "get");
  for (const named of [...reading.slice(0, 20), ...operations.slice(0, 20)]) {
    const values = valuesOf(named, spec);
    if (values && fits({ named, values })) return { named, values };
  }
  return undefined;
}
