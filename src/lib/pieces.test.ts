import { describe, expect, it } from "vitest";
import { Joiner, partsOf, stringifyInTurns } from "./pieces.ts";

const block = (i: number): object => ({ type: "text", text: `Block ${i} of "many"`, more: [i, null, true] });
const values: Readonly<Record<string, unknown>> = {
  "a small value": { a: [1, "two", { three: null }] },
  "a text alone": "word ".repeat(100_000),
  "a long list": Array.from({ length: 20_000 }, (_, i) => block(i)),
  "an object with many members": Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i) => [`k${i}`, block(i)]),
  ),
  "large members between small ones": {
    first: 1,
    list: [0, Array.from({ length: 9000 }, (_, i) => block(i)), "x".repeat(100_000), []],
    last: {},
  },
  "a member named __proto__": JSON.parse(`{"__proto__": {"list": [${"{},".repeat(9000)} 1]}}`) as unknown,
  "members that are undefined": { a: undefined, b: Array.from({ length: 9000 }, () => ({ c: undefined })) },
  "nested lists": Array.from({ length: 100 }, () => 0).reduce<unknown>(
    (inner) => [inner, "x".repeat(1000)],
    "innermost",
  ),
};

describe.each(Object.entries(values))("%s", (_, value) => {
  it("is the same once its parts are cloned and joined", () => {
    const joiner = new Joiner();
    for (const part of partsOf(value)) joiner.add(structuredClone(part));
    expect(joiner.value).toEqual(value);
    expect(JSON.stringify(joiner.value)).toBe(JSON.stringify(value));
  });

  it("is serialized as JSON.stringify does", async () => {
    const text = await stringifyInTurns(value);
    expect(Buffer.from(text as string).toString()).toBe(JSON.stringify(value)); // or bytes
  });
});

it("lets other work be done between parts that are small", async () => {
  const value = values["a long list"];
  const sizes = [...partsOf(value)].map((part) => JSON.stringify(part).length);
  expect(Math.max(...sizes)).toBeLessThan(JSON.stringify(value).length / 10);
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  await stringifyInTurns(value);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(1);
});
