import { isObject } from "../../lib/index.ts";
import { ApiError, type MessagesRequest } from "../../messages/index.ts";
import type { Guardrail } from "./guardrail.ts";
import { textsOf } from "./texts.ts";
import type { Lists } from "./tools.ts";

const address = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>`\\)\]}]+/gi;

interface ForBetas {
  readonly mcp_servers?: readonly Readonly<Record<string, unknown>>[];
}

/** Checks the hosts of files that messages refer to, of MCP servers, and of URLs in the texts and tool calls of responses. */
export function domainsGuardrail({ allow, deny = [] }: Lists): Guardrail {
  const check = (url: string): void => {
    const host = hostOf(url);
    if (host === undefined) return;
    const isAllowed = allow === undefined || allow.some((pattern) => covers(pattern, host));
    if (isAllowed && !deny.some((pattern) => covers(pattern, host))) return;
    throw new ApiError("permission_error", `The domain ${host.slice(0, 100)} isn't allowed here.`, {
      details: { guardrail: "domains" },
    });
  };
  return {
    name: "domains",
    before(request) {
      const { messages, mcp_servers: servers }: MessagesRequest & ForBetas = request;
      for (const url of [...sources(messages), ...(servers ?? []).map((server) => server["url"])])
        if (typeof url === "string") check(url);
      return request;
    },
    after(block) {
      for (const text of textsOf(block)) for (const [url] of text.matchAll(address)) check(url);
      return block;
    },
  };
}

/** Normalises a host name as URLs do: no user, port or trailing dot, in ASCII. */
function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  // For schemes that `URL` doesn't know, the host isn't normalised.
  const { hostname } = new URL(url.replace(/^[^:]+:/, "http:"));
  return hostname.replace(/\.$/, "");
}

/** Whether a pattern matches: `example.org` only itself, `*.example.org` everything below it. */
const covers = (pattern: string, host: string): boolean => {
  const lower = pattern.toLowerCase();
  return lower.startsWith("*.") ? host.endsWith(lower.slice(1)) : host === lower;
};

/** The URLs that the upstream is asked to fetch, including those in tool results. */
function sources(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(sources);
  if (!isObject(value)) return [];
  if (value["type"] === "url" && typeof value["url"] === "string") return [value["url"]];
  return Object.values(value).flatMap(sources);
}
