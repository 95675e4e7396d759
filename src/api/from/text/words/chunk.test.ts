import { describe as suite, expect, it } from "vitest";
import { cut, isNoKind } from "./chunk.ts";
import { describe } from "../index.ts";

suite("where a name ends", () => {
  it.each([
    ["licence plate", "licence plate", ""],
    ["who", "who", ""],
    ["score A", "score A", ""],
    ["amount raised so far", "amount raised so far", ""],
    ["settled not", "settled", "not"],
    ["shaded or not", "shaded", "or not"],
    ["doses per day an", "doses per day", "an"],
    ["seats the optional number", "seats", "the optional number"],
    ["name of whoever baked it", "name", ""],
    ["colour at that moment", "colour", ""],
    ["year they married", "year", "they married"],
  ])("%s", (phrase, name, more) => {
    expect(cut(phrase)).toEqual({ name, more });
  });

  it.each([
    "can be",
    "whoever baked it",
    "water it",
    "hangs on a wall",
    "after half a year things",
    "otherwise one gardener weeds it",
    "one nurse watches the ward",
    "is for a friend",
  ])("%s names nothing", (phrase) => {
    expect(cut(phrase).name).toBe("");
  });

  it("what names nothing is told as not understood", () => {
    const { resources, ignored } = describe(
      "A bed has a length, a soil and otherwise one neighbour weeds it for us.",
    );
    expect(resources.map(({ fields }) => fields.map(({ name }) => name))).toEqual([["length", "soil"]]);
    expect(ignored.join()).toContain("one neighbour weeds it");
  });

  it.each([
    [["at", "first"], true],
    [["whatever"], true],
    [["parcel", "it"], true],
    [["house", "visit"], false],
    [["exam", "A"], false],
    [["on", "call", "shift"], false],
  ])("%j is no kind of record: %s", (words, expected) => {
    expect(isNoKind(words)).toBe(expected);
  });

  it("what names no record becomes none", () => {
    const { resources } = describe(
      "Boots, skis: whatever is left with us becomes a job. It gets a number and a deposit.",
    );
    expect(resources.map(({ name }) => name)).not.toContain("Whatever");
  });
});
