import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { configuredLimits, type Gateway, type GatewayOptions } from "../index.ts";
import { eventsOf } from "../../messages/index.ts";
import { hashOf } from "../keys/key.ts";
import { answer, count, fake, place, priced, slow, type Place } from "../ledger/ledger.suite.ts";
import { lease } from "../ledger/settle.ts";
import { missing, startCluster, type Cluster } from "../store/cluster.suite.ts";
import { useStores } from "../store/stores.suite.ts";
import { expectSumsOfRows } from "../usage/sums.suite.ts";

const usage = { input_tokens: 8, output_tokens: 5 };
/** What a request reserves and costs, in millionths. */
const cost = 58;
const money = (millionths: number): string => (millionths / 1e6).toFixed(6);

let cluster: Cluster;
let folder: string;
let at: Place;

/** A gateway with a journal, as every instance on a machine of its own has one. */
const instance = (journal: string, spend = 0): Promise<Gateway> =>
  at.open({
    journal: join(folder, journal),
    outage: { seconds: 60, spend },
  } satisfies Partial<GatewayOptions>);

const rowsOf = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const rows: Readonly<Record<string, unknown>>[] = [];
  for await (const row of (await at.open()).as("t").rows({})) rows.push(row);
  return rows;
};

/** The counters equal the rows, and the sums do. */
async function expectWhole(subject: string, requests: number): Promise<void> {
  const admin = (await at.open()).as("t");
  await expectSumsOfRows(admin);
  const before = await admin.listLimits({ subject });
  await admin.setLimits(subject, { spend_total: null });
  await admin.setLimits(subject, { spend_total: 1_000_000 }); // counts the rows
  const [after] = await admin.listLimits({ subject });
  expect(before.find(({ measure }) => measure === "spend_total")?.total).toBe(after?.total);
  expect(after?.total).toBe(requests * cost);
}

