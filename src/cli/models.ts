import { openModel, registry, systemOutside, type Model } from "../models/index.ts";
import { readKeys, type Settings } from "../session/index.ts";
import type { Io } from "./io.ts";
import { fromSettings, withKeys } from "./upstream-keys.ts";

/**
 * Opens the models of the settings as one model. An environment key is only sent to its provider's own address.
 * @param dotEnv Text of the project's `.env`.
 */
export async function openModels(
  settings: Settings,
  dotEnv: string,
  { env, cwd, clock }: Pick<Io, "env" | "cwd" | "clock">,
): Promise<Model> {
  const keys = readKeys(env, dotEnv);
  const known = { ...env, ...keys };
  const models = [
    { provider: "builtin" },
    ...Object.entries(settings.upstreams).map(([name, upstream]) => fromSettings(name, upstream, known)),
    ...(keys.ANTHROPIC_API_KEY === undefined ? [] : [{ provider: "anthropic" }]),
  ];
  const configs = await withKeys(models, { env: known, cwd });
  const outside = { ...systemOutside, clock };
  return registry(await Promise.all(configs.map((config) => openModel(config, outside))));
}
