import { describe as suite, expect, it } from "vitest";
import { clauseOf } from "../words/clause.ts";
import { describe } from "../index.ts";
import { isStory, tellingOf } from "./story.ts";

/** `Book: title isbn | belongsTo Author | lend` */
const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(
    ({ name, fields, relations, actions }) =>
      `${name}: ${fields.map((field) => field.name).join(" ")} | ${relations.map(({ kind, target, optional }) => `${kind} ${target}${optional ? "?" : ""}`).join(", ")} | ${actions.join(" ")}`,
  );

suite("stories", () => {
  it.each([
    ["Sailors mend sails for skippers and paint hulls", true],
    ["We mend sails", true],
    ["A loft keeps sails in racks", true],
    ["A repair ties a sail to a rack", false],
    ["Sailors have a name", false],
    ["Sailors may mend sails", false],
    ["Sailors speak several languages", false],
  ])("%j tells only who does what: %j", (text, expected) => {
    expect(isStory(text)).toBe(expected);
  });

  it("parts a clause into its nouns", () => {
    const clause = clauseOf("Sailors hand in torn sails at the loft every week");
    expect(clause && tellingOf(clause)).toEqual({
      subject: { text: "Sailors", many: true },
      verb: "hand",
      object: { text: "torn sails", many: true },
      others: [{ by: "at", noun: { text: "loft", many: false } }],
    });
  });

  it.each([
    [
      "Skippers hand sails to menders. A sail has an area. A mender has a name.",
      ["Sail: area | belongsTo Mender | ", "Mender: name |  | "],
    ],
    [
      "Crews race on courses: a heat has a start time. A crew has a name. A course has a length.",
      ["Heat: startTime | belongsTo Crew, belongsTo Course | ", "Crew: name |  | ", "Course: length |  | "],
    ],
    [
      "Crews race in tournaments. A crew has a name. A tournament has a venue.",
      ["Crew: name | manyToMany Tournament | ", "Tournament: venue |  | "],
    ],
    [
      "A loft keeps sails on racks. Every rack has a code. A sail has an area.",
      ["Rack: code |  | ", "Sail: area | belongsTo Rack | "],
    ],
    [
      "Skippers inspect sails; an inspection records the date. A sail has an area. Menders fold sails.",
      ["Inspection: date | belongsTo Sail | ", "Sail: area |  | "],
    ],
    [
      "Docks hold boats, skippers rent boats. A dock has a name. A boat has a length.",
      ["Dock: name | hasMany Boat | ", "Boat: length |  | "],
    ],
    [
      "Gaugers take soundings from wells several times a day: depth, pressure and the time it was taken. A well has a name.",
      ["Sounding: depth pressure takenAt | belongsTo Well | ", "Well: name |  | "],
    ],
  ])("draws relations from %j", (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });
});

suite("ways of telling", () => {
  it.each([
    ["Sails have an area. Sails get washed, dried and folded.", ["Sail: area |  | wash dry fold"]],
    [
      "I sew sails in my shed. For every sail I'd like to remember the area and the cloth.",
      ["Sail: area cloth |  | "],
    ],
    ["There are berths, each with a number and a depth.", ["Berth: number depth |  | "]],
    [
      "A sail has a maximum area and a cloth. Area and cloth are required.",
      ["Sail: maximumArea cloth |  | "],
    ],
    ["A log has a text. Logs start as open, then get checked and finally filed.", ["Log: text status |  | "]],
    ["A voyage starts on a day and is due on another.", ["Voyage: startsOn dueOn |  | "]],
    [
      "When a letter arrives, the purser writes down the sender and the weight. Letters get picked up or sent back.",
      ["Letter: sender weight |  | pickUp sendBack"],
    ],
    [
      "A berth has a number. Whoever moors there is recorded as a stay with their name and a date.",
      ["Berth: number |  | ", "Stay: name date | belongsTo Berth | "],
    ],
    [
      "Domain: signal flags. Name is required, colour is optional. Flags can be hoisted or struck.",
      ["SignalFlag: name colour |  | hoist strike"],
    ],
    ["Manage spare masts: length, wood oak, pine or ash", ["SpareMast: length wood |  | "]],
    [
      "Track crew requests (skipper, sent on, state: new, accepted, refused; remark)",
      ["CrewRequest: skipper sentOn state remark |  | "],
    ],
    [
      "mast {height decimal, yard ref Yard} actions: raise, lower",
      ["Mast: height | belongsTo Yard | raise lower"],
    ],
    [
      "crews & boats (crew: name, motto; boat: length; crew belongs to boat)",
      ["Crew: name motto | belongsTo Boat | ", "Boat: length |  | "],
    ],
  ])("reads %j", (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });

  it("takes what is said of several fields, and of when it ends", () => {
    const [sail] = describe("A sail has a maximum area and a cloth. Area and cloth are required.").resources;
    expect(sail?.fields.map(({ required }) => required)).toEqual([true, true]);
    const [dive] = describe("Dives last 30 minutes by default and take up to 6 people.").resources;
    expect(dive?.fields).toEqual([
      { name: "duration", type: "integer", default: 30 },
      { name: "capacity", type: "integer", max: 6 },
    ]);
  });

  it("lists what it told of nothing that is kept", () => {
    const { ignored } = describe(
      "Gulls steal sandwiches. Crews sail boats. A crew has a name. A boat has a length.",
    );
    expect(ignored).toEqual(["Gulls steal sandwiches"]);
  });

  it("says so where who does something is nowhere described", () => {
    const { resources, ignored } = describe(
      "A library where members borrow books; a book has a title and a unique isbn.",
    );
    expect(resources.map(({ name }) => name)).toEqual(["Book"]);
    expect(ignored).toEqual(["members borrow books"]);
  });

  it("reads what belongs to two others", () => {
    const relationsOf = (text: string): readonly string[] | undefined =>
      describe(text)
        .resources.find(({ name }) => name === "Appointment")
        ?.relations.map(({ kind, target }) => `${kind} ${target}`);
    expect(
      relationsOf(
        "A patient has a name. A doctor has a name. An appointment belongs to a patient and a doctor.",
      ),
    ).toEqual(["belongsTo Patient", "belongsTo Doctor"]);
  });

  it("leaves words of two frequent words as they are", () => {
    const [callout] = describe("A callout gets a timesheet and a codeword.").resources;
    expect(callout?.name).toBe("Callout");
  });
});
