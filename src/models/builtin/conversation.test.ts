import { expect, it } from "vitest";
import { converse, facts, type Done } from "./conversation.ts";

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

it("knows what came last when calls returned more values than are looked at", () => {
  const done = (name: string, data: Done["data"]): Done => ({
    call: { type: "tool_use", id: name, name, input: {} },
    text: "",
    failed: false,
    turn: 1,
    data,
  });
  const numbers = Array.from({ length: 600 }, (_, i) => i);
  const found = facts([done("list", numbers), done("get", { id: "last" }), done("status", [true, false])]);
  expect(found).toHaveLength(500);
  expect(found[0]).toMatchObject({ keys: ["list"], value: 0 });
  expect(found.slice(-3).map(({ value }) => value)).toEqual(["last", true, false]);
});
