import { describe as suite, expect, it } from "vitest";
import { describe } from "./index.ts";
import type { FieldDraft, ResourceDraft } from "./draft.ts";

const range = (low: number | undefined, high: number | undefined): string =>
  low === undefined && high === undefined ? "" : ` ${low ?? ""}..${high ?? ""}`;

/** `name!`: required, `u` unique, `=` default, `3..9` bounds. */
const field = ({ name, type, values, required, unique, min, max, default: usual }: FieldDraft): string => {
  const kind = values ? values.join("|") : type === "string" ? "" : type;
  return `${name}${kind ? `:${kind}` : ""}${required ? "!" : ""}${unique ? "u" : ""}${usual === undefined ? "" : `=${usual}`}${range(min, max)}`;
};

const signs = { belongsTo: ">", hasMany: "<", manyToMany: "<>", hasOne: "-" };

const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(({ name, fields, relations, actions }: ResourceDraft) =>
    [
      `${name}:`,
      ...fields.map(field),
      ...relations.map(({ kind, target, optional }) => `${signs[kind]}${target}${optional ? "?" : ""}`),
      ...actions.map((action) => `@${action}`),
    ].join(" "),
  );

type Case = readonly [text: string, expected: readonly string[]];

suite("tables", () => {
  it.each<Case>([
    [
      "create table wine (id serial primary key, name text not null, kind varchar(9) check (kind in ('red', 'white')), region varchar(40) default 'Rioja'); create table tasting (id serial primary key, wine_id int not null references wine(id), score smallint check (score between 0 and 20));",
      ["Wine: name! kind:red|white region=Rioja", "Tasting: score:integer 0..20 >Wine"],
    ],
    [
      "coupon(code unique, discount 1..90 int, price numeric(10,2) not null) redemption(coupon_id, mail citext)",
      ["Coupon: codeu discount:integer 1..90 price:number!", "Redemption: mail >Coupon"],
    ],
    [
      "Guests (name, phone (optional)), tables (number, seats) and bookings: guest, table, when",
      ["Guest: name phone", "Table: number seats:integer", "Booking: when:datetime >Guest >Table"],
    ],
    ["device: mac; ver; loc fk null. loc: name", ["Device: mac ver >Location?", "Location: name"]],
    [
      "dept: name uniq, mgr fk emp opt; emp: surname, dept fk",
      ["Department: nameu >Employee?", "Employee: surname >Department"],
    ],
  ])("are read of %s", (text, expected) => expect(drawn(text)).toEqual(expected));

  it("that are never closed, or nested a thousand times, are no tables", () => {
    expect(() => describe(`create table a (${"(".repeat(2000)}`)).not.toThrow();
    expect(() => describe("create table a (b int, ".repeat(300))).not.toThrow();
  });
});

suite("what is said of several fields", () => {
  it.each<Case>([
    ["A ferry has a name and a home port, all of them mandatory.", ["Ferry: name! homePort!"]],
    [
      "Ferries have a name, a capacity and a port, each of which must be given.",
      ["Ferry: name! capacity:integer! port:integer!"],
    ],
    [
      "A ferry has a name and a home port (both required) and a nickname.",
      ["Ferry: name! homePort! nickname"],
    ],
    [
      "A loan has a start date and an end date; both dates must be filled in.",
      ["Loan: startDate:date! endDate:date!"],
    ],
    ["A loan runs from a date to a date and has a fee.", ["Loan: startDate:date endDate:date fee:number"]],
    [
      "lease: tenant, rent with a cap of 5000, deposit with a floor of 100",
      ["Lease: tenant rent:number ..5000 deposit:number 100.."],
    ],
  ])("is laid over each of %s", (text, expected) => expect(drawn(text)).toEqual(expected));
});

suite("names", () => {
  it.each<Case>([
    ["reading: value, timestamp", ["Reading: value:number timestamp:datetime"]],
    ["A device has a name, a uuid and a timestamp.", ["Device: name uuid timestamp:datetime"]],
    ["job: title, salary from, salary to", ["Job: title salaryFrom:number salaryTo:number"]],
    ["rental: car, price/day, came back at", ["Rental: car pricePerDay:number cameBackAt:datetime"]],
    [
      "map: title, year published, date found, place found",
      ["Map: title yearPublished:integer dateFound:date placeFound"],
    ],
    ["event: title req, start/end datetime", ["Event: title! start:datetime end:datetime"]],
    ["ingredient: name, unit g/ml/pcs", ["Ingredient: name unit:g|ml|pcs"]],
    ["parcel: tracking no. (unique), no. of items", ["Parcel: trackingNumberu items:integer"]],
    [
      "contact: last name, newsletter (opt-in, off by default)",
      ["Contact: lastName newsletter:boolean=false"],
    ],
    ["plant: name, latin name (optional), spot", ["Plant: name latinName spot"]],
  ])("have the types that they say in %s", (text, expected) => expect(drawn(text)).toEqual(expected));

  it("keep what is said of them from the name before the comma", () => {
    const [name, latin] = describe("plant: name, latin name (optional)").resources[0]?.fields ?? [];
    expect([name?.required, latin?.required]).toEqual([undefined, false]);
  });
});

