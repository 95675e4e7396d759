import type { Config } from "../../config/index.ts";
import type { RequestLine } from "../../gateway/index.ts";
import { keepSmall, listedFirst, usageError } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import { swappable, type Model } from "../../models/index.ts";
import { isLoopback, limits, listen, workPool, type ServerOptions } from "../../server/index.ts";
import { openTelemetry } from "../../telemetry/index.ts";
import { openConfig } from "../configured.ts";
import { journalOf, openGateway, serverRules, storeFlags, usesGateway } from "../gateway.ts";
import type { Io } from "../io.ts";
import { fileVersion, reloadOnChange, reloading } from "../reload.ts";
import { namesOf, openModels, type ServedModels } from "../served-models.ts";
import { storedKeys } from "../stored-keys.ts";
import { portOf, program } from "./program.ts";

export default program({
  summary: "Serve models over POST /v1/messages",
  orderly: true,
  flags: {
    port: { type: "string", summary: "Port (default 4000; 0: any free one)", example: "4000" },
    host: { type: "string", summary: "Address to listen on (default 127.0.0.1)", example: "127.0.0.1" },
    key: { type: "string", summary: "Key that requests must carry (default: ANTIPHON_API_KEY)" },
    model: {
      type: "string",
      summary: "Models to serve, separated by commas (default builtin)",
      example: "openai:http://127.0.0.1:8000/v1",
    },
    profile: {
      type: "choice",
      choices: ["spec", "live"],
      summary: "Validation of requests: spec (default), or live, which joins turns of one role",
    },
    "allow-host": {
      type: "string",
      summary: "Additional host names of the server, separated by commas",
      example: "models.example.org",
    },
    "trust-proxy": {
      type: "string",
      summary: "Addresses or networks of trusted proxies (X-Forwarded-For), separated by commas",
      example: "10.0.0.2",
    },
    record: {
      type: "string",
      summary: "Folder to record every exchange in, for --model=replay:FOLDER",
      example: "fixtures",
    },
    ...storeFlags,
    log: { type: "boolean", summary: "Print a line of JSON for each request to stderr (with a gateway)" },
    "admin-key": { type: "string", summary: "Key for /admin only (default: ANTIPHON_ADMIN_KEY)" },
    "require-keys": {
      type: "boolean",
      summary: "Refuse requests without a key, even before one was created",
    },
    drain: {
      type: "string",
      summary: "Seconds to finish open answers at shutdown (default 300)",
      example: "60",
    },
    "no-threads": { type: "boolean", summary: "Keep no conversations between requests" },
  },
  async run({ flags }, io) {
    const { record, config } = flags;
    keepSmall();
    const memory = setInterval(keepSmall, 100).unref();
    const work = workPool(limits);
    const telemetry = await openTelemetry({
      env: io.env,
      clock: io.clock,
      note: (text) => io.err(`${text}\n`),
    });
    const file = await fileVersion(io, config);
    const initial = await openConfig(io, config);
    const { read: stored, ...storedState } = storedKeys(flags, initial, io);
    const adminKey = flags["admin-key"] ?? io.env["ANTIPHON_ADMIN_KEY"] ?? "";
    const isGateway = flags["require-keys"] === true || adminKey !== "" || (await usesGateway(flags, io));
    const sources = { model: flags.model, record, work, telemetry, breaks: isGateway, stored };
    const open = (changed: Config | undefined, present?: ServedModels): Promise<ServedModels> =>
      openModels({ ...sources, config: changed }, io, present);
    const models = await open(initial);
    const changing = initial && swappable(models.model);
    const model = changing ?? models.model;
    const key = flags.key ?? io.env["ANTIPHON_API_KEY"] ?? "";
    const host = flags.host ?? "127.0.0.1";
    const log = async (line: RequestLine): Promise<void> => {
      const { shownLine } = await import("../../gateway/index.ts");
      io.err(`${JSON.stringify(shownLine(line))}\n`);
    };
    const gateway = isGateway
      ? await openGateway(flags, io, {
          ...(flags.log && { on: (line) => void log(line) }),
          ...(await journalOf(flags, io, initial)),
          ...(await serverRules(initial, models.routes, io)),
        })
      : undefined;
    const loops =
      gateway && initial?.loops
        ? await (
            await import("../loops.ts")
          ).openLoops({ config: initial.loops, gateway, profile: flags.profile ?? "spec", telemetry }, io)
        : undefined;
    const mayBeOpen = isLoopback(host) && key === "" && !flags["require-keys"];
    const options: ServerOptions = {
      ...(gateway && {
        gateway,
        adminKeys: adminKey ? [adminKey] : [],
        ...(mayBeOpen && { isOpen: gateway.isOpen }),
      }),
      model,
      ...(loops && { routes: loops.routes }),
      ...(telemetry && { observe: telemetry.served }),
      ...(initial?.login && { login: loginOf(initial.login, io) }),
      work,
      local: changing ? [] : models.local,
      profile: flags.profile ?? "spec",
      port: portOf(flags.port ?? "4000"),
      host,
      keys: key ? [key] : [],
      hosts: hosts(flags["allow-host"]),
      proxies: namesOf(flags["trust-proxy"]),
      threads: !flags["no-threads"],
      limits: { unready, grace: drainOf(flags.drain ?? "300") * 1000 },
      now: () => io.clock.now(),
      onError: (error, id) => io.err(`${id}: ${error instanceof Error ? (error.stack ?? error) : error}\n`),
    };
    const server = await listen(options);
    const isLocked = key !== "" || (gateway !== undefined && !(mayBeOpen && (await gateway.isOpen())));
    io.out(welcome(server.url, isLocked, await modelNames(model, io)));
    if (adminKey !== "") io.out(`Dashboard: ${server.url.origin}/ui\n`);
    const stop =
      changing &&
      reloadOnChange(io, config, {
        ...reloading({ flags, config: initial, gateway, models, model: changing, open }, io),
        file,
        haveKeysChanged: storedState.haveChanged,
      });
    await ended(io.signal);
    stop?.();
    io.err("Closing; answers under way are finished first. Ctrl-C again ends them.\n");
    await Promise.all([loops?.close(), server.close()]);
    await model.close();
    await work.close();
    await gateway?.close();
    await storedState.close();
    await telemetry?.close();
    clearInterval(memory);
    return 0;
  },
});

