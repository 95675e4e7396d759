import { describe, expect, it } from "vitest";
import { readText } from "./read.ts";

/** `Name: fields | relations | actions`, one line per resource, without empty parts. */
const reading = (text: string): string =>
  readText(text)
    .resources.map(({ name, fields, relations, actions }) =>
      [
        `${name}:`,
        ...fields.map((field) => field.name + (field.values ? `(${field.values.join("/")})` : "")),
        ...relations.map(
          ({ kind, target, optional, name, inverse }) =>
            `${kind}-${target}${optional ? "?" : ""}${name ? `(${name}/${inverse})` : ""}`,
        ),
        ...actions.map((action) => `${action}()`),
      ].join(" "),
    )
    .join("; ");

describe("a sentence", () => {
  it.each([
    ["of actions", "Invoice: number. actions on it: approve, reject", "Invoice: number approve() reject()"],
    [
      "of the value that comes first",
      "A gate has a mood: calm, angry or asleep, calm at first.",
      "Gate: mood(calm/angry/asleep)",
    ],
    ["with a remark", "Gates have a name, plus a colour.", "Gate: name colour"],
    [
      "of what something is made of",
      "A course is made up of lessons. A course has a title, a lesson has a topic.",
      "Course: title hasMany-Lesson; Lesson: topic",
    ],
    [
      "of many on both sides",
      "Keepers feed animals (many-to-many). A keeper has a name. An animal has a name.",
      "Keeper: name manyToMany-Animal; Animal: name",
    ],
    ["of a list", "A gate has colours list of strings and a name.", "Gate: colours name"],
    [
      "of a verb with a particle",
      "Growers hand in crates with a weight and a sort. Growers have a name.",
      "Crate: weight sort belongsTo-Grower; Grower: name",
    ],
    [
      "of two verbs with particles, one of them behind its object",
      "As a keeper I can turn down or take over a crate and mark it as sold. A crate has a weight.",
      "Crate: weight turnDown() takeOver() markAsSold()",
    ],
    [
      "of what is stored of a thing",
      "What we keep of a crate is its weight and its sort. Pickers pick up crates, and for every picker we keep the name.",
      "Crate: weight sort belongsTo-Picker; Picker: name",
    ],
    [
      "of a chain",
      "yard -> rows -> crates. yard: name. row: label. crate: weight",
      "Yard: name hasMany-Row; Row: label hasMany-Crate; Crate: weight",
    ],
    [
      "of an arrow in front of the fields",
      "yard: name\ncrate -> yard: weight\nmove: from -> yard, crate -> Crate, day",
      "Yard: name; Crate: weight belongsTo-Yard; Move: day belongsTo-Yard belongsTo-Crate",
    ],
    [
      "of a list in parentheses in front of the whole",
      "yard(name); reading(value float) of yard",
      "Yard: name; Reading: value belongsTo-Yard",
    ],
    [
      "of which of several things",
      "Pickers have a name. Tours have a day. For each tour I note which pickers came.",
      "Picker: name; Tour: day manyToMany-Picker",
    ],
    [
      "of what is done by a record's name",
      "Pickers have a name. Yards have a name. Pickers are assigned to a yard by the office. An assignment has a day.",
      "Picker: name; Yard: name; Assignment: day belongsTo-Picker belongsTo-Yard",
    ],
    ["of yes or no", "A gate is locked or not and has a name.", "Gate: locked name"],
    ["of a question", "A gate has a colour and knows at which wall it stands.", "Gate: colour"],
    [
      "of who has which of several things",
      "A handover records which driver has which van. Vans have a plate. Drivers have a name.",
      "Handover: belongsTo-Driver belongsTo-Van; Driver: name; Van: plate",
    ],
    [
      "of who is in which of several places",
      "Slot: which driver works in which depot. Drivers have a name. Depots have a name.",
      "Slot: belongsTo-Driver belongsTo-Depot; Driver: name; Depot: name",
    ],
    [
      "of who gets which of several things on which day",
      "I write down who gets which stall on which day, so a permit with holder, day and fee",
      "Permit: holder day fee",
    ],
    [
      "of what takes place",
      "Auctions take place in a depot. Depots have a name. An auction has a date.",
      "Depot: name; Auction: date belongsTo-Depot",
    ],
    [
      "about what takes place",
      "Drivers attend auctions, which take place in depots. Depots have a name. An auction has a date.",
      "Driver: manyToMany-Auction; Auction: date belongsTo-Depot; Depot: name",
    ],
    [
      "of what a record brings together",
      "A rental joins a van to a driver. Rentals have a date. Vans have a plate. Drivers have a name.",
      "Rental: date belongsTo-Van belongsTo-Driver; Van: plate; Driver: name",
    ],
    [
      "of people on the same things",
      "Mechanics work on vans. Mechanics have a name. Vans have a plate.",
      "Van: plate; Mechanic: name manyToMany-Van",
    ],
    [
      "of numbers in the plural",
      "Match: venue (text), home goals (int, default 0), away goals (int, default 0)",
      "Match: venue homeGoals awayGoals",
    ],
    ["of a path", "Sighting: place. POST /sightings/:id/verify", "Sighting: place verify()"],
    [
      "of a story",
      "As a keeper, I want to feed animals so that they live. An animal has a name.",
      "Animal: name feed()",
    ],
    [
      "of many to many",
      "Posts and tags are many to many. A post has a title, a tag has a name.",
      "Post: title manyToMany-Tag; Tag: name",
    ],
    [
      "of what one after the other borrows",
      "Members borrow tools and return them. A tool has a name.",
      "Member: manyToMany-Tool; Tool: name return()",
    ],
    ["of what is used in turns, by a preposition", "Pupils enrol in clubs", "Pupil: manyToMany-Club; Club:"],
    [
      "whose verb is left out",
      "Kennels have a name and a size, keepers a name and a phone. A cage has a number, a keeper a grade.",
      "Kennel: name size; Keeper: name phone grade; Cage: number",
    ],
    [
      "with two subjects and a verb that looks like a participle",
      "Clerks and porters have a name. Porters own trolleys. A trolley has a number. Clerks accept trolleys.",
      "Clerk: name; Porter: name hasMany-Trolley; Trolley: number belongsTo-Clerk",
    ],
    [
      "about what is between several",
      "A duel is between two captains and has a date. Captains have a name.",
      "Captain: name; Duel: date manyToMany-Captain",
    ],
    [
      "about a record of pairs and its fields",
      "A roster says which porter works in which depot, and has a date. Porters have a name, depots a city.",
      "Roster: date belongsTo-Porter belongsTo-Depot; Porter: name; Depot: city",
    ],
    [
      "that says where its clauses hold",
      "A kennel app where keepers have cages and cages have dogs with birth dates",
      "Dog: birthDate; Keeper: hasMany-Cage; Cage: hasMany-Dog",
    ],
    [
      "of two nouns, the second of which could be a verb",
      "Work orders with a number and a due date; parking spots with a level and a number",
      "WorkOrder: number dueDate; ParkingSpot: level number",
    ],
    [
      "of what somebody decides",
      "Claims have a reason. A claim is granted or denied by a clerk.",
      "Claim: reason grant() deny()",
    ],
    [
      "of an obligation without an article",
      "Parcel must have weight and recipient.",
      "Parcel: weight recipient",
    ],
    [
      "under a title that could head what comes later",
      "Roadmap tool\n- Goals: name, owner name\n- Releases: version, release date",
      "Goal: name ownerName; Release: version releaseDate",
    ],
    [
      "behind a semicolon",
      "members with a name and a phone; trainers with a rate and a name",
      "Member: name phone; Trainer: rate name",
    ],
    [
      "of what is bought",
      "Passengers buy tickets. A ticket has a price.",
      "Passenger:; Ticket: price belongsTo-Passenger",
    ],
    [
      "of one to many",
      "vendor 1-n stall\nvendor: name\nstall: title",
      "Vendor: name hasMany-Stall; Stall: title",
    ],
    [
      "of what there is",
      "There are berths on each pontoon. A pontoon has a letter, a berth has a length.",
      "Berth: length belongsTo-Pontoon; Pontoon: letter",
    ],
  ])("%s", (_form, text, expected) => expect(reading(text)).toBe(expected));

  it("keeps the fields that follow a clause", () => {
    const text = "Guests can leave reviews: a review belongs to a hotel and has a score and a text.";
    expect(reading(text)).toContain("score text");
  });
});

