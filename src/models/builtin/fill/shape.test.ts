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
});
