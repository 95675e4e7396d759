import { createHash } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Flags } from "../commands/index.ts";
import { isStoreUrl, type Config } from "../config/index.ts";
import type { Administration, Gateway, GatewayOptions, GatewayRules, Guardrail } from "../gateway/index.ts";
import { UserError, type Json } from "../lib/index.ts";
import { openConfig } from "./configured.ts";
import type { Io } from "./io.ts";

export const storeFlags = {
  store: {
    type: "string",
    summary:
      "File or PostgreSQL URL with keys, limits and usage (default: ANTIPHON_STORE, the configuration's, then a file of yours)",
    example: "gateway.db",
    files: true,
  },
  config: {
    type: "string",
    summary: "Configuration file (default: antiphon.yaml of the settings folder)",
    example: "antiphon.yaml",
    files: true,
  },
} as const satisfies Flags;

export interface StoreFlags {
  readonly store: string | undefined;
  readonly config: string | undefined;
}

/** Whether the configuration, a flag or an existing store requires a gateway. */
export async function usesGateway(flags: StoreFlags, io: Io): Promise<boolean> {
  const config = await openConfig(io, flags.config);
  return hasGateway(config) || existsSync(storeOf(flags, io, config)) || isNamed(flags, io);
}

/** Configuration sections that only take effect with a gateway. */
const gatewaySections = [
  "store",
  "limits",
  "prices",
  "unknown_price",
  "guardrails",
  "queue",
  "store_gone",
  "rate_limits",
  "bodies",
  "retention",
  "loops",
  "login",
  "tokens",
] as const satisfies readonly (keyof Config)[];

export const hasGateway = (config: Config | undefined): boolean =>
  gatewaySections.some((section) => config?.[section] !== undefined);

const isNamed = ({ store }: StoreFlags, { env }: Io): boolean =>
  store !== undefined || Boolean(env["ANTIPHON_STORE"]);

/** The path or URL of the store: by flag, ANTIPHON_STORE, configuration, otherwise in the state folder. */
export function storeOf(flags: StoreFlags, { env, cwd, folders }: Io, config: Config | undefined): string {
  const named = flags.store ?? (env["ANTIPHON_STORE"] || config?.store);
  if (named === undefined) return join(folders.state, "gateway.db");
  return isStoreUrl(named) ? named : resolve(cwd, named);
}

/** The rate store; the environment variable takes precedence, as its URL may contain a password. */
function ratesOf({ env }: Io, config: Config | undefined): Pick<GatewayOptions, "rates"> {
  const url = env["ANTIPHON_RATE_STORE"] || config?.rate_limits?.store;
  return url === undefined ? {} : { rates: { url, ifGone: config?.rate_limits?.if_gone ?? "ledger" } };
}

/**
 * Where a server records requests while its database is gone; its processes on one machine share the file. Without a
 * folder for it no request is served then, which is printed.
 */
export async function journalOf(
  flags: StoreFlags,
  io: Io,
  config: Config | undefined,
): Promise<Pick<GatewayOptions, "journal">> {
  const store = storeOf(flags, io, config);
  if (!isStoreUrl(store) || config?.store_gone?.seconds === 0) return {};
  const { state } = io.folders;
  try {
    await mkdir(state, { recursive: true });
    await access(state, constants.W_OK);
  } catch {
    io.err(`No request will be served while the database is gone: ${state} can't be written.\n`);
    return {};
  }
  const withoutPassword = store.replace(/(\/\/[^/@:]*):[^/@]*@/, "$1@");
  const name = createHash("sha256").update(withoutPassword).digest("hex").slice(0, 16);
  return { journal: join(state, `outage-${name}.db`) };
}

/** Opens the store with the configured limits and prices, or with all rules for a server. */
export async function openGateway(
  flags: StoreFlags,
  io: Io,
  more: Pick<GatewayOptions, "on" | "journal"> & GatewayRules = {},
): Promise<Gateway> {
  const [gateway, config] = await Promise.all([import("../gateway/index.ts"), openConfig(io, flags.config)]);
  return gateway.openGateway({
    store: storeOf(flags, io, config),
    clock: io.clock,
    ...ratesOf(io, config),
    ...(await readRules(config)),
    ...more,
  });
}

async function readRules(config: Config | undefined): Promise<GatewayRules> {
  const { limits = {}, prices = {}, unknown_price: unpriced, queue, retention, loops } = config ?? {};
  const { configuredLimits, outageRules } = await import("../gateway/index.ts");
  return {
    limits: configuredLimits(limits),
    prices,
    outage: outageRules(config?.store_gone),
    ...(unpriced && { unpriced }),
    ...(queue && { queue }),
    ...(loops?.days !== undefined && { loopDays: loops.days }),
    ...(retention && { usageDays: retention.usage_days }),
  };
}

/** Returns all rules from a server's configuration. */
export const serverRules = async (
  config: Config | undefined,
  routes: GatewayRules["routes"],
  io: Io,
): Promise<GatewayRules> => ({
  ...(await readRules(config)),
  ...(routes && { routes }),
  ...(config?.tokens && {
    verifyToken: await (await import("../gateway/index.ts")).openTokens(config.tokens),
  }),
  ...(config?.bodies && { bodies: await (await import("../gateway/index.ts")).openBodies(config.bodies) }),
  guardrails: await openGuardrails(config, io),
});

/** Opens the configured guardrails; their folder is relative to the configuration file. */
async function openGuardrails(config: Config | undefined, { cwd }: Io): Promise<readonly Guardrail[]> {
  if (!config?.guardrails) return [];
  const { folder, place, ...others } = config.guardrails;
  const path = folder !== undefined && resolve(cwd, dirname(place.file), folder);
  const { openGuardrails: open } = await import("../gateway/index.ts");
  return open({ ...others, ...(path && { folder: path }) }).catch((cause: unknown) => {
    if (!(cause instanceof UserError)) throw cause;
    throw new UserError(cause.code, cause.message, cause.fix, { place, usage: true, cause });
  });
}

/** Opens the store for one action of the user at the terminal. */
export async function administer<T>(
  flags: StoreFlags,
  io: Io,
  act: (admin: Administration, gateway: Gateway) => Promise<T>,
): Promise<T> {
  const gateway = await openGateway(flags, io);
  try {
    return await act(gateway.as(`cli:${io.env["USER"] ?? "unknown"}`), gateway);
  } finally {
    await gateway.close();
  }
}

export interface Result {
  readonly json: unknown;
  readonly text: string;
}

export function printResult({ json, text }: Result, io: Io): void {
  if (io.globals.json) io.out(`${JSON.stringify(json, null, 2)}\n`);
  else if (!io.globals.quiet) io.out(`${text}\n`);
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Shown if there are no rows. */
  readonly empty: string;
}

export async function tableText({ title, columns, rows, empty }: Table): Promise<string> {
  const { show, toMarkdown } = await import("../report/index.ts"); // serve prints no tables
  const blocks = [rows.length > 0 ? show.table(columns, rows) : show.text(empty)];
  const sections = [show.section("table", "", blocks)];
  return (await toMarkdown({ title, outcome: "done", sections }, "default")).trimEnd();
}

/** Parses `a=1, b=2` as names with values. */
export const pairs = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listOf(text).map((part) => {
      const sign = part.indexOf("=");
      return sign < 0 ? [part, ""] : [part.slice(0, sign).trim(), part.slice(sign + 1).trim()];
    }),
  );

export const listOf = (text: string): readonly string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
