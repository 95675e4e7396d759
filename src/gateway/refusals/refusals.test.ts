import { afterEach, beforeEach, expect, it } from "vitest";
import { eventsOf } from "../../messages/index.ts";
import { answer, fake, place, slow, type Place } from "../ledger/ledger.suite.ts";
import type { UsageFilter } from "../usage/usage.ts";

const usage = { input_tokens: 8, output_tokens: 5 };
const day = 86_400_000;
let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

const list = (filter: UsageFilter = {}, page = {}) =>
  at.gateway.as("t").requests({ limit: 100, ...page }, filter);
const refused = (filter: UsageFilter = {}) => list({ ...filter, state: "refused" });

it("are listed among the requests, with the limit, when it resets, and the message that the caller got", async () => {
  const { key } = await at.gateway.as("t").createKey({ team: "search" });
  await at.limit("team:search", { spend_per_day: 0.00006 });
  const model = await at.gateway.meter(slow(usage));
  expect(await at.ask(model, 1, { caller: key.id })).toEqual([200]);
  at.now += 1000;
  expect(await at.ask(model, 1, { caller: key.id })).toEqual([402]);
  const [latest, before, ...others] = await list();
  expect(before).toMatchObject({ state: "done", key_id: key.id });
  expect(others).toEqual([]);
  expect(latest).toMatchObject({
    state: "refused",
    key_id: key.id,
    team: "search",
    model: "m",
    requests: 1,
    status: 402,
    error: "billing_error",
    subject: "team:search",
    measure: "spend_per_day",
    resets: Date.UTC(2026, 0, 2),
    reason: expect.stringContaining("The limit spend_per_day of team:search is 0.00006: "),
  });
  const one = await at.gateway.as("t").request(String(latest?.["id"]));
  expect(one).toEqual({ row: latest, bodies: undefined });
  for (const filter of [{ key: key.id }, { team: "search" }, { model: "m" }, { from: at.now }])
    expect(await refused(filter)).toEqual([latest]);
  for (const filter of [{ key: "k" }, { team: "other" }, { model: "x" }, { to: at.now }])
    expect(await refused(filter)).toEqual([]);
  for (const refusedBy of ["team:search", "limit"]) expect(await list({}, { refusedBy })).toEqual([latest]);
  expect(await list({}, { refusedBy: "team:other" })).toEqual([]);
  expect(await list({ state: "done" })).toEqual([before]);
  expect(await list({}, { limit: 1 })).toEqual([latest]);
  const start = [Number(latest?.["at"]), String(latest?.["id"])] as const;
  expect(await list({}, { limit: 1, before: start })).toEqual([before]);
});

it("of a minute, key and reason are one row, whatever names their callers choose", async () => {
  await at.limit("model:*", { requests_per_minute: 0 });
  const gateways = [await at.open(), at.gateway];
  const models = await Promise.all(gateways.map((each) => each.meter(slow(usage))));
  for (let i = 0; i < 200; i++)
    await at.ask(models[i % 2]!, 2, { caller: i % 4 < 2 ? "a" : "b", request: { model: `m-${i}` } });
  for (const each of gateways) await each.as("t").requests({ limit: 1 }, {}); // writes what it has collected
  expect((await refused()).map((row) => [row["key_id"], row["requests"]]).toSorted()).toEqual([
    ["a", 200],
    ["b", 200],
  ]);
  at.now += 60_000;
  await at.ask(models[1]!, 3, { caller: "a" });
  expect((await refused()).map((row) => row["requests"])).toEqual([3, 200, 200]);
});

it("are kept while the store can't be written, and written together afterwards", async () => {
  const { Refusals } = await import("./refusals.ts");
  let fails = true;
  let writes = 0;
  const refusals = new Refusals({
    async write() {
      writes++;
      if (fails) throw new Error("gone");
      return undefined as never; // nobody reads it
    },
  });
  await at.limit("key:k", { requests_per_minute: 0 });
  await at.ask(await at.gateway.meter(slow(usage)), 3);
  for (const line of at.lines) refusals.add(line);
  await refusals.flush();
  for (const line of at.lines) refusals.add(line);
  fails = false;
  await refusals.flush();
  await refusals.flush();
  expect(writes).toBe(2);
});

it("are deleted after thirty days", async () => {
  await at.limit("all", { requests_per_minute: 0 });
  await at.ask(await at.gateway.meter(slow(usage)), 1);
  at.now += 29 * day;
  await at.gateway.meter(slow(usage));
  expect(await refused()).toHaveLength(1);
  at.now += 2 * day;
  await at.gateway.meter(slow(usage));
  expect(await refused()).toEqual([]);
});

it("are no usage: sums and counters of limits are those of accepted requests", async () => {
  await at.limit("key:k", { requests_per_minute: 1 });
  const model = await at.gateway.meter(fake(() => eventsOf(answer(usage))));
  expect((await at.ask(model, 3)).toSorted()).toEqual([200, 429, 429]);
  expect(await refused()).toMatchObject([{ requests: 2 }]);
  expect(await at.gateway.as("t").usage("state", {})).toMatchObject([{ group: "done", requests: 1 }]);
  for await (const row of at.gateway.as("t").rows({})) expect(row).toMatchObject({ state: "done" });
});
