import { describe, expect, it } from "vitest";
import { itemsOf } from "./items.ts";
import { readText } from "./read.ts";
import { ruleKind } from "./rules.ts";

const fieldsOf = (list: string) => itemsOf(list).map(({ field }) => field);

/** Resources on one line each: fields, relations, actions. */
const fieldsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readText(text).resources.map(({ name, fields, relations, actions }) => [
      name,
      [
        fields.map((field) => field.name).join(" "),
        relations.map(({ kind, target }) => `${kind} ${target}`).join(", "),
        actions.join(" "),
      ].join(" | "),
    ]),
  );

it("joins whoever borrows what was named before to it", () => {
  const read = readText("A library with maps (title, year) and visitors who borrow them").resources;
  expect(
    read.flatMap(({ name, relations }) => relations.map(({ kind, target }) => [name, kind, target])),
  ).toEqual([["Visitor", "manyToMany", "Map"]]);
});

it("gives a list after the plural of a thing to that thing, not to who works on it", () => {
  expect(fieldsIn("Clerks work on claims with a status and a deadline. A clerk has a name.")).toEqual({
    Claim: "status deadline |  | ",
    Clerk: "name | belongsTo Claim | ",
  });
});

it.each(["Out of scope: invoices, refunds and tips.", "No accounts. No payments or refunds."])(
  "makes nothing of what isn't wanted: %s",
  (text) => expect(Object.keys(fieldsIn(`Track books: title, pages. ${text}`))).toEqual(["Book"]),
);

it("gives a thing what it breaks down into", () => {
  expect(fieldsIn("A match breaks down into games. A game has a score. A match has a date.")).toEqual({
    Game: "score |  | ",
    Match: "date | hasMany Game | ",
  });
});

describe("the items of a list", () => {
  it("are one day each, however many of their things there are", () => {
    expect(fieldsOf("due dates, seats")).toMatchObject([{ name: "dueDate" }, { name: "seats" }]);
  });

  it("keep their values and remarks with them", () => {
    expect(
      fieldsOf("a plate (unique), a fuel, which is diesel or petrol, and a status: idle, hired or lost"),
    ).toMatchObject([
      { name: "plate", unique: true },
      { name: "fuel", values: ["diesel", "petrol"] },
      { name: "status", values: ["idle", "hired", "lost"] },
    ]);
  });

  it("say how many or of which kind without being a thing", () => {
    expect(fieldsOf("bottled on, number of vans, state open/closed, default open")).toMatchObject([
      { name: "bottledOn" },
      { name: "numberOfVans", type: "integer" },
      { name: "state", values: ["open", "closed"], default: "open" },
    ]);
  });

  it("are never named after an auxiliary", () => {
    expect(fieldsOf("what was done, what has happened, what currency")).toMatchObject([
      { name: "done" },
      { name: "happened" },
      { name: "currency" },
    ]);
  });

  it("are named after what a clause tells", () => {
    expect(fieldsOf("whether towing is allowed, how many wheels it has, when it was built")).toMatchObject([
      { name: "towingAllowed", type: "boolean" },
      { name: "numberOfWheels", type: "integer" },
      { name: "builtAt", type: "datetime" },
    ]);
  });
});

