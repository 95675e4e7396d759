import { expect, it, describe } from "vitest";
import { draftOf, readDescription } from "./index.ts";

/** The title of a description, then each resource with its fields, relations and actions on one line. */
const linesOf = (text: string): readonly string[] => {
  const { title, resources } = draftOf(text);
  return [
    title ?? "",
    ...resources.map(({ name, fields, relations, actions }) =>
      [
        name,
        ...fields.map(({ name, required, max }) => `${name}${required ? "!" : ""}${max ? `<${max}` : ""}`),
        ...relations.map(({ kind, target }) => `${kind}:${target}`),
        ...actions.map((action) => `${action}()`),
      ].join(" "),
    ),
  ];
};

describe("a request for a program", () => {
  it.each([
    ["I want an API for my stamp collection: country, year, colour", ["", "Stamp country year colour"]],
    [
      "simple backend for a karting hall: karts, drivers and heats",
      ["Karting Hall API", "Kart", "Driver", "Heat"],
    ],
    [
      "api to log night flights with date, pilot, max height in metres",
      ["", "NightFlight date pilot maxHeight"],
    ],
    ["Kayak API: kayaks (hull number, colour)", ["Kayak API", "Kayak hullNumber colour"]],
    [
      "Could you please make me a backend for our rowing crew? Boats have a name.",
      ["Rowing Crew API", "Boat name"],
    ],
    [
      "Backend for a small kiln planner app: potters have firings and firings have pots with due dates",
      ["Kiln Planner API", "Pot dueDate", "Potter hasMany:Firing", "Firing hasMany:Pot"],
    ],
    ["Kiln API: kilns have a name and a size", ["Kiln API", "Kiln name size"]],
    ["A unique API for kayaks (colour, length)", ["", "Kayak colour length"]],
  ])("is not part of what it stores: %s", (text, lines) => expect(linesOf(text)).toEqual(lines));

  it("brings no usual fields to a sentence that says what is stored", () => {
    expect(linesOf("A ticket has a title.").slice(1)).toEqual(["Ticket title"]);
    expect(draftOf("The tickets are child, adult or senior.").resources).toMatchObject([
      { fields: [{ values: ["child", "adult", "senior"] }] },
    ]);
  });
});

describe("a sentence", () => {
  it.each([
    ["A van has a plate, a mileage and a trailer link that is optional.", ["Van plate mileage trailerLink"]],
    ["A permit must have a number and a start date.", ["Permit number! startDate!"]],
    ["Halls have a number and up to 80 seats.", ["Hall number seats<80"]],
    [
      "A rehearsal has a date. For each rehearsal we note who came and who was late.",
      ["Rehearsal date cameBy lateBy"],
    ],
    [
      "Repairpeople work at a depot and have a name. A depot has a city.",
      ["Repairperson name belongsTo:Depot", "Depot city"],
    ],
    ["Every piece of luggage has a tag that can't be used twice and a weight.", ["Luggage tag weight"]],
    ["Ponies have a name; there should also be a flag for insured.", ["Pony name insured"]],
    [
      "A permit has a number. It should be possible to renew a permit and to revoke it.",
      ["Permit number renew() revoke()"],
    ],
    ["A claim has a reason. Each claim is accepted by the coordinator.", ["Claim reason accept()"]],
    ["Rowers have a name and the date they joined the crew.", ["Rower name joinedCrewDate"]],
    [
      "Guides have a name. A tour may have a guide assigned, or none. A tour has a date.",
      ["Guide name", "Tour date belongsTo:Guide"],
    ],
    ["Rowers have a name. A phone number may be left blank.", ["Rower name phoneNumber"]],
    [
      "A pier has a name. Every regatta takes place at one pier and has a date.",
      ["Pier name", "Regatta date belongsTo:Pier"],
    ],
    ["A mast has a length in inches that may be left blank, and a daily price.", ["Mast length dailyPrice"]],
    [
      "We keep about thirty hens in four coops. Coops have a name. Hens have a colour.",
      ["Hen colour belongsTo:Coop", "Coop name"],
    ],
  ])("has the fields of its whole list: %s", (text, lines) => expect(linesOf(text).slice(1)).toEqual(lines));

  it.each([
    "A claim has a reason. Only the registrar may approve a claim.",
    "A claim has a reason. A claim can be approved, staff only.",
    "A claim has a reason. A claim can only be approved before it is paid.",
    "A claim has a reason. A claim can be approved up to two days before.",
  ])("with a limit still says what can be done: %s", (text) =>
    expect(linesOf(text).slice(1)).toEqual(["Claim reason approve()"]),
  );
});

describe("a description in one line", () => {
  it.each([
    [
      "Kiln app - potters: name, email - pots: glaze, height, weight - a pot belongs to a potter",
      ["Kiln API", "Potter name email", "Pot glaze height weight belongsTo:Potter"],
    ],
    [
      "Ferry office API Cabins: deck, beds. Crossings: date, price",
      ["Ferry Office API", "Cabin deck beds", "Crossing date price"],
    ],
  ])("is read line by line: %s", (text, lines) => expect(linesOf(text)).toEqual(lines));
});

describe("a decimal number", () => {
  const fields = (text: string) => readDescription(text).api.resources[0]?.fields;

  it("has the digits that the text says, and a default with them", () => {
    const text =
      "part: price decimal >= 0, weight: decimal(8, 3) required, fee decimal default 0, rate numeric default 0.5";
    expect(readDescription(text).ignored).toEqual([]);
    expect(fields(text)).toMatchObject([
      { name: "price", decimal: { precision: 12, scale: 2 } },
      { name: "weight", decimal: { precision: 8, scale: 3 }, required: true },
      { name: "fee", default: "0.00" },
      { name: "rate", decimal: { precision: 12, scale: 2 }, default: "0.50" },
    ]);
  });

  it("with bounds that decimals can't have is a number, and the account says so", () => {
    expect(fields("part: price decimal 1 to 20")).toMatchObject([
      { schema: { type: "number", maximum: 20 } },
    ]);
    expect(readDescription("part: price decimal 1 to 20").ignored.join()).toContain("decimal");
  });
});

it("marks one value of a list as the default", () => {
  expect(draftOf("claim: reason, status (open (default), paid, closed)").resources[0]?.fields).toMatchObject([
    { name: "reason" },
    { name: "status", values: ["open", "paid", "closed"], default: "open" },
  ]);
});

it("takes no time for a long run of spaces", () => {
  expect(linesOf(`Boats have a name${" ".repeat(6000)}and a price.`)[1]).toMatch(/^Boat name/);
});
