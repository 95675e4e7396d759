import { expect, it } from "vitest";
import { unavailable } from "./postgres.ts";

it.each([
  ["EAI_AGAIN", "getaddrinfo EAI_AGAIN db", true],
  ["ECONNREFUSED", "connect ECONNREFUSED", true],
  ["57P01", "terminating connection due to administrator command", true],
  [undefined, "Connection terminated unexpectedly", true],
  ["53300", "too many clients already", false],
  [undefined, "timeout exceeded when trying to connect", false],
])("takes the code %j with %j for a server that is gone: %j", (code, message, isGone) => {
  const cause = Object.assign(new Error(message), code !== undefined && { code });
  expect(() => unavailable(cause)).toThrow(expect.objectContaining({ status: 503, isGone }) as Error);
});
