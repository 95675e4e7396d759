import { describe, expect, it } from "vitest";
import { describeCondition } from "./conditions.ts";

const conditionText = (source: string): string | undefined =>
  describeCondition(source, (name) => !["user", "alias", "rows"].includes(name))?.text;

describe("conditions in words", () => {
  it.each([
    ["typeof value !== 'string'", "`value` is not a string"],
    ["value !== null && typeof value === 'object'", "`value` is an object and not `null`"],
    ["!(Array.isArray(list) || list === undefined)", "`list` is neither an array nor undefined"],
    [
      "src.scheme.is_some() && src.authority.is_none()",
      "`src.scheme` is `Some` and `src.authority` is `None`",
    ],
    [`!["narrow", "short"].includes(format)`, '`format` is not one of `"narrow"`, `"short"`'],
    ["![1].includes(size)", "`size` is not `1`"],
    ["c.handler == nil", "`c.handler` is `nil`"],
    ["items.length === 0", "`items` is empty"],
    ["!items.length", "`items` is empty"],
    ["a instanceof Error", "`a` is an `Error`"],
    ["!user", "there is no `user`"],
    ["!alias && !rows", "there is no `alias` and there are no `rows`"],
    ["!options.name", "`options.name` is not set"],
    ["!isReady", "`isReady` is false"],
    ["name === null || undefined === name", "`name` is `null` or undefined"],
    ["!options.connectionString", "`options.connectionString` is not set"],
    ["!options.client && !options.writable", "`options.client` is not set and `options.writable` is false"],
    ["didChange && !installSuccess", "`didChange` is true and `installSuccess` is false"],
    ["not LIMIT_OF_ALL", "`LIMIT_OF_ALL` is not set"],
    ["not isinstance(value, (int, str))", "`value` is not an integer or a string"],
    ["limit is None or len(items) == 0", "`limit` is `None` or `items` is empty"],
    ["key not in seen", "`key` is not in `seen`"],
    ["Object.hasOwn(options, 'prefixUrl')", "`options` has `prefixUrl`"],
    ["mode === 'a' || mode === 'b'", "`mode` is `'a'` or `'b'`"],
    ['name == "a && b"', '`name` is `"a && b"`'],
  ])("%s", (source, words) => {
    expect(conditionText(source)).toBe(words);
  });

  it("shows source where no words fit, turned round where it is denied", () => {
    expect(describeCondition("!(count < 3)")).toMatchObject({ text: "`count >= 3`", raw: 1 });
    expect(describeCondition("check(a)")).toMatchObject({ text: "`check(a)`", raw: 1 });
  });

  it("says nothing of what is nested or long", () => {
    expect(describeCondition("a && (b || c)")).toBeUndefined();
    expect(describeCondition("a && b && c && d")).toBeUndefined();
    expect(describeCondition("a ? b : c")).toBeUndefined();
    expect(describeCondition("((((")?.raw).toBe(1);
  });
});
