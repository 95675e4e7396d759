import { inTable, UserError } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import {
  openModel,
  parseModel,
  registry,
  type Model,
  type ModelConfig,
  systemOutside,
} from "../../models/index.ts";
import { listen, type ServerOptions } from "../../server/index.ts";
import type { Io } from "../io.ts";
import { program } from "./program.ts";

export default program({
  summary: "Serve models over POST /v1/messages",
  orderly: true,
  flags: {
    port: { type: "string", summary: "Port (default 4000; 0: any free one)", example: "4000" },
    host: { type: "string", summary: "Address to listen on (default 127.0.0.1)", example: "127.0.0.1" },
    key: { type: "string", summary: "Key that requests must carry (default: ANTIPHON_API_KEY)" },
    model: {
      type: "string",
      summary: "What answers (default builtin); several with commas",
      example: "openai:http://127.0.0.1:8000/v1",
    },
    profile: {
      type: "choice",
      choices: ["spec", "live"],
      summary: "How strict: spec (default), or live, which joins turns of one role",
    },
    "allow-host": {
      type: "string",
      summary: "Further names it may be called by, with commas",
      example: "models.example.org",
    },
    record: {
      type: "string",
      summary: "Folder to write every exchange into, for --model=replay:FOLDER",
      example: "fixtures",
    },
    "no-threads": { type: "boolean", summary: "Hold no conversations between requests" },
  },
  async run({ flags }, io) {
    const model = await models(flags.model ?? "builtin", flags.record, io);
    const key = flags.key ?? io.env["ANTIPHON_API_KEY"] ?? "";
    const options: ServerOptions = {
      model,
      profile: flags.profile ?? "spec",
      port: portOf(flags.port ?? "4000"),
      host: flags.host ?? "127.0.0.1",
      keys: key ? [key] : [],
      hosts: hosts(flags["allow-host"]),
      threads: !flags["no-threads"],
      now: () => io.clock.now(),
      onError: (error, id) => io.err(`${id}: ${error instanceof Error ? (error.stack ?? error) : error}\n`),
    };
    const server = await listen(options);
    io.out(welcome(server.url, key !== "", await firstName(model, io)));
    await ended(io.signal);
    io.err("Closing; answers under way are finished first.\n");
    await server.close();
    await model.close();
    return 0;
  },
});

const list = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

async function models(text: string, record: string | undefined, io: Io): Promise<Model> {
  const outside = { ...systemOutside, clock: io.clock };
  const configs = withKeys(
    list(text).map((part) => parseModel(part)),
    io.env,
  ).map((model) => (record ? { provider: "replay", options: { folder: record, record: model } } : model));
  return registry(await Promise.all(configs.map((config) => openModel(config, outside))));
}

interface Vendor {
  readonly url: string;
  /** Goes to the vendor's own address and nowhere else. */
  readonly variable: string;
  /** Goes to the one other address that speaks the vendor's protocol. */
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

/** Throws UserError where one key would go to two origins. */
function withKeys(configs: readonly ModelConfig[], env: Io["env"]): readonly ModelConfig[] {
  const origins = new Map<string, string>();
  return configs.map((config) => {
    const { config: read, sent } = withKey(config, env);
    if (sent === undefined) return read;
    const { variable, origin } = sent;
    const first = origins.get(variable) ?? origin;
    origins.set(variable, first);
    if (first === origin) return read;
    throw new UserError(
      "shared_key",
      `The key in ${variable} would go to both ${first} and ${origin}.`,
      "Serve these from two processes, each with its own key.",
      { usage: true },
    );
  });
}

interface Keyed {
  readonly config: ModelConfig;
  /** The variable that its key came from, if it has one, and where that key goes. */
  readonly sent?: { readonly variable: string; readonly origin: string };
}

function withKey(config: ModelConfig, env: Io["env"]): Keyed {
  const vendor = inTable(vendors, config.provider);
  if (!vendor) return { config };
  const url = typeof config.options === "string" && config.options !== "" ? config.options : vendor.url;
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  const variable = origin === new URL(vendor.url).origin ? vendor.variable : vendor.other;
  const key = env[variable];
  if (!key) return { config: { provider: config.provider, options: { url } } };
  return { config: { provider: config.provider, options: { url, key } }, sent: { variable, origin } };
}

/** A service behind it may start later than the server does: that is said, and ends nothing. */
async function firstName(model: Model, io: Io): Promise<string> {
  try {
    return (await model.list())[0]?.id ?? "builtin";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    io.err(`${error.message} Requests are answered with an error until it can be.\n`);
    return "MODEL";
  }
}

function hosts(text: string | undefined): readonly string[] {
  const names = list(text);
  const wrong = names.find((name) => !/^(\[[\d:a-f.]+\]|[\w.-]+)(:\d+)?$/i.test(name));
  if (wrong === undefined) return names;
  const meant = URL.canParse(wrong) ? new URL(wrong).host : "";
  throw new UserError(
    "wrong_host",
    `--allow-host=${wrong} is no name of a host.`,
    `Give it as requests have it in Host, like ${meant || "models.example.org"}.`,
    { usage: true },
  );
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UserError("wrong_port", `${text} is no port.`, "Give a number from 0 to 65535.", { usage: true });
}

const welcome = (url: URL, locked: boolean, model: string): string => `Serving ${model} at ${url.origin}

curl ${url.origin}/v1/messages \\
  -H "content-type: application/json"${locked ? ' -H "x-api-key: $ANTIPHON_API_KEY"' : ""} \\
  -d '{"model":"${model}","max_tokens":256,"messages":[{"role":"user","content":"Hello"}]}'

Ctrl-C ends it.
`;

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
}
