import { expect, it, describe } from "vitest";
import { draftOf } from "./index.ts";

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
