import { describe as suite, expect, it } from "vitest";
import { describe } from "../index.ts";

/** `Book: title isbn | belongsTo Author | lend` */
const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(
    ({ name, fields, relations, actions }) =>
      `${name}: ${fields.map((field) => field.name).join(" ")} | ${relations.map(({ kind, target, optional }) => `${kind} ${target}${optional ? "?" : ""}`).join(", ")} | ${actions.join(" ")}`,
  );

suite("what the first reading leaves", () => {
  it.each([
    [
      "A kite has a span. Flyers have a name. Flyers leave a phone number.",
      ["Kite: span |  | ", "Flyer: name phoneNumber |  | "],
    ],
    ["A pilot may be a novice or an expert and always has a name.", ["Pilot: name type |  | "]],
    [
      "A fault has a text. The caretaker assesses a fault, a plumber repairs it.",
      ["Fault: text |  | assess repair"],
    ],
    [
      "Each scout has a name. A duty has a points value and is for one scout or for whoever wants it.",
      ["Scout: name |  | ", "Duty: pointsValue | belongsTo Scout? | "],
    ],
  ])("is read once more: %s", (text, expected) => expect(drawn(text)).toEqual(expected));

  it("stays listed where it says nothing of a record", () =>
    expect(
      describe("A kite has a span. Wind is what we wish for, whatever comes.").ignored.length,
    ).toBeGreaterThan(0));
});

suite("whose a list is", () => {
  it.each([
    [
      "Rivers have a name and a length in km; bridges a name and a year; ferries a fare.",
      ["River: name length |  | ", "Bridge: name year |  | ", "Ferry: fare |  | "],
    ],
    [
      "A hall has a name. Bookings for a hall store a team name, a start time and the number of players.",
      ["Hall: name |  | ", "Booking: teamName startTime players | belongsTo Hall | "],
    ],
    [
      "Books consist of parts and parts of pages. A book has a title. A part has a title. A page has a number.",
      ["Book: title | hasMany Part | ", "Part: title | hasMany Page | ", "Page: number |  | "],
    ],
    [
      "In each entry stand the date and the weather. Entries can be locked.",
      ["Entry: date weather |  | lock"],
    ],
    [
      "On every dive we count the fish and judge the visibility from 1 to 5.",
      ["Dive: fish visibility |  | "],
    ],
    ["shelf(code! uniq), box(shelf!, weight num)", ["Shelf: code |  | ", "Box: weight | belongsTo Shelf | "]],
    [
      "zoo: keeper 1-n animal, animal n-m toy. keeper: name. animal: name. toy: label",
      ["Keeper: name | hasMany Animal | ", "Animal: name | manyToMany Toy | ", "Toy: label |  | "],
    ],
  ])("is told by %s", (text, expected) => expect(drawn(text)).toEqual(expected));
});

suite("what a sentence above a list is about", () => {
  it.each([
    ["I need to jot down every coffee I drink: place, price", ["Coffee: place price |  | "]],
    ["My film club wants to rate movies: title, year", ["Movie: title year |  | "]],
    ["For a museum shop I need articles: a label, a net price", ["Article: label netPrice |  | "]],
    ["something to note down wines I tasted: name, price", ["Wine: name price |  | "]],
  ])("%s", (text, expected) => expect(drawn(text)).toEqual(expected));
});

suite("what is said of a field in other words", () => {
  const fieldOf = (said: string) =>
    describe(`A kite has a label and a code ${said}.`).resources[0]?.fields[1];
  it.each([
    ["that nobody else's has", { unique: true }],
    ["(no kite shares it)", { unique: true }],
    ["if the owner wants one", { required: false }],
  ])("a code %s", (said, expected) => expect(fieldOf(said)).toMatchObject({ name: "code", ...expected }));

  it("what holds where nobody says otherwise", () =>
    expect(
      describe(
        "A stay has a name, costs 25 unless we agree on more, and a fee of 60 if nothing else was agreed.",
      ).resources[0]?.fields.map((field) => field.default),
    ).toEqual([undefined, 25, 60]));

  it("values of several words", () =>
    expect(
      describe("A toy has a name and a state: complete, missing parts or broken.").resources[0]?.fields[1]
        ?.values,
    ).toEqual(["complete", "missing parts", "broken"]));
});

suite("which records there are", () => {
  it.each([
    [
      "Let users save bookmarks (url, title) into folders (name, colour).",
      ["Bookmark: url title |  | ", "Folder: name colour |  | "],
    ],
    [
      "Ticket(title, priority), Comment(text, author)",
      ["Ticket: title priority |  | ", "Comment: text author |  | "],
    ],
    ["Each of our buses has a plate and a number of seats.", ["Bus: plate seats |  | "]],
    [
      'A "Campaign" has a name. An "Ad" has a headline and belongs to a campaign.',
      ["Campaign: name |  | ", "Ad: headline | belongsTo Campaign | "],
    ],
    [
      "A contract has a number and is sold by an agent who has a name and a region.",
      ["Contract: number | belongsTo Agent | ", "Agent: name region |  | "],
    ],
    ["There should be users having a nickname and a password.", ["User: nickname password |  | "]],
    [
      "All we store about a sensor is its serial number and the last value.",
      ["Sensor: serialNumber lastValue |  | "],
    ],
    ["A clinic needs to know about its devices: serial number, type", ["Device: serialNumber type |  | "]],
  ])("%s", (text, expected) => expect(drawn(text)).toEqual(expected));
});
