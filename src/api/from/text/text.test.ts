import { assert, property, string } from "fast-check";
import { describe as suite, expect, it } from "vitest";
import { UserError } from "../../../lib/index.ts";
import { definitionFromYaml, definitionToYaml, fromText } from "../../index.ts";
import { describe } from "./index.ts";
import { mended } from "./words/spelling.ts";
import { verbOf } from "./words/words.ts";

/** `Book: title! isbn~ pages | belongsTo Author | lend`, `!` required, `~` unique. */
const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(({ name, fields, relations, actions }) =>
    [
      `${name}: ${fields.map((field) => `${field.name}${field.required ? "!" : ""}${field.unique ? "~" : ""}`).join(" ")}`,
      relations.map(({ kind, target, optional }) => `${kind} ${target}${optional ? "?" : ""}`).join(" "),
      actions.join(" "),
    ].join(" | "),
  );

const fieldOf = (text: string) => describe(`A thing has ${text} and a name.`).resources[0]?.fields[0];

suite("describe", () => {
  it.each([
    [
      "A garden has a name (required) and a size in square meters. A plant belongs to a garden, has a species and can be watered and harvested.",
      ["Garden: name! size |  | ", "Plant: species | belongsTo Garden | water harvest"],
    ],
    [
      "boat: hull req uniq, length float >= 0, crew int default 2; actions launch, dock",
      ["Boat: hull!~ length crew |  | launch dock"],
    ],
    [
      "Kennel service\n* Kennel: name (required), capacity int\n* Dog: name, belongs to a kennel\n* dogs and owners are many to many",
      ["Kennel: name! capacity |  | ", "Dog: name | belongsTo Kennel manyToMany Owner | "],
    ],
    [
      "shelf 1-n jar. shelf: label unique. jar: content, opened bool",
      ["Shelf: label~ | hasMany Jar | ", "Jar: content opened |  | "],
    ],
    [
      "an api for lamps with name (requierd), wattage and a unique serial number",
      ["Lamp: name! wattage serialNumber~ |  | "],
    ],
    [
      "The observatory lets guests reserve telescopes. A telescope is known by its name, which nobody else may use, and has an aperture in millimetres. Each reservation concerns one telescope, starts at some time, and notes the name of the guest. It is tentative to begin with and becomes confirmed or declined.",
      ["Telescope: name~ aperture |  | ", "Reservation: startsAt guestName status | belongsTo Telescope | "],
    ],
    [
      "A choir has many singers, and a singer may be in several choirs. We keep the name of each choir and where it rehearses. Singers have a name and a voice: soprano, alto, tenor or bass.",
      ["Choir: name location | manyToMany Singer | ", "Singer: name voice |  | "],
    ],
    [
      "For the ferry I need berths. A berth sits in a harbour, or in none, and was built in a year. Harbours have a name. Captains reserve or release berths.",
      ["Berth: buildYear | belongsTo Harbour? | reserve release", "Harbour: name |  | "],
    ],
    [
      'shiping adresses: stret (requierd), citi, contry default "US"',
      ["ShippingAddress: street! city country |  | "],
    ],
    [
      "Kennels have a name, but each dog belongs to one kennel and needs a chip number.",
      ["Kennel: name |  | ", "Dog: chipNumber! | belongsTo Kennel | "],
    ],
    [
      "Hut rental\n\nHut\n* name – text, must be unique\n* beds – integer, at least 2\n\nStay\n* guest name (optional)\n* belongs to a hut",
      ["Hut: name~ beds |  | ", "Stay: guestName | belongsTo Hut | "],
    ],
    [
      "archive - boxes: label, shelf int; papers: title!; paper -> box",
      ["Box: label shelf |  | ", "Paper: title! | belongsTo Box | "],
    ],
    [
      "Endpoints for kites please. Fields: name (string), line_length (decimal), flown_on: date.",
      ["Kite: name lineLength flownOn |  | "],
    ],
    [
      "crew: pilots (name, code uniq), hops (pilot fk, at datetime req) - hop belongs to pilot; hops can be logged",
      ["Pilot: name code~ |  | ", "Hop: at! | belongsTo Pilot | log"],
    ],
    [
      "A kiln needs a serial number, holds at most 40 pots and was bought in some year. Pots are fired in one kiln; a pot tells how heavy it is, whether it cracked and when it was glazed. You can fire, cool down and empty a kiln.",
      [
        "Kiln: serialNumber! capacity buyYear |  | fire coolDown empty",
        "Pot: weight cracked glazedAt | belongsTo Kiln | ",
      ],
    ],
    [
      "Apprentices send in a sketch with a title and a scale. It starts out as rough; later it is inked or dropped.",
      ["Sketch: title scale status |  | "],
    ],
    [
      "A ferry has a name, and a crossing runs from one port to another, lasts 20 to 90 minutes and is sailed by one captain on one ferry.",
      ["Ferry: name |  | ", "Crossing: origin destination duration | belongsTo Captain belongsTo Ferry | "],
    ],
    [
      "Depot plan\n\n- Bay\n  - number (unique)\n  - length in metres\n- Tram\n  - line (required)\n  - belongs to a bay",
      ["Bay: number~ length |  | ", "Tram: line! | belongsTo Bay | "],
    ],
  ])("draws resources from %j", (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });

  it.each([
    [
      "a colour which is red, green or blue",
      { name: "colour", type: "enum", values: ["red", "green", "blue"] },
    ],
    [
      "a state (open, shut; default open)",
      { name: "state", type: "enum", values: ["open", "shut"], default: "open" },
    ],
    ["a weight between 1 and 20", { name: "weight", type: "number", min: 1, max: 20 }],
    ["a code of exactly 8 characters", { name: "code", type: "string", minLength: 8, maxLength: 8 }],
    ["an active flag that defaults to true", { name: "active", type: "boolean", default: true }],
    ["a website URL", { name: "websiteUrl", type: "string", format: "uri" }],
    ["a list of colours", { name: "colours", type: "array" }],
    ["an optional e-mail", { name: "eMail", type: "string", format: "email", required: false }],
    ["a birth date", { name: "birthDate", type: "date" }],
    ["a quantity of at least 3", { name: "quantity", type: "integer", min: 3 }],
  ])("reads %s", (text, expected) => {
    expect(fieldOf(text)).toEqual(expected);
  });

  it("finds the verb of a participle", () => {
    const words =
      "cancelled paid archived shipped retried unlocked approved submitted closed withdrawn refunded delivered paused";
    expect(words.split(" ").map(verbOf).join(" ")).toBe(
      "cancel pay archive ship retry unlock approve submit close withdraw refund deliver pause",
    );
  });

  it("mends its own words and leaves names alone", () => {
    expect(mended("a tilte that is requierd, defualt draft, grommets unique")).toBe(
      "a title that is required, default draft, grommets unique",
    );
  });
});

