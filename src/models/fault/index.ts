import { isObject, listed, nearest, UserError } from "../../lib/index.ts";
import type { Model, ModelConfig, Provider } from "../model.ts";
import { faultNames, faults, type Fault } from "./faults.ts";

export { faultNames, type FaultName } from "./faults.ts";

/** Decides for each request in turn which failure to inject. */
type Plan = () => Fault | undefined;

/**
 * Options: `{ model: { provider, options }, script: ["ok", "rate_limit", …] }` injects in order, then nothing; `{
 * model, seed, rate?, kinds? }` injects at random, reproducibly for a seed. As text, `overloaded+ok`, with builtin as
 * the model.
 */
const fault: Provider = {
  summary: "another model with failures, by script or seed, to try an agent with",
  async open(input, outside) {
    const options =
      typeof input === "string" ? { script: input.split(/[+,]/) } : isObject(input) ? input : {};
    const plan = "seed" in options ? chance(options) : script(options);
    const model = await outside.open(config(options["model"]));
    return faulty(model, plan, (milliseconds, signal) => outside.clock.sleep(milliseconds, signal));
  },
};
export default fault;

const wrong = (field: string, what: string): UserError =>
  new UserError("model_options", `The ${field} of a model of fault is missing or wrong.`, `Give ${what}.`);

function config(model: unknown): ModelConfig {
  if (model === undefined) return { provider: "builtin" };
  if (!isObject(model) || typeof model["provider"] !== "string")
    throw wrong("model", "it as { provider, options }");
  return { provider: model["provider"], options: model["options"] };
}

function script({ script: names }: Readonly<Record<string, unknown>>): Plan {
  if (!Array.isArray(names) || names.length === 0) throw wrong("script", "a list of faults and ok");
  const steps = names.map((name: unknown) => (name === "ok" ? undefined : named(name)));
  let index = 0;
  return () => steps[index++];
}

function named(name: unknown): Fault {
  const found = faultNames.find((known) => known === name);
  if (found !== undefined) return faults[found];
  const near = nearest(String(name), faultNames);
  throw wrong("script", near ?? listed(["ok", ...faultNames], "or"));
}

function chance({ seed, rate = 0.3, kinds = faultNames }: Readonly<Record<string, unknown>>): Plan {
  if (!Number.isSafeInteger(seed)) throw wrong("seed", "an integer");
  if (typeof rate !== "number" || rate < 0 || rate > 1) throw wrong("rate", "a number from 0 to 1");
  if (!Array.isArray(kinds) || kinds.length === 0) throw wrong("kinds", "a list of faults");
  const chosen = kinds.map(named);
  const random = mulberry(Number(seed));
  return () => (random() < rate ? chosen[Math.floor(random() * chosen.length)] : undefined);
}

/** A small pseudo-random number generator with the same numbers everywhere for the same seed. */
function mulberry(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const faulty = (
  model: Model,
  plan: Plan,
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>,
): Model => ({
  list: () => model.list(),
  serves: (name) => model.serves?.(name) ?? false,
  countTokens: (request) => model.countTokens(request),
  close: () => model.close(),
  stream(request, context) {
    const events = () => model.stream(request, context);
    const next = plan();
    return next === undefined ? events() : next.inject({ request, context, events, sleep });
  },
});
