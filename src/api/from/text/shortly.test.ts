import { describe as suite, expect, it } from "vitest";
import { describe } from "./index.ts";
import { fromText } from "./reading.ts";

/** `Book: title isbn | belongsTo Author | lend` */
const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(
    ({ name, fields, relations, actions }) =>
      `${name}: ${fields.map((field) => field.name).join(" ")} | ${relations.map(({ kind, target, optional }) => `${kind} ${target}${optional ? "?" : ""}`).join(", ")} | ${actions.join(" ")}`,
  );
const fieldOf = (text: string, name: string): object | undefined =>
  describe(text)
    .resources.flatMap(({ fields }) => fields)
    .find((field) => field.name === name);

suite("what can be done", () => {
  it.each([
    [
      "A grant has a sum. It's pending until a board accepts or denies it.",
      ["Grant: sum status |  | accept deny"],
    ],
    [
      "Pupils may hide or share their drawings. A drawing: title, size.",
      ["Drawing: title size |  | hide share"],
    ],
    ["Pumps: name, flow. Support for starting and stopping pumps.", ["Pump: name flow |  | start stop"]],
    [
      "Ads have a text. Pause and resume are the things one can do with an ad.",
      ["Ad: text |  | pause resume"],
    ],
    ["Guards lock, unlock and check gates. A gate has a label.", ["Gate: label |  | lock unlock check"]],
    ["A draft has a text. The editor accepts or rejects drafts.", ["Draft: text |  | accept reject"]],
    [
      "Users are either owners or guests. They have a name. Owners can ban and invite guests.",
      ["User: role name |  | ban invite"],
    ],
    ["A memo has a text. Teams can pin it or request changes.", ["Memo: text |  | pin requestChanges"]],
    ["bills w/ number, sum; send, mark as paid, void", ["Bill: number sum |  | send markAsPaid void"]],
    ["pump: name, flow; start stop reset", ["Pump: name flow |  | start stop reset"]],
    [
      "Fees have a sum. Passes have a code. Fees can be waived, passes revoked.",
      ["Fee: sum |  | waive", "Pass: code |  | revoke"],
    ],
  ])("is read of %s", (text, expected) => expect(drawn(text)).toEqual(expect.arrayContaining([...expected])));

  it("has the states that it leads to", () =>
    expect(
      fieldOf("A grant has a sum and is pending until a board accepts or denies it.", "status"),
    ).toMatchObject({
      values: ["pending", "accepted", "denied"],
      default: "pending",
    }));
});

suite("records that stand to each other", () => {
  it.each([
    ["A bid is made by a trader and has a sum.", ["Bid: sum | belongsTo Trader | "]],
    ["A seat has a row and is taken by at most one guest.", ["Seat: row | belongsTo Guest? | "]],
    [
      "A lending records who rented which boat and until when. Boats have a name. Renters have a name.",
      ["Lending: until | belongsTo Renter, belongsTo Boat | "],
    ],
    ["Fans follow other fans. A fan has a name.", ["Fan: name | manyToMany Fan | "]],
    ["Crews have members (users) and a name. A user has a phone.", ["Crew: name | manyToMany User | "]],
    ["Posts have a text and are marked with tags. Tag: word.", ["Tag: word |  | "]],
    ["Sailors and cooks both have a name.", ["Sailor: name |  | ", "Cook: name |  | "]],
    [
      "A bill has a sum. A line references a bill and a product.",
      ["Line:  | belongsTo Bill, belongsTo Product | "],
    ],
    ["A note(id, boat_id, text), a boat(id, name)", ["Note: text | belongsTo Boat | "]],
    ["Guests write reviews. A review has a text.", ["Review: text | belongsTo Guest | "]],
  ])("is read of %s", (text, expected) => expect(drawn(text)).toEqual(expect.arrayContaining([...expected])));

  it.each([
    ["Every club card belongs to a guest. The card has a number.", ["ClubCard: number | belongsTo Guest | "]],
    [
      "boats w/ trips: boat name req, trip date, trip belongs to boat",
      ["Trip: date | belongsTo Boat | ", "Boat: name |  | "],
    ],
    [
      "Bus has number and colour. Stop has name, stop is in one town.",
      ["Bus: number colour |  | ", "Stop: name | belongsTo Town | "],
    ],
    [
      "Fleet dealer: vans, buyers and test rides. Van: make, year. Buyer: name, age. Test ride: van, date.",
      ["Van: make year |  | ", "Buyer: name age |  | ", "TestRide: date | belongsTo Van | "],
    ],
    ["something like a logbook. text, date, place", ["Logbook: text date place |  | "]],
    ["Trip note\nfields: text, date\nactions: share", ["TripNote: text date |  | share"]],
  ])("are known by their heads: %s", (text, expected) =>
    expect(drawn(text)).toEqual(expect.arrayContaining([...expected])),
  );
});

suite("fields", () => {
  it.each([
    ["Pupils have a name and an age (6 or older).", "age", { type: "integer", min: 6 }],
    ["A class has a length of 20, 40 or 60 minutes.", "length", { values: ["20", "40", "60"] }],
    ["A tour lasts 15, 30 or 45 minutes and has a name.", "duration", { values: ["15", "30", "45"] }],
    ["A dose has a strength in milligrams.", "strength", { type: "number" }],
    ["shift: hours 0.25-12", "hours", { type: "number", min: 0.25, max: 12 }],
    ["lamp: serial uniq, lit bool f", "lit", { type: "boolean", default: false }],
    ["boat {name, seats:int>=1, docks:[string]}", "seats", { type: "integer", min: 1 }],
    ["boat {name, seats:int>=1, docks:[string]}", "docks", { type: "array" }],
    ["A pot has a name, and it is either glazed or not.", "glazed", { type: "boolean" }],
    ["A test has a name and a flag showing if it is final.", "final", { type: "boolean" }],
    ["trip: from 3 letters, to 3 letters", "from", { minLength: 3, maxLength: 3 }],
    ["state open->held->done, name", "state", { values: ["open", "held", "done"] }],
  ])("are read of %s", (text, name, expected) =>
    expect(fieldOf(text.startsWith("state") ? `job: ${text}` : text, name)).toMatchObject(expected),
  );

  it("shows no marks of its own among what it did not understand", () =>
    expect(describe("loan: sum, term; agree or haggle by the bank").ignored.join(" ")).not.toMatch(/⟦/));
});

suite("what is supposed", () => {
  it("is told, with the sentence that it was drawn from", () =>
    expect(fromText("Guests write reviews. A review has a text. A guest has a name.").assumed).toContain(
      "Review belongs to Guest, as was told: Guests write reviews.",
    ));

  it("is not told of what the description says itself", () =>
    expect(
      fromText("A review has a text and belongs to a guest. A guest has a name.").assumed.join(" "),
    ).not.toMatch(/as was told/));

  it("makes nouns of verbs that the text speaks of as nouns", () =>
    expect(drawn("Members borrow books. Members have a name, books a title.")).toContain(
      "Book: title | belongsTo Member | ",
    ));
});

it.each(["constructor", "valueOf", "toString", "hasOwnProperty", "__proto__"])(
  "takes %s, which every table of JavaScript seems to hold, for a word like any other",
  (word) => {
    for (const text of [
      `A bolt has a name, how ${word} it is and a weight.`,
      `A bolt has a name and how much it ${word}, and what it ${word}.`,
      `Smiths ${word} bolts; a ${word} has a price. A bolt must ${word} a name. It is ${word}.`,
    ])
      expect(JSON.stringify(describe(text))).not.toMatch(/native code/);
  },
);
