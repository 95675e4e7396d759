import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ApiError, collect, type MessagesRequest } from "../../messages/index.ts";
import { openModel, registry } from "../index.ts";
import { weather } from "../models.suite.ts";
import { faultNames, type FaultName } from "./faults.ts";

const clock = { now: () => 0, sleep: () => Promise.resolve() };
const outside = { fetch, clock, random: () => 0 };
const request: MessagesRequest = {
  model: "builtin",
  max_tokens: 100,
  messages: [{ role: "user", content: "What is the weather in Paris?" }],
  tools: [weather],
};
const never = new AbortController().signal;
const open = async (options: unknown) => registry([await openModel({ provider: "fault", options }, outside)]);
const ask = async (options: unknown, signal = never) =>
  collect((await open(options)).stream(request, { signal, requestId: "r" }));

describe("fault", () => {
  it("has the kinds that its page lists", () => {
    const page = readFileSync(new URL("../../../docs/models.md", import.meta.url), "utf8");
    const kinds = /The kinds: (.*)\./.exec(page)?.[1] ?? "";
    expect([...kinds.matchAll(/`(\w+)`/g)].map(([, kind]) => kind).toSorted()).toEqual(faultNames.toSorted());
  });

  /** What a client gets where every answer of the model fails: a status, or how the answer ends. */
  const outcomes: Readonly<Record<Exclude<FaultName, "hang">, number | string>> = {
    rate_limit: 429,
    overloaded: 529,
    server_error: 500,
    timeout: 504,
    bad_key: 401,
    no_credit: 402,
    too_large: 413,
    slow_start: "tool_use after 1 pause",
    slow_stream: "tool_use after 6 pauses",
    cut_stream: 500,
    error_in_stream: 529,
    malformed_json: 500,
    unfit_input: 500,
    wrong_tool: 500,
    same_id: "tool_use",
    wrong_stop: "tool_use",
    max_tokens: "max_tokens",
    empty: "end_turn",
    wrong_order: 500,
  };

  it.each(faultNames.filter((name) => name !== "hang"))("%s is what its name says", async (name) => {
    let pauses = 0;
    const sleep = async (): Promise<void> => void pauses++;
    const options = { script: Array.from({ length: 9 }, () => name) };
    const model = await openModel({ provider: "fault", options }, { ...outside, clock: { ...clock, sleep } });
    const outcome = await collect(registry([model]).stream(request, { signal: never, requestId: "r" })).then(
      ({ stop_reason }) => stop_reason,
      (error: unknown) => error instanceof ApiError && error.status,
    );
    const paused = pauses === 0 ? "" : ` after ${pauses} pause${pauses === 1 ? "" : "s"}`;
    expect(paused === "" ? outcome : `${outcome}${paused}`).toBe(outcomes[name]);
  });

  it("hangs until its caller gives up", async () => {
    const pending = ask({ script: ["hang"] }, AbortSignal.timeout(20));
    await expect(pending).rejects.toThrow(/timeout|aborted/i);
  });

  it.each(["malformed_json", "unfit_input", "wrong_tool", "wrong_stop", "same_id"])(
    "%s once is healed",
    async (name) => {
      const answer = await ask({ script: [name] });
      expect(answer).toMatchObject({ stop_reason: "tool_use" });
      expect(answer.content.at(-1)).toMatchObject({ name: "get_weather", input: { city: "Paris" } });
    },
  );

  it.each([
    "overloaded+ok+rate_limit",
    "overloaded,ok,rate_limit",
    { model: { provider: "fault", options: "ok+rate_limit" }, script: ["overloaded", "ok"] },
  ])("follows the script %j, then leaves the model alone", async (options) => {
    const model = await open(options);
    const statuses = [];
    for (let i = 0; i < 5; i++) {
      const pending = collect(
        model.stream(request, { signal: new AbortController().signal, requestId: "r" }),
      );
      statuses.push(
        await pending.then(
          () => 200,
          (error: unknown) => error instanceof ApiError && error.status,
        ),
      );
    }
    expect(statuses).toEqual([529, 200, 429, 200, 200]);
  });

  it("does by chance the same for the same seed", async () => {
    const run = async (seed: number) => {
      const model = await open({ seed, rate: 0.5, kinds: ["overloaded", "rate_limit", "server_error"] });
      const seen: unknown[] = [];
      for (let i = 0; i < 20; i++) {
        const pending = collect(
          model.stream(request, { signal: new AbortController().signal, requestId: "r" }),
        );
        seen.push(
          await pending.then(
            () => 200,
            (error: unknown) => error instanceof ApiError && error.status,
          ),
        );
      }
      return seen;
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 429, 500, 529]));
  });
});
