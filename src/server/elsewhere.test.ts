import { expect, it } from "vitest";
import { notFound } from "./elsewhere.ts";

it.each([
  ["/v1/messages/batches", "send each request to /v1/messages"],
  ["/v1/messages/batches/msgbatch_1/results", "send each request to /v1/messages"],
  ["/v1/files", "within the request"],
  ["/v1/files/file_1/content", "within the request"],
  ["/v1/skills", "Skills are not served"],
  ["/v1/completions", "POST /v1/messages"],
  ["/v1/embeddings", "POST /v1/messages"],
  ["/ui", "ANTIPHON_ADMIN_KEY"],
  ["/messages", "begins with /v1"],
  ["/messages/count_tokens", "begins with /v1"],
  ["/v1/v1/messages", "/v1 twice"],
  ["/v1/messages/", "a slash too many"],
  ["//v1/messages", "a slash too many"],
])("%s is told what to do instead", (path, advice) => {
  expect(notFound(path)).toMatch(`Not found: ${path}. `);
  expect(notFound(path)).toContain(advice);
});

it("other paths are told that they are none, and not at any length", () => {
  expect(notFound("/v1/nothing")).toBe("Not found: /v1/nothing");
  expect(notFound(`/${"/".repeat(100_000)}`).length).toBeLessThan(300);
});
