import { describe as suite, expect, it } from "vitest";
import { describe } from "../index.ts";

/** `Book: title isbn! | belongsTo Author | lend` */
const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(
    ({ name, fields, relations, actions }) =>
      `${name}: ${fields.map((field) => `${field.name}${field.required ? "!" : ""}${field.unique ? "*" : ""}`).join(" ")} | ${relations.map(({ kind, target, optional }) => `${kind} ${target}${optional ? "?" : ""}`).join(", ")} | ${actions.join(" ")}`,
  );

suite("whose a list is", () => {
  it.each([
    [
      "We rent kayaks. Each kayak has a colour. For guides there is a name and a phone.",
      ["Kayak: colour |  | ", "Guide: name phone |  | "],
    ],
    ["My attic is full. For every box I must enter a label and a weight.", ["Box: label! weight! |  | "]],
    [
      "Courses have a title. For a booking of a course we need the guest's name and the age.",
      ["Course: title |  | ", "Booking: guestName age | belongsTo Course | "],
    ],
    [
      "We give every barrel a number that is never used twice, and note its wood.",
      ["Barrel: number* wood |  | "],
    ],
    [
      "We register kayaks with a hull code and the year of building.",
      ["Kayak: hullCode yearOfBuilding |  | "],
    ],
    ["A trader tells us a name and a phone. A trader can be banned.", ["Trader: name phone |  | ban"]],
    [
      "Each probe belongs to a buoy, which has a name and a depth.",
      ["Probe:  | belongsTo Buoy | ", "Buoy: name depth |  | "],
    ],
    [
      "A meter has a code. Its readings have a value and a day.",
      ["Meter: code | hasMany Reading | ", "Reading: value day |  | "],
    ],
  ])("%s", (text, expected) => expect(drawn(text)).toEqual(expected));
});

suite("records that are brought up on the way", () => {
  it.each([
    [
      "Plays and halls are linked many to many. Each play has a title and is seen in one tent, and tents have a colour.",
      "Tent: colour |  | ",
    ],
    [
      "api for a clinic: patient has a name. visits belong to a patient and have a day.",
      "Visit: day | belongsTo Patient | ",
    ],
    [
      "Roasts have a code. Tastings refer to a roast; each of them has a score.",
      "Tasting: score | belongsTo Roast | ",
    ],
    [
      "clients and addresses: client has a name, address has a street and belongs to a client",
      "Address: street | belongsTo Client | ",
    ],
    ["mach w/ serial uniq; rep_log w/ mach fk req, cost num", "RepLog: cost | belongsTo Mach | "],
    ["chat bots: bot(name uniq, model, heat num); talk -> bot, title opt", "Talk: title | belongsTo Bot | "],
    ["copies (barcode unique, shelf) of a title (name, author)", "Copy: barcode* shelf | belongsTo Title | "],
    ["A kite api, kite has a span and a colour", "Kite: span colour |  | "],
    [
      "# Cinema\n* Film\n  - title, required\n* Showing (one film)\n  - price, number",
      "Showing: price | belongsTo Film | ",
    ],
    [
      "Fair\n+ Talk: title (required), level\n+ Room: name (unique), seats\n+ a talk is held in one room",
      "Talk: title! level | belongsTo Room | ",
    ],
    [
      "One-to-many from shed to shelf. Sheds: city and street. Shelves: code, unique.",
      "Shed: city street | hasMany Shelf | ",
    ],
    ["A page can have a parent page. Pages have a title.", "Page: title | belongsTo Page? | "],
    [
      "An article can have several authors (many to many). Authors have a name.",
      "Article:  | manyToMany Author | ",
    ],
    [
      "Chats belong to a guest and to a host. Chats have a title. A guest has a name. A host has a name.",
      "Chat: title | belongsTo Guest, belongsTo Host | ",
    ],
  ])("%s", (text, expected) => expect(drawn(text)).toContain(expected));
});

