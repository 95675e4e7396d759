import { createHash } from "node:crypto";
import type { MessagesRequest } from "../../messages/index.ts";
import type { Dialect } from "./dialects.ts";

/** Characters of a tool's name, of an id and of a user that chat completions take. */
const longest = { name: 64, id: 40, user: 64 } as const;

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A call's id as the server takes it: the same for the call and for its result. */
export function callId(id: string, { idLength }: Dialect): string {
  if (idLength !== undefined)
    return id.length === idLength && /^[a-zA-Z0-9]+$/.test(id) ? id : digest(id).slice(0, idLength);
  return id.length <= longest.id ? id : `call_${digest(id).slice(0, 24)}`;
}

/** A tool's name as the server takes it: a long one keeps its beginning, and ends in what tells it from others. */
export const shortName = (name: string): string =>
  name.length <= longest.name ? name : `${name.slice(0, longest.name - 9)}_${digest(name).slice(0, 8)}`;

/** The name of a request's tool that a server's name stands for. */
export function fullNames({ tools = [] }: MessagesRequest): (name: string) => string {
  const long = new Map(tools.map(({ name }) => [shortName(name), name]));
  return (name) => long.get(name) ?? name;
}

export const userOf = (id: string): string => (id.length <= longest.user ? id : digest(id));
