import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError, eventsOf } from "../../messages/index.ts";
import { readAmounts, readFilter } from "../index.ts";
import { answer, count, fake, hello, helloTokens, place, slow, type Place } from "./ledger.suite.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

/** Cost of `hello` with five output tokens, in millionths. */
const cost = helloTokens + 50;
const usage = { input_tokens: helloTokens, output_tokens: 5 };
const money = (millionths: number): string => (millionths / 1e6).toFixed(6);
const states = async () =>
  Object.fromEntries(
    (await at.gateway.as("t").listLimits()).map(({ subject, measure, total, reserved }) => [
      `${subject} ${measure}`,
      [total, reserved],
    ]),
  );
const refusalOf = async (request = hello, now = at): Promise<ApiError> => {
  const model = await now.gateway.meter(slow(usage));
  const context = {
    signal: new AbortController().signal,
    requestId: `refused-${Math.random()}`,
    caller: "k",
  };
  try {
    for await (const event of model.stream(request, context)) void event;
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("it was granted");
};

describe("a budget", () => {
  it.each([50, 200])("for ten lets ten of %i at once through, never eleven", async (many) => {
    await at.limit("key:k", { spend_per_day: money(10 * cost) });
    const statuses = await at.ask(await at.gateway.meter(slow(usage)), many);
    expect([count(statuses, 200), count(statuses, 402)]).toEqual([10, many - 10]);
    expect(await states()).toEqual({ "key:k spend_per_day": [10 * cost, 0] });
  });

  it("holds over processes that share the store", async () => {
    await at.limit("key:k", { spend_total: money(10 * cost) });
    const models = await Promise.all(
      [at.gateway, await at.open(), await at.open()].map((each) => each.meter(slow(usage))),
    );
    const statuses = (await Promise.all(models.map((model) => at.ask(model, 20)))).flat();
    expect(count(statuses, 200)).toBe(10);
  });

  it("is used up in time where the most that requests may need is far more", async () => {
    await at.limit("key:k", { spend_per_day: money(10 * cost) });
    const model = await at.gateway.meter(slow(usage));
    let passed = 0;
    for (let round = 0; round < 60 && passed < 10; round++)
      passed += count(await at.ask(model, 5, { request: { max_tokens: 100_000 } }), 200);
    expect(passed).toBe(10);
    expect(count(await at.ask(model, 50, { request: { max_tokens: 100_000 } }), 200)).toBe(0);
    expect(await states()).toEqual({ "key:k spend_per_day": [10 * cost, 0] });
  });

  it("tells what is spent from what is reserved, and when it resets", async () => {
    await at.limit("key:k", { spend_per_day: money(2 * cost) });
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const waiting = fake(async function* () {
      await ended;
      yield* eventsOf(answer(usage));
    });
    const open = at.ask(await at.gateway.meter(waiting), 2);
    const reserved = async () => (await states())["key:k spend_per_day"]?.[1];
    while ((await reserved()) !== 2 * cost) await new Promise((resolve) => setTimeout(resolve, 5));
    const error = await refusalOf();
    expect(error).toMatchObject({ status: 402, type: "billing_error", retry: true, retryAfter: 1 });
    expect(error.message).toContain("0.00 used and 0.000116 reserved");
    end();
    expect(await open).toEqual([200, 200]);
    const spent = await refusalOf();
    expect(spent).toMatchObject({ status: 402, retry: false });
    expect(spent.message).toContain("0.000116 used and 0.00 reserved");
    expect(spent.message).toContain("2026-01-02T00:00:00.000Z");
  });

  it("of a team, a model and all hold together", async () => {
    const { key } = await at.gateway.as("t").createKey({ team: "search" });
    await at.limit("team:search", { spend_per_day: money(3 * cost) });
    await at.limit("model:m", { spend_per_week: money(5 * cost) });
    await at.limit("all", { spend_per_month: money(6 * cost) });
    const model = await at.gateway.meter(slow(usage));
    expect(count(await at.ask(model, 9, { caller: key.id }), 200)).toBe(3);
    expect(count(await at.ask(model, 9), 200)).toBe(2);
    expect(await states()).toMatchObject({
      "team:search spend_per_day": [3 * cost, 0],
      "model:m spend_per_week": [5 * cost, 0],
      "all spend_per_month": [5 * cost, 0],
    });
  });

  it("for each key is each key's own, and one of its own replaces it", async () => {
    await at.limit("key:*", { spend_total: money(2 * cost) });
    await at.limit("key:rich", { spend_total: money(4 * cost) });
    const model = await at.gateway.meter(slow(usage));
    for (const [caller, passes] of [
      ["a", 2],
      ["b", 2],
      ["rich", 4],
    ] as const)
      expect(count(await at.ask(model, 9, { caller }), 200)).toBe(passes);
  });

  it("counts what was used before it was set", async () => {
    const model = await at.gateway.meter(slow(usage));
    expect(count(await at.ask(model, 4), 200)).toBe(4);
    await at.limit("key:k", { spend_per_day: money(6 * cost) });
    expect(count(await at.ask(model, 9), 200)).toBe(2);
  });

  it("begins again in its next window, and not when the clock is set back", async () => {
    await at.limit("key:k", { spend_per_hour: money(cost) });
    const model = await at.gateway.meter(slow(usage));
    const passes = async () => count(await at.ask(model, 3), 200);
    expect(await passes()).toBe(1);
    at.now += 3_600_000;
    expect(await passes()).toBe(1);
    at.now -= 7_200_000;
    expect(await passes()).toBe(0);
    expect(count(await at.ask(await (await at.open()).meter(slow(usage)), 3), 200)).toBeLessThanOrEqual(1);
  });

  it.each(["Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kathmandu"])(
    "resets by UTC, also on a machine in %s",
    async (zone) => {
      const before = process.env["TZ"];
      process.env["TZ"] = zone;
      try {
        at.now = Date.UTC(2026, 2, 1, 23, 59, 59); // a Sunday, and the first day of its month
        await at.limit("all", { spend_per_day: 1, spend_per_week: 1, spend_per_month: 1 });
        const resets = (await at.gateway.as("t").listLimits()).map(({ measure, reset = 0 }) => [
          measure,
          new Date(reset).toISOString().slice(0, 10),
        ]);
        expect(Object.fromEntries(resets)).toEqual({
          spend_per_day: "2026-03-02",
          spend_per_week: "2026-03-02",
          spend_per_month: "2026-04-01",
        });
        const filter = readFilter((name) => ({ from: "2026-03-01", to: "2026-03-01" })[name]);
        expect(filter).toEqual({ from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) });
      } finally {
        if (before === undefined) delete process.env["TZ"];
        else process.env["TZ"] = before;
      }
    },
  );

  it("refuses models without a price, where the configuration doesn't say otherwise", async () => {
    const ask = async (unpriced: "free" | "refuse" | undefined) => {
      const gateway = await at.open(unpriced && { unpriced });
      return (await at.ask(await gateway.meter(slow(usage)), 1, { request: { model: "other" } }))[0];
    };
    expect([await ask(undefined), await ask("refuse"), await ask("free")]).toEqual([200, 402, 200]);
    await at.limit("all", { spend_total: 5 });
    expect([await ask(undefined), await ask("free")]).toEqual([402, 200]);
  });
});

