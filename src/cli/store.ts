import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Flag } from "../commands/index.ts";
import type { Gateway } from "../gateway/index.ts";
import type { Io } from "./io.ts";

export const storeFlag = {
  type: "string",
  summary: "File with keys, limits and usage (default: ANTIPHON_STORE, then one of yours)",
  example: "gateway.db",
  files: true,
} as const satisfies Flag;

interface Place {
  readonly place: string;
  /** Somebody named it, or keys were created in it. */
  readonly isUsed: boolean;
}

/** Where the gateway's store is. */
export function storeOf(flag: string | undefined, { env, cwd, folders }: Io): Place {
  const named = flag ?? (env["ANTIPHON_STORE"] || undefined);
  const place = named === undefined ? join(folders.state, "gateway.db") : resolve(cwd, named);
  return { place, isUsed: named !== undefined || existsSync(place) };
}

export async function openStored(flag: string | undefined, io: Io): Promise<Gateway> {
  const { openGateway } = await import("../gateway/index.ts");
  return openGateway({ store: storeOf(flag, io).place, clock: io.clock });
}
