import { dirname, resolve } from "node:path";
import type { LoopsConfig } from "../config/index.ts";
import type { Gateway } from "../gateway/index.ts";
import { inTable, UserError } from "../lib/index.ts";
import type { Tool } from "../loop/index.ts";
import type { Workers } from "../loops/index.ts";
import { ApiError, type Profile } from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import type { Route } from "../server/index.ts";
import type { Telemetry } from "../telemetry/index.ts";
import type { McpTools } from "../tools/index.ts";
import type { Io } from "./io.ts";

export interface Loops {
  /** Starts working on queued loops with the served model, and returns their routes. */
  routes(model: Model): readonly Route[];
  /** Stops, so that other processes can continue running loops. */
  close(): Promise<void>;
}

interface LoopsOptions {
  readonly config: LoopsConfig;
  readonly gateway: Gateway;
  readonly profile: Profile;
  readonly telemetry: Telemetry | undefined;
}

/** Loops of a server; their requests are authorised, run and billed like any request. */
export async function openLoops(
  { config, gateway, profile, telemetry }: LoopsOptions,
  io: Io,
): Promise<Loops> {
  const { loopRoutes, startWork } = await import("../loops/index.ts");
  const { parallel = 4, iterations = 100, seconds = 3600, tokens = 2_000_000 } = config;
  const servers = mcpServers(config, io);
  let workers: Workers | undefined;
  return {
    routes(model) {
      workers = startWork({
        journal: gateway.loops,
        model,
        parallel,
        ...(telemetry && { trace: telemetry.loop }),
        tools: servers.tools,
        permission: async (key) => (await gateway.permission(key)) ?? (() => true),
        onError: (error, id) =>
          io.err(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
      });
      return loopRoutes({
        journal: gateway.loops,
        profile,
        servers: Object.keys(config.servers ?? {}),
        most: { iterations, milliseconds: seconds * 1000, tokens },
        wake: workers.wake,
        closing: workers.closing,
      });
    },
    async close() {
      await workers?.close();
      await servers.close();
    },
  };
}

/**
 * MCP servers, started when their tools are first needed; one that has ended or doesn't respond is restarted at the
 * next use.
 */
function mcpServers({ servers = {}, place }: LoopsConfig, io: Io) {
  const folder = resolve(io.cwd, dirname(place.file));
  const opened = new Map<string, Promise<McpTools>>();
  const start = async (name: string): Promise<McpTools> => {
    const { mcpTools } = await import("../tools/index.ts");
    const { url, command: [program = "", ...args] = [] } = inTable(servers, name) ?? {};
    return mcpTools(name, url ? { url: url.href } : { command: [program, ...args], folder });
  };
  const open = async (name: string): Promise<readonly Tool[]> => {
    const starting = opened.get(name) ?? start(name);
    opened.set(name, starting);
    try {
      const { tools, closed } = await starting;
      void closed.then(() => opened.get(name) === starting && opened.delete(name));
      return tools;
    } catch (cause) {
      opened.delete(name);
      if (!(cause instanceof UserError)) throw cause;
      io.err(`${cause.message}\n`);
      throw new ApiError("api_error", `The server ${name} of tools doesn't answer.`, { cause });
    }
  };
  return {
    tools: async (names: readonly string[]): Promise<readonly Tool[]> =>
      (await Promise.all(names.map(open))).flat(),
    async close(): Promise<void> {
      const all = await Promise.allSettled(opened.values());
      await Promise.allSettled(
        all.map((result) => (result.status === "fulfilled" ? result.value.close() : undefined)),
      );
    },
  };
}
