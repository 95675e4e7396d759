import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventsOf } from "../../messages/index.ts";
import type { Model } from "../../models/index.ts";
import { answer, count, fake, helloTokens, place, priced, slow, type Place } from "../ledger/ledger.suite.ts";
import { Queue } from "./queue.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

const usage = { input_tokens: 8, output_tokens: 5 };
const cost = 58;
const money = (millionths: number): string => (millionths / 1e6).toFixed(6);

/** A model whose requests end one by one, when released; and who asked it, in order. */
function gate() {
  const names: string[] = [];
  const open: (() => void)[] = [];
  const model: Model = fake(async function* (_, { caller = "" }) {
    names.push(caller);
    await new Promise<void>((resolve) => open.push(resolve));
    yield* eventsOf(answer(usage));
  });
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  return {
    model,
    asked: names,
    until,
    next: () => until(() => open.length > 0).then(() => open.shift()?.()),
  };
}
const queued = async (model: Model, queue = { seconds: 30, requests: 100 }) => {
  const gateway = await at.open({ queue });
  const metered = await gateway.meter(model);
  /** Resolves once `requests` requests are waiting. */
  const waiting = async (requests: number): Promise<void> => {
    while (!gateway.metrics().includes(`antiphon_gateway_waiting_requests ${requests}\n`))
      await new Promise((resolve) => setTimeout(resolve, 2));
  };
  return { metered, waiting };
};

describe("a queue", () => {
  it("lets requests wait for their turn instead of refusing them", async () => {
    await at.limit("all", { concurrent_requests: 2 });
    const statuses = await at.ask((await queued(slow(usage))).metered, 20);
    expect(count(statuses, 200)).toBe(20);
    expect(await at.gateway.as("t").listLimits()).toMatchObject([{ total: 0 }]);
  });

  it("gives keys their turns, however much each asks for", async () => {
    await at.limit("all", { concurrent_requests: 1 });
    const { model, asked, until, next } = gate();
    const { metered, waiting } = await queued(model);
    const first = at.ask(metered, 1, { caller: "greedy" });
    await until(() => asked.length === 1);
    const greedy = at.ask(metered, 20, { caller: "greedy" });
    await waiting(20);
    const modest = at.ask(metered, 2, { caller: "modest" });
    await waiting(22);
    for (let i = 0; i < 23; i++) await next();
    await Promise.all([first, greedy, modest]);
    expect(asked.indexOf("modest")).toBeLessThanOrEqual(2);
    expect(asked.lastIndexOf("modest")).toBeLessThanOrEqual(4);
    expect(asked.length).toBe(23);
  });

  it("holds nobody back whom the limit of another key doesn't concern", async () => {
    await at.limit("key:held", { concurrent_requests: 1 });
    const { model, asked, until, next } = gate();
    const { metered } = await queued(model);
    const waiting = at.ask(metered, 3, { caller: "held" });
    await until(() => asked.length === 1);
    const free = at.ask(metered, 5, { caller: "free" });
    await until(() => count200(asked, "free") === 5);
    expect(count200(asked, "held")).toBe(1);
    for (let i = 0; i < 8; i++) await next();
    expect(await Promise.all([waiting, free])).toEqual([
      [200, 200, 200],
      [200, 200, 200, 200, 200],
    ]);
  });

  it("refuses nobody whom no limit concerns, however many they are and however often its first moves up", async () => {
    await at.limit("model:busy", { concurrent_requests: 1 });
    const { metered } = await queued(slow(usage));
    const busy = at.ask(metered, 60, { caller: "busy", request: { model: "busy" } });
    const free: number[] = [];
    for (let i = 0; i < 4; i++) free.push(...(await at.ask(metered, 150, { caller: "free" })));
    expect(count(free, 200)).toBe(600);
    expect(count(await busy, 200)).toBe(60);
  });

  it("isn't overtaken at a limit by requests that need less", async () => {
    await at.limit("all", { spend_total: money(10 * cost) });
    const { model, asked, until, next } = gate();
    const { metered, waiting } = await queued(model);
    const open = at.ask(metered, 1, { caller: "small", request: { max_tokens: 30 } });
    await until(() => asked.length === 1);
    // Requests with thinking can't be lowered: they need room for all output, which 308 of 580 reserved don't leave.
    const thinking = { thinking: { type: "enabled", budget_tokens: 20 }, max_tokens: 30 } as const;
    const large = at.ask(metered, 1, { caller: "large", request: thinking });
    await waiting(1);
    const later = at.ask(metered, 4, { caller: "small" });
    await waiting(5);
    expect(asked).toEqual(["small"]);
    for (let i = 0; i < 6; i++) await next();
    expect((await Promise.all([open, large, later])).flat()).toEqual(Array(6).fill(200));
    expect(asked[1]).toBe("large");
  });

  it("refuses what would wait in vain at once, and what waited too long with the limit's own error", async () => {
    await at.limit("key:poor", { spend_total: money(cost) });
    const { metered } = await queued(slow(usage), { seconds: 600, requests: 5 });
    expect(await at.ask(metered, 1, { caller: "poor" })).toEqual([200]);
    expect(await at.ask(metered, 1, { caller: "poor" })).toEqual([402]);
    await at.limit("all", { concurrent_requests: 1 });
    const { model, asked, until, next } = gate();
    const { metered: short } = await queued(model, { seconds: 0.1, requests: 5 });
    const open = at.ask(short);
    await until(() => asked.length === 1);
    expect(await at.ask(short)).toEqual([429]);
    await next();
    expect(await open).toEqual([200]);
  });

  it("has a bound for each key", async () => {
    await at.limit("all", { concurrent_requests: 1 });
    const { model, asked, until, next } = gate();
    const { metered, waiting } = await queued(model, { seconds: 30, requests: 3 });
    const first = at.ask(metered);
    await until(() => asked.length === 1);
    const all = at.ask(metered, 10);
    await waiting(3);
    const other = at.ask(metered, 1, { caller: "other" });
    await waiting(4);
    await until(() => at.lines.filter(({ outcome }) => outcome === "refused").length === 7);
    for (let i = 0; i < 5; i++) await next();
    expect(await first).toEqual([200]);
    expect([count(await all, 200), count(await all, 429)]).toEqual([3, 7]);
    const refused = at.lines.filter(({ outcome }) => outcome === "refused");
    expect(refused.length).toBe(7);
    expect(refused[0]).toMatchObject({ key: "k", reason: "3 requests of this key are waiting already." });
    expect(await other).toEqual([200]);
  });

  it("has a bound for all keys together, and says that it was reached", async () => {
    const queue = new Queue(() => 0);
    const by = { subject: "all", measure: "concurrent_requests", amount: 1, total: 1, reserved: 1 } as const;
    const decide = async () =>
      ({
        granted: false,
        team: null,
        states: [],
        by: { ...by, reset: undefined },
        needs: 1,
        mayPassLater: true,
      }) as const;
    const leaving: AbortController[] = [];
    const enter = (caller: string) => {
      const abort = new AbortController();
      leaving.push(abort);
      return queue.enter({ caller, context: { signal: abort.signal }, decide }, { seconds: 600 });
    };
    const all = Array.from({ length: 10_000 }, (_, i) => enter(`k${i % 500}`));
    while (!queue.metrics().includes("requests 10000"))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await enter("other")).toMatchObject({
      type: "rate_limit_error",
      retryAfter: 600,
      message: "Too many requests wait already.",
    });
    for (const abort of leaving) abort.abort();
    await Promise.allSettled(all);
    expect(queue.metrics()).toContain("requests 0");
  });

  it("is left by who goes away, and reserves nothing for them", async () => {
    await at.limit("all", { concurrent_requests: 1 });
    const { model, asked, until, next } = gate();
    const { metered, waiting } = await queued(model);
    const first = at.ask(metered);
    await until(() => asked.length === 1);
    const abort = new AbortController();
    const gone = at.ask(metered, 3, { caller: "gone", signal: abort.signal });
    await waiting(3);
    abort.abort();
    expect(await gone).toEqual([0, 0, 0]);
    await next();
    expect(await first).toEqual([200]);
    expect(asked).toEqual(["k"]);
    expect(await at.gateway.as("t").listLimits()).toMatchObject([{ total: 0 }]);
  });

  it("fails its requests as the store fails them", async () => {
    await at.limit("all", { concurrent_requests: 1 });
    const { model, asked, until, next } = gate();
    const gateway = await at.open({ queue: { seconds: 30 } });
    const metered = await gateway.meter(model);
    const first = at.ask(metered);
    await until(() => asked.length === 1);
    const waiting = at.ask(metered, 2);
    await until(() => gateway.metrics().includes("antiphon_gateway_waiting_requests 2"));
    for (let i = 0; i < 3; i++) await next();
    expect((await Promise.all([first, waiting])).flat()).toEqual([200, 200, 200]);
    expect(gateway.metrics()).toContain("antiphon_gateway_waiting_requests 0");
  });
});

