import { describe, expect, it } from "vitest";
import { readConfig } from "../../config/index.ts";
import { ApiError, collect, eventsOf, type ErrorType, type MessagesRequest } from "../../messages/index.ts";
import type { CallContext, Model } from "../../models/index.ts";
import { answer, fake, hello, place } from "../ledger/ledger.suite.ts";
import { openRoutes, routed } from "../index.ts";

type Fails = ApiError | undefined | (() => ApiError | undefined);

/** Upstreams with scripted failures behind a configuration's routes; and the order in which they were called. */
async function routing(yaml: string, upstreams: Readonly<Record<string, Fails>>) {
  const requests: string[] = [];
  const time = { now: 1_000_000 };
  const upstream = (name: string, fails: Fails): Model =>
    fake((request) => {
      requests.push(`${name}/${request.model}`);
      const error = typeof fails === "function" ? fails() : fails;
      if (error) throw error;
      return eventsOf(answer({ input_tokens: 8, output_tokens: 5 }));
    });
  const models = new Map(Object.entries(upstreams).map(([name, fails]) => [name, upstream(name, fails)]));
  const listed = Object.keys(upstreams).map((name) => `  ${name}: builtin`);
  const { routes = {} } = await readConfig(
    `upstreams:\n${listed.join("\n")}\nroutes:\n${yaml}`,
    "antiphon.yaml",
  );
  let seed = 1;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const table = openRoutes({ routes, upstreams: models, now: () => time.now, random });
  const others = fake(() => {
    throw new ApiError("not_found_error", "no such model");
  });
  return { model: routed(others, table), table, asked: requests, time };
}

const context = (more: Partial<CallContext> = {}): CallContext => ({
  signal: new AbortController().signal,
  requestId: "r",
  ...more,
});
const ask = (model: Model, more: Partial<MessagesRequest> = {}, about?: Partial<CallContext>) =>
  collect(model.stream({ ...hello, model: "fast", ...more }, context(about))).then(
    () => "ok",
    (error: unknown) => (error instanceof ApiError ? error.type : "other"),
  );
const down = (type: ErrorType = "api_error", retryAfter?: number): ApiError =>
  new ApiError(type, "down", retryAfter === undefined ? {} : { retryAfter });

const two = "  fast:\n    targets: [{ upstream: a, model: small }, { upstream: b, model: other }]\n";

const last = "\n  last: { targets: [{ upstream: a, model: last }] }";
it.each([
  ["{ targets: [{ upstream: a, model: m }, { upstream: a, model: n }] }", true],
  ["{ targets: [{ upstream: a, model: m }, { upstream: b, model: m }] }", false],
  [`{ targets: [{ upstream: a, model: m }], fallbacks: { any: [last] } }${last}`, false],
])("a route %s passes on fields that nobody knows: %s", async (route, passes) => {
  const { routes = {} } = await readConfig(
    `upstreams:\n  a: builtin\n  b: builtin\nroutes:\n  fast: ${route}`,
    "antiphon.yaml",
  );
  const other = fake(() => []);
  const upstreams = new Map([
    ["a", { ...other, forwards: () => Promise.resolve(true) }],
    ["b", other],
  ]);
  const table = openRoutes({ routes, upstreams, now: () => 0, random: () => 0 });
  expect(await routed(other, table).forwards?.("fast")).toBe(passes);
});

