import { version } from "../../lib/index.ts";
import { mcpRoute, mcpServer, type McpHost } from "../../mcp/index.ts";
import { registry } from "../../models/index.ts";
import { listen } from "../../server/index.ts";
import { ask } from "../ask.ts";
import type { Io } from "../io.ts";
import { openShared } from "../shared.ts";
import { openSession } from "../wire.ts";
import { portOf, program } from "./program.ts";

export default program({
  summary: "Serve the commands as MCP tools, over stdio or HTTP",
  orderly: true,
  flags: {
    http: { type: "boolean", summary: "Over HTTP at /mcp instead of stdio" },
    port: { type: "string", summary: "Port of --http (default 4001; 0: any free one)", example: "4001" },
    host: { type: "string", summary: "Address of --http (default 127.0.0.1)", example: "127.0.0.1" },
    key: { type: "string", summary: "Key that requests must carry (default: ANTIPHON_API_KEY)" },
  },
  async run({ flags }, io) {
    const host = await hostOf(io);
    if (!flags.http) return stdio(host, io);
    const key = flags.key ?? io.env["ANTIPHON_API_KEY"];
    const server = await listen({
      model: registry([]),
      profile: "spec",
      threads: false,
      host: flags.host ?? "127.0.0.1",
      port: portOf(flags.port ?? "4001"),
      keys: key ? [key] : [],
      routes: [mcpRoute(host)],
      onError: (error, id) => io.err(`${id}: ${error instanceof Error ? (error.stack ?? error) : error}\n`),
    });
    io.out(`Serving MCP at ${new URL("/mcp", server.url).href}\n\nCtrl-C ends it.\n`);
    await new Promise((resolve) => io.signal.addEventListener("abort", resolve));
    await server.close();
    return 0;
  },
});

/** One session for all calls, each with its own questions and progress. Stdout is reserved for the protocol. */
async function hostOf(io: Io): Promise<McpHost> {
  const quiet: Io = { ...io, out: io.err, globals: { ...io.globals, print: true, quiet: true } };
  const shared = await openShared(quiet, "new");
  return {
    version: version(),
    commands: shared.commands,
    async open({ yes, shell, progress }) {
      const answers = ask({ answers: io.answers, yes, edit: undefined, silent: true, note: () => undefined });
      const line = { interactive: true, shell, sent: { yes } } as const;
      return (await openSession({ ...quiet, ask: answers, progress }, shared, line)).session;
    },
  };
}

async function stdio(host: McpHost, io: Io): Promise<number> {
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const server = await mcpServer(host);
  const closed = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    io.signal.addEventListener("abort", () => resolve());
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
  return 0;
}
