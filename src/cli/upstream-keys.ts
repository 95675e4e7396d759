import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { readUpstream, type KeySource } from "../config/index.ts";
import { inTable, UserError, type Place } from "../lib/index.ts";
import type { ModelConfig } from "../models/index.ts";
import type { Upstream } from "../session/index.ts";
import type { Io } from "./io.ts";
import { connecting, proxyOf } from "./upstream-proxy.ts";

/** An upstream of a configuration file, with the source of its key. */
export interface Keyed {
  readonly name: string;
  readonly provider: string;
  readonly options: { readonly url?: URL; readonly proxy?: URL | "none"; readonly ca?: string };
  readonly key: KeySource | undefined;
  readonly place: Place;
}

interface Vendor {
  readonly url: string;
  /** Sent only to the vendor's own address. */
  readonly variable: string;
  /** Sent only to the one other address that speaks the vendor's protocol. */
  readonly other: string;
}
const vendors: Readonly<Record<string, Vendor>> = {
  anthropic: {
    url: "https://api.anthropic.com/v1",
    variable: "ANTHROPIC_API_KEY",
    other: "ANTIPHON_ANTHROPIC_UPSTREAM_KEY",
  },
  openai: {
    url: "https://api.openai.com/v1",
    variable: "OPENAI_API_KEY",
    other: "ANTIPHON_OPENAI_UPSTREAM_KEY",
  },
};

/**
 * Converts an upstream of the settings to one of a configuration file. A vendor's environment key is only sent to the
 * vendor's own address, unless the settings have another one. Raises UserError for invalid fields.
 */
export function fromSettings(
  name: string,
  { provider, options, file = "settings.yaml" }: Upstream,
  env: Io["env"],
): ModelConfig | Keyed {
  const vendor = inTable(vendors, provider);
  if (!vendor) return { provider, options };
  const place = { file };
  const stored = { provider, ...(typeof options === "string" ? { url: options } : options) };
  const { key, provider: _, place: _place, ...read } = readUpstream(stored, place, `upstreams.${name}`);
  const isVendor = (read.url ?? new URL(vendor.url)).origin === new URL(vendor.url).origin;
  const source = isVendor && env[vendor.variable] ? { env: vendor.variable, place } : undefined;
  if (typeof key !== "string") return { name, provider, options: read, key: key ?? source, place };
  return { name, provider, options: { ...read, key }, key: undefined, place };
}

/** An upstream and the key that would be sent to it. */
interface Sent {
  readonly config: ModelConfig;
  readonly origin?: string;
  /** The key's source, as named in messages. */
  readonly source?: string;
  readonly place?: Place;
}

export interface KeyPlaces extends Pick<Io, "env" | "cwd"> {
  /** Returns a key from the gateway's store; throws UserError. Omitted without a store. */
  stored?(name: string): Promise<string>;
}

/** Adds the keys to the models. Raises UserError if a key can't be read, or if one key would be sent to two origins. */
export async function withKeys(
  models: readonly (ModelConfig | Keyed)[],
  io: KeyPlaces,
): Promise<readonly ModelConfig[]> {
  const all = await Promise.all(
    models.map((model) => ("place" in model ? withOwnKey(model, io) : withVendorKey(model, io.env))),
  );
  const origins = new Map<string, string>();
  for (const { source, origin = "", place } of all) {
    if (source === undefined) continue;
    const first = origins.get(source) ?? origin;
    origins.set(source, first);
    if (first === origin) continue;
    throw new UserError(
      "shared_key",
      `The key in ${source} would be sent to both ${first} and ${origin}.`,
      `Give each its own key, in ${place?.file ?? "antiphon.yaml"} or by serving them from two processes.`,
      { usage: true, ...(place && { place }) },
    );
  }
  return all.map(({ config }) => config);
}

function withVendorKey(config: ModelConfig, env: Io["env"]): Sent {
  const vendor = inTable(vendors, config.provider);
  if (!vendor) return { config };
  const url = typeof config.options === "string" && config.options !== "" ? config.options : vendor.url;
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  const variable = origin === new URL(vendor.url).origin ? vendor.variable : vendor.other;
  const proxy = URL.canParse(url) ? proxyOf(new URL(url), env) : undefined;
  const options = { url, ...(proxy !== undefined && { proxy }) };
  const key = env[variable];
  if (!key) return { config: { provider: config.provider, options } };
  return { config: { provider: config.provider, options: { ...options, key } }, source: variable, origin };
}

async function withOwnKey(keyed: Keyed, io: KeyPlaces): Promise<Sent> {
  const { name, provider, options, key, place } = keyed;
  const url = options.url ?? new URL(inTable(vendors, provider)?.url ?? "");
  const { proxy: _, ...plain } = options;
  const config = { provider, options: { ...plain, url: url.href, ...(await connecting(keyed, url, io)) } };
  if (key === undefined) return { config };
  const { text, source } = await readKey(key, io, { name, place: key.place });
  return {
    config: { provider, options: { ...config.options, key: text } },
    source,
    origin: url.origin,
    place,
  };
}

interface Read {
  readonly text: string;
  readonly source: string;
}

/** Timeout in milliseconds of a command that prints a key, and the maximum size of its output. */
const commandTimeout = 30_000;
const longestKey = 16_384;

async function readKey(
  { env: variable, file, command, stored: storedName }: KeySource,
  { env, cwd, stored }: KeyPlaces,
  { name, place }: { readonly name: string; readonly place: Place },
): Promise<Read> {
  const failed = (what: string, fix: string, cause?: unknown): UserError =>
    new UserError("upstream_key", `The key of upstream ${name} can't be read: ${what}.`, fix, {
      place,
      usage: true,
      cause,
    });
  const key = (source: string, text: string): Read => {
    const trimmed = text.trim();
    if (trimmed !== "" && trimmed.length <= longestKey && /^[\x21-\x7e]+$/.test(trimmed))
      return { text: trimmed, source };
    throw failed(`${source} holds no key`, "A key is one word of visible ASCII characters.");
  };
  if (variable !== undefined) {
    const text = env[variable];
    if (!text) throw failed(`the variable ${variable} is not set`, `Set ${variable} in the environment.`);
    return key(variable, text);
  }
  if (file !== undefined) {
    const path = resolve(cwd, dirname(place.file), file);
    const text = await readFile(path, "utf8").catch((cause: unknown) => {
      throw failed(`the file ${file} can't be read`, "Name a file that this user may read.", cause);
    });
    return key(path, text);
  }
  if (storedName !== undefined) {
    if (!stored) throw failed("stored keys are for antiphon serve", "Use env, file or command here.");
    const text = await stored(storedName).catch((cause: unknown) => {
      if (!(cause instanceof UserError)) throw cause;
      throw failed(cause.message.replace(/\.$/, ""), cause.fix, cause);
    });
    return key(`the stored key ${storedName}`, text);
  }
  const [program = "", ...args] = command ?? [];
  const options = { cwd, env, timeout: commandTimeout, maxBuffer: longestKey, encoding: "utf8" } as const;
  const run = promisify(execFile)(program, args, options).catch((cause: unknown) => {
    throw failed(
      `the command ${program} failed`,
      "Run it by hand; it prints the key and exits with 0.",
      cause,
    );
  });
  return key([program, ...args].join(" "), (await run).stdout);
}
