import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError, eventsOf, type StreamEvent } from "../../messages/index.ts";
import { registry } from "../../models/index.ts";
import { exportLines, openGateway, type RequestLine } from "../index.ts";
import { openStore } from "../store/open.ts";
import { usageRows } from "../usage/usage.ts";
import {
  answer,
  fake,
  hello,
  helloTokens,
  place,
  priced,
  type Place,
  type Script,
} from "../ledger/ledger.suite.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

const usage = { input_tokens: 20, output_tokens: 3 };
const rows = async () => {
  const found = [];
  for await (const row of at.gateway.as("t").rows({})) found.push(row);
  return found;
};
const metered = (script: Script) => at.gateway.meter(fake(script));

describe("a request", () => {
  it("that can't be recorded, before or after its answer, has a line with the cause", async () => {
    const on = (line: RequestLine): void => void at.lines.push(line);
    const dead = await openGateway({ store: at.store, clock: { now: () => at.now }, prices: priced, on });
    const whole = { ...hello, stream: false };
    const ended = await dead.meter(
      fake(async function* () {
        await dead.close();
        yield* eventsOf(answer(usage));
      }),
    );
    expect(await at.ask(ended, 1, { request: whole })).toEqual([503]);
    expect(await at.ask(ended)).toEqual([503]);
    expect(at.lines.map(({ outcome }) => outcome)).toEqual(["done", "refused"]);
    for (const line of at.lines)
      expect(line).toMatchObject({
        status: 503,
        error: "api_error",
        reason: expect.stringMatching(/store can't be used now.* Cause: \S+/),
      });
  });

  it("has its row, with what its upstream reported, before its last event leaves", async () => {
    const model = await metered((_, { trace }) => {
      if (trace) [trace.upstream, trace.upstreamRequestId] = ["main", "up\u0000_1"];
      return eventsOf(answer(usage));
    });
    const context = {
      signal: new AbortController().signal,
      caller: "k",
      requestId: "req_1",
      tags: '{"a":"b"}',
    };
    const seen: string[] = [];
    for await (const { type } of model.stream(hello, context)) {
      seen.push(type);
      const [row] = await rows();
      expect(row?.["state"]).toBe(type === "message_stop" ? "done" : "open");
    }
    expect(seen.at(-1)).toBe("message_stop");
    expect(await rows()).toMatchObject([
      {
        id: "req_1",
        upstream: "main",
        upstream_request_id: expect.stringMatching(/^up._1$/),
        key_id: "k",
        model: "m",
        used_model: "m-2026",
        input: 20,
        output: 3,
        cost: 50,
        tags: '{"a":"b"}',
      },
    ]);
    expect(at.lines).toMatchObject([{ id: "req_1", outcome: "done", input: 20, output: 3, cost: 50 }]);
  });

  it("for a model that doesn't exist is refused for that, not for its missing price", async () => {
    await at.limit("all", { spend_per_month: 100 });
    const model = await at.gateway.meter(registry([fake(() => eventsOf(answer(usage)))]));
    const ask = (name: string) => at.ask(model, 1, { request: { model: name } });
    expect(await ask("m")).toEqual([200]);
    expect(await ask("mm")).toEqual([404]);
  });

  it("is billed for the last report of each count, not for their sum", async () => {
    const cached = { ...usage, cache_read_input_tokens: 100, cache_creation_input_tokens: 7 };
    const events: StreamEvent[] = [...eventsOf(answer(cached))];
    const reported = events.map((event): StreamEvent =>
      event.type === "message_delta" ? { ...event, usage: { ...cached, output_tokens: 3 } } : event,
    );
    await at.ask(await metered(() => reported));
    expect(await rows()).toMatchObject([{ input: 20, cache_read: 100, cache_write: 7, output: 3 }]);
  });

  it("whose caller leaves is billed by what had arrived, and marked", async () => {
    const abort = new AbortController();
    const model = await metered(function* () {
      for (const event of eventsOf(
        answer({ input_tokens: 20, output_tokens: 100 }, "four words are here now"),
      )) {
        if (event.type === "message_delta") {
          abort.abort();
          throw abort.signal.reason;
        }
        yield event;
      }
    });
    await at.ask(model, 1, { signal: abort.signal });
    const [row] = await rows();
    expect(row).toMatchObject({ state: "interrupted", input: 20 });
    expect(Number(row?.["output"])).toBeGreaterThanOrEqual(4);
  });

  it("that is left in the middle of its events is settled too", async () => {
    const model = await metered(() => eventsOf(answer(usage)));
    const context = { signal: new AbortController().signal, requestId: "req_1" };
    for await (const event of model.stream(hello, context)) if (event.type === "content_block_delta") break;
    expect(await rows()).toMatchObject([{ state: "interrupted", input: 20 }]);
  });

  it("that is left before anything arrived is billed for what was asked", async () => {
    const abort = new AbortController();
    const model = await metered(() => {
      abort.abort();
      throw abort.signal.reason;
    });
    await at.ask(model, 1, { signal: abort.signal });
    expect(await rows()).toMatchObject([{ state: "interrupted", input: helloTokens, cost: helloTokens }]);
  });

  it("that its upstream refuses costs nothing; one that breaks within its answer does", async () => {
    const broken = new ApiError("api_error", "broken");
    await at.ask(
      await metered(() => {
        throw broken;
      }),
    );
    await at.ask(
      await metered(function* () {
        yield* [...eventsOf(answer(usage))].slice(0, 3);
        throw broken;
      }),
    );
    const found = await rows();
    expect(found.map(({ state }) => state).toSorted()).toEqual(["failed", "interrupted"]);
    expect(found.find(({ state }) => state === "failed")).toMatchObject({
      cost: 0,
      input: 0,
      error: "api_error",
    });
    expect(Number(found.find(({ state }) => state === "interrupted")?.["cost"])).toBeGreaterThan(20);
  });

  it("that never ends its stream properly is no success", async () => {
    await at.ask(await metered(() => [...eventsOf(answer(usage))].slice(0, 3)));
    expect(await rows()).toMatchObject([{ state: "interrupted" }]);
  });

  it("is billed for no nonsense that an upstream reports", async () => {
    await at.ask(await metered(() => eventsOf(answer({ input_tokens: -5, output_tokens: Number.NaN }))));
    expect(await rows()).toMatchObject([{ state: "done", input: 0, output: 0, cost: 0 }]);
  });
});

describe("an export", () => {
  it.each([
    ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
    ["-1-1", "'-1-1"],
    ["+1", "'+1"],
    ["@SUM(1)", "'@SUM(1)"],
    ["-1.5", "-1.5"],
    ["a-1", "a-1"],
  ])("writes the text %s so that no spreadsheet runs it", async (model, written) => {
    await at.ask(await metered(() => eventsOf(answer(usage))), 1, { request: { model } });
    let all = "";
    for await (const line of exportLines(at.gateway.as("t").rows({}), "csv")) all += line;
    expect(all.split(",")).toContain(written);
  });

  it("has every request once, however its pages end", async () => {
    await at.ask(await metered(() => eventsOf(answer(usage))), 5);
    const store = await openStore(at.store);
    const ids = async (limit: number): Promise<unknown[]> => {
      const found: unknown[] = [];
      for await (const row of usageRows(store, { model: "m" }, limit)) found.push(row["id"]);
      return found;
    };
    const whole = await ids(1000);
    expect(new Set(whole).size).toBe(5);
    for (const limit of [1, 2, 5]) expect(await ids(limit)).toEqual(whole);
    await store.close();
  });

  it("is CSV that no spreadsheet runs, and lines of JSON", async () => {
    const model = await metered(() => eventsOf(answer(usage)));
    await at.ask(model, 1, { request: { model: '=HYPERLINK("x"),\n' } });
    const text = async (format: "csv" | "jsonl") => {
      let all = "";
      for await (const line of exportLines(at.gateway.as("t").rows({}), format)) all += line;
      return all;
    };
    expect(await text("csv")).toContain(`"'=HYPERLINK(""x""),\n"`);
    expect(JSON.parse(await text("jsonl"))).toMatchObject({
      at: "2026-01-01T12:00:00.000Z",
      cost: null,
      tags: {},
    });
  });
});

describe("a wrong price", () => {
  it("is corrected in rows and budgets", async () => {
    await at.gateway.as("t").setLimits("all", { spend_total: 1000 });
    await at.ask(await metered(() => eventsOf(answer(usage))), 2);
    const gateway = await at.open({ prices: { m: { input: 2, output: 20 } } });
    const admin = gateway.as("ada");
    expect(await admin.reprice({})).toEqual({ requests: 2, before: 100, after: 200 });
    expect(await admin.listLimits()).toMatchObject([{ total: 200, reserved: 0 }]);
    expect((await admin.audit(1))[0]).toMatchObject({
      action: "reprice",
      detail: { before: 100, after: 200 },
    });
  });
});