suite("fromText", () => {
  it("gives a definition that can be written down and read again", () => {
    const { api, assumed } = fromText(
      "A room has a number (unique, required), seats (at least 1) and a status free or taken, free by default. A room can be taken and cleaned.",
    );
    expect(definitionFromYaml(definitionToYaml(api), "again").resources).toEqual(api.resources);
    expect(api.resources[0]?.actions).toEqual([
      { name: "take", summary: "Take a room", set: { status: { value: "taken" } } },
      { name: "clean", summary: "Clean a room" },
    ]);
    expect(assumed.join(" ")).toContain("yours to write: clean of Room");
  });

  it("gives what a reserved word names another name, and times that nobody sets the moment of the making", () => {
    const { api, assumed } = fromText(
      "A class has a title and a created-at timestamp set automatically. A booking has a seat count, a checkedInAt set by the system, and belongs to a class. A booking can be checked in.",
    );
    const [first, second] = api.resources;
    expect(first?.name).toBe("ClassEntry");
    expect(second?.relations[0]?.resource).toBe("ClassEntry");
    expect(assumed.join(" ")).toContain("Class is a reserved word");
    const { api: tickets } = fromText("A ticket has a plate and an issuedAt datetime set automatically.");
    expect(tickets.resources[0]?.fields.find(({ name }) => name === "issuedAt")?.auto).toBe("now");
  });

  it("takes the signs of its own marks as any text", () => {
    expect(() => describe("⟦Ex⟧ and ⟦E1 reserve ⟦E9⟧ dogs. A dog has a name.")).not.toThrow();
  });

  it("reads a description of one page, and says so of a longer one", () => {
    expect(() => fromText("a book has a title. ".repeat(500))).toThrow(/characters; 8000 are read/);
  });

  it("says that it understood nothing", () => {
    expect(() => fromText("what is this")).toThrow(UserError);
  });

  it("never fails but by a UserError", () => {
    assert(
      property(string({ maxLength: 200, unit: "grapheme" }), (text) => {
        try {
          fromText(`A thing has ${text}`);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});
