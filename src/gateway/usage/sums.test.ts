import { afterEach, beforeEach, expect, it } from "vitest";
import { ApiError, eventsOf } from "../../messages/index.ts";
import { answer, fake, place, type Place } from "../ledger/ledger.suite.ts";
import { openStore } from "../store/open.ts";
import { migrations } from "../store/schema.ts";
import { query } from "../store/store.ts";
import { expectSumsOfRows } from "./sums.suite.ts";

const hour = 3_600_000;
const migratedMonths = migrations.flat().find((sql) => sql.startsWith("INSERT INTO key_months")) ?? "";
let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

it("are those of the rows, however requests end, on whole months, days and parts of them, and at other prices", async () => {
  const start = (at.now = Date.UTC(2026, 0, 30, 12));
  const answers = [...eventsOf(answer({ input_tokens: 8, output_tokens: 5, cache_read_input_tokens: 3 }))];
  const ends = [
    fake(() => answers),
    fake(() => answers.slice(0, 2)),
    fake(() => {
      throw new ApiError("overloaded_error", "Busy.");
    }),
  ];
  for (let i = 0; i < 12; i++) {
    const model = await at.gateway.meter(ends[i % 3] ?? fake(() => answers));
    await at.ask(model, 2, { request: { model: i % 4 === 0 ? "unpriced" : "m" } });
    at.now += (i === 8 ? 24 * 27 : 9) * hour;
  }
  const endless = fake(async function* () {
    await new Promise(() => undefined);
    yield* answers;
  });
  void at.ask(await at.gateway.meter(endless), 1);
  const admin = at.gateway.as("t");
  while ((await admin.usage("state", { state: "open" })).length === 0);
  const day = 24 * hour;
  const [february, march] = [Date.UTC(2026, 1), Date.UTC(2026, 2)];
  expect(at.now).toBeGreaterThan(march + day);
  const whole = Math.ceil(start / day) * day;
  const filters = [
    {},
    { from: start + hour },
    { to: whole + day + hour },
    { from: start + hour, to: start + 3 * day },
    { from: whole, to: whole + 2 * day },
    { from: whole + hour, to: whole + 20 * hour },
    { from: whole + hour, model: "m", state: "done" },
    { key: "nobody" },
    { key: "k", from: start + hour },
    { from: february },
    { to: march },
    { from: february, to: march },
    { from: start + hour, to: march + hour },
    { from: february + hour, to: march + day },
    { from: start, to: march, state: "done" },
  ];
  for (const filter of filters) await expectSumsOfRows(admin, filter);
  const store = await openStore(at.store);
  await store.write(() => query("DELETE FROM key_months"));
  await store.write(() => query(migratedMonths)); // as for a store of an earlier version
  await store.close();
  for (const filter of filters) await expectSumsOfRows(admin, filter);
  const other = await at.open({ prices: { m: { input: 2, output: 1 }, unpriced: { input: 1, output: 1 } } });
  expect((await other.as("t").reprice({ from: whole })).requests).toBeGreaterThan(0);
  for (const filter of filters) await expectSumsOfRows(admin, filter);
});