describe("prose", () => {
  it.each(["constructor", "valueOf", "__proto__"])("knows no record of %s", (word) => {
    const text = `Drivers have a name. Users can ${word} vans. Vans have a plate and can be ${word}ed.`;
    expect(fieldsIn(text)).toMatchObject({
      Driver: "name |  | ",
      Van: expect.stringContaining("plate") as string,
    });
  });

  it("is read without articles, and where only commas part its sentences", () => {
    expect(fieldsIn("Customer have name. Customer bring order with weight and a price.")).toMatchObject({
      Order: "weight price | belongsTo Customer | ",
    });
    expect(fieldsIn("oh and vans have trips, a trip has a start and an end")).toMatchObject({
      Van: " | hasMany Trip | ",
      Trip: "start end |  | ",
    });
  });

  it("knows who has what behind a list", () => {
    expect(
      fieldsIn("A trip has stops: place, minutes, and it has guests: name, phone. Trips have a day."),
    ).toMatchObject({
      Trip: "day | hasMany Stop, hasMany Guest | ",
      Guest: "name phone |  | ",
    });
  });

  it("keeps what a sentence states beside its rule", () => {
    expect(
      fieldsIn(
        "A driver has a name. Trips are driven by a driver, cost some amount, and can't overlap for a driver.",
      ),
    ).toMatchObject({ Trip: expect.stringContaining("belongsTo Driver") as string });
  });

  it("knows what the thing was given that it speaks of again", () => {
    expect(
      readText(
        "Drivers have a name and an email. Each van is driven by a driver; the email has to be unique. A van has a plate.",
      ).resources.find(({ name }) => name === "Driver")?.fields,
    ).toMatchObject([{ name: "name" }, { name: "email", unique: true }]);
  });

  it("relates those who follow each other, and a record of what somebody does to both", () => {
    expect(
      fieldsIn(
        "Drivers have a name. Drivers follow each other. Waves: a driver waves a van once. A van has a plate.",
      ),
    ).toMatchObject({
      Driver: "name | manyToMany Driver | ",
      Wave: " | belongsTo Driver, belongsTo Van | ",
    });
  });

  it("is read by who has what, in any order", () => {
    expect(
      fieldsIn(
        "We rent out vans. A rental is of one van by one driver and has a start date and an end date. For each van we note the plate and the mileage, for a driver the name and a phone number.",
      ),
    ).toEqual({
      Van: "plate mileage |  | ",
      Driver: "name phoneNumber |  | ",
      Rental: "startDate endDate | belongsTo Van, belongsTo Driver | ",
    });
  });

  it("takes a word for software as a thing where there are several of it", () => {
    expect(fieldsIn("Members borrow tools. Each tool has a name and a fee. Our system has roles.")).toEqual({
      Tool: "name fee |  | ",
      Member: " | manyToMany Tool | ",
    });
  });

  it("reads more than one as many, and only what is denied as a rule", () => {
    const records = "A customer has a name. An address has a street and a city.";
    expect(ruleKind("Customers can have more than one address")).toBeUndefined();
    expect(ruleKind("A member cannot have more than eight open loans")).toBe("rule");
    expect(fieldsIn(`${records} Customers can have more than one address.`)).toEqual({
      Customer: "name | hasMany Address | ",
      Address: "street city |  | ",
    });
  });

  it("gives actions, and merges many on both sides", () => {
    expect(
      fieldsIn(
        "Guides have a name and an email. Each guide leads several tours, each tour is led by several guides. Tours have a title and a price and can be cancelled, postponed and archived.",
      ),
    ).toEqual({
      Guide: "name email | manyToMany Tour | ",
      Tour: "title price |  | cancel postpone archive",
    });
  });

  it.each([
    ["Washes are done on one van: day, price.", { Wash: "day price | belongsTo Van | " }],
    ["At a check we write down the date, the mileage and a remark.", { Check: "date mileage remark |  | " }],
    [
      "A trip is for one van and says the direction - in, out or round -, and a day.",
      { Trip: "direction day | belongsTo Van | " },
    ],
    ["A depot carries a number burnt into its door and a city.", { Depot: "number city |  | " }],
    ["A van can be sent to the depot and then scrapped.", { Van: "plate |  | send scrap" }],
    ["Vans answer at `POST /vans/:id/wash`.", { Van: "plate |  | wash" }],
    ["Tour n:1 Van. Tour: day, price", { Tour: "day price | belongsTo Van | " }],
    ["Actions on it: wash, sell.", { Van: "plate |  | wash sell" }],
    ["Line items: day, price.", { LineItem: "day price | belongsTo Van | " }],
  ])("reads “%s” behind a van", (text, expected) => {
    expect(fieldsIn(`A van has a plate. ${text}`)).toMatchObject(expected);
  });

  it.each(["Type: Story   Prio: High", "Reporter: J. Brandt", "License: MIT", "Bonus: live updates"])(
    "draws nothing from “%s”",
    (line) =>
      expect(Object.keys(fieldsIn(`${line}\n\nVan: plate, mileage\nDriver: name`))).toEqual([
        "Van",
        "Driver",
      ]),
  );

  it.each([
    [
      "Gym: halls (code, kind: indoor/outdoor, seats), courses (title, price) and slots (opens on, valid until, courses, hall).",
      {
        Hall: "code kind seats |  | ",
        Slot: "opensOn validUntil | hasMany Course, belongsTo Hall | ",
      },
    ],
    [
      "A trial has a code and a crop. Inspectors are assigned to trials.",
      { Trial: "code crop |  | ", Inspector: " | manyToMany Trial | " },
    ],
    [
      "Organisers create fairs. A fair has a title and a day. Editors write reports.",
      { Organiser: " |  | ", Fair: "title day | belongsTo Organiser | " },
    ],
    ["A ride has a price and a date. Users can like rides.", { Ride: "price date |  | like" }],
  ])("decides each noun by all that the text says: “%s”", (text, expected) =>
    expect(fieldsIn(text)).toMatchObject(expected),
  );

  it("takes no fact from a rule", () => {
    expect(
      fieldsIn("A boat has a name and a length. A boat must not be at two piers at the same time."),
    ).toEqual({
      Boat: "name length |  | ",
    });
  });
});

