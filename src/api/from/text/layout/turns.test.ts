import { describe as suite, expect, it } from "vitest";
import { describe } from "../index.ts";

/** `Book: title isbn | belongsTo Author | lend` */
const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(
    ({ name, fields, relations, actions }) =>
      `${name}: ${fields.map((field) => field.name).join(" ")} | ${relations.map(({ kind, target, optional }) => `${kind} ${target}${optional ? "?" : ""}`).join(", ")} | ${actions.join(" ")}`,
  );

suite("sentences about two records", () => {
  it.each([
    [
      "A band has a name. Later a band gives concerts, each with a date and a stage.",
      ["Band: name | hasMany Concert | ", "Concert: date stage |  | "],
    ],
    [
      "A sailor has a name and exactly one passport with a number and a photo url.",
      ["Sailor: name | hasOne Passport | ", "Passport: number photoUrl |  | "],
    ],
    [
      "Each guest sits at one table with a label and a shape. A guest has a name.",
      ["Guest: name | belongsTo Table | ", "Table: label shape |  | "],
    ],
    [
      "A hive has a code; one keeper tends it. A keeper has a name.",
      ["Hive: code | belongsTo Keeper | ", "Keeper: name |  | "],
    ],
    [
      "A bike has a colour. A mechanic, known by name and phone, works on it.",
      ["Bike: colour | belongsTo Mechanic | ", "Mechanic: name phone |  | "],
    ],
    [
      "Kites have a span. Players sign up for as many kites as they like; we keep their name and a rating.",
      ["Kite: span |  | ", "Player: name rating | manyToMany Kite | "],
    ],
    ["A task has a title. A task can depend on another task.", ["Task: title | belongsTo Task? | "]],
    [
      "A list has a name and a song can appear on many lists. A song has a title.",
      ["List: name |  | ", "Song: title | manyToMany List | "],
    ],
    [
      "Each course is taught by one coach and attended by many pupils. Courses have a title. Coaches have a name. Pupils have a name.",
      ["Course: title | belongsTo Coach, manyToMany Pupil | ", "Coach: name |  | ", "Pupil: name |  | "],
    ],
  ])("draws %s", (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });
});

suite("what can be done", () => {
  it.each([
    ["A kite has a span. It must be possible to launch and land kites.", "Kite: span |  | launch land"],
    [
      "Kites have a span. The crew can shortlist a kite, mend it or scrap it.",
      "Kite: span |  | shortlist mend scrap",
    ],
    [
      "Kites have a span and can be confirmed, invoiced and cancelled.",
      "Kite: span |  | confirm invoice cancel",
    ],
    ["A kite has a span. Pilots can thaw a kite, mend it or scrap it.", "Kite: span |  | thaw mend scrap"],
    [
      "I'm making a tool for tracking my kites: span, colour. I can fly and repot them.",
      "Kite: span colour |  | fly repot",
    ],
  ])("%s", (text, expected) => {
    expect(drawn(text)).toEqual([expected]);
  });
});

suite("what a description is about", () => {
  it.each([
    ["Wanted: an API for kites. A kite has a span.", "Kite: span |  | "],
    ["What we store about a kite: span, colour (unique).", "Kite: span colour |  | "],
    ["# Kite API\n\n## Fields\n\n- span: required\n- colour: red, blue", "Kite: span colour |  | "],
    [
      "Loan application\namount: number, required\nterm: integer, 6 to 84\npurpose: car, home or other",
      "LoanApplication: amount term purpose |  | ",
    ],
    ["I want an endpoint set for kites. They have a span and a colour.", "Kite: span colour |  | "],
    [
      "When a blood donor comes in we register the donor number and a weight.",
      "BloodDonor: donorNumber weight |  | ",
    ],
    ["Kites. Span and colour are both required; then a rating.", "Kite: span colour rating |  | "],
    [
      "A kite has the name of whoever made it, a git ref and one to five stars.",
      "Kite: name gitRef stars |  | ",
    ],
    [
      "Kites are numbered, no number is used twice, and are new or torn. A kite has a loft it is kept at.",
      "Kite: number status loft |  | ",
    ],
    ["Kite club: pilots fly kites. A kite has a span, which they don't have to give.", "Kite: span |  | "],
    [
      "Kites can be triaged, mended or taken out of service. A kite has a span.",
      "Kite: span |  | triage mend takeOut",
    ],
    ["A pet has a name. A pet is a dog, a cat or a rabbit.", "Pet: name type |  | "],
  ])("%s", (text, expected) => {
    expect(drawn(text)).toEqual([expected]);
  });

  it("reads a list of records whose last has one field", () => {
    expect(
      drawn("Albums\n1. Album - title (required), year\n2. Photo - caption, size\n3. Person - name"),
    ).toEqual(["Album: title year |  | ", "Photo: caption size |  | ", "Person: name |  | "]);
  });
});

suite("titles, names that end in a word of place, and what both are", () => {
  it.each([
    ["A blog has posts with a title and a body.", ["Post: title body | belongsTo Blog | "]],
    ["a gym has members with name and email", ["Member: name email | belongsTo Gym | "]],
    [
      "A shop has products with a price and a name, and customers with an email.",
      ["Product: price name | belongsTo Shop | ", "Customer: email | belongsTo Shop | "],
    ],
    ["A box has a lid with a hinge.", ["Box: lid |  | "]],
  ])("%s", (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });

  it.each([
    [
      "Define job offers as follows: the title is mandatory and has 5 to 90 characters, the pay is a number.",
      "JobOffer: title pay |  | ",
    ],
    [
      "Travel cards. Code: unique. Valid from and valid until: dates, both required. Active: true by default.",
      "TravelCard: code validFrom validUntil active |  | ",
    ],
    ["Badge catalogue\nholder: required string\ncolour: string", "Badge: holder colour |  | "],
    [
      "A hook has a target url, a list of events it listens to and an active flag.",
      "Hook: targetUrl events active |  | ",
    ],
    ["pass: domain uniq, validFrom date, validTo date req", "Pass: domain validFrom validTo |  | "],
  ])("%s", (text, expected) => {
    expect(drawn(text)).toEqual([expected]);
  });

  it("tells what a name and a bound say of a type", () => {
    const [floor] = describe(
      "A level has a floor number between -5 and 20, an alt max 125 and a year built.",
    ).resources;
    expect(floor?.fields).toMatchObject([
      { name: "floorNumber", type: "integer", min: -5, max: 20 },
      { name: "alt", type: "string", maxLength: 125 },
      { name: "yearBuilt", type: "integer" },
    ]);
  });
});
