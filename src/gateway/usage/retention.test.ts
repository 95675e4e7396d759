import { afterEach, beforeEach, expect, it } from "vitest";
import { eventsOf } from "../../messages/index.ts";
import { answer, count, fake, place, type Place } from "../ledger/ledger.suite.ts";

const usage = { input_tokens: 8, output_tokens: 5 };
const cost = 58;
const day = 86_400_000;
let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

it("rows of requests are deleted after their time, and stay part of the sums and of what was spent in all", async () => {
  const spent = { spend_total: "0.000174" }; // three requests
  for (const subject of ["all", "key:k", "model:m"]) await at.limit(subject, spent);
  const keptModel = await at.gateway.meter(fake(() => eventsOf(answer(usage))));
  expect(await at.ask(keptModel, 2)).toEqual([200, 200]);
  const keys = await at.gateway.as("t").usage("key", {});
  at.now += 40 * day;
  const forgetting = await at.open({ usageDays: 39 });
  const model = await forgetting.meter(fake(() => eventsOf(answer(usage))));
  for await (const row of forgetting.as("t").rows({})) expect(row).toBeUndefined();
  expect(await forgetting.as("t").usage("state", {})).toMatchObject([{ requests: 2, cost: 2 * cost }]);
  expect(await forgetting.as("t").usage("key", {})).toEqual(keys);
  // Counters are rebuilt when a limit is set again.
  for (const subject of ["all", "key:k", "model:m"]) {
    await at.limit(subject, { spend_total: null });
    await at.limit(subject, spent);
  }
  expect(await forgetting.as("t").listLimits()).toMatchObject([
    { total: 2 * cost },
    { total: 2 * cost },
    { total: 2 * cost },
  ]);
  expect(count(await at.ask(model, 3), 200)).toBe(1);
  await forgetting.meter(fake(() => []));
  expect(await forgetting.as("t").usage("state", {})).toMatchObject([{ requests: 3 }]);
});
