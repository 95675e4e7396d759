import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { modelFiles, type ModelConfig } from "../../models/index.ts";
import type { readKeys, Upstream } from "../../session/index.ts";
import type { Io } from "../io.ts";
import { proxyOf } from "../upstream-proxy.ts";

/** A place where a model may be available. */
export interface Place {
  /** Its name in reports, and as an upstream in the settings. */
  readonly name: string;
  /** Its address, file, or vendor. */
  readonly where: string;
  /** The entry for the settings, without keys. */
  readonly upstream: Upstream | undefined;
  /** For a trial request: with the address' key and the environment's proxy. */
  readonly config: ModelConfig;
  /** Why it can't be tried. */
  readonly missing?: string;
}

/** Local model servers by default port. */
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

/** The proxy for a URL. It isn't saved in the settings, as it may differ where they are used. */
function reached(url: string, env: Io["env"]): { readonly url: string; readonly proxy?: string } {
  const proxy = URL.canParse(url) ? proxyOf(new URL(url), env) : undefined;
  return { url, ...(proxy !== undefined && { proxy }) };
}

/** Vendors whose key is set; a key is only sent to its vendor's own address. */
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
            upstream: undefined, // the key alone suffices
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
/** Folder depth: LM Studio stores files as `publisher/model/file.gguf`. */
const deepest = 2;

/** Model files in a folder, and in model folders down to {@link deepest} levels. */
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

/** Paths of the model files in a folder, top levels first; empty if it can't be read. */
async function filesIn(folder: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory() && /\.gguf$/i.test(entry.name));
  const below = depth === 0 ? [] : entries.filter((entry) => entry.isDirectory());
  const deeper = await Promise.all(below.map(({ name }) => filesIn(join(folder, name), depth - 1)));
  return [...files.map(({ name }) => join(folder, name)), ...deeper.flat()];
}