suite("heads", () => {
  it.each<Case>([
    [
      "api for managing drones (serial, status idle/flying default idle) and flights (drone, start, end)",
      ["Drone: serial status:idle|flying=idle", "Flight: start:datetime end:datetime >Drone"],
    ],
    [
      "Model exams (subject, date), questions (text, points) that belong to exams",
      ["Exam: subject date:date", "Question: text points:integer >Exam"],
    ],
    [
      "Job board: companies post jobs. Company - name, website. Job - title, place, pay.",
      ["Company: name website", "Job: title place pay:number >Company"],
    ],
    [
      "Each meeting has agenda items with a title and a duration.",
      ["AgendaItem: title duration:integer >Meeting"],
    ],
    [
      "Intake form. Fields: name, age. Can be: adopted, moved.",
      ["IntakeForm: name age:integer @adopt @move"],
    ],
    [
      "Kindly make api for managing of tickets. Ticket is having name and fare. Ticket can be cancel or reschedule.",
      ["Ticket: name fare:number @cancel @reschedule"],
    ],
  ])("are found in %s", (text, expected) => expect(drawn(text)).toEqual(expected));
});

suite("who keeps what", () => {
  it.each<Case>([
    ["The choir director keeps a list of songs: title, composer, key.", ["Song: title composer key"]],
    ["Audit log entries: actor, action, time", ["AuditLogEntry: actor action time:datetime"]],
    [
      "For a pet we need name and kind, for an owner name and phone. A pet belongs to an owner.",
      ["Pet: name kind >Owner", "Owner: name phone"],
    ],
    [
      "A pass belongs to a person with a name and a birthday, and has a fee.",
      ["Pass: fee:number >Person", "Person: name birthday:date"],
    ],
    ["A bid is an amount and a time.", ["Bid: amount:number time:datetime"]],
    ["Children are signed up by their parents with a name and a birthday.", ["Child: name birthday:date"]],
    ["A camp has a name and lasts from which day to which day.", ["Camp: name startDate:date endDate:date"]],
  ])("is read of %s", (text, expected) => expect(drawn(text)).toEqual(expected));
});

suite("bounds and values", () => {
  it.each<Case>([
    [
      "A firing reaches a peak temperature between 500 and 1400 and ends with a result: good, cracked or spoiled.",
      ["Firing: peakTemperature:number 500..1400 result:good|cracked|spoiled"],
    ],
    ["A booking can't be shorter than 15 minutes or longer than 240.", ["Booking: duration:integer 15..240"]],
    ["permit: owner, zone north south or centre, plate", ["Permit: owner zone:north|south|centre plate"]],
    [
      "review: stars 1-5, comment up to 280 characters, anonymous by default",
      ["Review: stars:integer 1..5 comment anonymous:boolean=true"],
    ],
    ["move: delta int, ts auto", ["Move: delta:integer ts:datetime"]],
    [
      "firmware: version semver uniq, released bool no; device: serial uniq req, firmware ref, fw int",
      ["Firmware: versionu released:boolean=false", "Device: serial!u fw:integer >Firmware"],
    ],
  ])("are read behind any verb in %s", (text, expected) => expect(drawn(text)).toEqual(expected));
});

suite("questions in lists", () => {
  it.each<Case>([
    [
      "parcel: recipient, weight kg and is it fragile (y/n)",
      ["Parcel: recipient weightKg:number fragile:boolean"],
    ],
    ["packing list: item, how many, packed already?", ["PackingList: item count:integer packed:boolean"]],
    ["child: name, can swim (default no)", ["Child: name canSwim:boolean=false"]],
    [
      "An inspection has a date and says whether the queen was seen.",
      ["Inspection: date:date queenSeen:boolean"],
    ],
    ["lines: speaker, in which film, due when", ["Line: speaker film dueDate:date"]],
  ])("are answered in %s", (text, expected) => expect(drawn(text)).toEqual(expected));
});

suite("what is said of records", () => {
  const states = "An order has a note and a state: waiting, in progress or done.";
  it.each([
    "Orders start out waiting.",
    "An order starts as waiting.",
    "Orders start with the state waiting.",
    "Every order is created as waiting.",
    "Orders are waiting when they are created.",
  ])("tells how they begin: %s", (said) =>
    expect(drawn(`${states} ${said}`)).toEqual(["Order: note state:waiting|in progress|done=waiting"]),
  );

  it.each<Case>([
    [
      "No two boats carry the same registration number. A boat has a name.",
      ["Boat: registrationNumberu name"],
    ],
    ["A game has a name. Broken games are retired.", ["Game: name @retire"]],
    [
      "A quiz has a title and 3 to 20 questions. A question has a text.",
      ["Quiz: title <Question", "Question: text"],
    ],
    [
      "lesson: level, coach. child: name. many children per lesson and many lessons per child",
      ["Lesson: level:integer coach <>Child", "Child: name"],
    ],
  ])("is read of %s", (text, expected) => expect(drawn(text)).toEqual(expected));
});

suite("what is told of records", () => {
  it.each<Case>([
    [
      "Every time a machine is serviced we record the date and the cost. Machines have a model.",
      ["Service: date:date cost:number >Machine", "Machine: model"],
    ],
    [
      "Whenever someone lends a tool to a neighbour, we note the day and the reason. Tools have a name.",
      ["Loan: day:date reason >Tool >Neighbour", "Tool: name"],
    ],
    [
      "We need the guest's name and phone number, and for the stay the arrival date and the room.",
      ["Guest: name phoneNumber", "Stay: arrivalDate:date room"],
    ],
    [
      "Singers sign up for rehearsals, which have a date and a place. A singer has a voice.",
      ["Rehearsal: date:date place", "Singer: voice <>Rehearsal"],
    ],
    [
      "Can you make something for our club? members (name, born), races (name, date)",
      ["Member: name born:date", "Race: name date:date"],
    ],
    [
      "I'd love an app where I can add my plants (name, spot) and log when I watered them",
      ["Plant: name spot"],
    ],
  ])("is read of %s", (text, expected) => expect(drawn(text)).toEqual(expected));
});
