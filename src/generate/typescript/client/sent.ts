import type { Spec, SpecSchema } from "../../../api/index.ts";
import { parts, refKey, type Model } from "../../specification/model.ts";

/** Keys of schemas that requests hold, themselves or behind a reference. */
function sentKeys({ operations, schemas }: Spec): ReadonlySet<string> {
  const found = new Set<string>();
  const open: SpecSchema[] = operations.flatMap(({ parameters, requestBody }) => [
    ...parameters.map(({ schema }) => schema),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => schema ?? []),
  ]);
  for (let schema = open.pop(); schema; schema = open.pop()) {
    open.push(...parts(schema));
    const target = schema.$ref === undefined ? undefined : refKey(schema.$ref);
    const named = target === undefined || found.has(target) ? undefined : schemas[target];
    if (target === undefined || !named) continue;
    found.add(target);
    open.push(named);
  }
  return found;
}

/** The same, which knows what is sent, with types of what is sent for that alone which is sent somewhere. */
export function sentOnly(model: Model): Model {
  const sent = sentKeys(model.spec);
  return { ...model, sent, inputs: new Map([...model.inputs].filter(([key]) => sent.has(key))) };
}