describe("a label", () => {
  it.each([
    ["of verbs", "animals: cancel, ship\nAnimal: name, age", "Animal: name age cancel() ship()"],
    [
      "with records in its list",
      "Zoo: animals (name, age), keepers (name, phone)",
      "Animal: name age; Keeper: name phone",
    ],
    ["of an application", "Animal tracker: name, species", "Animal: name species"],
    [
      "of states",
      "A ticket has a title. Status flow: draft -> sent -> paid",
      "Ticket: title status(draft/sent/paid)",
    ],
  ])("%s", (_form, text, expected) => expect(reading(text)).toBe(expected));
});

describe("a clause", () => {
  it.each([
    [
      "of what can be done",
      "A crate has a size. A crate can be archived or marked as sold.",
      "Crate: size archive() markAsSold()",
    ],
    [
      "of what can be assigned",
      "A tag has a name. A task has a title. Tags can be assigned to tasks.",
      "Tag: name manyToMany-Task; Task: title",
    ],
    ["of its own kind", "A folder has a name and a parent folder.", "Folder: name belongsTo-Folder?"],
    [
      "of each other",
      "A user has a name. Users follow each other. Users block each other.",
      "User: name manyToMany-User(followedUsers/followedBy) manyToMany-User(blockedUsers/blockedBy)",
    ],
    [
      "of whose it is",
      "A shift belongs to a van, with a start and an end. A van has a plate.",
      "Shift: start end belongsTo-Van; Van: plate",
    ],
  ])("%s", (_form, text, expected) => expect(reading(text)).toBe(expected));
});

