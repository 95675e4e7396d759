import { describe, expect, it } from "vitest";
import { readText } from "./read.ts";

const read = (text: string) =>
  Object.fromEntries(
    readText(text).resources.map(({ name, fields, relations }) => [
      name,
      { fields: fields.map((field) => field.name), to: relations.map(({ target }) => target) },
    ]),
  );

describe("a table", () => {
  it("may list the fields of a thing in one cell, and what it is connected to in another", () => {
    const text = [
      "| What | Info we keep | Connected to |",
      "|:--|:--|:--|",
      "| Depot | name*, city | — |",
      "| Van | plate, seats, bought (if known) | stands in a depot |",
    ].join("\n");
    expect(read(text)).toEqual({
      Depot: { fields: ["name", "city"], to: [] },
      Van: { fields: ["plate", "seats", "bought"], to: ["Depot"] },
    });
  });

  it("may be parted by semicolons, a row for each field", () => {
    const text = [
      "resource;field;type;rule",
      "Van;plate no;text;unique",
      "Van;seats;int;2 to 9",
      "Depot;city;text;required",
    ].join("\n");
    expect(readText(text).resources).toMatchObject([
      {
        name: "Van",
        fields: [
          { name: "plateNo", unique: true },
          { name: "seats", type: "integer", min: 2, max: 9 },
        ],
      },
      { name: "Depot", fields: [{ name: "city", required: true }] },
    ]);
  });

  it("of who may do what states nothing that is stored", () => {
    const text = "| Right | Clerk | Driver |\n|--|--|--|\n| add vans | yes | no |\n| see vans | yes | yes |";
    expect(readText(`A van has a plate and a colour.\n\n${text}`).resources.map(({ name }) => name)).toEqual([
      "Van",
    ]);
  });
});

it("records declared in a line of code are called by their names", () => {
  const namesOf = (text: string): readonly string[] => readText(text).resources.map(({ name }) => name);
  expect(
    namesOf("type Farm { name: String!, acres: Float }\ntype Barn { label: String!, farm: Farm! }"),
  ).toEqual(["Farm", "Barn"]);
  expect(namesOf("export interface Farm { name: string; acres?: number }")).toEqual(["Farm"]);
  expect(namesOf("type Farm = { name: string; acres?: number }")).toEqual(["Farm"]);
  expect(namesOf("CREATE TABLE farms (name, acres)")).toEqual(["Farm"]);
  expect(namesOf("Table reservation (date, party size)")).toEqual(["TableReservation"]);
});

it("what may be missing of a thing is a field, also where it could be a thing of its own", () => {
  const { resources } = readText(
    "An order has a weight. The note of an order is optional. The comment of each order is required.",
  );
  expect(resources).toMatchObject([
    { name: "Order", fields: [{ name: "weight" }, { name: "note" }, { name: "comment", required: true }] },
  ]);
  expect(resources).toHaveLength(1);
  const [task] = readText(
    "The title of a task is required and its notes are optional. Tasks have a title and notes.",
  ).resources;
  expect(task?.fields).toMatchObject([{ name: "title", required: true }, { name: "notes" }]);
});
