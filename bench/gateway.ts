/**
 * Measures the gateway: `npx node bench/gateway.ts [overhead] [race] [peers] [drills] [large] [fleet] [rates]
 * [steady] [kills]`, by default all. `overhead` compares requests per second with and without it. In `race` 50 and
 * 200 clients at two processes compete for a budget for ten. `peers` does both beside LiteLLM and Portkey, where
 * `--install` has installed them. In `drills` keys are disabled, and upstreams, Redis and PostgreSQL fail. `large`
 * requests the dashboard's pages with 400,000 keys and a million requests. `fleet` compares three processes on
 * PostgreSQL with one, and lets 200 clients compete at them. `rates` compares a global limit per minute that is
 * counted in PostgreSQL and in Redis. `steady` sends 1,000 requests per second for five minutes (`--seconds=300`).
 * `kills` kills 100 processes and looks for lost and duplicate rows.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openGateway, readAmounts, type Gateway } from "../src/gateway/index.ts";
import { missing as noRedis, startRedis } from "../src/gateway/rates/redis.suite.ts";
import { missing, startCluster } from "../src/gateway/store/cluster.suite.ts";
import { admin, served, type Served } from "../src/gateway/store/served.suite.ts";
import { drills as storeDrills } from "./gateway/drills.ts";
import { filling } from "./gateway/fill.ts";
import { load, median, resident, role, table, type Started } from "./messages/measure.ts";
import { absent, litellmAt, portkeyAt, type Peer } from "./peers.ts";
import { flag, words } from "./words.ts";

const folder = mkdtempSync(join(tmpdir(), "antiphon-bench-gateway-"));
process.env["XDG_STATE_HOME"] = folder; // ignores a store that the user has set
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const rows: string[][] = [];
const body = { model: "bench", max_tokens: 16, messages: [{ role: "user", content: "How is it in Paris?" }] };
/** Tokens that the upstream reports, and the price of one. */
const [outputTokens, rate] = [12, 0.1];

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const upstreams = (url: string): string =>
  `upstreams: { bench: { provider: anthropic, url: "${url}/v1", models: [bench] } }\n`;
const prices = `prices: { bench: { input: 0, output: ${rate * 1e6} } }\n`;

async function prepared<T>(store: string, act: (gateway: Gateway) => Promise<T>): Promise<T> {
  const gateway = await openGateway({ store, clock: { now: () => Date.now() } });
  try {
    return await act(gateway);
  } finally {
    await gateway.close();
  }
}

const startedAs = ({ url, process: { pid = 0 }, end }: Served): Started => ({
  url,
  pid,
  stop: () => void end(),
});

interface Round {
  readonly perSecond: number;
  /** Processor time of the server for a request. */
  readonly microseconds: number;
}
/** Rounds that count, and at most before them: code that runs often is compiled only after some seconds. */
const [rounds, mostWarmUp] = [5, 15];

/** Whether the processor time of the last three rounds differs by less than 5 %. */
function hasSettled(seen: readonly Round[]): boolean {
  const last = seen.slice(-3).map(({ microseconds }) => microseconds);
  return last.length === 3 && Math.max(...last) < 1.05 * Math.min(...last);
}

