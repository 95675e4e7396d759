import { describe, expect, it } from "vitest";
import { isPlainPattern, patternOf } from "./pattern.ts";

describe("patterns for pydantic's engine", () => {
  it.each([
    [String.raw`^\d{3}-\w+$`, String.raw`^[0-9]{3}-[0-9A-Za-z_]+$`],
    [String.raw`[\s.]`, String.raw`[[\s\x{feff}--\x85].]`],
    [String.raw`\S`, String.raw`[^\s\x{feff}--\x85]`],
    [String.raw`a\/b`, "a/b"],
    ["[a&&b]", String.raw`[a\&\&b]`],
  ])("mean what JavaScript means: %j", (source, text) => {
    expect(patternOf(source)).toEqual({ text, looksAround: false });
  });

  it.each([
    "^[a-z]{1,63}(\\.[a-z]{1,10}){0,5}$",
    "^[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}$",
    "\\p{L}+",
    "\\_\\-",
  ])("are plain: %j", (source) => {
    expect(isPlainPattern(source)).toBe(true);
  });

  it.each([
    ["looks around", "^(?!a)b"],
    ["refers back", "(a)\\1"],
    ["is copied too often", "^.{1,2097152}$"],
    ["is copied too often by groups", "((a{50}){50}){50}"],
    ["has half a character", "[\\ud800-\\udbff]"],
    ["counts in octal", "\\000"],
    ["leaves something out of a class", "[+--]"],
    ["has a range that begins with a class", "[\\w-.]"],
    ["has a brace that counts nothing", "a{,3}"],
    ["is none", "("],
  ])("are not what %s: %j", (_, source) => {
    expect(isPlainPattern(source)).toBe(false);
  });
});