describe("limits by the minute", () => {
  it("let sixty of sixty requests through, in any sixty seconds", async () => {
    await at.limit("key:k", { requests_per_minute: 60 });
    const model = await at.gateway.meter(slow(usage));
    const passes = async (many = 100) => count(await at.ask(model, many), 200);
    at.now += 57_000;
    expect(await passes()).toBe(60);
    at.now += 5000;
    expect(await passes()).toBe(0); // a fixed window would have restarted
    at.now += 60_000;
    expect(await passes()).toBe(60);
  });

  it("count what began in the seconds before they were set", async () => {
    const model = await at.gateway.meter(slow(usage));
    expect(await at.ask(model)).toEqual([200]);
    at.now += 12_000;
    await at.limit("key:k", { requests_per_minute: 2 });
    expect([await at.ask(model), await at.ask(model)]).toEqual([[200], [429]]);
  });

  it("are told in headers that clients know, and with a time to wait", async () => {
    await at.limit("key:k", { requests_per_minute: 2, output_tokens_per_minute: 100 });
    const model = await at.gateway.meter(slow(usage));
    const headers = new Map<string, string>();
    await at.ask(model, 1, { header: (name, value) => headers.set(name, value) });
    expect(Object.fromEntries(headers)).toMatchObject({
      "anthropic-ratelimit-requests-limit": "2",
      "anthropic-ratelimit-requests-remaining": "1",
      "anthropic-ratelimit-output-tokens-remaining": "95",
      "anthropic-ratelimit-requests-reset": expect.stringMatching(/^2026-01-01T12:01:/),
    });
    await at.ask(model);
    const { status, type, retryAfter, retry } = await refusalOf();
    expect({ status, type, retry }).toEqual({ status: 429, type: "rate_limit_error", retry: true });
    expect(retryAfter).toBeGreaterThan(55);
    expect(retryAfter).toBeLessThanOrEqual(65);
  });

  it("for the tokens of ten let ten through", async () => {
    const model = await at.gateway.meter(slow(usage));
    await at.limit("key:a", { input_tokens_per_minute: 10 * helloTokens });
    await at.limit("key:b", { output_tokens_per_minute: 50 });
    for (const caller of ["a", "b"]) expect(count(await at.ask(model, 50, { caller }), 200)).toBe(10);
  });

  it("count requests under way, and free them however they end", async () => {
    await at.limit("key:k", { concurrent_requests: 3 });
    const model = await at.gateway.meter(slow(usage));
    const released = Promise.withResolvers<void>();
    const heldModel = await at.gateway.meter({
      ...slow(usage),
      async *stream(request, context) {
        await released.promise;
        yield* slow(usage).stream(request, context);
      },
    });
    const underWay = at.ask(heldModel, 3);
    const open = async (): Promise<number> =>
      ((await states())["key:k concurrent_requests"] ?? []).reduce((sum, each) => sum + each, 0);
    while ((await open()) < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(count(await at.ask(heldModel, 7), 429)).toBe(7);
    released.resolve();
    expect(count(await underWay, 200)).toBe(3);
    const failing = await at.gateway.meter(
      fake(() => {
        throw new ApiError("overloaded_error", "busy");
      }),
    );
    for (let round = 0; round < 3; round++) expect(count(await at.ask(failing, 3), 529)).toBe(3);
    expect(count(await at.ask(model, 3), 200)).toBe(3);
    expect(await states()).toEqual({ "key:k concurrent_requests": [0, 0] });
  });
});

describe("what is limited", () => {
  it.each([
    [{ spend_per_dya: 5 }, /spend_per_dya is not a limit/],
    [{ spend_per_day: -5 }, /is not an amount/],
    [{ spend_per_day: "1e3" }, /is not an amount/],
    [{ spend_per_day: 0.0000001 }, /is not an amount/],
    [{ requests_per_minute: 1.5 }, /not a whole number/],
    [{}, /No limits/],
  ])("%j is refused", (amounts, message) => {
    expect(() => readAmounts(amounts)).toThrow(message);
  });

  it.each(["", "team", "team:", "user:x", "key: x", "all:x"])("'%s' is no subject", async (subject) => {
    await expect(at.limit(subject, { spend_total: 1 })).rejects.toMatchObject({ code: "limit_subject" });
  });
});
