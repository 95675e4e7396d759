import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { ApiError, collect, type MessagesRequest } from "../../messages/index.ts";
import { openModel, registry } from "../index.ts";
import { weather } from "../models.suite.ts";
import { faultNames } from "./faults.ts";

const clock = { now: () => 0, sleep: () => Promise.resolve() };
const outside = { fetch, clock, random: () => 0 };
const request: MessagesRequest = {
  model: "builtin",
  max_tokens: 100,
  messages: [{ role: "user", content: "What is the weather in Paris?" }],
  tools: [weather],
};
const open = async (options: unknown) => registry([await openModel({ provider: "fault", options }, outside)]);
const ask = async (options: unknown, signal = new AbortController().signal) =>
  collect((await open(options)).stream(request, { signal, requestId: "r" }));

describe("fault", () => {
  it("has the kinds that its page lists", () => {
    const page = readFileSync(new URL("../../../docs/models.md", import.meta.url), "utf8");
    const kinds = /The kinds: (.*)\./.exec(page)?.[1] ?? "";
    expect([...kinds.matchAll(/`(\w+)`/g)].map(([, kind]) => kind).toSorted()).toEqual(faultNames.toSorted());
  });

  it.each(faultNames.filter((name) => name !== "hang"))(
    "%s ends in a legal answer or one typed error",
    async (name) => {
      const outcome = await ask({ script: Array.from({ length: 9 }, () => name) }).catch(
        (error: unknown) => error,
      );
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ApiError);
      else expect(outcome).toMatchObject({ type: "message" });
    },
  );

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

  it("follows its script, then leaves the model alone", async () => {
    const model = await open("overloaded,ok,rate_limit");
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

  it("names the nearest fault for a misspelt one", async () => {
    await expect(
      openModel({ provider: "fault", options: "overlaoded" }, { ...outside, clock: systemClock }),
    ).rejects.toMatchObject({ fix: "Give overloaded." });
  });
});
