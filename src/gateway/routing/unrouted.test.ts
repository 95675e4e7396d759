import { beforeEach, describe, expect, it } from "vitest";
import { ApiError, collect, eventsOf, type ErrorType, type MessagesRequest } from "../../messages/index.ts";
import { answerOf, type CallContext, type Model } from "../../models/index.ts";
import { answer, fake, hello } from "../ledger/ledger.suite.ts";
import { unrouted } from "./unrouted.ts";

const context = (signal = new AbortController().signal): CallContext => ({ signal, requestId: "r" });
let now: number;
let asked: string[];
/** The error of each model's next requests. */
let errors: Record<string, ApiError | undefined>;
let upstream: ReturnType<typeof unrouted>;
beforeEach(() => {
  [now, asked, errors] = [1_000_000, [], {}];
  const source = fake(({ model }) => {
    asked.push(model);
    if (errors[model]) throw errors[model];
    return eventsOf(answer({ input_tokens: 8, output_tokens: 5 }));
  });
  upstream = unrouted("main", source, () => now);
});
const down = (type: ErrorType = "api_error", retryAfter?: number): ApiError =>
  new ApiError(type, "down", retryAfter === undefined ? {} : { retryAfter });
const ways: Readonly<Record<string, (model: Model, request: MessagesRequest) => Promise<unknown>>> = {
  whole: (model, request) => answerOf(model, request, context()),
  streamed: (model, request) => collect(model.stream(request, context())),
};
const failureOf = (promise: Promise<unknown>): Promise<ApiError | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError, // the fake throws no other
  );

describe.each(Object.entries(ways))(
  "an upstream without a route, asked for answers that are %s,",
  (_, way) => {
    const ask = (name = "m") => failureOf(way(upstream.model, { ...hello, model: name }));

    it("is asked each time, and its failures are counted until it answers", async () => {
      errors["m"] = down();
      for (let i = 0; i < 2; i++) expect(await ask()).toMatchObject({ type: "api_error" });
      errors["m"] = down("rate_limit_error", 7);
      for (let i = 0; i < 2; i++) expect(await ask()).toMatchObject({ status: 429, retryAfter: 7 });
      expect(asked).toHaveLength(4);
      expect(upstream.status()).toEqual([
        { route: null, upstream: "main", model: "m", weight: 1, open_requests: 0, failures: 4, wait_ms: 0 },
      ]);
      expect(await ask("other")).toBeUndefined();
      errors["m"] = undefined;
      expect([await ask(), await ask()]).toEqual([undefined, undefined]);
      expect(upstream.status()).toMatchObject([{ model: null, failures: 0, wait_ms: 0 }]);
    });

    it("doesn't fail by requests that are wrong, and keeps nothing of names that callers choose", async () => {
      for (let i = 0; i < 2000; i++) {
        errors[`m-${i}`] = down("not_found_error");
        expect(await ask(`m-${i}`)).toMatchObject({ status: 404 });
      }
      errors["m"] = down("invalid_request_error");
      for (let i = 0; i < 9; i++) expect(await ask()).toMatchObject({ status: 400 });
      expect(upstream.status()).toMatchObject([{ model: null, failures: 0 }]);
    });
  },
);

it("callers that leave are no failure of an upstream", async () => {
  for (let i = 0; i < 9; i++)
    for await (const _ of upstream.model.stream(hello, context())) {
      expect(upstream.status()).toMatchObject([{ model: "m", open_requests: 1 }]);
      break;
    }
  errors["m"] = down();
  for (let i = 0; i < 9; i++)
    expect(await failureOf(collect(upstream.model.stream(hello, context(AbortSignal.abort()))))).toBe(
      errors["m"],
    );
  expect(upstream.status()).toMatchObject([{ model: null, open_requests: 0, failures: 0 }]);
});
