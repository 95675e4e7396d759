import { expect, it } from "vitest";
import { readOptions } from "./upstream.ts";

it.each(["anthropic", "openai"])(
  "an upstream of %s has the documented timeouts where none are given",
  (provider) => {
    const { timeouts, connecting } = readOptions(provider, "https://models.example/v1");
    expect([connecting, timeouts]).toEqual([{ connect: 10_000 }, { firstByte: 600_000, idle: 300_000 }]);
  },
);

it.each([
  ["https://models.example", "https://models.example/v1/"],
  ["https://models.example/v1", "https://models.example/v1/"],
  ["https://models.example/proxy/v2/", "https://models.example/proxy/v2/"],
])("%s means %s", (given, base) => {
  expect(readOptions("openai", given).url.href).toBe(base);
});