describe("a label that applications are called by too", () => {
  it.each([
    [
      "names a record that has fields",
      "Club: name (unique), town. Player: name, club",
      "Club: name town; Player: name belongsTo-Club",
    ],
    [
      "says what an API is for",
      "API for towing permits: plate (unique), valid until date",
      "TowingPermit: plate validUntil",
    ],
    [
      "names the application in front of clauses",
      "A rental shop: customers rent kayaks. A kayak has a number and a colour; a customer has a name.",
      "Customer: name manyToMany-Kayak; Kayak: number colour",
    ],
  ])("%s", (_form, text, expected) => expect(reading(text)).toBe(expected));

  it.each([
    ["I need a kayak shop with boats and customers. A boat has a number.", "kayak shop"],
    ["An app where crews have boats. A boat has a number.", undefined],
  ])("gives the API its title: %s", (text, title) => expect(readText(text).application).toBe(title));
});

it("an item keeps unit, values and flags apart from its name", () => {
  const [parcel] = readText(
    "Parcels: weight in kg, size small/medium/large, fragile yes/no, rating U, 12 or 18, seats int > 0",
  ).resources;
  expect(parcel?.fields).toMatchObject([
    { name: "weight", type: "number" },
    { name: "size", values: ["small", "medium", "large"] },
    { name: "fragile", type: "boolean" },
    { name: "rating", values: ["U", "12", "18"] },
    { name: "seats", type: "integer" },
  ]);
});

describe("a list of attributes in parentheses", () => {
  it.each([
    "members (name, phone) borrow tools (name, brand)",
    "A museum with guides (name, phone) who lead tours (title, day)",
  ])("changes nothing else that the sentence states: %s", (text) => {
    const relations = (described: string) =>
      readText(described).resources.flatMap((resource) => resource.relations);
    expect(relations(text)).toEqual(relations(text.replaceAll(/ \([^)]*\)/g, "")));
    expect(relations(text)).not.toEqual([]);
  });

  it("has names that could be types", () => {
    expect(reading("A clinic keeps rooms (name, number) and visits (date, reason).")).toBe(
      "Room: name number; Visit: date reason",
    );
    expect(reading("A member has a birthday (date, required) and a weight (number, optional).")).toBe(
      "Member: birthday weight",
    );
  });

  it("makes a record of its name, also where most of it are other records", () => {
    expect(reading("Zoo(name, city)\nVisit(zoo, from_gate, left_at optional)")).toBe(
      "Zoo: name city; Visit: fromGate leftAt belongsTo-Zoo",
    );
  });
});
