/**
 * Other gateways to compare with: Portkey's in the folder `--portkey` (that of its node_modules) and LiteLLM in
 * `--litellm` (a virtual environment), by default where `--install` installs them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { started, type Started } from "./messages/measure.ts";
import { flag, has } from "./words.ts";

const option = (name: string): string => flag(name) ?? join(tmpdir(), `antiphon-bench-${name}`);
const folders = { portkey: option("portkey"), litellm: option("litellm") };
const portkey = join(folders.portkey, "node_modules/@portkey-ai/gateway/build/start-server.js");
const litellm = join(folders.litellm, "bin/litellm");

export interface Peer {
  readonly name: "portkey" | "litellm";
  readonly server: Started;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Budgets that LiteLLM's proxies share in Redis: US dollars for each model, and the price of a token of output. */
export interface PeerBudget {
  readonly redis: string;
  readonly budget: number;
  readonly price: number;
  readonly models: readonly string[];
}

if (has("install")) {
  mkdirSync(folders.portkey, { recursive: true });
  const npm = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folders.portkey];
  execFileSync("npm", [...npm, "@portkey-ai/gateway@1.15.2"], { stdio: "inherit" });
  execFileSync("python3", ["-m", "venv", folders.litellm], { stdio: "inherit" });
  const pip = join(folders.litellm, "bin/pip");
  execFileSync(pip, ["install", "-q", "litellm[proxy]<1.109"], { stdio: "inherit" });
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // it listens on a port
      server.close(() => resolve(port));
    });
  });

/** Starts a program and waits until it answers. */
async function startedAt(
  port: number,
  ...[program, args, path = ""]: readonly [program: string, args: readonly string[], path?: string]
): Promise<Started> {
  const url = `http://127.0.0.1:${port}/`;
  return { ...(await started(program, args, `${url}${path}`)), url: url.slice(0, -1) };
}

/** Why a peer can't be measured here, or `undefined`. */
export const absent = (name: Peer["name"]): string | undefined =>
  existsSync({ portkey, litellm }[name]) ? undefined : `not in ${folders[name]}: --install installs it`;

/** Starts Portkey's gateway if it is installed. */
export async function portkeyAt(upstream: string): Promise<readonly Peer[]> {
  if (absent("portkey")) return [];
  const port = await freePort();
  const args = [portkey, `--port=${port}`, "--headless"];
  const server = await startedAt(port, process.execPath, args);
  const headers = {
    "x-portkey-provider": "anthropic",
    "x-portkey-custom-host": `${upstream}/v1`,
    authorization: "Bearer x",
  };
  return [{ name: "portkey", server, headers }];
}

/**
 * Starts LiteLLM's proxy if it is installed. Its keys and their budgets need PostgreSQL by an engine of Prisma that no
 * package registry has; without it there are budgets for each model, in Redis.
 */
export async function litellmAt(upstream: string, spend?: PeerBudget): Promise<readonly Peer[]> {
  if (absent("litellm")) return [];
  const port = await freePort();
  const config = join(folders.litellm, `bench-${port}.json`);
  const model = (name: string): object => ({
    model_name: name,
    model_info: { id: name },
    litellm_params: {
      model: "anthropic/bench",
      api_base: upstream,
      api_key: "x",
      ...(spend && {
        input_cost_per_token: 0,
        output_cost_per_token: spend.price,
        max_budget: spend.budget,
        budget_duration: "1d",
      }),
    },
  });
  const { hostname, port: redisPort } = new URL(spend?.redis ?? "redis://none");
  const settings = {
    model_list: (spend?.models ?? ["bench"]).map(model),
    general_settings: { dangerously_permit_weak_or_unset_master_key: true }, // only on loopback, for a minute
    ...(spend && { router_settings: { redis_host: hostname, redis_port: Number(redisPort) } }),
  };
  writeFileSync(config, JSON.stringify(settings));
  const args = ["--config", config, "--port", String(port), "--host", "127.0.0.1", "--telemetry", "False"];
  return [{ name: "litellm", server: await startedAt(port, litellm, args, "health/liveliness") }];
}
