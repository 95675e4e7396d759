import { describe, expect, it } from "vitest";
import type { ToolDefinition } from "../../../messages/index.ts";
import type { JsonSchema } from "../../../schema/index.ts";
import { readTool } from "../read/tool.ts";
import { currencies, isCurrency } from "../text/currencies.ts";
import { read } from "../text/mentions.ts";
import { fill } from "./fill.ts";
import { placeValue } from "./place.ts";

const today = Date.UTC(2026, 10, 21, 12);
const tool = (
  name: string,
  properties: Record<string, JsonSchema>,
  required: readonly string[] = Object.keys(properties),
): ToolDefinition => ({
  name,
  description: name.replaceAll("_", " "),
  input_schema: { type: "object", properties, required: [...required] },
});
const filled = (definition: ToolDefinition, text: string) =>
  fill(readTool(definition), read(text, today), { start: 0, end: text.length }).map(({ input }) => input);

describe("what descriptions say of values", () => {
  it("takes listed numbers", () => {
    const ferry = tool("book_ferry", {
      passengers: { type: "integer", enum: [1, 2, 3, 4], description: "Number of passengers" },
    });
    expect(filled(ferry, "book the ferry for two people")).toEqual([{ passengers: 2 }]);
    expect(filled(ferry, "book the ferry for a family of four")).toEqual([{ passengers: 4 }]);
  });
  it("writes moments with a clock where a clock is wanted, and zones where they belong", () => {
    const plain = (description: string) =>
      filled(tool("plan_visit", { date: { type: "string", description } }), "plan a visit on 3 May 2027")[0];
    expect(plain("When, as 'YYYY-MM-DD HH:MM:SS'")).toEqual({ date: "2027-05-03 00:00:00" });
    expect(plain("As 'YYYY-MM-DDTHH:MM:SSZ'; the timezone is not included")).toEqual({
      date: "2027-05-03T00:00:00",
    });
  });
  it("writes places as they are asked for", () => {
    expect(placeValue({ name: "city", description: "Name of the city" }, "Boston, MA")).toBe("Boston");
    expect(placeValue({ name: "town", description: "In the format 'City, State'" }, "Oslo")).toBe("Oslo, NO");
  });
});

describe("places and options", () => {
  it("hears an option in a longer word", () => {
    const server = tool("pick_server", {
      engine: { type: "string", enum: ["mysql", "postgres"], description: "Engine" },
    });
    expect(filled(server, "pick the PostgreSQL engine")).toEqual([{ engine: "postgres" }]);
  });
});

describe("currencies", () => {
  const change = tool("convert_currency", {
    amount: { type: "number", description: "How much" },
    base_currency: { type: "string", description: "The currency to convert from" },
    target_currency: { type: "string", description: "The currency to convert to" },
  });
  it.each([
    [
      "convert 100 euros to US dollars",
      { amount: 100, base_currency: "euros", target_currency: "US dollars" },
    ],
    [
      "how many Japanese yen are 20 GBP?",
      { amount: 20, base_currency: "GBP", target_currency: "Japanese yen" },
    ],
  ])("%s", (text, input) => {
    expect(filled(change, text)).toEqual([input]);
  });
  it("are known by name and code", () => {
    expect(currencies("5 US dollars, 7 good dollars").map(({ text }) => text)).toEqual(["US dollars"]);
    expect(["euros", "CHF", "Swiss francs", "Ann"].map(isCurrency)).toEqual([true, true, true, false]);
  });
});
