import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, split } from "./command-words.ts";

const texts = (text: string): readonly string[] => split(text).map((word) => word.text);

describe("a line", () => {
  it.each([
    ["/api-gen Task --auth", ["/api-gen", "Task", "--auth"]],
    [`/api-gen "a shop with carts" --db=postgres`, ["/api-gen", "a shop with carts", "--db=postgres"]],
    [`/fix can't read "x"`, ["/fix", "can't", "read", "x"]],
    [`/fix it's Bob's`, ["/fix", "it's", "Bob's"]],
    [`/research x --save="my notes.md"`, ["/research", "x", "--save=my notes.md"]],
    [`say "a \\"b\\" c"`, ["say", `a "b" c`]],
    [`open "quote`, ["open", `"quote`]],
    ["", []],
    ["  /help  ", ["/help"]],
  ])("%s", (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it("is put together again from its words", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (all) => {
        const words = all.map((text) => ({ text, gap: " ", quoted: true }));
        expect(texts(line(words))).toEqual(all);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
