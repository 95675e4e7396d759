import { describe, expect, it } from "vitest";
import type { ToolDefinition } from "../../../messages/index.ts";
import { answer } from "../answer.ts";

const text = (description = "") => ({ type: "string", description }) as const;
const tool = (
  name: string,
  description: string,
  properties: NonNullable<ToolDefinition["input_schema"]["properties"]>,
  required = Object.keys(properties),
): ToolDefinition => ({ name, description, input_schema: { type: "object", properties, required } });
const called = (content: string, ...tools: readonly ToolDefinition[]) =>
  answer(
    { model: "builtin", max_tokens: 500, messages: [{ role: "user", content }], tools },
    { today: Date.UTC(2026, 10, 21) },
  ).calls;

const guest = tool("get_guest", "Who stays in a room.", { room: text("Like 12B") });
const bill = tool("raise_bill", "Change the bill of a stay.", {
  stay_id: text("Like ST-9"),
  amount: { type: "number" },
});
const tags = tool("read_tag", "State of a tag.", { tag: { type: "string", pattern: "^T\\d{4}$" } });

describe("what identifiers look like", () => {
  it("finds the tool that takes one of this look", () => {
    expect(called("who sleeps in 14B?", guest, bill, tags)).toEqual([
      { name: "get_guest", input: { room: "14B" } },
    ]);
  });
  it("keeps a value of another look out of an act", () => {
    expect(called("Raise the bill of room 14B to 90", guest, bill).map(({ name }) => name)).not.toContain(
      "raise_bill",
    );
    expect(called("Raise the bill of ST-4 to 90", guest, bill)).toEqual([
      { name: "raise_bill", input: { stay_id: "ST-4", amount: 90 } },
    ]);
  });
  it("holds values to the schema's pattern", () => {
    expect(called("Read the tag T1234, not A-77", guest, tags)).toEqual([
      { name: "read_tag", input: { tag: "T1234" } },
    ]);
  });
});

describe("values in parts", () => {
  it("takes a name apart where first and last name are asked for", () => {
    const add = tool("add_member", "Add a member.", { first_name: text(), last_name: text() });
    expect(called("add Ada Byron Lovelace", add)).toEqual([
      { name: "add_member", input: { first_name: "Ada Byron", last_name: "Lovelace" } },
    ]);
  });
  it("keeps a telephone number whole", () => {
    const ring = tool("call_phone", "Call a phone.", { phone: text() });
    expect(called("call +49 30 555 01 42", ring)).toEqual([
      { name: "call_phone", input: { phone: "+49 30 555 01 42" } },
    ]);
  });
  it("reads two currencies by their codes", () => {
    const convert = tool("convert_money", "At today's rate.", {
      sum: { type: "number" },
      from: text("ISO 4217 code"),
      to: text("ISO 4217 code"),
    });
    expect(called("what's 40 pounds in Swiss francs?", convert, guest)).toEqual([
      { name: "convert_money", input: { sum: 40, from: "GBP", to: "CHF" } },
    ]);
  });
});

describe("several acts of one kind", () => {
  const fetch = tool("order_courier", "Order a courier to an address.", { address: text(), day: text() }, [
    "address",
  ]);
  const drop = tool("cancel_order", "Cancel an order.", { order_id: text() });
  it("are made where the text lists what they are done to", () => {
    expect(called("cancel SO-1, SO-2 and SO-3", drop)).toHaveLength(3);
    expect(called("cancel SO-1, SO-2", drop)).toHaveLength(2);
  });
  it("are none where one value only falls into parts", () => {
    expect(called("order a courier to Rue Haute 9, Lyon", fetch).length).toBeLessThan(2);
  });
  it("reads currencies in pairs, also by codes in small letters", () => {
    const rate = tool("get_fx_rate", "Rate of two currencies.", {
      base: text("ISO 4217 code"),
      quote: text("ISO 4217 code"),
    });
    for (const [request, base, quote] of [
      ["what's a dollar in yen?", "USD", "JPY"],
      ["sek to nok please", "SEK", "NOK"],
      ["the rate of the euro against the pound", "EUR", "GBP"],
    ] as const)
      expect(called(request, rate, guest)).toEqual([{ name: "get_fx_rate", input: { base, quote } }]);
  });
  it("reads a measurement and the unit that it is wanted in, whatever the verb", () => {
    const convert = tool("convert_units", "Convert a measurement.", {
      value: { type: "number" },
      from: text(),
      to: text(),
    });
    for (const [request, value, from, to] of [
      ["how much is 90 pounds in kg", 90, "pounds", "kg"],
      ["what are 12 miles in km?", 12, "miles", "km"],
      ["5 ft in cm please", 5, "ft", "cm"],
    ] as const)
      expect(called(request, convert, guest)).toEqual([
        { name: "convert_units", input: { value, from, to } },
      ]);
  });
  it("takes an identifier whose letters begin a parameter's name for that one", () => {
    const place = tool("book_seat", "Book a seat for a passenger.", {
      seat_id: text(),
      passenger_id: text(),
    });
    const expected = [{ name: "book_seat", input: { seat_id: "S-4", passenger_id: "P-81" } }];
    expect(called("book S-4 for P-81", place)).toEqual(expected);
    expect(called("book P-81 onto S-4", place)).toEqual(expected);
  });
  it("takes a bound for the parameter that is one", () => {
    const find = tool(
      "find_flats",
      "Find flats in a city.",
      { city: text(), max_rent: { type: "number" }, min_rooms: { type: "integer" } },
      ["city"],
    );
    for (const [request, bounds] of [
      ["find flats in Leeds under 900", { max_rent: 900 }],
      ["find flats in Leeds with at least 3 rooms, up to 1200", { max_rent: 1200, min_rooms: 3 }],
      ["find flats in Leeds for no more than 800", { max_rent: 800 }],
      ["find flats in Leeds with more than 2 rooms", { min_rooms: 2 }],
    ] as const)
      expect(called(request, find, guest)).toEqual([
        { name: "find_flats", input: { city: "Leeds", ...bounds } },
      ]);
  });
});
