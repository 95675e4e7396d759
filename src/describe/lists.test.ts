import { describe, expect, it } from "vitest";
import { ownedList, phraseAt } from "./lists.ts";
import { tokensOf } from "./tokens.ts";

const ownerOf = (text: string): string | undefined => ownedList(tokensOf(text), text)?.owner.words.join(" ");

describe("a phrase", () => {
  it("has a head, and those that it hangs on", () => {
    const phrase = phraseAt(tokensOf("stamp of a page made by a clerk"), 0);
    expect(phrase?.head.words).toEqual(["stamp"]);
    expect(phrase?.parts.map(({ words }) => words.join(" "))).toEqual(["page", "clerk"]);
  });
});

describe("the owner of a list", () => {
  it.each([
    ["We run several depots, each with a name and a city", "depot"],
    ["Breakdowns are reported for a van: date, reason, cost", "breakdown"],
    ["In each depot there are ramps: number, height, width", "ramp"],
    ["I drive around and write checks: date, mileage, remarks", "check"],
  ])("of “%s” is %s", (text, owner) => expect(ownerOf(text)).toBe(owner));

  it("is nobody where a field stands in front of its values", () => {
    expect(ownerOf("A van has a status: free, rented or lost")).toBeUndefined();
  });

  it("leaves what follows to the next sentence", () => {
    const text = "A trip has legs - start, end, distance - and it has a name";
    expect(ownedList(tokensOf(text), text)?.after).toMatch(/^it has a name/);
  });
});
