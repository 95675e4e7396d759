import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missing, startCluster, type Cluster } from "./cluster.suite.ts";
import { admin, served, type Served } from "./served.suite.ts";

let folder: string;
let cluster: Cluster;
let servers: readonly Served[] = [];

const post = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
  const response = await fetch(`${servers[0]?.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": admin },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Readonly<Record<string, unknown>>; // the documented shape
};

describe.skipIf(missing)(`three instances on PostgreSQL${missing ? ` (${missing})` : ""}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-fleet-"));
    cluster = await startCluster();
    const { place } = await cluster.store();
    const config = join(folder, "antiphon.yaml");
    await writeFile(config, `store: ${place}\nprices: { builtin: { input: 1000, output: 1000 } }\n`);
    const flags = [`--config=${config}`];
    servers = [await served(flags), ...(await Promise.all([served(flags), served(flags)]))];
  }, 120_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end()));
    await cluster.remove();
    await rm(folder, { recursive: true });
  });

  it("hold one limit together, also after kill -9 of one, and see a disabled key at once", async () => {
    const { key, secret } = (await post("/admin/keys", { limits: { requests_per_minute: 10 } })) as {
      readonly key: { readonly id: string };
      readonly secret: string;
    };
    const [first, second, third] = servers as readonly [Served, Served, Served];
    const race = (many: number, among: readonly Served[]): Promise<readonly number[]> =>
      Promise.all(
        Array.from({ length: many }, (_, i) => among[i % among.length]?.ask(secret).catch(() => 0) ?? 0),
      );
    const early = await race(30, servers);
    expect(early.filter((status) => status === 200).length).toBe(10);
    expect(early.filter((status) => status === 429).length).toBe(20);
    const spent = (await post("/admin/keys", { limits: { spend_total: 1 } })) as { readonly secret: string };
    const passed: number[] = [];
    const burst = Array.from({ length: 30 }, async (_, i) => {
      const status = await servers[i % 3]?.ask(spent.secret).catch(() => 0);
      if (status === 200) passed.push(i);
      if (passed.length === 2) await third.end("SIGKILL");
    });
    await Promise.all(burst);
    const limits = (await (await first.get("/admin/limits?limit=100")).json()) as {
      readonly data: readonly { readonly limit: string; readonly used: string; readonly reserved: string }[];
    }; // the documented shape
    const { used = "", reserved = "" } = limits.data.find(({ limit }) => limit === "spend_total") ?? {};
    expect(Number(used) + Number(reserved)).toBeGreaterThan(0);
    expect(Number(used) + Number(reserved)).toBeLessThanOrEqual(1);
    expect(await race(4, [first, second])).toEqual([429, 429, 429, 429]);
    await post(`/admin/keys/${key.id}/disable`, {});
    expect(await race(2, [first, second])).toEqual([401, 401]);
  }, 120_000);
});