/** The client secret is read from the environment only. */
function loginOf({ client_id: clientId, ...others }: NonNullable<Config["login"]>, { env }: Io): Login {
  const clientSecret = env["ANTIPHON_LOGIN_SECRET"];
  return { ...others, clientId, ...(clientSecret && { clientSecret }) };
}
type Login = NonNullable<ServerOptions["login"]>;

/** The models' names. An upstream may start later than the server: that is reported, and isn't fatal. */
async function modelNames(model: Model, io: Io): Promise<readonly string[]> {
  try {
    const names = (await model.list()).map(({ id }) => id);
    return names.length > 0 ? names : ["MODEL"];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    io.err(`${error.message} Requests are answered with an error until it can be.\n`);
    return ["MODEL"];
  }
}

function hosts(text: string | undefined): readonly string[] {
  const names = namesOf(text);
  const wrong = names.find((name) => !/^(\[[\d:a-f.]+\]|[\w.-]+)(:\d+)?$/i.test(name));
  if (wrong === undefined) return names;
  const meant = URL.canParse(wrong) ? new URL(wrong).host : "";
  throw usageError(
    "wrong_host",
    `--allow-host=${wrong} is not a host name.`,
    `Give the name that requests have in Host, such as ${meant || "models.example.org"}.`,
  );
}

/** Milliseconds for which `/readyz` returns 503 before new connections are refused. */
const unready = 1000;

function drainOf(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds <= 86_400) return seconds;
  throw usageError("wrong_drain", `--drain=${text} is not a time.`, "Give seconds from 0 to 86400.");
}

const welcome = (
  url: URL,
  locked: boolean,
  models: readonly string[],
): string => `Serving ${listedFirst(models, 4)} at ${url.origin}

curl ${url.origin}/v1/messages \\
  -H "content-type: application/json"${locked ? ' -H "x-api-key: $ANTIPHON_API_KEY"' : ""} \\
  -d '{"model":"${models[0] ?? ""}","max_tokens":256,"messages":[{"role":"user","content":"Hello"}]}'

Ctrl-C ends it.
`;

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
}
