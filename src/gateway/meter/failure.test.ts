import { expect, it } from "vitest";
import { ApiError } from "../../messages/index.ts";
import { failureOf } from "./failure.ts";

it("the reason of a failure has the messages of its causes, without keys that upstreams quote", () => {
  const key = `sk-${"a1B2".repeat(6)}`;
  const error = new ApiError("authentication_error", `Incorrect key ${key}.`, {
    cause: new Error(`401 ${key}`),
  });
  expect(failureOf(error)).toMatchObject({ error: "authentication_error", status: 401 });
  expect(failureOf(error).reason).toBe("Incorrect key [redacted]. Cause: 401 [redacted]");
});

it("an error about a request has no reason, as it may quote the request", () => {
  expect(failureOf(new ApiError("invalid_request_error", "messages.0: secret")).reason).toBeNull();
});