async function overhead(): Promise<void> {
  const upstream = await role("upstream");
  const store = join(folder, "overhead.db");
  const secret = await prepared(store, async (gateway) => {
    const database = new DatabaseSync(store);
    for (const sql of filling("sqlite", { keys: 10_000, requests: 10_000, now: Date.now() }))
      database.exec(sql);
    database.close();
    return (await gateway.as("bench").createKey({ name: "bench", team: "bench" })).secret;
  });
  const limits = `limits: { team:bench: { spend_per_day: 99999999 } }\n`;
  const bare = write("bare.yaml", upstreams(upstream.url));
  const full = write("full.yaml", `${upstreams(upstream.url)}${prices}${limits}store: ${store}\n`);
  const targets = {
    without: [await served([`--config=${bare}`, "--key=bench"]), "bench"],
    with: [await served([`--config=${full}`]), secret],
  } as const;
  const names = ["without", "with"] as const;
  const round = async (name: keyof typeof targets): Promise<Round> => {
    const [server, key] = targets[name];
    const asking = { url: server.url, headers: { "x-api-key": key }, body };
    const { wrong, perSecond, perCpu = NaN } = await load(asking, startedAs(server), [16, 3]);
    if (wrong > 0) throw new Error(`${name}: ${wrong} wrong answers`);
    return { perSecond, microseconds: 1e6 / perCpu };
  };
  const seen = { without: [] as Round[], with: [] as Round[] };
  let warmUp = 0;
  for (; warmUp < mostWarmUp && !names.every((name) => hasSettled(seen[name])); warmUp++)
    for (const name of names) seen[name].push(await round(name));
  for (const name of names) seen[name] = [];
  for (let i = 0; i < rounds; i++) for (const name of names) seen[name].push(await round(name));
  const of = (name: keyof typeof seen, which: keyof Round): number =>
    median(seen[name].map((each) => each[which]));
  for (const name of names)
    rows.push([
      `${name}, requests/s`,
      of(name, "perSecond").toFixed(0),
      `${of(name, "microseconds").toFixed(0)} µs of the processor for one`,
    ]);
  const more = (of("with", "microseconds") / of("without", "microseconds") - 1) * 100;
  const less = (1 - of("with", "perSecond") / of("without", "perSecond")) * 100;
  const after = `medians of ${rounds} rounds in turns, after ${warmUp} to warm up`;
  rows.push([
    "more processor time",
    `${more.toFixed(0)} %`,
    `${less.toFixed(0)} % fewer requests/s; ${after}`,
  ]);
  rows.push(["resident memory, MB", `${resident(targets.with[0].process.pid ?? 0)}`, "after it"]);
  for (const [server] of Object.values(targets)) await server.end();
  upstream.stop();
}

/** Returns the final status; a client waits and retries when told to. */
async function persistent(
  url: string,
  key: string,
  more: { readonly max_tokens: number; readonly model?: string },
): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ ...body, ...more }),
    });
    await response.text();
    if (response.headers.get("x-should-retry") !== "true" || attempt === 100) return response.status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function race(): Promise<void> {
  const upstream = await role("upstream");
  const store = join(folder, "race.db");
  const config = write("race.yaml", `${upstreams(upstream.url)}${prices}store: ${store}\n`);
  const servers = [await served([`--config=${config}`]), await served([`--config=${config}`])];
  for (const clients of [50, 200])
    for (const maxTokens of [outputTokens, 100]) await compete({ store, servers, clients, maxTokens });
  for (const server of servers) await server.end();
  upstream.stop();
}

interface Competition {
  readonly store: string;
  readonly servers: readonly Served[];
  readonly clients: number;
  readonly maxTokens: number;
}

/** Lets clients at all servers compete for a budget for ten. */
async function compete({ store, servers, clients, maxTokens }: Competition): Promise<void> {
  const limits = readAmounts({ spend_total: 10 * outputTokens * rate });
  const key = await prepared(store, (gateway) => gateway.as("bench").createKey({}, limits));
  const begun = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: clients }, (_, i) =>
      persistent(servers[i % servers.length]?.url ?? "", key.secret, { max_tokens: maxTokens }),
    ),
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const passed = statuses.filter((status) => status === 200).length;
  const sums = await prepared(store, (gateway) => gateway.as("bench").usage("state", { key: key.key.id }));
  const billed = sums.reduce((sum, { cost }) => sum + cost, 0) / (outputTokens * rate * 1e6);
  rows.push([
    `${clients} clients at ${servers.length}, budget for 10`,
    String(passed),
    `answered, ${billed.toFixed(2)} billed; max_tokens ${maxTokens}; ${seconds} s with retries`,
  ]);
}

async function fleet(): Promise<void> {
  if (missing !== undefined) return void rows.push(["fleet", "–", missing]);
  const [upstream, cluster] = [await role("upstream"), await startCluster()];
  const { place: store } = await cluster.store();
  const config = write("fleet.yaml", `${upstreams(upstream.url)}${prices}store: ${store}\n`);
  const servers = [await served([`--config=${config}`])];
  servers.push(await served([`--config=${config}`]), await served([`--config=${config}`]));
  const secrets = await prepared(store, async (gateway) => {
    const create = () => gateway.as("bench").createKey({}, readAmounts({ spend_per_day: 99_999_999 }));
    return (await Promise.all([create(), create(), create()])).map(({ secret }) => secret);
  });
  const asking = (i: number) => {
    const server = servers[i] as Served; // one of three
    const headers = { "x-api-key": secrets[i] ?? "" };
    return load({ url: server.url, headers, body }, startedAs(server), [16, 5]);
  };
  await asking(0); // warm-up
  const one = await asking(0);
  const three = await Promise.all([0, 1, 2].map(asking));
  const sum = three.reduce((total, { perSecond }) => total + perSecond, 0);
  rows.push(["one on PostgreSQL, requests/s", one.perSecond.toFixed(0), `median ${one.p50.toFixed(1)} ms`]);
  rows.push([
    "three on PostgreSQL, requests/s",
    sum.toFixed(0),
    `${(sum / one.perSecond).toFixed(1)} times one; ${three.reduce((total, { wrong }) => total + wrong, 0)} wrong answers`,
  ]);
  for (const maxTokens of [outputTokens, 100]) await compete({ store, servers, clients: 200, maxTokens });
  for (const server of servers) await server.end();
  await cluster.remove();
  upstream.stop();
}