describe.skipIf(missing)(`while the database is gone${missing ? ` (${missing})` : ""}`, () => {
  beforeAll(async () => {
    cluster = await startCluster();
    folder = await mkdtemp(join(tmpdir(), "antiphon-outage-"));
  }, 60_000);
  useStores(() => cluster.store());
  beforeEach(async () => {
    at = await place();
  });
  afterEach(() => at.close());
  afterAll(async () => {
    await cluster.remove();
    await rm(folder, { recursive: true });
  });

  it("serves known keys, refuses others with 503, and bills each request once afterwards", async () => {
    const gateway = await instance("a.db");
    const { key, secret } = await gateway.as("t").createKey({ team: "a" });
    const stranger = await gateway.as("t").createKey({});
    await at.limit("team:a", { requests_per_minute: 9 });
    const model = await gateway.meter(slow(usage));
    await gateway.find(hashOf(secret));
    expect(await at.ask(model, 1, { caller: key.id })).toEqual([200]);
    await cluster.stop();
    expect(await gateway.find(hashOf(secret))).toMatchObject({ key: key.id });
    await expect(gateway.find(hashOf(stranger.secret))).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    await gateway.check();
    const during = await at.ask(model, 12, { caller: key.id });
    expect([count(during, 200), count(during, 429)]).toEqual([9, 3]);
    expect(await at.ask(model, 1, { caller: stranger.key.id })).toEqual([503]);
    expect(gateway.metrics()).toContain("antiphon_gateway_store_gone 1\n");
    await cluster.start();
    await gateway.meter(slow(usage)); // as the next heartbeat would do
    expect(gateway.metrics()).toContain("antiphon_gateway_store_gone 0\n");
    expect((await rowsOf()).map(({ state, team, cost: billed }) => [state, team, billed])).toEqual(
      Array.from({ length: 10 }, () => ["done", "a", cost]),
    );
    expect(await at.ask(model, 1, { caller: key.id })).toEqual([429]);
    at.now += 70_000;
    await gateway.meter(slow(usage));
    expect(await rowsOf()).toHaveLength(10);
  });

  it("spends nothing of a budget by default, and what is configured per instance at most", async () => {
    await at.limit("key:k", { spend_total: money(20 * cost) });
    const [closed, first, second] = [
      await instance("c.db"),
      await instance("f.db", 3 * cost),
      await instance("s.db", 3 * cost),
    ];
    const models = [
      await closed.meter(slow(usage)),
      await first.meter(slow(usage)),
      await second.meter(slow(usage)),
    ];
    for (const model of models) expect(await at.ask(model)).toEqual([200]);
    await cluster.stop();
    const [none, some, others] = await Promise.all(models.map((model) => at.ask(model, 9)));
    expect([none, some, others].map((all) => [count(all!, 200), count(all!, 503)])).toEqual([
      [0, 9],
      [3, 6],
      [3, 6],
    ]);
    expect(await at.ask(models[1]!)).toEqual([503]);
    await cluster.start();
    for (const gateway of [closed, first, second]) await gateway.meter(slow(usage));
    expect(count(await at.ask(models[1]!, 15), 200)).toBe(11);
    await expectWhole("key:k", 20);
  });

  it("spends no more than was left of a budget when the database was last asked", async () => {
    await at.limit("key:k", { spend_total: money(3 * cost) });
    const gateway = await instance("left.db", 100 * cost);
    const model = await gateway.meter(slow(usage));
    expect(await at.ask(model)).toEqual([200]);
    await cluster.stop();
    expect(count(await at.ask(model, 9), 200)).toBe(2);
    await cluster.start();
    await gateway.meter(slow(usage));
    expect(count(await at.ask(model, 9), 200)).toBe(0);
    await expectWhole("key:k", 3);
  });

  it("spends what was left only once, however often it is gone before a request is decided on", async () => {
    await at.limit("key:k", { spend_total: money(3 * cost) });
    const gateway = await instance("twice.db", 100 * cost);
    const model = await gateway.meter(slow(usage));
    expect(await at.ask(model)).toEqual([200]);
    const granted: number[] = [];
    for (let outage = 0; outage < 2; outage++) {
      await cluster.stop();
      granted.push(count(await at.ask(model, 9), 200));
      await cluster.start();
      await gateway.meter(slow(usage));
    }
    expect(granted).toEqual([2, 0]);
    await expectWhole("key:k", 3);
  });

  it("refuses requests that were decided on before the configured limits changed", async () => {
    const gateway = await instance("limits.db");
    const model = await gateway.meter(slow(usage));
    expect(await at.ask(model)).toEqual([200]);
    await gateway.change({
      prices: priced,
      limits: configuredLimits({ "key:k": { requests_per_minute: 1 } }),
    });
    await cluster.stop();
    expect(await at.ask(model)).toEqual([503]);
    await cluster.start();
  });

  it("settles a request that another process moved, as it took this one for dead", async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const [frozen, other] = [await instance("frozen.db"), await instance("frozen.db")];
    const model = await frozen.meter(slow(usage));
    const waiting = await frozen.meter({
      ...slow(usage),
      async *stream(request, context) {
        await ended;
        yield* slow(usage).stream(request, context);
      },
    });
    const others = await other.meter(slow(usage));
    for (const each of [model, others]) expect(await at.ask(each)).toEqual([200]);
    await cluster.stop();
    const open = at.ask(waiting);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await at.ask(others)).toEqual([200]);
    await cluster.start();
    at.now += 2 * lease;
    await other.meter(slow(usage));
    const states = async () => (await rowsOf()).map(({ state }) => state).toSorted();
    expect(await states()).toEqual(["done", "done", "done", "open"]);
    end();
    expect(await open).toEqual([200]);
    expect(await states()).toEqual(["done", "done", "done", "done"]);
  });

  it("settles requests whose upstream names its model with U+0000", async () => {
    const gateway = await instance("nul.db");
    const named = { ...answer(usage), model: "m\0" };
    const model = await gateway.meter(fake(() => eventsOf(named)));
    expect(await at.ask(model)).toEqual([200]);
    await cluster.stop();
    expect(await at.ask(model)).toEqual([200]);
    await cluster.start();
    await gateway.meter(slow(usage));
    expect((await rowsOf()).map(({ state }) => state)).toEqual(["done", "done"]);
  });

  it("records what was under way when it began, and ends after its time", async () => {
    const gateway = await instance("under-way.db");
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const model = await gateway.meter({
      ...slow(usage),
      async *stream(request, context) {
        await ended;
        yield* slow(usage).stream(request, context);
      },
    });
    const open = at.ask(model);
    while ((await rowsOf()).length === 0);
    await cluster.stop();
    end();
    expect(await open).toEqual([200]);
    expect(await at.ask(model)).toEqual([200]);
    at.now += 61_000;
    expect(await at.ask(model)).toEqual([503]);
    await expect(gateway.check()).rejects.toMatchObject({ status: 503 });
    await cluster.start();
    await gateway.meter(slow(usage));
    expect((await rowsOf()).map(({ state }) => state)).toEqual(["done", "done"]);
  });

  it("forgets keys at the first heartbeat after a change", async () => {
    const gateway = await instance("changed.db");
    const { key, secret } = await gateway.as("t").createKey({});
    await gateway.meter(slow(usage));
    await gateway.find(hashOf(secret));
    await (await at.open()).as("t").disableKey(key.id, true);
    await gateway.meter(slow(usage));
    await cluster.stop();
    await expect(gateway.find(hashOf(secret))).rejects.toMatchObject({ status: 503 });
    await cluster.start();
  });

  it("loses and doubles nothing if a process is killed meanwhile", async () => {
    const journal = join(folder, "killed.db");
    const script = join(import.meta.dirname, "kill.suite.ts");
    const child = spawn(process.execPath, ["--conditions=antiphon-source", script, at.store, journal], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    let text = "";
    child.stdout.on("data", (data) => (text += data));
    const answers = async (more: number): Promise<void> => {
      const aim = text.split("\n").length + more;
      while (text.split("\n").length < aim) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await answers(5);
    await cluster.stop();
    await answers(30);
    child.kill("SIGKILL");
    await ended;
    await cluster.start();
    at.now = Date.now();
    const [first, second] = [await instance("killed.db"), await instance("killed.db")];
    await Promise.all([first.meter(slow(usage)), second.meter(slow(usage))]);
    at.now += 2 * lease;
    for (const gateway of [first, second, first]) await gateway.meter(slow(usage));
    const rows = await rowsOf();
    const done = rows.filter(({ state }) => state === "done").map(({ id }) => id);
    expect(new Set(done).size).toBe(done.length);
    expect(
      text
        .split("\n")
        .slice(0, -1)
        .filter((id) => !done.includes(id)),
    ).toEqual([]);
    expect(rows.filter(({ state, cost: charged }) => state === "lost" && charged === cost)).toHaveLength(2);
    await at.limit("key:k", { spend_total: "1" });
    await expectWhole("key:k", rows.length);
  });
});
