import { describe, expect, it } from "vitest";
import { unfolded } from "./unfold.ts";

describe("relative clauses", () => {
  it("about things become sentences of their own", () => {
    expect(unfolded("The crew has boats which have a name, and divers who lead several tours.")).toEqual([
      "The crew has boats, and divers.",
      "boats have a name.",
      "divers lead several tours.",
    ]);
  });

  it("inside of others are taken out of these", () => {
    expect(
      unfolded(
        "Boats have parts, which are ordered from makers who have a name and a phone, and boats have a price.",
      ),
    ).toEqual([
      "Boats have parts, and boats have a price.",
      "parts are ordered from makers.",
      "makers have a name and a phone.",
    ]);
  });

  it.each([
    "A boat has a state that is afloat, docked or lost.",
    "A boat has a number which must never be the same for two boats.",
    "A boat has a name.",
  ])("about fields stay: %s", (text) => expect(unfolded(text)).toEqual([text]));
});
