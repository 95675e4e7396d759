import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Tool, ToolContext, ToolOutput } from "../loop/index.ts";
import { isObject, UserError } from "../lib/index.ts";
import { type ObjectSchema, refusal } from "../schema/index.ts";

export type McpServer =
  | {
      readonly command: readonly [string, ...string[]];
      readonly env?: Readonly<Record<string, string>>;
      readonly folder?: string;
    }
  | { readonly url: string };

export interface McpTools {
  readonly tools: readonly Tool[];
  /** Tools excluded because of unsafe schemas, with the reason. */
  readonly refused: readonly string[];
  /** Resolves when the connection has ended, whichever side closed it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Opens an MCP server's tools, named `mcp__SERVER__TOOL`. Raises UserError if it doesn't start or respond. */
export async function mcpTools(name: string, server: McpServer, signal?: AbortSignal): Promise<McpTools> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const client = new Client({ name: "antiphon", version: "1" });
  const closed = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
    client.onclose = resolve;
  });
  try {
    await client.connect(await transport(server), signal && { signal });
    const listed: Awaited<ReturnType<typeof client.listTools>>["tools"] = [];
    for (let cursor: string | undefined; ;) {
      const page = await client.listTools(cursor ? { cursor } : {}, signal && { signal });
      listed.push(...page.tools);
      cursor = page.nextCursor;
      if (!cursor || listed.length > 1000) break;
    }
    const refused = listed.flatMap((tool) => {
      const problem = refusal(tool.inputSchema);
      return problem ? [`${tool.name}: ${problem.message}`] : [];
    });
    const safe = listed.filter((tool) => !refusal(tool.inputSchema));
    return {
      closed,
      refused,
      tools: safe.map((tool) => ({
        name: nameOf(name, tool.name),
        description: tool.description ?? tool.title ?? `${tool.name} of the MCP server ${name}`,
        input_schema: tool.inputSchema as ObjectSchema, // the protocol requires an object schema; refusal() has checked it
        run: async (input: Record<string, unknown>, { id, signal: stop }: ToolContext) =>
          output(
            await client.callTool(
              // A call repeated after a crash has the same id, so the server can detect it.
              { name: tool.name, arguments: input, _meta: { "antiphon/tool_use_id": id } },
              undefined,
              { signal: stop },
            ),
          ),
      })) satisfies readonly { run: unknown }[] as unknown as readonly Tool[], // the loop validates the input
      close: () => client.close(),
    };
  } catch (error) {
    await client.close().catch(() => undefined);
    throw new UserError(
      "mcp-unreachable",
      `the MCP server ${name} doesn't answer: ${error instanceof Error ? error.message : String(error)}`,
      "Check its command or address in your settings.",
      { cause: error },
    );
  }
}

async function transport(server: McpServer): Promise<Transport> {
  if ("url" in server) {
    const { StreamableHTTPClientTransport } =
      await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const strict: typeof fetch = (address, options) => fetch(address, { ...options, redirect: "error" });
    return new StreamableHTTPClientTransport(new URL(server.url), { fetch: strict }) as Transport; // its optional fields are typed more loosely than ours
  }
  const { StdioClientTransport, getDefaultEnvironment } =
    await import("@modelcontextprotocol/sdk/client/stdio.js");
  const [command, ...args] = server.command;
  return new StdioClientTransport({
    command,
    args,
    env: { ...getDefaultEnvironment(), ...server.env },
    stderr: "ignore",
    ...(server.folder && { cwd: server.folder }),
  });
}

const nameOf = (server: string, tool: string): string =>
  `mcp__${server}__${tool}`.replaceAll(/[^\w-]/g, "_").slice(0, 64);

/** Returns text parts unchanged; for others only notes that they exist. */
function output(result: unknown): ToolOutput {
  const { content, isError, structuredContent } = isObject(result) ? result : {};
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  const text = parts
    .map((part) => (typeof part["text"] === "string" ? part["text"] : `[${String(part["type"])}]`))
    .join("\n");
  return {
    content: text || (structuredContent === undefined ? "" : JSON.stringify(structuredContent)),
    is_error: isError === true,
  };
}
