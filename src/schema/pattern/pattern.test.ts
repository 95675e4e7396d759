import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PatternError, pattern } from "./index.ts";
import { has, property } from "./sets.ts";

const samples = [
  "",
  "a",
  "ab",
  "aab",
  "abc",
  "b",
  "a b",
  "A1_",
  "é",
  "😀",
  "a\nb",
  " a",
  "ba ",
  "aba",
  "1.5",
  "-",
  "\u2028",
];

describe("pattern", () => {
  it.each([
    "^a+$",
    "a|b",
    "^(?:a|ab)(?:c|bcd)?$",
    "\\bab\\b",
    "\\Ba",
    "^\\p{L}+$",
    "^\\P{L}$",
    "[^a-c]",
    "^.$",
    "^.{1,3}$",
    "^(?!\\s*$).+",
    "^(?=.*a)(?=.*b).*$",
    "a(?!b)",
    "^(?:(?!ab).)*$",
    "(?=a$)",
    "a(?=b|$)",
    "^(?!.*(?:a.*a))",
    "\\d+(?:\\.\\d+)?",
    "^[\\w.-]+$",
    "^\\u{1F600}$",
    "^\\uD83D\\uDE00$",
    "^[\\s\\S]*$",
    "(?:^|b)a",
    "^$",
    "",
    "(a*)*b",
    "(?:a?){3}b",
    "x{0}",
    "[]",
    "[^]",
    "^(?!a$|ab$)",
    "(?:a(?!b))+$",
  ])("agrees with the runtime: %s", (source) => {
    const compiled = pattern(source);
    const native = new RegExp(source, "u");
    for (const text of samples) expect([text, compiled.test(text)]).toEqual([text, native.test(text)]);
  });

  it("agrees with the runtime on random patterns", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      "[ab]",
      ".",
      "\\w",
      "\\b",
      "^",
      "$",
      "(?!a)",
      "(?=b)",
      "(?!b$)",
      "\\s",
    );
    const { source } = fc.letrec<{ source: string; part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 4 },
        atom,
        tie("source").map((s) => `(?:${s})`),
        tie("source").map((s) => `(?:${s})*`),
        tie("source").map((s) => `(?:${s}){1,2}`),
        tie("source").map((s) => `(?!${s})`),
      ),
      source: fc.oneof(
        fc.array(tie("part"), { maxLength: 3 }).map((s) => s.join("")),
        fc.tuple(tie("part"), tie("part")).map(([a, b]) => `${a}|${b}`),
      ),
    }));
    const text = fc.array(fc.constantFrom("a", "b", " ", "\n"), { maxLength: 6 }).map((s) => s.join(""));
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 5, maxLength: 5 }), (s, texts) => {
        const compiled = pattern(s);
        const native = new RegExp(s, "u");
        for (const t of texts)
          if (compiled.test(t) !== native.test(t)) throw new Error(`/${s}/u on ${JSON.stringify(t)}`);
      }),
      { seed: 7, numRuns: 3000 },
    );
  });

  it("is linear where backtracking explodes", () => {
    const text = `${"a".repeat(100_000)}!`;
    for (const source of ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"])
      expect(pattern(source).test(text)).toBe(false);
  });

  it("is linear where lookaheads multiply", () => {
    const nested = `^${"(?!.*a(?=.*b(?!.*c".repeat(8)}x${")))".repeat(8)}.{40,80}$`;
    const looped = `^(?:${"(?:(?=.*b)(?!.*c)[^d]".repeat(9)}${")*".repeat(9)})*$`;
    const each = Array.from("abcdefghijklmnop", (letter) => `(?=.*${letter})`).join("");
    const text = "abcdefghijklmnop".repeat(2_000);
    expect([nested, looped, `^${each}.*$`].map((source) => pattern(source).test(text))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each(["L", "Script=Greek", "Cs", "Any", "Uppercase", "Script_Extensions=Han"])(
    "knows the characters of %s",
    (name) => {
      const native = new RegExp(`^\\p{${name}}$`, "u");
      const set = property(name) ?? [];
      const edges = set.flatMap((code) => [code - 1, code, code + 1]).filter((code) => code >= 0);
      for (const code of [...edges, 0xd7ff, 0xd800, 0xdfff, 0xe000].filter((value) => value <= 0x10ffff))
        expect([code, has(set, code)]).toEqual([code, native.test(String.fromCodePoint(code))]);
    },
  );

  it.each([
    "(",
    ")",
    "a**",
    "[b-a]",
    "\\1(a)",
    "(?<=a)b",
    "\\Z",
    "(?P<a>b)",
    "\\p{Nonsense}",
    "a{3,1}",
    `${"(".repeat(100)}${")".repeat(100)}`,
    "(((a{1,100}){1,100}){1,100})",
    "[",
    "\\",
  ])("refuses %s", (source) => {
    expect(() => pattern(source)).toThrow(PatternError);
  });
});
