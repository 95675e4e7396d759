import { hash } from "node:crypto";
import { once, remembered } from "../../lib/index.ts";
import type { MessagesRequest, ToolDefinition } from "../../messages/index.ts";
import type { Dialect } from "./dialects.ts";

/** Maximum characters of a tool's name, an id and a user in chat completions. */
const longest = { name: 64, id: 40, user: 64 } as const;

const digest = (text: string): string => hash("sha256", text);

/** A call's id in the server's format: the same for the call and for its result. */
export function callId(id: string, { idLength }: Dialect): string {
  if (idLength !== undefined)
    return id.length === idLength && /^[a-zA-Z0-9]+$/.test(id) ? id : digest(id).slice(0, idLength);
  return id.length <= longest.id ? id : `call_${digest(id).slice(0, 24)}`;
}

/** A tool's name within the server's limit: a long one is truncated, and ends in a hash that distinguishes it. */
export const shortName = (name: string): string =>
  name.length <= longest.name ? name : `${name.slice(0, longest.name - 9)}_${digest(name).slice(0, 8)}`;

/** The `shortName` of a tool, hashed once: a request may have thousands of long names. */
export const shortToolName = remembered(({ name }: ToolDefinition): string => shortName(name));

/** Maps a name from the server to the name of the request's tool. */
export function fullNames({ tools = [] }: MessagesRequest): (name: string) => string {
  const long = once(() => new Map(tools.map((tool) => [shortToolName(tool), tool.name])));
  return (name) => long().get(name) ?? name;
}

export const userOf = (id: string): string => (id.length <= longest.user ? id : digest(id));
