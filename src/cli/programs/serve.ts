import type { RequestLine, Routes } from "../../gateway/index.ts";
import { UserError } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import { guard, openModel, parseModel, registry, type Model, systemOutside } from "../../models/index.ts";
import {
  isLoopback,
  isolated,
  limits,
  listen,
  workPool,
  type ServerOptions,
  type Work,
} from "../../server/index.ts";
import { configured, openConfig } from "../configured.ts";
import { openGateway, openGuardrails, storeFlags, usesGateway } from "../gateway.ts";
import type { Io } from "../io.ts";
import { withKeys } from "../upstream-keys.ts";
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
    ...storeFlags,
    log: { type: "boolean", summary: "Print a line of JSON for each request to stderr (with a gateway)" },
    "admin-key": { type: "string", summary: "Key for /admin and nothing else (default: ANTIPHON_ADMIN_KEY)" },
    "require-keys": {
      type: "boolean",
      summary: "Refuse requests without a key, even before one was created",
    },
    drain: {
      type: "string",
      summary: "Seconds that answers may go on once the server is to end (default 300)",
      example: "60",
    },
    "no-threads": { type: "boolean", summary: "Hold no conversations between requests" },
  },
  async run({ flags }, io) {
    const { record, config } = flags;
    const work = workPool(limits);
    const { model, routes, local } = await models(io, { model: flags.model, record, config }, work);
    const key = flags.key ?? io.env["ANTIPHON_API_KEY"] ?? "";
    const host = flags.host ?? "127.0.0.1";
    const adminKey = flags["admin-key"] ?? io.env["ANTIPHON_ADMIN_KEY"] ?? "";
    const isGateway = flags["require-keys"] || adminKey !== "" || (await usesGateway(flags, io));
    const log = async (line: RequestLine): Promise<void> => {
      const { shownLine } = await import("../../gateway/index.ts");
      io.err(`${JSON.stringify(shownLine(line))}\n`);
    };
    const gateway = isGateway
      ? await openGateway(flags, io, {
          ...(flags.log && { on: (line) => void log(line) }),
          ...(routes && { routes }),
          guardrails: await openGuardrails(await openConfig(io, config), io),
        })
      : undefined;
    const mayBeOpen = isLoopback(host) && key === "" && !flags["require-keys"];
    const options: ServerOptions = {
      ...(gateway && {
        gateway,
        adminKeys: adminKey ? [adminKey] : [],
        ...(mayBeOpen && { isOpen: gateway.isOpen }),
      }),
      model,
      work,
      local,
      profile: flags.profile ?? "spec",
      port: portOf(flags.port ?? "4000"),
      host,
      keys: key ? [key] : [],
      hosts: hosts(flags["allow-host"]),
      threads: !flags["no-threads"],
      limits: { unready, grace: drainOf(flags.drain ?? "300") * 1000 },
      now: () => io.clock.now(),
      onError: (error, id) => io.err(`${id}: ${error instanceof Error ? (error.stack ?? error) : error}\n`),
    };
    const server = await listen(options);
    work.warm();
    const isLocked = key !== "" || (gateway !== undefined && !(mayBeOpen && (await gateway.isOpen())));
    io.out(welcome(server.url, isLocked, await firstName(model, io)));
    if (adminKey !== "") io.out(`Dashboard: ${server.url.origin}/ui\n`);
    await ended(io.signal);
    io.err("Closing; answers under way are finished first. Ctrl-C again ends them.\n");
    await server.close();
    await model.close();
    await work.close();
    await gateway?.close();
    return 0;
  },
});

const list = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

interface Opened {
  readonly model: Model;
  readonly routes: Routes | undefined;
  /** Names that mean the built-in model, whatever else there is. */
  readonly local: readonly string[];
}

/** All models behind one, with the configuration's routes in front of them. */
async function models(io: Io, { model, record, config: file }: ModelFlags, work: Work): Promise<Opened> {
  const outside = { ...systemOutside, clock: io.clock };
  const config = await openConfig(io, file);
  const upstreams = configured(config);
  const named = list(model).map((part) => parseModel(part));
  const configs = await withKeys([...named, ...Object.values(upstreams)], io);
  const all = configs.length > 0 ? configs : [{ provider: "builtin" }];
  const opened = await Promise.all(
    all.map(async (one) => {
      if (record) return openModel({ provider: "replay", options: { folder: record, record: one } }, outside);
      const opening = await openModel(one, outside);
      return one.provider === "builtin" ? isolated(opening, work) : opening;
    }),
  );
  const others = registry(opened);
  const isFirst = !record && all[0]?.provider === "builtin";
  if (!config?.routes) return { model: others, routes: undefined, local: isFirst ? ["builtin"] : [] };
  const { openRoutes, routed } = await import("../../gateway/index.ts");
  const guarded = opened.slice(named.length).map(guard);
  const byName = new Map(
    Object.keys(upstreams).flatMap((name, i) => (guarded[i] ? [[name, guarded[i]]] : [])),
  );
  const { now } = io.clock;
  const routes = openRoutes({ routes: config.routes, upstreams: byName, now, random: outside.random });
  return { model: routed(others, routes), routes, local: [] };
}

interface ModelFlags {
  readonly model: string | undefined;
  readonly record: string | undefined;
  readonly config: string | undefined;
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

/** Milliseconds between `/readyz` that says 503 and the end of new connections. */
const unready = 1000;

function drainOf(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds <= 86_400) return seconds;
  throw new UserError("wrong_drain", `--drain=${text} is no time.`, "Give seconds from 0 to 86400.", {
    usage: true,
  });
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
