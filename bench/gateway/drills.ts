/** What happens to requests while a part of a fleet is gone, and how fast a disabled key stops working. */
import { createServer, type AddressInfo } from "node:net";
import { missing as noRedis, startRedis } from "../../src/gateway/rates/redis.suite.ts";
import { missing as noPostgres, startCluster, type Cluster } from "../../src/gateway/store/cluster.suite.ts";
import { admin, served, type Served } from "../../src/gateway/store/served.suite.ts";

type Write = (name: string, text: string) => string;
type Row = [what: string, value: string, details: string];

const prices = "prices: { builtin: { input: 0, output: 1000 } }\n";
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const count = <T>(values: readonly T[], wanted: T): number =>
  values.filter((value) => value === wanted).length;
const tally = (values: readonly number[]): string =>
  [...new Set(values)]
    .toSorted((a, b) => a - b)
    .map((value) => `${count(values, value)} × ${value}`)
    .join(", ");

async function call<T>({ url }: Served, path: string, body: object): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": admin },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T; // the documented shape
}

interface Created {
  readonly key: { readonly id: string };
  readonly secret: string;
}
const newKey = (server: Served, limits?: object): Promise<Created> =>
  call(server, "/admin/keys", { ...(limits && { limits }) });

const asking = (servers: readonly Served[], secret: string, requests: number): Promise<readonly number[]> =>
  Promise.all(
    Array.from(
      { length: requests },
      (_, i) => servers[i % servers.length]?.ask(secret) ?? Promise.resolve(0),
    ),
  );

export async function drills(write: Write, rows: Pick<Row[], "push">): Promise<void> {
  const store = write("drills.db", "");
  const one = await start(write, `${prices}store: ${store}\n`, 2);
  rows.push(["disabled key, two on SQLite", ...(await revocations(one))]);
  await end(one);
  rows.push(["dead primary, 50 requests", ...(await deadPrimary(write, 1))]);
  rows.push(["dead primary, 50 requests, ten at once", ...(await deadPrimary(write, 10))]);
  const missing = noPostgres ?? noRedis;
  if (missing !== undefined) return void rows.push(["fleet", "–", missing]);
  const [cluster, redis] = [await startCluster(), await startRedis()];
  const { place } = await cluster.store();
  const alone = await start(write, `${prices}store: ${place}\n`, 3);
  rows.push(["disabled key, three on PostgreSQL", ...(await revocations(alone))]);
  await end(alone);
  const fleet = await start(write, `${prices}store: ${place}\nrate_limits: { store: "${redis.url}" }\n`, 3);
  rows.push(["disabled key, three with Redis too", ...(await revocations(fleet))]);
  rows.push(["60 a minute, 100 requests at three", ...(await minute(fleet, async () => undefined))]);
  rows.push(["Redis emptied between", ...(await minute(fleet, () => redis.send("FLUSHALL")))]);
  rows.push(["Redis gone between", ...(await minute(fleet, () => redis.stop()))]);
  rows.push(["budget for 10, 200 requests, Redis gone", ...(await budget(fleet))]);
  await redis.start();
  rows.push(["PostgreSQL gone for 5 s", ...(await outage(fleet, cluster))]);
  await end(fleet);
  await redis.remove();
  await cluster.remove();
}

let fleets = 0;

/** Instances of one configuration, in a file of their own: a server follows changes of its file. */
async function start(write: Write, text: string, instances: number): Promise<readonly Served[]> {
  const config = `--config=${write(`drills-${++fleets}.yaml`, text)}`;
  const first = await served([config]);
  return [first, ...(await Promise.all(Array.from({ length: instances - 1 }, () => served([config]))))];
}

const end = async (servers: readonly Served[]): Promise<void> =>
  void (await Promise.all(servers.map((server) => server.end())));

/** The longest time between the answer that a key is disabled and the begin of a request that was accepted still. */
async function revocations(servers: readonly Served[]): Promise<readonly [string, string]> {
  const [first] = servers as readonly [Served];
  const times: number[] = [];
  let accepted = 0;
  for (let round = 0; round < 20; round++) {
    const { key, secret } = await newKey(first);
    let disabled = Infinity;
    const last = await Promise.all(
      servers
        .flatMap((server) => [server, server])
        .map(async (server) => {
          let latest = 0;
          while (performance.now() < disabled + 250) {
            const begun = performance.now();
            if ((await server.ask(secret)) === 200) [latest, accepted] = [begun, accepted + 1];
          }
          return latest;
        })
        .concat(
          (async () => {
            await pause(50);
            await call(first, `/admin/keys/${key.id}/disable`, {});
            disabled = performance.now();
            return 0;
          })(),
        ),
    );
    times.push(Math.max(0, ...last.map((latest) => latest - disabled)));
  }
  return [
    `${Math.max(...times).toFixed(1)} ms`,
    `accepted afterwards at most; 20 keys, ${accepted} requests before`,
  ];
}

