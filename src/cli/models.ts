import { openModel, registry, type Model, type Outside } from "../models/index.ts";
import { readKeys, type Settings, type Upstream } from "../session/index.ts";

export interface ModelOptions {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Text of the project's `.env`. */
  readonly dotEnv: string;
  readonly outside: Outside;
}

/** OpenAI's key goes to OpenAI's own address, where the settings hold no other. */
function withVendorKey({ provider, options }: Upstream, key: string | undefined): Upstream {
  const url = String(options["url"] ?? "");
  const isVendor = URL.canParse(url) && new URL(url).origin === "https://api.openai.com";
  const lacksKey = options["key"] === undefined && key !== undefined;
  return { provider, options: isVendor && lacksKey ? { ...options, key } : options };
}

/** The models of the settings behind one. A key of the environment goes to the provider's own address only. */
export async function openModels({ settings, env, dotEnv, outside }: ModelOptions): Promise<Model> {
  const keys = readKeys(env, dotEnv);
  const key = keys.ANTHROPIC_API_KEY;
  const configs = [
    { provider: "builtin" },
    ...Object.values(settings.upstreams).map((upstream) => withVendorKey(upstream, keys.OPENAI_API_KEY)),
    ...(key === undefined ? [] : [{ provider: "anthropic", options: { key } }]),
  ];
  return registry(await Promise.all(configs.map((config) => openModel(config, outside))));
}
