import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsOf } from "../../messages/index.ts";
import type { Model } from "../../models/index.ts";
import { openGateway } from "../index.ts";
import { answer, count, fake, place, slow, type Place } from "../ledger/ledger.suite.ts";
import { missing as noCluster, startCluster, type Cluster } from "../store/cluster.suite.ts";
import { openStore } from "../store/open.ts";
import { query } from "../store/store.ts";
import { useStores } from "../store/stores.suite.ts";
import { missing as noRedis, startRedis, type Redis } from "./redis.suite.ts";
import { openValkey } from "./valkey.ts";

const missing = noCluster ?? noRedis;
let cluster: Cluster;
let redis: Redis;
const usage = { input_tokens: 8, output_tokens: 5 };
const suite = async (file: string): Promise<void> => void (await import(file));

describe.skipIf(missing)(`with rates in Valkey or Redis${missing ? ` (${missing})` : ""}`, () => {
  beforeAll(async () => {
    [cluster, redis] = await Promise.all([startCluster(), startRedis()]);
  }, 60_000);
  afterAll(async () => {
    await redis.remove();
    await cluster.remove();
  });
  useStores(async () => ({ ...(await cluster.store()), rates: redis.url }));
  describe("the ledger", () => suite("../ledger/ledger.test.ts"));
  describe("after kill -9", () => suite("../ledger/kill.test.ts"));
  describe("the meter", () => suite("../meter/meter.test.ts"));
  describe("the queue", () => suite("../meter/queue.test.ts"));

  describe("counters outside of the ledger", () => {
    let at: Place;
    beforeEach(async () => {
      await redis.send("FLUSHALL");
      at = await place();
    });
    afterEach(() => at.close());
    const isGone = (): boolean => at.gateway.metrics().includes("\nantiphon_gateway_rates_gone 1\n");
    const totals = async (): Promise<Readonly<Partial<Record<string, number>>>> => {
      const limits = await at.gateway.as("t").listLimits();
      return Object.fromEntries(limits.map(({ measure, total }) => [measure, total]));
    };

    it("decide, not those of the database", async () => {
      await at.limit("key:k", { requests_per_minute: 5 });
      const model = await at.gateway.meter(slow(usage));
      expect(count(await at.ask(model, 9), 200)).toBe(5);
      expect(isGone()).toBe(false);
      const fields = await redis.send("HGETALL {antiphon}:rates:key:k");
      expect(fields).toContain("[5,40,25,0,0]");
      expect(await totals()).toEqual({ requests_per_minute: 5 });
    });

    it.each([
      ["are emptied", () => redis.send("FLUSHALL")],
      ["are evicted", () => redis.send("DEL {antiphon}:rates:key:k")],
      ["are lost in a crash", async () => [await redis.stop(), await redis.start()]],
      [
        "come back as they were some time before",
        async () => {
          await redis.stop();
          await redis.start(); // with the data saved below
        },
      ],
    ])("that %s are made anew from the ledger, exactly", async (_what, lose) => {
      await at.limit("key:k", { requests_per_minute: 20, concurrent_requests: 3 });
      const second = await at.open();
      const ended = Promise.withResolvers<void>();
      const waits = fake(async function* () {
        await ended.promise;
        yield* eventsOf(answer(usage));
      });
      const [here, there] = [await at.gateway.meter(slow(usage)), await second.meter(slow(usage))];
      const open = at.ask(await at.gateway.meter(waits));
      while ((await totals())["concurrent_requests"] !== 1)
        await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await at.ask(here, 2)).toEqual([200, 200]);
      await redis.send("SAVE");
      for (let i = 0; i < 4; i++) expect(await at.ask(there)).toEqual([200]);
      await lose();
      // Seven have begun; one of them is still open.
      const passed: number[] = [];
      for (let i = 0; i < 16; i++) passed.push(...(await at.ask(i % 2 ? here : there)));
      expect(count(passed, 200)).toBe(13);
      ended.resolve();
      expect(await open).toEqual([200]);
      expect(await at.ask(here)).toEqual([429]);
      expect(await totals()).toEqual({ requests_per_minute: 20, concurrent_requests: 0 });
    });

    it("hold as well while they can't be asked: the rows are counted", async () => {
      await at.limit("key:k", { requests_per_minute: 10, output_tokens_per_minute: 1000 });
      const model = await at.gateway.meter(slow(usage));
      expect(count(await at.ask(model, 4), 200)).toBe(4);
      await redis.stop();
      try {
        expect(count(await at.ask(model, 3), 200)).toBe(3);
        expect(isGone()).toBe(true);
      } finally {
        await redis.start();
      }
      while (isGone()) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(count(await at.ask(model, 20), 200)).toBe(3);
      expect(await totals()).toEqual({ requests_per_minute: 10, output_tokens_per_minute: 50 });
    });

    it("hold where one instance reaches them and another doesn't", async () => {
      await at.limit("key:k", { requests_per_minute: 20 });
      const apart = await at.open({ rates: { url: "redis://127.0.0.1:1", ifGone: "ledger" } });
      const models = [await at.gateway.meter(slow(usage)), await apart.meter(slow(usage))] as const;
      const turns: number[] = [];
      for (let i = 0; i < 8; i++) turns.push(...(await at.ask(i % 2 ? models[0] : models[1])));
      expect(count(turns, 200)).toBe(8);
      const race = (await Promise.all(models.map((model) => at.ask(model, 20)))).flat();
      expect(count(race, 200)).toBe(12);
    });

    it.each([
      ["hangs", () => redis.signal("SIGSTOP"), () => redis.signal("SIGCONT")],
      [
        "runs a script that never ends",
        () => void redis.send("CONFIG SET lua-time-limit 50", 'EVAL "while true do end" 0'),
        () => redis.send("SCRIPT KILL"),
      ],
    ])("hold while their server %s", async (_what, block, go) => {
      await at.limit("key:k", { requests_per_minute: 10 });
      const models = [await at.gateway.meter(slow(usage)), await (await at.open()).meter(slow(usage))];
      expect(await at.ask(models[0] as Model, 2)).toEqual([200, 200]);
      block();
      try {
        await new Promise((resolve) => setTimeout(resolve, 200));
        const race = (await Promise.all(models.map((model) => at.ask(model, 10)))).flat();
        expect([count(race, 200), count(race, 429)]).toEqual([8, 12]);
      } finally {
        await go();
      }
    });

    it("refuse with 503 while they can't be asked, where the configuration says so", async () => {
      await at.limit("key:k", { requests_per_minute: 10 });
      const strict = await at.open({ rates: { url: "redis://127.0.0.1:1", ifGone: "refuse" } });
      const model = await strict.meter(slow(usage));
      expect(await at.ask(model, 3)).toEqual([503, 503, 503]);
      const reason = expect.stringMatching(
        /^The store of rate limits can't be used now.* Cause: \S+/,
      ) as string;
      for (const line of at.lines) expect(line).toMatchObject({ status: 503, reason });
      expect(await at.ask(model, 1, { caller: "without" })).toEqual([200]); // no limit counts this one
      expect(await totals()).toEqual({ requests_per_minute: 0 });
    });

    it("cost no connection of the database while they refuse", async () => {
      await at.limit("key:k", { requests_per_minute: 10 });
      const strict = await at.open({ rates: { url: "redis://127.0.0.1:1", ifGone: "refuse" } });
      const model = await strict.meter(slow(usage));
      const store = await openStore(at.store);
      const connections = async () =>
        new Set(
          await store.read(function* () {
            const rows = yield* query(
              `SELECT pid FROM pg_stat_activity WHERE application_name = 'antiphon' AND datname = current_database()`,
            );
            return rows.map(({ pid }) => pid);
          }),
        );
      try {
        expect(await at.ask(model)).toEqual([503]);
        const before = await connections();
        for (let i = 0; i < 3; i++) expect(await at.ask(model)).toEqual([503]);
        expect(await connections()).toEqual(before);
      } finally {
        await store.close();
      }
    });

    it("give back what an undone decision on the same request took", async () => {
      const rates = await openValkey({ url: redis.url, ifGone: "ledger" });
      const counted = [{ subject: "key:k", epoch: "e" }];
      const limits = [[{ subject: "key:k", measure: "concurrent_requests", amount: 1 }]] as const;
      const amount = { requests: 1, open: 1, input: 8, output: 5, cost: 0 };
      const taking = { id: "r", at: at.now, amount, limits };
      try {
        await rates.seed({ subject: "key:k", epoch: "e" }, { parts: [], open: [] });
        expect(await rates.take(counted, taking)).toBe("taken");
        expect(await rates.look(counted, { id: "other", at: at.now })).toMatchObject([{ open: 1 }]);
        expect(await rates.look(counted, { id: "r", at: at.now })).toMatchObject([
          { open: 0, parts: [{ requests: 0, input: 0, output: 0 }] },
        ]);
      } finally {
        await rates.close();
      }
    });

    it("aren't gone because this process was kept from running", async () => {
      const rates = await openValkey({ url: redis.url, ifGone: "refuse" });
      try {
        const looked = rates.look([{ subject: "key:k", epoch: "e" }], { id: "r", at: at.now });
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
        await looked;
        expect(rates.isGone()).toBe(false);
      } finally {
        await rates.close();
      }
    });

    it("need a database that is shared as well", async () => {
      const rates = { url: redis.url, ifGone: "ledger" } as const;
      const gateway = await openGateway({ store: ":memory:", clock: { now: () => 0 }, rates });
      await expect(gateway.meter(slow(usage))).rejects.toMatchObject({ code: "rate_store" });
      await gateway.close();
    });
  });
});
