import { expect, it } from "vitest";
import { openStore } from "../store/open.ts";
import { query } from "../store/store.ts";
import { newStore } from "../store/stores.suite.ts";
import { reserve, type Ask } from "./reserve.ts";
import { settle, type Ending } from "./settle.ts";

const price = { input: 0, output: 1e6, cacheRead: 0, cacheWrite: 0 };
const configured = [{ subject: "key:k", measure: "spend_total", amount: 1e9 }] as const;
const request = { at: 0, process: "p", key: "k", model: "m", counted: 1, input: 1, tools: 0, output: 10 };
const how = {
  lowers: false,
  caches: false,
  prices: [price],
  pricedAs: "m",
  unpriced: "free",
  tags: "{}",
} as const;
const ask = (id: string): Ask => ({ id, ...request, ...how });
const tokens = {
  input: 1,
  output: 5,
  cacheRead: 0,
  cacheWrite: 0,
  firstMs: 1,
  totalMs: 2,
  attempts: 1,
  error: null,
};
const models = { pricedAs: "m", upstream: "u", upstreamRequestId: null, routedModel: null, usedModel: "m" };
const ending: Ending = { ...tokens, ...models, outcome: "done", price };

it("settles a request once, also where one that was given up goes on beside its repetition", async () => {
  const { place, remove } = await newStore();
  const store = await openStore(place);
  for (const id of ["a", "b", "c", "d", "e", "f"]) {
    await store.write(() => reserve(ask(id), { configured }));
    const settling = () => store.write(() => settle(id, ending, { configured, rates: undefined }));
    const costs = await Promise.all([settling(), settling(), settling()]);
    expect(costs.filter((cost) => cost !== undefined)).toEqual([5]);
  }
  const sum = async (sql: string) => Object.values((await store.read(() => query(sql)))[0] ?? {});
  expect(await sum("SELECT SUM(cost) AS cost FROM sums WHERE key_id = 'k'")).toEqual([30]);
  expect(await sum("SELECT total, reserved FROM counters WHERE measure = 'spend_total'")).toEqual([30, 0]);
  await store.close();
  await remove();
});
