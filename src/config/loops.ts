import { checked, integer, list, named, object, text, url, type Read } from "./fields.ts";

const server = checked(object({ command: list(text), url }), ({ command, url: address }) =>
  (command === undefined) !== (address === undefined) && command?.length !== 0
    ? undefined
    : "exactly one of command or url",
);

/** Conversations that run on the server with tools of MCP servers, and the limits of each. */
export const loops = object({
  servers: named(server),
  /** Concurrent loops per process. */
  parallel: integer(1, 1000),
  iterations: integer(1, 10_000),
  seconds: integer(1, 604_800),
  tokens: integer(1, 1_000_000_000),
  /** How many days ended loops are kept. */
  days: integer(1, 3660),
});
export type LoopsConfig = Read<typeof loops>;
