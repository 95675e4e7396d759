import { expect, it } from "vitest";
import { converse } from "./conversation.ts";

const task = (content: string): string =>
  converse({ model: "builtin", max_tokens: 1, messages: [{ role: "user", content }] }).task;

it.each([
  ["<system-reminder>a</system-reminder>b <system-reminder>c\n</system-reminder>d", "b d"],
  ["a</system-reminder>b", "a</system-reminder>b"],
  ["<system-reminder>a <system-reminder>b</system-reminder>c", "c"],
  ["a <system-reminder>b", "a <system-reminder>b"],
])("takes out what a client put between tags: %s", (content, rest) => {
  expect(task(content)).toBe(rest);
});

it("reads megabytes of tags that nothing closes", () => {
  const tags = "<system-reminder>".repeat(1 << 18);
  expect(task(tags)).toBe(tags);
});