describe("a route", () => {
  it("asks its targets in order, under their own models, and says which answered", async () => {
    const { model, asked } = await routing(two, { a: down(), b: undefined });
    const trace = { upstream: null, attempts: 0 };
    expect(await ask(model, {}, { trace })).toBe("ok");
    expect(asked).toEqual(["a/small", "b/other"]);
    expect(trace).toEqual({ upstream: "b", attempts: 2, model: "other" });
  });

  it("has recovered once a stream reached its last event, also where nobody reads beyond it", async () => {
    let error: ApiError | undefined = down();
    const { model, table, time } = await routing(two.replace(/, \{ upstream: b.*\}/, ""), { a: () => error });
    for (let i = 0; i < 3; i++) await ask(model);
    expect(table.status()).toMatchObject([{ failures: 3, wait_ms: 30_000 }]);
    time.now += 30_000;
    error = undefined;
    for await (const { type } of model.stream({ ...hello, model: "fast" }, context()))
      if (type === "message_stop") break;
    expect(table.status()).toMatchObject([{ failures: 0, wait_ms: 0, open_requests: 0 }]);
  });

  it.each(["invalid_request_error", "not_found_error", "request_too_large"] as const)(
    "doesn't ask others where the request itself is wrong (%s)",
    async (type) => {
      const { model, asked } = await routing(two, { a: down(type), b: undefined });
      expect(await ask(model)).toBe(type);
      expect(asked).toEqual(["a/small"]);
    },
  );

  it("asks a dead target a few times only, and one at a time once it may have recovered", async () => {
    let dead = true;
    const { model, asked, time } = await routing(two, { a: () => (dead ? down() : undefined), b: undefined });
    for (let i = 0; i < 50; i++) expect(await ask(model)).toBe("ok");
    expect(asked.filter((name) => name === "a/small")).toHaveLength(3);
    time.now += 30_000;
    asked.length = 0;
    await Promise.all(Array.from({ length: 10 }, () => ask(model)));
    expect(asked.filter((name) => name === "a/small")).toHaveLength(1);
    time.now += 30_000;
    dead = false;
    asked.length = 0;
    for (let i = 0; i < 5; i++) await ask(model);
    expect(asked).toEqual(Array.from({ length: 5 }, () => "a/small"));
  });

  it("with a lone dead target answers at once, with a time to wait", async () => {
    const { model, asked } = await routing("  fast: { targets: [{ upstream: a, model: m }] }", { a: down() });
    for (let i = 0; i < 50; i++) await ask(model);
    expect(asked).toHaveLength(3);
    await expect(collect(model.stream({ ...hello, model: "fast" }, context()))).rejects.toMatchObject({
      type: "overloaded_error",
      retryAfter: 30,
    });
  });

  it("leaves a target alone for as long as it asks", async () => {
    const { model, asked, time } = await routing(two, { a: down("rate_limit_error", 7), b: undefined });
    await ask(model);
    await ask(model);
    time.now += 7000;
    await ask(model);
    expect(asked).toEqual(["a/small", "b/other", "b/other", "a/small", "b/other"]);
  });

  it("never continues a stream by another", async () => {
    const { model, asked } = await routing(two, { a: undefined, b: undefined });
    const broken: Model = {
      ...fake(function* () {
        yield* [...eventsOf(answer({ input_tokens: 1, output_tokens: 1 }))].slice(0, 3);
        throw down();
      }),
    };
    const { routes = {} } = await readConfig(`upstreams: { a: x, b: x }\nroutes:\n${two}`, "f");
    const upstreams = new Map([
      ["a", broken],
      ["b", model],
    ]);
    const cut = routed(model, openRoutes({ routes, upstreams, now: () => 0, random: () => 0.5 }));
    expect(await ask(cut)).toBe("api_error");
    expect(asked).toEqual([]);
  });

  it("spreads by weight, and keeps a conversation where it is", async () => {
    const yaml = (sticky: boolean): string =>
      `  fast:\n    balance: weighted\n    sticky: ${sticky}\n    targets:\n      - { upstream: a, model: m, weight: 3 }\n      - { upstream: b, model: m, weight: 1 }\n      - { upstream: c, model: m, weight: 0 }\n`;
    for (const sticky of [false, true]) {
      const { model, asked } = await routing(yaml(sticky), { a: undefined, b: undefined, c: undefined });
      for (let i = 0; i < 400; i++) await ask(model, {}, { caller: `k${i}` });
      const share = asked.filter((name) => name === "a/m").length / 400;
      expect(share).toBeGreaterThan(0.65);
      expect(share).toBeLessThan(0.85);
      expect(asked).not.toContain("c/m");
      asked.length = 0;
      for (let i = 0; i < 20; i++) await ask(model, {}, { caller: "same" });
      if (sticky) expect(new Set(asked).size).toBe(1);
    }
  });

  it("that failed goes on with others by the kind of error", async () => {
    const yaml = `${two}    fallbacks: { overloaded_error: [big], any: [last] }\n  big: { targets: [{ upstream: c, model: big }] }\n  last: { targets: [{ upstream: c, model: last }] }\n`;
    const behind = async (error: ApiError) => {
      const { model, asked } = await routing(yaml, { a: error, b: error, c: undefined });
      expect(await ask(model)).toBe("ok");
      return asked.at(-1);
    };
    expect(await behind(down("overloaded_error"))).toBe("c/big");
    expect(await behind(down("api_error"))).toBe("c/last");
    expect(await behind(down("request_too_large"))).toBe("c/last");
  });

  it("leaves other names alone, and is listed", async () => {
    const { model } = await routing(two, { a: undefined, b: undefined });
    expect(await ask(model, { model: "nope" })).toBe("not_found_error");
    expect((await model.list()).map(({ id }) => id)).toContain("fast");
    expect(model.serves?.("fast")).toBe(true);
  });

  it("is billed by what answered, and reserved by the dearest that may", async () => {
    const at = await place();
    const { model, table } = await routing(two, { a: down(), b: undefined });
    const prices = { small: { input: 100, output: 100 }, other: { input: 1, output: 10 } };
    const gateway = await at.open({ prices, routes: table });
    await gateway.as("t").setLimits("all", { spend_total: 1300 });
    const metered = await gateway.meter(model);
    expect(await at.ask(metered, 1, { request: { model: "fast" } })).toEqual([200]);
    expect(await gateway.as("t").requests({ limit: 1 }, {})).toMatchObject([
      { model: "fast", routed_model: "other", upstream: "b", attempts: 2, cost: 58, priced_as: "other" },
    ]);
    const lowered: string[] = [];
    const header = (name: string, value: string): void => void lowered.push(`${name}: ${value}`);
    await at.ask(metered, 1, { request: { model: "fast" }, header });
    await at.ask(metered, 1, { request: { model: "fast", max_tokens: 50 }, header });
    // 1300 - 58 - 58 are left, of which the input may cost 800.
    expect(lowered).toEqual(["antiphon-max-tokens: 4", "antiphon-max-tokens: 3"]);
    await at.close();
  });
});