/** Requests per second and budgets beside other gateways, each with the stores that it needs for many instances. */
async function peers(): Promise<void> {
  const none = missing ?? noRedis;
  if (none !== undefined) return void rows.push(["peers", "–", none]);
  const [upstream, cluster, redis] = [await role("upstream"), await startCluster(), await startRedis()];
  const { place: store } = await cluster.store();
  const text = `${upstreams(upstream.url)}${prices}store: ${store}\nrate_limits: { store: "${redis.url}" }\n`;
  const config = `--config=${write("peers.yaml", text)}`;
  const servers = [await served([config]), await served([config])] as const;
  const races = [50, 200].flatMap((clients) =>
    [outputTokens, 100].map((maxTokens) => ({ clients, maxTokens })),
  );
  const modelOf = (race: Race): string => `bench-${race.clients}-${race.maxTokens}`;
  const last: Race = { clients: 200, maxTokens: outputTokens + 1 };
  const budgets = { redis: redis.url, price: rate, models: [...races, last].map(modelOf) };
  const rich = { ...budgets, budget: 99_999_999, models: ["bench"] };
  const poor = { ...budgets, budget: 10 * outputTokens * rate };
  const create = (gateway: Gateway) =>
    gateway.as("bench").createKey({}, readAmounts({ spend_total: 99_999_999 }));
  const { secret } = await prepared(store, create);
  const ours = { name: "antiphon", server: startedAs(servers[0]), headers: { "x-api-key": secret } };
  const lite = await litellmAt(upstream.url, rich);
  const targets: readonly Omit<Peer, "name">[] = [ours, ...lite, ...(await portkeyAt(upstream.url))];
  const names = ["antiphon, PostgreSQL", ...lite.map(() => "LiteLLM, Redis"), "Portkey, no budgets"];
  const asking = ({ server: { url }, headers }: Omit<Peer, "name">) => ({
    url,
    body,
    ...(headers && { headers }),
  });
  for (const target of targets) await load(asking(target), target.server, [16, 2]); // warm-up
  const seen = targets.map(() => [] as number[]);
  for (let round = 0; round < 5; round++)
    for (const [i, target] of targets.entries()) {
      const { perSecond, wrong } = await load(asking(target), target.server, [16, 2]);
      if (wrong > 0) throw new Error(`${names[i]}: ${wrong} wrong answers`);
      seen[i]?.push(perSecond);
    }
  for (const [i, values] of seen.entries())
    rows.push([`${names[i]}, requests/s`, median(values).toFixed(0), "median of five rounds in turns"]);
  for (const { server } of targets.slice(1)) server.stop();
  for (const race of races) await compete({ store, servers, ...race });
  const two = [...(await litellmAt(upstream.url, poor)), ...(await litellmAt(upstream.url, poor))];
  for (const race of races) await competeAt(two, race, modelOf(race));
  await redis.stop();
  rows.push(["from here on", "", "Redis is gone"]);
  await compete({ store, servers, ...last });
  await competeAt(two, last, modelOf(last));
  for (const name of ["litellm", "portkey"] as const)
    if (absent(name)) rows.push([name, "–", absent(name) ?? ""]);
  for (const { server } of two) server.stop();
  for (const server of servers) await server.end();
  await redis.remove();
  await cluster.remove();
  upstream.stop();
}

type Race = Pick<Competition, "clients" | "maxTokens">;