suite("deeds and states", () => {
  it.each([
    [
      "A part has a name. A part can be delivered by many firms. Firm: name (required), mail",
      "Part: name | hasMany Firm | ",
    ],
    ["Call slots have a day. Call slots can be skipped.", "CallSlot: day |  | skip"],
    [
      "Wheels have a weight. Wheels are turned, washed and eventually sold.",
      "Wheel: weight |  | turn wash sell",
    ],
    ["plants: nickname, species. I want to water and repot them", "Plant: nickname species |  | water repot"],
    ["keys: label, door. hand out / take back", "Key: label door |  | handOut takeBack"],
    ["backup: name, size int. verify and restore backup", "Backup: name size |  | verify restore"],
    [
      "A tax case has a text. Clerks can take a case over or close it, and a closed one may be reopened.",
      "TaxCase: text |  | takeOver close reopen",
    ],
  ])("%s", (text, expected) => expect(drawn(text)).toContain(expected));

  it("takes the values of what was named before a comma, and the first of them from parentheses", () => {
    const [machine] = describe(
      "machine: kind, washer or dryer, power on|off default off, size S, M, L and XL, mode hot / warm / cold (cold)",
    ).resources;
    expect(machine?.fields).toEqual([
      { name: "kind", type: "enum", values: ["washer", "dryer"] },
      { name: "power", type: "enum", values: ["on", "off"], default: "off" },
      { name: "size", type: "enum", values: ["S", "M", "L", "XL"] },
      { name: "mode", type: "enum", values: ["hot", "warm", "cold"], default: "cold" },
    ]);
  });
});

suite("records beside what is said of others", () => {
  it.each([
    [
      "Courses have a title. One trainer runs many courses; we know the trainer's name and phone.",
      ["Course: title | belongsTo Trainer | ", "Trainer: name phone |  | "],
    ],
    [
      "A plot has a row. A plot may have one stone, with a text and a colour.",
      ["Plot: row | belongsTo Stone | ", "Stone: text colour |  | "],
    ],
    [
      "Farm: name. A farm has many crops, a crop having a year (required), tonnes (number) and a price.",
      ["Farm: name | hasMany Crop | ", "Crop: year! tonnes price |  | "],
    ],
    ["A mill has a speed and a load. Start it, stop it, mend it.", ["Mill: speed load |  | start stop mend"]],
    ["A find has a name and a place where it was found.", ["Find: name place |  | "]],
    ["Token: scope: required. lifetime: integer seconds, 60 to 86400.", ["Token: scope! lifetime |  | "]],
  ])("%s", (text, expected) => expect(drawn(text)).toEqual(expected));

  it("takes the value beside a key for a text", () => {
    const types = (text: string): unknown =>
      describe(text).resources[0]?.fields.find(({ name }) => name === "value")?.type;
    expect(types("setting: key req, value req")).toBe("string");
    expect(types("reading: unit, value req")).toBe("number");
  });
});

suite("what they are", () => {
  it.each([
    ["Our hut has a rack full of boots. Each one has a length and a brand.", "Boot: length brand |  | "],
    ["Crates come in through the gate. They have a code and a weight.", "Crate: code weight |  | "],
    [
      "When someone drops off laundry we open a ticket. On it there's a code and a day.",
      "Ticket: code day |  | ",
    ],
  ])("%s", (text, expected) => expect(drawn(text)).toContain(expected));
});

suite("words that name nothing", () => {
  it.each([
    ["A group has a colour, takes in no more than 15 kids and, normally, a coach", "normally"],
    ["Shows have a title, a host and a slot for every airing", "every"],
    ["A parcel has an owner and without a fence", "without"],
    ["A paper has a title and cites nothing for now", "nothing"],
  ])("%s", (text, word) => {
    const { resources, ignored } = describe(text);
    expect(
      resources.flatMap(({ fields }) => fields.map(({ name }) => name.toLowerCase())).join(" "),
    ).not.toContain(word);
    expect(ignored.join(" ")).toContain(word);
  });

  it("mends slips into what fields are called", () => {
    expect(drawn("room: prise min 0, recieved date")).toEqual(["Room: price receivedDate |  | "]);
  });
});
