import { openModel, registry, type Model, type Outside } from "../models/index.ts";
import { readKeys, type Settings } from "../session/index.ts";

export interface ModelOptions {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Text of the project's `.env`. */
  readonly dotEnv: string;
  readonly outside: Outside;
}

/** The models of the settings behind one. A key of the environment goes to the provider's own address only. */
export async function openModels({ settings, env, dotEnv, outside }: ModelOptions): Promise<Model> {
  const keys = readKeys(env, dotEnv);
  const key = keys.ANTHROPIC_API_KEY;
  const configs = [
    { provider: "builtin" },
    ...Object.values(settings.upstreams),
    ...(key === undefined ? [] : [{ provider: "anthropic", options: { key } }]),
  ];
  return registry(await Promise.all(configs.map((config) => openModel(config, outside))));
}
