import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openGateway } from "../index.ts";
import { count, place, slow } from "../ledger/ledger.suite.ts";
import { forgetLoops, loopJournal, type LoopJournal } from "../loops/journal.ts";
import { missing, startCluster, startRelay, type Cluster } from "./cluster.suite.ts";
import { openPostgres } from "./postgres.ts";
import { outside, query, type Store } from "./store.ts";
import { useStores } from "./stores.suite.ts";

let cluster: Cluster;
const usage = { input_tokens: 8, output_tokens: 5 };
const money = (millionths: number): string => (millionths / 1e6).toFixed(6);
const cost = 58;

const suite = async (file: string): Promise<void> => void (await import(file));

describe.skipIf(missing)(`on PostgreSQL${missing ? ` (${missing})` : ""}`, () => {
  beforeAll(async () => {
    cluster = await startCluster();
  }, 60_000);
  afterAll(() => cluster.remove());
  useStores(() => cluster.store());
  describe("the ledger", () => suite("../ledger/ledger.test.ts"));
  describe("settling", () => suite("../ledger/settle.test.ts"));
  describe("after kill -9", () => suite("../ledger/kill.test.ts"));
  describe("the meter", () => suite("../meter/meter.test.ts"));
  describe("the queue", () => suite("../meter/queue.test.ts"));
  describe("keys", () => suite("../keys/keys.test.ts"));
  describe("keys of upstreams", () => suite("../keys/upstream-keys.test.ts"));
  describe("bodies", () => suite("../bodies/bodies.test.ts"));
  describe("loops", () => suite("../../loops/durable.test.ts"));
  describe("sums", () => suite("../usage/sums.test.ts"));
  describe("refusals", () => suite("../refusals/refusals.test.ts"));
  describe("retention", () => suite("../usage/retention.test.ts"));

  it("refuses requests with 503 while the database is gone, and settles afterwards what was under way", async () => {
    const at = await place();
    await at.limit("key:k", { spend_total: money(3 * cost), concurrent_requests: 9 });
    const { secret } = await at.gateway.as("t").createKey({});
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const model = await at.gateway.meter({
      ...slow(usage),
      async *stream(request, context) {
        await ended;
        yield* slow(usage).stream(request, context);
      },
    });
    const open = at.ask(model);
    while ((await at.gateway.as("t").usage("state", {})).length === 0);
    await cluster.stop();
    await expect(at.gateway.find(secret)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    await expect(at.gateway.check()).rejects.toMatchObject({ status: 503 });
    expect(await at.ask(model, 3)).toEqual([503, 503, 503]);
    end();
    expect(await open).toEqual([503]);
    await cluster.start();
    await at.gateway.meter(slow(usage)); // as the next heartbeat would do
    expect(await at.gateway.as("t").usage("state", {})).toMatchObject([{ group: "done", requests: 1, cost }]);
    expect(count(await at.ask(model, 5), 200)).toBe(2);
    await at.close();
  });

  describe("a loop that is resumed when it is about to be deleted", () => {
    let store: Store;
    let journal: LoopJournal;
    const now = 9 * 86_400_000;
    beforeEach(async () => {
      store = await openPostgres((await cluster.store()).place);
      journal = loopJournal(store, () => 0);
      await journal.add({ id: "old", key: "k", request: "{}" });
      const held = (await journal.claim())!.claim;
      await journal.append(held, "checkpoint");
      await journal.end(held, "failed", null);
    });
    afterEach(() => store.close());
    const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
    const isWhole = async (resumed: boolean): Promise<void> => {
      expect((await journal.list("k", 9)).map(({ state }) => state)).toEqual(resumed ? ["queued"] : []);
      expect((await journal.events("old")).length).toBe(resumed ? 1 : 0);
    };

    it("between its statements is kept with its checkpoints, or gone with them", async () => {
      let resumed = Promise.resolve(false);
      await store.write(function* () {
        const work = forgetLoops(now, 1, 10);
        let step = work.next();
        for (let number = 1; !step.done; number++) {
          step = work.next(yield step.value);
          if (number === 1) {
            resumed = journal.resume("old", "k");
            yield* outside(() => Promise.race([resumed, pause()]));
          }
        }
      });
      await isWhole(await resumed);
    });

    it("before its statements is kept with its checkpoints", async () => {
      let forgotten: Promise<unknown> = Promise.resolve();
      await store.write(function* () {
        yield* query("UPDATE loops SET state = 'queued' WHERE id = 'old'");
        forgotten = store.write(() => forgetLoops(now, 1, 10));
        yield* outside(() => Promise.race([forgotten, pause()]));
      });
      await forgotten;
      await isWhole(true);
    });
  });

  it("goes on when a newer instance adds columns", async () => {
    const at = await place();
    const store = await openPostgres(at.store);
    const { key } = await at.gateway.as("t").createKey({});
    const model = await at.gateway.meter(slow(usage));
    const work = async (): Promise<void> => {
      await at.gateway.as("t").disableKey(key.id, false);
      expect(await at.ask(model, 3)).toEqual([200, 200, 200]);
    };
    await work();
    for (const table of ["keys", "requests", "counters", "sums"])
      await store.write(() => query(`ALTER TABLE ${table} ADD COLUMN added TEXT`));
    await work();
    await store.close();
    await at.close();
  });

  it("lets any number of exports pause", async () => {
    const at = await place();
    await at.ask(await at.gateway.meter(slow(usage)));
    const all = Array.from({ length: 12 }, () => at.gateway.as("t").rows({})[Symbol.asyncIterator]());
    for (const rows of all) expect(await rows.next()).toMatchObject({ done: false });
    for (const rows of all) expect(await rows.next()).toMatchObject({ done: true });
    await at.close();
  });

  it("lets only the first wait where the server doesn't answer any more", { timeout: 60_000 }, async () => {
    const relay = await startRelay((await cluster.store()).place);
    const store = await openPostgres(relay.place);
    const read = () => store.read(() => query("SELECT 1 AS one"));
    expect(await read()).toEqual([{ one: 1 }]);
    relay.isSilent = true;
    const fail = async (requests: number): Promise<void> => {
      const ends = await Promise.allSettled(Array.from({ length: requests }, read));
      for (const end of ends) expect(end).toMatchObject({ reason: { status: 503, isGone: true } });
    };
    await fail(15); // more than there are connections
    const dropped = relay.dropped;
    await fail(100);
    expect(relay.dropped - dropped).toBeLessThan(5); // probes, whatever the requests
    relay.isSilent = false;
    while ((await read().catch(() => [])).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await store.close();
    await relay.close();
  });

  it("tells what is wrong with a URL, without its password", async () => {
    const opening = openGateway({ store: "postgres://ada:canary@127.0.0.1:9/db", clock: { now: () => 0 } });
    const error: unknown = await opening.catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: "store",
      message: expect.stringContaining("postgres://ada@127.0.0.1:9/db"),
    });
    expect(JSON.stringify(error)).not.toContain("canary");
  });
});
