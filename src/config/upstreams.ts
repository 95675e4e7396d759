import type { Place } from "../lib/index.ts";
import {
  checked,
  either,
  integer,
  list,
  named,
  number,
  object,
  oneOf,
  readValue,
  scalar,
  text,
  url,
  type Read,
} from "./fields.ts";

const key = checked(
  object({ env: text, file: text, command: list(text), stored: text }),
  ({ env, file, command, stored }) =>
    [env, file, command, stored].filter((source) => source !== undefined).length === 1 &&
    command?.length !== 0
      ? undefined
      : "exactly one of env, file, command or stored",
);

/** In seconds. */
const seconds = number(0.001, 86_400);
const timeouts = object({ connect: seconds, first_byte: seconds, idle: seconds, total: seconds });

const header = checked(text, (value) => (/^[\t -~\x80-\xff]*$/.test(value) ? undefined : "text in one line"));
const headers = checked(named(header), (read) => {
  const reservedHeader = Object.keys(read).find(
    (name) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || reserved.test(name),
  );
  return reservedHeader === undefined ? undefined : `names of headers, which ${reservedHeader} can't be`;
});
/** Headers that can't be set: those that frame a request, and the key's, which has its own field. */
const reserved =
  /^(?:host|connection|content-length|content-type|transfer-encoding|authorization|x-api-key|api-key)$/i;

/** The URL of an HTTP proxy, with user and password if required; `none` ignores the environment's proxy. */
const proxyUrl = scalar<URL | "none">(
  "an http URL, or none",
  { type: "string", pattern: "^(?:none$|http://)" },
  (value) => {
    if (value instanceof URL || value === "none") return value;
    const parsed = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
    return parsed?.protocol === "http:" ? parsed : undefined;
  },
);

/** Dialects of servers with a chat completions API, each with its own rules; `compatible` is any other server. */
export const dialectNames = [
  "compatible",
  "openai",
  "azure",
  "vllm",
  "llama.cpp",
  "ollama",
  "lm-studio",
  "deepseek",
  "mistral",
  "groq",
  "openrouter",
] as const;
export type DialectName = (typeof dialectNames)[number];

/** The settings of a provider, besides its key. */
export const upstreamFields = {
  url,
  dialect: oneOf(...dialectNames),
  models: list(text),
  aliases: named(text),
  context_window: integer(1, 100_000_000),
  timeouts,
  retries: integer(0, 10),
  invalid_calls: oneOf("refuse", "pass_on"),
  proxy: proxyUrl,
  ca: text,
  headers,
} as const;

const providers = oneOf("anthropic", "openai");
const upstream = object({ provider: providers, key, ...upstreamFields }, ["provider"]);

/** Upstreams by name: an object, or a value of `--model`, like `gguf:models/small.gguf`. */
export const upstreams = named(either(text, upstream));

/** Parses one upstream of the settings, whose key may be a literal. Throws UserError. */
export const readUpstream = (value: unknown, place: Place, path: string): SettingsUpstream =>
  readValue(settingsUpstream, value, { code: "settings", place, path });
const settingsUpstream = object({ provider: providers, key: either(text, key), ...upstreamFields }, [
  "provider",
]);
export type SettingsUpstream = Read<typeof settingsUpstream>;

export type UpstreamConfig = Exclude<Read<typeof upstreams>[string], string>;
export type KeySource = NonNullable<UpstreamConfig["key"]>;