describe("a route that keeps answers", () => {
  const configOf = (more = "") =>
    `  fast:\n    cache: { seconds: 60${more} }\n    targets: [{ upstream: a, model: m }, { upstream: b, model: m }]\n`;
  const headers = () => {
    const seen: string[] = [];
    return { seen, header: (name: string, value: string) => void seen.push(`${name}: ${value}`) };
  };

  it("asks once for equal requests of one caller, whole or streamed, and whatever the order of their fields", async () => {
    const { model, asked, time } = await routing(configOf(), { a: undefined, b: undefined });
    const { seen, header } = headers();
    const about = context({ caller: "k", header });
    const request: MessagesRequest = { ...hello, model: "fast", temperature: 0.5 };
    const first = await collect(model.stream(request, about));
    const { temperature, ...rest } = request;
    const again = await collect(
      model.stream({ temperature, stream: true, ...rest } as MessagesRequest, about),
    );
    const whole = await model.answer?.(request, about);
    expect(asked).toEqual(["a/m"]);
    expect(seen).toEqual(["antiphon-cache: miss", "antiphon-cache: hit", "antiphon-cache: hit"]);
    expect([again.content, whole?.content, whole?.usage]).toEqual([
      first.content,
      first.content,
      first.usage,
    ]);
    expect(new Set([first.id, again.id, whole?.id]).size).toBe(3);
    time.now += 60_000;
    await collect(model.stream(request, about));
    expect(asked).toEqual(["a/m", "a/m"]);
  });

  it.each([
    ["another caller", { caller: "other" }, {}],
    ["other betas", { caller: "k", betas: ["x"] }, {}],
    ["another user", { caller: "k" }, { metadata: { user_id: "u" } }],
    ["another limit", { caller: "k" }, { max_tokens: 6 }],
    ["a field that nobody knows", { caller: "k" }, { unknown: 1 } as object],
  ])("asks again for %s", async (_name, about, more) => {
    const { model, asked } = await routing(configOf(), { a: undefined, b: undefined });
    await ask(model, {}, { caller: "k" });
    await ask(model, more, about);
    expect(asked).toEqual(["a/m", "a/m"]);
  });

  it("shares them among callers where that was chosen, and keeps so many", async () => {
    const { model, asked } = await routing(configOf(", entries: 2, shared: true"), {
      a: undefined,
      b: undefined,
    });
    for (const max_tokens of [1, 2, 3, 2, 3, 1])
      await ask(model, { max_tokens }, { caller: `k${Math.random()}` });
    expect(asked.length).toBe(4);
  });

  it("keeps no failure, and nothing that was cut", async () => {
    let fails = true;
    const { model, asked } = await routing(configOf(), {
      a: () => (fails ? down("invalid_request_error") : undefined),
      b: undefined,
    });
    expect(await ask(model)).toBe("invalid_request_error");
    fails = false;
    for await (const event of model.stream({ ...hello, model: "fast" }, context()))
      if (event.type === "content_block_start") break;
    expect(await ask(model)).toBe("ok");
    expect(asked.length).toBe(3);
    expect(await ask(model)).toBe("ok");
    expect(asked.length).toBe(3);
  });

  it("bills what was kept to nobody, also when prices are corrected", async () => {
    const at = await place();
    const { model, table } = await routing(configOf(), { a: undefined, b: undefined });
    const gateway = await at.open({ routes: table });
    const metered = await gateway.meter(model);
    expect(await at.ask(metered, 1, { request: { model: "fast" } })).toEqual([200]);
    expect(await at.ask(metered, 1, { request: { model: "fast" } })).toEqual([200]);
    await gateway.as("t").reprice({});
    expect(await gateway.as("t").usage("team", {})).toMatchObject([{ requests: 2, unpriced: 0 }]);
    const rows = await gateway.as("t").requests({ limit: 5 }, {});
    expect(rows.map(({ cost, attempts, upstream }) => [cost, attempts, upstream]).toSorted()).toEqual([
      [0, 0, null],
      [58, 1, "a"],
    ]);
    await at.close();
  });
});

