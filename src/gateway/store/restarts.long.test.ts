import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { missing as noRedis, startRedis, type Redis } from "../rates/redis.suite.ts";
import { missing as noPostgres, startCluster, type Cluster } from "./cluster.suite.ts";
import { admin, served, type Served } from "./served.suite.ts";

const missing = noPostgres ?? noRedis;
const compose = parse(await readFile(join(import.meta.dirname, "../../../deploy/compose.yaml"), "utf8")) as {
  readonly services: { readonly antiphon: { readonly command: readonly string[] } };
}; // the documented shape
/** The flags of the instances there; this test sets the address and the configuration. */
const flags = compose.services.antiphon.command.filter((flag) => !/^serve$|^--(?:host|config)=/.test(flag));

let folder: string;
let cluster: Cluster;
let redis: Redis;
let start: () => Promise<Served>;
const servers: Served[] = [];

/** Clients that call instances in turn and skip those that don't answer, as behind a load balancer. */
class Load {
  readonly answered = new Set<string>();
  readonly statuses = new Set<number>();
  private readonly clients: readonly Promise<void>[];
  private isOver = false;

  constructor(secret: string, clients: number) {
    this.clients = Array.from({ length: clients }, (_, i) => this.ask(secret, i));
  }

  /** Resolves once this many more requests have been answered. */
  async more(answers: number): Promise<void> {
    const aim = this.answered.size + answers;
    while (this.answered.size < aim) await pause();
  }

  /** Resolves once a request was refused because the store is gone. */
  async refused(): Promise<void> {
    while (!this.statuses.has(503)) await pause();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  private async ask(secret: string, first: number): Promise<void> {
    for (let turn = first; !this.isOver; turn++) {
      const url = servers[turn % servers.length]?.url ?? "";
      const response = await fetch(`${url}/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": secret },
        body: JSON.stringify({
          model: "builtin",
          max_tokens: 50,
          messages: [{ role: "user", content: "Hello" }],
        }),
      }).catch(() => undefined);
      const text = await response?.text().catch(() => undefined);
      if (response && text !== undefined) this.statuses.add(response.status);
      if (response?.status === 200 && text?.includes("stop_reason"))
        this.answered.add(response.headers.get("request-id") ?? "");
      else await pause();
    }
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe.skipIf(missing)(`what compose starts${missing ? ` (${missing})` : ""}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-restarts-"));
    [cluster, redis] = [await startCluster(), await startRedis()];
    const { place } = await cluster.store();
    const config = join(folder, "antiphon.yaml");
    await writeFile(
      config,
      `prices: { builtin: { input: 1, output: 1 } }
limits: { team:a: { spend_per_month: 1000, requests_per_minute: 1000000, concurrent_requests: 1000 } }\n`,
    );
    const environment = `export ANTIPHON_STORE='${place}' ANTIPHON_RATE_STORE='${redis.url}'`;
    start = () => served([`--config=${config}`, ...flags], environment);
    servers.push(await start());
    servers.push(...(await Promise.all([start(), start()])));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end()));
    await redis.remove();
    await cluster.remove();
    await rm(folder, { recursive: true });
  });

  it("loses and doubles nothing while each part is restarted under load", async () => {
    const created = await fetch(`${servers[0]?.url}/admin/keys`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": admin },
      body: JSON.stringify({ team: "a" }),
    });
    const { secret } = (await created.json()) as { readonly secret: string }; // the documented shape
    const load = new Load(secret, 6);
    await load.more(30);
    for (const signal of ["SIGTERM", "SIGKILL"] as const)
      for (const [i, server] of servers.entries()) {
        await server.end(signal);
        servers[i] = await start();
        await load.more(30);
      }
    for (const part of [redis, cluster, redis]) {
      await part.stop();
      await (part === redis ? load.more(30) : load.refused());
      await part.start();
      await load.more(30);
      expect(servers.map(({ process: { exitCode } }) => exitCode)).toEqual([null, null, null]);
    }
    await load.end();
    // Refused while the database was gone; never for an unknown key or a lack of money.
    expect([...load.statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const [first] = servers as [Served];
    const rows = (await (await first.get("/admin/usage/export?format=jsonl")).text())
      .trim()
      .split("\n")
      .map(
        (line) => JSON.parse(line) as { readonly id: string; readonly state: string; readonly cost: string },
      );
    const done = rows.filter(({ state }) => state === "done").map(({ id }) => id);
    expect(new Set(done).size).toBe(done.length);
    expect([...load.answered].filter((id) => !done.includes(id))).toEqual([]);
    const { data } = (await (await first.get("/admin/limits?subject=team:a")).json()) as {
      readonly data: readonly { readonly limit: string; readonly used: string; readonly reserved: string }[];
    }; // the documented shape
    const counted = data.find(({ limit }) => limit === "spend_per_month");
    const billed = rows.reduce((sum, { cost }) => sum + Number(cost), 0);
    expect(Number(counted?.used) + Number(counted?.reserved)).toBeCloseTo(billed, 9);
  }, 300_000);
});