/** Lets clients at LiteLLM's processes compete for a model's budget for ten. */
async function competeAt(peers: readonly Peer[], { clients, maxTokens }: Race, model: string): Promise<void> {
  if (peers.length === 0) return;
  const asked = Array.from({ length: clients }, (_, i) =>
    persistent(peers[i % peers.length]?.server.url ?? "", "x", { max_tokens: maxTokens, model }),
  );
  const statuses = await Promise.all(asked);
  const others = [...new Set(statuses)].filter((status) => status !== 200).join(", ");
  rows.push([
    `LiteLLM: ${clients} clients at ${peers.length}, budget for 10`,
    String(statuses.filter((status) => status === 200).length),
    `answered; others ${others || "–"}; max_tokens ${maxTokens}`,
  ]);
}

const drills = (): Promise<void> => storeDrills(write, rows);

const size = { keys: 400_000, requests: 1_000_000 };

async function large(): Promise<void> {
  const store = join(folder, "large.db");
  const now = Date.now();
  await prepared(store, async () => {
    const database = new DatabaseSync(store);
    for (const sql of filling("sqlite", { ...size, now })) database.exec(sql);
    database.close();
  });
  const server = await served([`--store=${store}`]);
  const day = (before: number): string => new Date(now - before * 86_400_000).toISOString().slice(0, 10);
  const { next } = (await (await server.get("/admin/requests?limit=50&team=team-7")).json()) as {
    readonly next: string;
  }; // as documented
  const paths = {
    "keys, first page": "/admin/keys?limit=50",
    "keys, a late page": "/admin/keys?limit=50&after=key_000390000",
    "keys, search": "/admin/keys?limit=50&search=service%20399999",
    "keys of a team": "/admin/keys?limit=50&team=team-7",
    "teams, first page": "/admin/teams?limit=50",
    "limits, first page": "/admin/limits?limit=100",
    "requests, first page": "/admin/requests?limit=50",
    "requests of a team, next page": `/admin/requests?limit=50&team=team-7&before=${next}`,
    "requests that are lost": "/admin/requests?limit=50&state=lost",
    "usage of a day by hour": `/admin/usage?by=hour&limit=200&from=${day(1)}`,
    "usage of a week by team": `/admin/usage?by=team&limit=200&from=${day(7)}`,
    "usage of a week by key": `/admin/usage?by=key&limit=200&from=${day(7)}`,
    "usage of a month by team": "/admin/usage?by=team&limit=200",
    "usage of a month by key": "/admin/usage?by=key&limit=200",
  };
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const begun = performance.now();
      const response = await server.get(path);
      await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      times.push(performance.now() - begun);
    }
    rows.push([name, `${median(times).toFixed(0)} ms`, `first ${(times[0] ?? 0).toFixed(0)} ms`]);
  }
  rows.push([
    "a request meanwhile",
    `${(await whileSumming(server)).toFixed(0)} ms`,
    "the slowest of those during a sum",
  ]);
  await server.end();
}

/** Returns the longest wait of a request, in milliseconds, while a month is summed by key. */
async function whileSumming(server: Served): Promise<number> {
  const sum = { isDone: false };
  void server.get("/admin/usage?by=key&limit=200").then(async (response) => {
    await response.text();
    sum.isDone = true;
  });
  let longest = 0;
  while (!sum.isDone) {
    const begun = performance.now();
    await (await fetch(`${server.url}/admin/keys/key_000000001`, { headers: { "x-api-key": admin } })).text();
    longest = Math.max(longest, performance.now() - begun);
  }
  return longest;
}

async function rates(): Promise<void> {
  const none = missing ?? noRedis;
  if (none !== undefined) return void rows.push(["rates", "–", none]);
  const [upstream, cluster, redis] = [await role("upstream"), await startCluster(), await startRedis()];
  const { place: store } = await cluster.store();
  const common = `${upstreams(upstream.url)}${prices}store: ${store}\nlimits: { all: { requests_per_minute: 10000000 } }\n`;
  const secret = await prepared(
    store,
    async (gateway) => (await gateway.as("bench").createKey({ name: "bench" })).secret,
  );
  for (const [name, text] of Object.entries({
    PostgreSQL: common,
    Redis: `${common}rate_limits: { store: "${redis.url}" }\n`,
  })) {
    const server = await served([`--config=${write(`rates-${name}.yaml`, text)}`]);
    const asking = { url: server.url, headers: { "x-api-key": secret }, body };
    await load(asking, startedAs(server), [16, 2]); // warm-up
    const { perSecond, p50, wrong } = await load(asking, startedAs(server), [16, 8]);
    const more = `median ${p50.toFixed(1)} ms; ${wrong} wrong answers`;
    rows.push([`one limit of all in ${name}, requests/s`, perSecond.toFixed(0), more]);
    await server.end();
  }
  await redis.remove();
  await cluster.remove();
  upstream.stop();
}