describe("a route that hedges", () => {
  const yaml =
    "  fast:\n    hedge: { seconds: 0.02 }\n    targets: [{ upstream: a, model: m }, { upstream: b, model: m }]\n";
  /** Upstreams that wait before they answer with their name, or fail; and which of them were aborted. */
  async function hedging(waits: Readonly<Record<string, number | ApiError>>) {
    const aborted: string[] = [];
    const requests: string[] = [];
    const upstream = (name: string, wait: number | ApiError): Model =>
      fake(async function* (_, { signal, header, trace }) {
        requests.push(name);
        header?.("from", name);
        if (trace) trace.upstreamRequestId = `req_${name}`;
        if (wait instanceof ApiError) throw wait;
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(resolve, wait);
          signal.addEventListener("abort", () => {
            clearTimeout(timer);
            aborted.push(name);
            reject(signal.reason as Error);
          });
        });
        yield* eventsOf(answer({ input_tokens: 8, output_tokens: 5 }, name));
      });
    const upstreams = new Map(Object.entries(waits).map(([name, wait]) => [name, upstream(name, wait)]));
    const { routes = {} } = await readConfig(`upstreams: { a: builtin, b: builtin }\nroutes:\n${yaml}`, "f");
    const table = openRoutes({ routes, upstreams, now: () => 0, random: () => 0.5 });
    return {
      model: routed(
        fake(() => []),
        table,
      ),
      table,
      aborted,
      asked: requests,
    };
  }
  const asksFor = async (model: Model, about: Partial<CallContext> = {}) =>
    (await collect(model.stream({ ...hello, model: "fast" }, context(about)))).content;

  it("takes the first to answer, ends the other, and passes on the winner's headers alone", async () => {
    const { model, asked, aborted, table } = await hedging({ a: 60_000, b: 0 });
    const headers: string[] = [];
    const trace = { upstream: null, attempts: 0 };
    const header = (_: string, value: string) => void headers.push(value);
    expect(await asksFor(model, { trace, header })).toEqual([{ type: "text", text: "b" }]);
    expect([asked, aborted, headers]).toEqual([["a", "b"], ["a"], ["b"]]);
    expect(trace).toMatchObject({ upstreamRequestId: "req_b" });
    expect(trace).toMatchObject({ upstream: "b", attempts: 2, abandoned: 1 });
    expect(table.status().map(({ open_requests: open, wait_ms: wait }) => [open, wait])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it("asks one alone that answers in time, and the other at once where it fails", async () => {
    const quick = await hedging({ a: 0, b: 0 });
    await asksFor(quick.model);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(quick.asked).toEqual(["a"]);
    const failing = await hedging({ a: down(), b: 0 });
    const trace = { upstream: null, attempts: 0 };
    await asksFor(failing.model, { trace });
    expect(failing.asked).toEqual(["a", "b"]);
    expect(trace).toMatchObject({ upstream: "b", attempts: 2, abandoned: 0 });
  });

  it("waits for the first where the second fails", async () => {
    const { model } = await hedging({ a: 80, b: down() });
    expect(await asksFor(model)).toEqual([{ type: "text", text: "a" }]);
  });

  it("ends both when the caller leaves", async () => {
    const { model, aborted, table } = await hedging({ a: 60_000, b: 60_000 });
    const abort = new AbortController();
    const asking = asksFor(model, { signal: abort.signal });
    setTimeout(() => abort.abort(), 60);
    await expect(asking).rejects.toThrow();
    expect(aborted.toSorted()).toEqual(["a", "b"]);
    expect(table.status().map(({ open_requests: open }) => open)).toEqual([0, 0]);
  });

  it("bills the input of both where the caller leaves before either answered", async () => {
    const at = await place();
    const { model, asked, table } = await hedging({ a: 60_000, b: 60_000 });
    const gateway = await at.open({ prices: { m: { input: 1, output: 10 } }, routes: table });
    const metered = await gateway.meter(model);
    const abort = new AbortController();
    const asking = at.ask(metered, 1, { request: { model: "fast" }, signal: abort.signal });
    while (asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    abort.abort();
    expect(await asking).toEqual([0]);
    expect(await gateway.as("t").requests({ limit: 1 }, {})).toMatchObject([
      { state: "interrupted", input: 16, cost: 16 },
    ]);
    await at.close();
  });

  it("reserves and bills the input of both, so that no budget is passed by asking twice", async () => {
    const at = await place();
    const { model, table } = await hedging({ a: 60_000, b: 0 });
    const gateway = await at.open({ prices: { m: { input: 1, output: 10 } }, routes: table });
    await gateway.as("t").setLimits("all", { spend_total: 66 });
    const metered = await gateway.meter(model);
    const header = (name: string): void => void lowered.push(name);
    const lowered: string[] = [];
    expect(await at.ask(metered, 1, { request: { model: "fast" }, header })).toEqual([200]);
    expect(lowered).not.toContain("antiphon-max-tokens"); // 66 are enough for 8 + 8 + 50
    expect(await gateway.as("t").requests({ limit: 1 }, {})).toMatchObject([
      { input: 16, cost: 66, attempts: 2 },
    ]);
    expect(await at.ask(metered, 1, { request: { model: "fast" } })).toEqual([402]);
    await at.close();
  });
});

describe("a configuration of routes", () => {
  it.each([
    ["upstreams: { a: builtin }\nroutes: { r: { targets: [{ upstream: b, model: m }] } }", "b isn't there"],
    ["upstreams: { a: builtin }\nroutes: { r: { targets: [] } }", "has no targets"],
    [
      "upstreams: { a: builtin }\nroutes:\n  r: { targets: [{ upstream: a, model: m }], fallbacks: { any: [s] } }\n  s: { targets: [{ upstream: a, model: m }], fallbacks: { any: [r] } }",
      "come back to it",
    ],
    [
      "upstreams: { a: builtin }\nroutes: { r: { targets: [{ upstream: a, model: m }], fallbacks: { eny: [r] } } }",
      "eny isn't there",
    ],
    [
      "upstreams: { a: builtin }\nroutes: { r: { hedge: { seconds: 1 }, targets: [{ upstream: a, model: m }] } }",
      "no second target",
    ],
    [
      "upstreams: { a: builtin }\nroutes: { r: { cache: { seconds: 1, sise: 1 }, targets: [{ upstream: a, model: m }] } }",
      "routes.r.cache.sise isn't known",
    ],
    [
      "upstreams: { a: builtin }\nroutes: { r: { targets: [{ upstream: a, model: m, weight: -1 }] } }",
      "weight must be",
    ],
  ])("%j is refused", async (text, message) => {
    await expect(readConfig(text, "f")).rejects.toThrow(message);
  });
});
