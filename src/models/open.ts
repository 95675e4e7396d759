import { listed, nearest, systemClock, usageError } from "../lib/index.ts";
import { httpFetch } from "./http/index.ts";
import type { Model, ModelConfig, Outside } from "./model.ts";
import { providers } from "./table.ts";

/** The real network, clock and random numbers. */
export const systemOutside: Outside = {
  fetch: httpFetch,
  clock: systemClock,
  random: () => Math.random(),
};

/** Opens a configured model, unguarded: `registry` adds the guard. Throws UserError for an invalid name or options. */
export async function openModel({ provider, options }: ModelConfig, outside: Outside): Promise<Model> {
  if (!providers.has(provider)) {
    const meant = nearest(provider, providers.names);
    const fix = `Use ${meant === undefined ? `one of ${listed(providers.names, "or")}` : meant}.`;
    throw usageError("unknown_model", `There is no model provider named ${provider}.`, fix);
  }
  const { open } = await providers.load(provider);
  return open(options, { ...outside, open: (config) => openModel(config, outside) });
}

/** Parses a provider as people write it: `builtin`, `replay:fixtures/`, `openai:http://127.0.0.1:8000/v1`. */
export function parseModel(text: string): ModelConfig {
  const colon = text.indexOf(":");
  return colon < 0 ? { provider: text } : { provider: text.slice(0, colon), options: text.slice(colon + 1) };
}
