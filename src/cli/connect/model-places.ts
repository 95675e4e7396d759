import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { modelFiles, type ModelConfig } from "../../models/index.ts";
import type { readKeys, Upstream } from "../../session/index.ts";
import type { Io } from "../io.ts";
import { proxyOf } from "../upstream-proxy.ts";

/** Somewhere a model may answer. */
export interface Place {
  /** Names it in reports, and its upstream in the settings. */
  readonly name: string;
  /** Its address, its file, or its vendor's name. */
  readonly where: string;
  /** As the settings hold it: without keys. */
  readonly upstream: Upstream | undefined;
  /** To try it, with the key that belongs to its address, and the environment's proxy on the way. */
  readonly config: ModelConfig;
  /** Why it can't be tried here. */
  readonly missing?: string;
}

/** Servers of models on this machine, at their default ports. */
const local: Readonly<Record<string, number>> = {
  ollama: 11434,
  "lm-studio": 1234,
  "llama-cpp": 8080,
  vllm: 8000,
};

export const localPlaces: readonly Place[] = Object.entries(local).map(([name, port]) =>
  serverPlace(name, `http://127.0.0.1:${port}/v1`, {}),
);

export function serverPlace(name: string, url: string, env: Io["env"]): Place {
  const upstream = { provider: "openai", options: { url } };
  return { name, where: url, upstream, config: { provider: "openai", options: reached(url, env) } };
}

/** The proxy isn't written into the settings: it may be another where these are used. */
function reached(url: string, env: Io["env"]): { readonly url: string; readonly proxy?: string } {
  const proxy = URL.canParse(url) ? proxyOf(new URL(url), env) : undefined;
  return { url, ...(proxy !== undefined && { proxy }) };
}

/** Vendors whose key is set; a key goes to its vendor's own address and nowhere else. */
export function vendorPlaces(keys: ReturnType<typeof readKeys>, env: Io["env"]): readonly Place[] {
  const { ANTHROPIC_API_KEY: anthropic, OPENAI_API_KEY: openai } = keys;
  const anthropicUrl = "https://api.anthropic.com/v1";
  const url = "https://api.openai.com/v1";
  return [
    ...(anthropic
      ? [
          {
            name: "anthropic",
            where: "api.anthropic.com, by ANTHROPIC_API_KEY",
            upstream: undefined, // the key alone is enough
            config: { provider: "anthropic", options: { ...reached(anthropicUrl, env), key: anthropic } },
          },
        ]
      : []),
    ...(openai
      ? [
          {
            name: "openai",
            where: "api.openai.com, by OPENAI_API_KEY",
            upstream: { provider: "openai", options: { url } },
            config: { provider: "openai", options: { ...reached(url, env), key: openai } },
          },
        ]
      : []),
  ];
}

const mostFiles = 5;
/** LM Studio keeps a file at `publisher/model/file.gguf`. */
const deepest = 2;

/** Model files in a folder, and in folders of models down to {@link deepest} below. */
export async function filePlaces(folder: string, models: readonly string[]): Promise<readonly Place[]> {
  const lists = await Promise.all([filesIn(folder, 0), ...models.map((models) => filesIn(models, deepest))]);
  const found = lists.flat().slice(0, mostFiles);
  const able = found.length > 0 && (await modelFiles());
  return found.map((path) => {
    const upstream = { provider: "gguf", options: { path } };
    const missing = able ? undefined : "needs node-llama-cpp: npm install node-llama-cpp";
    return { name: "gguf", where: path, upstream, config: upstream, ...(missing && { missing }) };
  });
}

/** Paths of the model files in a folder, those nearest to it first; none where it can't be read. */
async function filesIn(folder: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory() && /\.gguf$/i.test(entry.name));
  const below = depth === 0 ? [] : entries.filter((entry) => entry.isDirectory());
  const deeper = await Promise.all(below.map(({ name }) => filesIn(join(folder, name), depth - 1)));
  return [...files.map(({ name }) => join(folder, name)), ...deeper.flat()];
}
