/**
 * Compares the overhead of proxies in one run on loopback: `node bench/proxy.ts`. Portkey's gateway and LiteLLM are
 * included if installed in `--portkey=FOLDER` (the folder of its node_modules) and `--litellm=FOLDER` (a virtual
 * environment), by default the folders that `--install` installs them into.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { record } from "./figures.ts";
import {
  load,
  median,
  role,
  started,
  streaming,
  table,
  type Asking,
  type Started,
} from "./messages/measure.ts";
import { flag, has } from "./words.ts";

const option = (name: string): string => flag(name) ?? join(tmpdir(), `antiphon-bench-${name}`);
const portkey = option("portkey");
const litellm = option("litellm");

function install(): void {
  mkdirSync(portkey, { recursive: true });
  const npm = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", portkey];
  execFileSync("npm", [...npm, "@portkey-ai/gateway@1.15.2"], { stdio: "inherit" });
  execFileSync("python3", ["-m", "venv", litellm], { stdio: "inherit" });
  execFileSync(join(litellm, "bin/pip"), ["install", "-q", "litellm[proxy]<1.109"], { stdio: "inherit" });
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // it listens on a port
      server.close(() => resolve(port));
    });
  });

interface Target {
  readonly name: string;
  readonly server: Started;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts Portkey's gateway if it is installed. */
async function portkeyAt(upstream: string): Promise<readonly Target[]> {
  const entry = join(portkey, "node_modules/@portkey-ai/gateway/build/start-server.js");
  if (!existsSync(entry)) return [];
  const port = await freePort();
  const server = await started(
    process.execPath,
    [entry, `--port=${port}`, "--headless"],
    `http://127.0.0.1:${port}/`,
  );
  const headers = {
    "x-portkey-provider": "anthropic",
    "x-portkey-custom-host": `${upstream}/v1`,
    authorization: "Bearer x",
  };
  return [{ name: "portkey", server, headers }];
}

/** Starts LiteLLM's proxy if it is installed. */
async function litellmAt(upstream: string): Promise<readonly Target[]> {
  const command = join(litellm, "bin/litellm");
  if (!existsSync(command)) return [];
  const port = await freePort();
  const config = join(litellm, "bench.json");
  const litellm_params = { model: "anthropic/bench", api_base: upstream, api_key: "x" };
  const general_settings = { dangerously_permit_weak_or_unset_master_key: true }; // only on loopback, for a minute
  const model_list = [{ model_name: "bench", litellm_params }];
  writeFileSync(config, JSON.stringify({ general_settings, model_list }));
  const args = ["--config", config, "--port", String(port), "--host", "127.0.0.1", "--telemetry", "False"];
  return [
    { name: "litellm", server: await started(command, args, `http://127.0.0.1:${port}/health/liveliness`) },
  ];
}

interface Seen {
  readonly perSecond: number;
  readonly perCpu: number;
  readonly p50: number;
  readonly stream: number;
}
/** Each round measures every target, so that other load on the machine affects all alike. */
const rounds = 5;

async function measured(name: string, ask: Asking, server: Started): Promise<Seen> {
  const one = await load(ask, server, [1, 2]);
  const many = await load(ask, server, [16, 2]);
  if (one.wrong + many.wrong > 0) throw new Error(`${name} gives wrong answers`);
  const [stream] = await streaming(ask, server, [8, 1]).catch(() => [NaN] as const);
  return { perSecond: many.perSecond, perCpu: many.perCpu ?? NaN, p50: one.p50, stream };
}

async function main(): Promise<void> {
  const upstream = await role("upstream");
  const targets: Target[] = [
    { name: "direct", server: upstream },
    { name: "raw pipe", server: await role("pipe", upstream.url) },
    { name: "antiphon", server: await role("proxy", upstream.url) },
    ...(await portkeyAt(upstream.url)),
    ...(await litellmAt(upstream.url)),
  ];
  const body = {
    model: "bench",
    max_tokens: 100,
    messages: [{ role: "user", content: "How is it in Paris?" }],
  };
  const asking = ({ server: { url }, headers }: Target): Asking => ({
    url,
    body,
    ...(headers && { headers }),
  });
  const rows: string[][] = [["through", "requests/s", "per CPU second", "p50 ms", "added ms", "stream MB/s"]];
  for (const target of targets) await load(asking(target), target.server, [8, 2]); // warm-up
  const seen = new Map(targets.map(({ name }) => [name, [] as Seen[]]));
  for (let round = 0; round < rounds; round++)
    for (const target of targets)
      seen.get(target.name)?.push(await measured(target.name, asking(target), target.server));
  const of = (name: string, which: keyof Seen): number =>
    median((seen.get(name) ?? []).map((one) => one[which]));
  for (const { name } of targets)
    rows.push([
      name,
      of(name, "perSecond").toFixed(0),
      of(name, "perCpu").toFixed(0),
      of(name, "p50").toFixed(3),
      (of(name, "p50") - of("direct", "p50")).toFixed(3),
      Number.isNaN(of(name, "stream")) ? "fails" : of(name, "stream").toFixed(0),
    ]);
  for (const { name } of targets.filter(({ name }) => name !== "direct" && name !== "antiphon")) {
    const peer = { name, value: of(name, "perSecond") };
    record({
      what: `proxied, beside ${name}`,
      value: of("antiphon", "perSecond"),
      unit: "requests/s",
      better: "more",
      peer,
    });
  }
  for (const { server } of targets) server.stop();
  console.log(table(rows));
}

if (has("install")) install();
await main();
process.exit();