/** Fifty requests to a route whose first target closes every connection. */
async function deadPrimary(write: Write, atOnce: number): Promise<readonly [string, string]> {
  let tries = 0;
  const dead = createServer((socket) => {
    tries++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => dead.listen(0, "127.0.0.1", resolve));
  const { port } = dead.address() as AddressInfo; // it listens on a port
  const [spare] = await start(write, "", 1);
  const text = `upstreams:
  main: { provider: anthropic, url: "http://127.0.0.1:${port}/v1", models: [builtin] }
  spare: { provider: anthropic, url: "${spare?.url}/v1", models: [builtin] }
routes: { fast: { targets: [{ upstream: main, model: builtin }, { upstream: spare, model: builtin }] } }
`;
  const [server] = await start(write, text, 1);
  const statuses: number[] = [];
  const client = async (): Promise<void> => {
    while (statuses.length < 50) {
      const at = statuses.push(0) - 1;
      const response = await fetch(`${server?.url}/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": admin },
        body: JSON.stringify({
          model: "fast",
          max_tokens: 50,
          messages: [{ role: "user", content: "Hello" }],
        }),
      });
      await response.text();
      statuses[at] = response.status;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  await end([spare, server].filter((one) => one !== undefined));
  dead.close();
  return [`${tries} tries`, tally(statuses)];
}

/** A hundred requests in two halves under a limit of 60 a minute. */
async function minute(
  servers: readonly Served[],
  between: () => Promise<unknown>,
): Promise<readonly [string, string]> {
  const { secret } = await newKey(servers[0] as Served, { requests_per_minute: 60 }); // there are three
  const early = await asking(servers, secret, 50);
  await between();
  const statuses = [...early, ...(await asking(servers, secret, 50))];
  return [`${count(statuses, 200)} passed`, tally(statuses)];
}

/** Two hundred requests at once compete for a budget for ten; clients retry when told to. */
async function budget(servers: readonly Served[]): Promise<readonly [string, string]> {
  const [first] = servers as readonly [Served];
  const { key, secret } = await newKey(first);
  await first.ask(secret);
  interface Row {
    readonly cost: string;
  }
  const rowsOf = async (id: string): Promise<readonly Row[]> =>
    (await (await first.get(`/admin/usage/export?format=jsonl&key=${id}`)).text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row); // the documented shape
  const [{ cost = "0" } = {}] = await rowsOf(key.id);
  const small = await newKey(first, { spend_total: Number((Number(cost) * 10).toFixed(6)) });
  const statuses = await asking(servers, small.secret, 200);
  const more: number[] = [];
  for (let i = 0; i < 12; i++) more.push((await first.ask(small.secret)) ?? 0);
  const billed = (await rowsOf(small.key.id)).reduce((sum, row) => sum + Number(row.cost), 0) / Number(cost);
  return [`${billed.toFixed(2)} billed`, `${tally(statuses)}; then one by one ${tally(more)}`];
}

/** Six clients ask without a pause while the database is gone for five seconds. */
async function outage(servers: readonly Served[], cluster: Cluster): Promise<readonly [string, string]> {
  const [first] = servers as readonly [Served];
  const { key, secret } = await newKey(first);
  const phases = { before: [] as number[], meanwhile: [] as number[], after: [] as number[] };
  let phase: keyof typeof phases = "before";
  const load = { isOver: false };
  const answered: string[] = [];
  let slowest = 0;
  const clients = Array.from({ length: 6 }, async (_, i) => {
    while (!load.isOver) {
      const [begun, at] = [performance.now(), phase];
      const response = await fetch(`${servers[i % 3]?.url}/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": secret },
        body: JSON.stringify({
          model: "builtin",
          max_tokens: 50,
          messages: [{ role: "user", content: "Hello" }],
        }),
      });
      await response.text();
      if (at === "meanwhile" && phase === at) slowest = Math.max(slowest, performance.now() - begun);
      phases[at].push(response.status);
      if (response.status === 200) answered.push(response.headers.get("request-id") ?? "");
      else await pause(20);
    }
  });
  await pause(2000);
  phase = "meanwhile";
  await cluster.stop();
  await pause(5000);
  await cluster.start();
  phase = "after";
  const back = performance.now();
  while (!phases.after.includes(200)) await pause(5);
  const served = performance.now() - back;
  await pause(2000);
  load.isOver = true;
  await Promise.all(clients);
  for (const server of servers)
    while (!(await (await server.get("/metrics")).text()).includes("\nantiphon_gateway_store_gone 0\n"))
      await pause(100);
  const lines = (await (await first.get(`/admin/usage/export?format=jsonl&key=${key.id}`)).text())
    .trim()
    .split("\n");
  const done = lines
    .map((line) => JSON.parse(line) as { readonly id: string; readonly state: string }) // the documented shape
    .filter(({ state }) => state === "done")
    .map(({ id }) => id);
  const lost = answered.filter((id) => !done.includes(id)).length;
  return [
    `${lost} lost, ${done.length - new Set(done).size} doubled`,
    `of ${answered.length} answered; before ${tally(phases.before)}; meanwhile ${tally(phases.meanwhile)}, slowest ${slowest.toFixed(0)} ms; after ${tally(phases.after)}, first 200 after ${served.toFixed(0)} ms`,
  ];
}