const [steadyRate, steadySeconds] = [1000, Number(flag("seconds") ?? 300)];

/** Sends at a fixed rate, regardless of answers, and samples memory. */
async function steady(): Promise<void> {
  const upstream = await role("upstream");
  const store = join(folder, "steady.db");
  const limits = `limits: { team:bench: { spend_per_day: 99999999 } }\n`;
  const config = write("steady.yaml", `${upstreams(upstream.url)}${prices}${limits}store: ${store}\n`);
  const create = async (gateway: Gateway) =>
    (await gateway.as("bench").createKey({ name: "bench", team: "bench" })).secret;
  const secret = await prepared(store, create);
  const server = await served([`--config=${config}`]);
  const headers = { "x-api-key": secret, "content-type": "application/json" };
  const asking = { method: "POST", headers, body: JSON.stringify(body) };
  const open = new Set<Promise<unknown>>();
  const [times, memory]: [number[], number[]] = [[], []];
  let wrong = 0;
  const begun = performance.now();
  for (let sent = 0; sent < steadyRate * steadySeconds;) {
    const due = Math.min(steadyRate * steadySeconds, ((performance.now() - begun) * steadyRate) / 1000);
    for (; sent < due; sent++) {
      const at = performance.now();
      const answered: Promise<unknown> = fetch(`${server.url}/v1/messages`, asking)
        .then(async (response) => {
          await response.text();
          times.push(performance.now() - at);
          if (response.status !== 200) wrong++;
        })
        .catch(() => wrong++)
        .finally(() => open.delete(answered));
      open.add(answered);
      if (sent % (steadyRate * 10) === 0) memory.push(resident(server.process.pid ?? 0));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(open);
  memory.push(resident(server.process.pid ?? 0));
  const took = (performance.now() - begun) / 1000;
  const sums = await prepared(store, (gateway) => gateway.as("bench").usage("state", {}));
  const done = sums.find(({ group }) => group === "done")?.requests ?? 0;
  rows.push([
    `${steadyRate} requests/s for ${steadySeconds} s`,
    (times.length / took).toFixed(0),
    `a second; ${wrong} wrong, ${done} rows; median ${median(times).toFixed(0)} ms; memory every 10 s: ${memory.join(", ")} MB`,
  ]);
  await server.end();
  upstream.stop();
}

const deaths = 100;

async function kills(): Promise<void> {
  const store = join(folder, "kills.db");
  const script = join(import.meta.dirname, "../src/gateway/ledger/kill.suite.ts");
  const answered: string[] = [];
  for (let i = 0; i < deaths; i++) {
    const child = spawn(process.execPath, ["--conditions=antiphon-source", script, store], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      if (text.split("\n").length > 1 + (i % 17)) child.kill("SIGKILL");
    });
    await new Promise((resolve) => child.on("close", resolve));
    answered.push(...text.split("\n").slice(0, -1));
  }
  await prepared(store, async (gateway) => {
    const admin = gateway.as("bench");
    const ids: string[] = [];
    let [charged, openCost] = [0, 0];
    for await (const { id, state, cost } of admin.rows({})) {
      if (state === "done") ids.push(String(id));
      else openCost += Number(cost);
      charged += Number(cost);
    }
    const done = new Set(ids);
    await admin.setLimits("key:k", { spend_total: charged });
    const [limit] = await admin.listLimits();
    const lost = answered.filter((id) => !done.has(id)).length;
    rows.push([
      `${deaths} times kill -9`,
      `${lost} lost`,
      `of ${answered.length} answered, ${ids.length - done.size} doubled; counter ${limit?.total} and ledger ${charged}; ${limit?.reserved} of ${openCost} under way stay charged`,
    ]);
  });
}

const parts = { overhead, race, peers, drills, large, fleet, rates, steady, kills };
try {
  for (const [name, part] of Object.entries(parts))
    if (words.length === 0 || words.includes(name)) await part();
} finally {
  console.log(table(rows));
}
process.exit();
