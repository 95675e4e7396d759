import { describe as suite, expect, it } from "vitest";
import { abbreviations, lengthened } from "./words/abbreviations.ts";
import { typeByName } from "./facts/guess.ts";
import { describe } from "./index.ts";
import { mended } from "./words/spelling.ts";

/** `Book: title isbn | belongsTo Author | lend` */
const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(
    ({ name, fields, relations, actions }) =>
      `${name}: ${fields.map((field) => field.name).join(" ")} | ${relations.map(({ kind, target, optional }) => `${kind} ${target}${optional ? "?" : ""}`).join(", ")} | ${actions.join(" ")}`,
  );

suite("ways of laying out", () => {
  it.each([
    [
      "kite:\n  length_m   number   min 1\n  color      red|blue\nactions:\n  launch\n  land",
      "Kite: lengthM color |  | launch land",
    ],
    ["GET/POST /kites: span (int), colour; POST /kites/:id/launch", "Kite: span colour |  | launch"],
    [
      'Fields for "Kite":\n- span - int - required\n- sewn_on / flown_on: date',
      "Kite: span sewnOn flownOn |  | ",
    ],
    [
      "Model: Kite\nFields:\n1. span - required, max 80\n2. state - new / torn / mended (default new)\nActions: mend",
      "Kite: span state |  | mend",
    ],
    ["Kite:\n  span: int, required\n  colour: string\nactions: launch", "Kite: span colour |  | launch"],
    ["kite shop – name unique, opened true; run now, pause", "KiteShop: name opened |  | runNow pause"],
  ])("reads %j", (text, expected) => {
    expect(drawn(text)).toEqual([expected]);
  });

  it("reads what stands behind an arrow or a key as a relation, whatever its role is called", () => {
    expect(drawn("knot(name!, tiedAt auto) -> sailor, rope")).toEqual([
      "Knot: name tiedAt | belongsTo Sailor, belongsTo Rope | ",
    ]);
    expect(drawn("knot: name, tier -> sailor; rope: length num")).toEqual([
      "Knot: name | belongsTo Sailor | ",
      "Rope: length |  | ",
    ]);
    expect(drawn("Knot { name: string!, tier: Sailor?, rank 1|2|3 }; Knot: start, close")).toEqual([
      "Knot: name rank | belongsTo Sailor? | start close",
    ]);
    expect(drawn("Knots: name (required), tier (fk sailors, nullable), done (bool)")).toEqual([
      "Knot: name done | belongsTo Sailor? | ",
    ]);
  });
});

suite("ways of saying", () => {
  it.each([
    [
      "We rent kites. Kites are numbered and have a span. Kites are launched and landed by the crew.",
      ["Kite: number span |  | launch land"],
    ],
    [
      "A kite, which has a span, is made up of panels. Several kites may share a panel. Panels have a colour.",
      ["Kite: span | manyToMany Panel | ", "Panel: colour |  | "],
    ],
    [
      "A flight shows one kite over one beach at a given time. Kites have a span. Beaches have a name.",
      ["Flight: time | belongsTo Kite, belongsTo Beach | ", "Kite: span |  | ", "Beach: name |  | "],
    ],
    [
      "A club has many kites; a kite has a name. Sometimes we sell or swap one.",
      ["Kite: name | belongsTo Club | sell swap"],
    ],
    [
      "Flyers rent a kite; a rental therefore has a deposit. A kite itself has a span.",
      ["Rental: deposit | belongsTo Kite | ", "Kite: span |  | "],
    ],
    [
      "On each flight the flyer notes the date and whether it was windy. Flights can be cancelled up to an hour before.",
      ["Flight: date windy |  | cancel"],
    ],
    [
      "A harbour system where a harbour has piers and a pier has berths. A pier has a name and a berth has a label. Divers speak several languages.",
      ["Pier: name | hasMany Berth, belongsTo Harbour | ", "Berth: label |  | ", "Diver: languages |  | "],
    ],
    [
      "A dive has a depth that never goes above 40, a start pier and a diver who is a member. A video link may be added. Can be logged. Piers have a name. Members have a name.",
      [
        "Dive: depth videoLink | belongsTo Pier, belongsTo Member | log",
        "Pier: name |  | ",
        "Member: name |  | ",
      ],
    ],
    ["reef: name req, corals list; pin reef, mute reef", ["Reef: name corals |  | pin mute"]],
  ])("reads %j", (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });
});

suite("words", () => {
  it.each([
    ["symptoms", "array"],
    ["notes", "string"],
    ["year of issue", "integer"],
    ["last used", "datetime"],
    ["booking number", "string"],
    ["hourly rate", "number"],
    ["guests", "integer"],
  ])("guesses the type of %s", (name, type) => {
    expect(typeByName(name).type).toBe(type);
  });

  it("lengthens short forms that are words too where others stand around them", () => {
    expect(lengthened("cat nm uniq, qty int, st req")).toBe("category nm uniq, qty int, status req");
    expect(lengthened("A cat has a name.")).toBe("A cat has a name.");
    expect(abbreviations["qty"]).toBe("quantity");
  });

  it("mends doubled letters and small words", () => {
    expect(mended("teh parcel was shiped, stoped or occupyed, adn has an e-mial")).toBe(
      "the parcel was shipped, stopped or occupied, and has an e-mail",
    );
  });
});

it("says of the field before what is said behind `and`, and not behind a comma", () => {
  const bounds = (text: string): unknown => describe(text).resources[0]?.fields.map(({ min }) => min);
  expect(bounds("Match: home score and away score (min 3)")).toEqual([3, 3]);
  expect(bounds("Match: home score, away score (min 3)")).toEqual([undefined, 3]);
  // where the same words stand before
  expect(bounds("Match: far away score (min 3), home score, away score (min 3)")).toEqual([3, undefined, 3]);
});

suite("hostile text", () => {
  it.each([" ", "\n", "\u0000", " \n", "(", "- a - b\n", "a / ", "  a\n"])(
    "reads 8000 characters of %j",
    (unit) => {
      expect(describe(unit.repeat(8000)).resources).toEqual([]);
    },
  );

  it.each([
    ["", "a: "],
    ["Book has a title. ", "a: "],
    ["Book has a title. ", "a -> b -> "],
  ])("leaves what stands a thousand times in another: %j and %j", (before, unit) => {
    expect(describe(before + unit.repeat(1000)).ignored.length).toBeGreaterThan(0);
  });

  it("reads a row in brackets that never close", () => {
    expect(describe(`A kite has a mood [${"a,  ".repeat(1500)}!`).resources).toHaveLength(1);
  });
});