const count200 = (callers: readonly string[], caller: string): number =>
  callers.filter((each) => each === caller).length;

it("what was reserved while a request waited is billed, though the rules are others by then", async () => {
  await at.limit("all", { concurrent_requests: 1 });
  const gateway = await at.open({ queue: { seconds: 30 } });
  const abort = new AbortController();
  const first = Promise.withResolvers<void>();
  const metered = await gateway.meter(
    fake(async function* (_, { caller }) {
      if (caller === "leaving") {
        abort.abort();
        throw abort.signal.reason;
      }
      await first.promise;
      yield* eventsOf(answer(usage));
    }),
  );
  const open = at.ask(metered);
  const leaving = at.ask(metered, 1, { caller: "leaving", signal: abort.signal });
  while (!gateway.metrics().includes("waiting_requests 1"))
    await new Promise((resolve) => setTimeout(resolve, 2));
  await gateway.change({
    prices: priced,
    routes: { candidates: (name) => [name], copies: () => 3, status: () => [] },
  });
  first.resolve();
  expect([await open, await leaving]).toEqual([[200], [0]]);
  expect(await gateway.as("t").requests({ limit: 1 }, { key: "leaving" })).toMatchObject([
    { state: "interrupted", input: helloTokens },
  ]);
});

it("requests wait for a minute's limit that ends in time", async () => {
  await at.limit("key:k", { requests_per_minute: 1 });
  const { metered, waiting } = await queued(slow(usage), { seconds: 120, requests: 5 });
  expect(await at.ask(metered)).toEqual([200]);
  const second = at.ask(metered);
  await waiting(1);
  at.now += 66_000;
  expect(await second).toEqual([200]);
});