it("gives a default the type of its field", () => {
  const [shop] = readText("Shop: open bool default n, light on/off default off, name").resources;
  expect(shop?.fields).toMatchObject([
    { name: "open", type: "boolean", default: false },
    { name: "light", type: "enum", default: "off" },
    { name: "name" },
  ]);
});

it.each(["The plate of a van must be unique", "No two vans have the same plate", "Its plate must be unique"])(
  "changes the field that a sentence is about: %s",
  (rule) => {
    const text = "A van has a plate and a mileage";
    for (const sentences of rule.startsWith("Its")
      ? [[text, rule]]
      : [
          [text, rule],
          [rule, text],
        ]) {
      const [van, ...more] = readText(`${sentences.join(". ")}.`).resources;
      expect(more).toEqual([]);
      expect(van?.fields.map(({ name, unique = false }) => [name, unique])).toEqual([
        ["plate", true],
        ["mileage", false],
      ]);
    }
  },
);

it("finds a field behind the name of its thing", () => {
  const [invoice] = readText(
    "Each invoice number is unique. Invoices have a number and an amount.",
  ).resources;
  expect(invoice?.fields.map(({ name, unique = false }) => [name, unique])).toEqual([
    ["number", true],
    ["amount", false],
  ]);
});

it("relates things of which only the names are said as such things usually relate, and says so", () => {
  const text = "I need a blog with articles, comments, posts and tags. An article has a title.";
  expect(fieldsIn(text)).toEqual({
    Article: "title | manyToMany Tag | ",
    Comment: " | belongsTo Post | ",
    Post: " | manyToMany Tag | ",
    Tag: " |  | ",
  });
  expect(readText(text).assumed.join(" ")).toMatch(/Comment relates to Post.*Tag relates to Article/);
  expect(readText("A post has tags and a comment belongs to a tag.").assumed).toEqual([]);
});

it("relates what consists of things to many of them", () => {
  const text = "Guests place orders of dishes; each order has a total.";
  expect(fieldsIn(text)).toMatchObject({ Order: expect.stringContaining("manyToMany Dish") });
});

it("reads a thing with a plain name, if the text names no other", () => {
  expect(fieldsIn("A case has a title.")).toEqual({ Case: "title |  | " });
});

it("ends a list where another sentence begins, also without a full stop", () => {
  for (const gap of [" ", "\n"])
    expect(fieldsIn(`- book: price, due date${gap}There should be a flag for loans.`)).toMatchObject({
      Book: expect.stringMatching(/^price dueDate\b/),
    });
});

it("cuts a very long sentence between words", () => {
  expect(Object.keys(fieldsIn(`${"books, ".repeat(300)}zeppelins`))).toEqual(["Book"]);
});
