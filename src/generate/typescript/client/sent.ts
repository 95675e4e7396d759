import type { Spec, SpecSchema } from "../../../api/index.ts";
import { parametersOf } from "../../specification/encodings.ts";
import { parts, refKey, type Model } from "../../specification/model.ts";

/** Returns the keys of schemas that some schemas refer to, directly or indirectly. */
function keysBehind(starts: readonly SpecSchema[], { schemas }: Spec): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...starts];
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

/** Returns the schemas in requests, and those in responses. */
function placesOf({ operations }: Spec): Readonly<Record<"sent" | "answered", readonly SpecSchema[]>> {
  const inside = (all: NonNullable<Spec["operations"][number]["requestBody"]>["content"]) =>
    Object.values(all).flatMap(({ schema, itemSchema }) => [schema ?? [], itemSchema ?? []].flat());
  return {
    sent: operations.flatMap((operation) => [
      ...parametersOf(operation).map(({ schema }) => schema),
      ...inside(operation.requestBody?.content ?? {}),
    ]),
    answered: operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content }) => inside(content)),
    ),
  };
}

/** Returns the model with the schemas that only requests use, and request types only for schemas that are sent. */
export function sentOnly(model: Model): Model {
  const places = placesOf(model.spec);
  const sent = keysBehind(places.sent, model.spec);
  const answered = keysBehind(places.answered, model.spec);
  const closed = new Set([...sent].filter((key) => !answered.has(key)));
  return { ...model, closed, inputs: new Map([...model.inputs].filter(([key]) => sent.has(key))) };
}
