import { describe, expect, it } from "vitest";
import type { ToolDefinition } from "../../../messages/index.ts";
import type { JsonSchema } from "../../../schema/index.ts";
import { readTool } from "../read/tool.ts";
import { read } from "../text/mentions.ts";
import { assign } from "./assign.ts";
import { fill } from "./fill.ts";
import { placeValue } from "./place.ts";

const today = Date.UTC(2026, 10, 21, 12);

const tool = (
  name: string,
  description: string,
  properties: Record<string, JsonSchema>,
  required = Object.keys(properties),
): ToolDefinition => ({
  name,
  description,
  input_schema: { type: "object", properties, required },
});
const filled = (definition: ToolDefinition, text: string) =>
  fill(readTool(definition), read(text, today), { start: 0, end: text.length }).map(({ input }) => input);

const text = (description: string): JsonSchema => ({ type: "string", description });
const integer = (description: string): JsonSchema => ({ type: "integer", description });

describe("assignment", () => {
  it("is the best in total, and leaves free what does not fit", () => {
    expect(
      assign([
        [5, 4],
        [5, 1],
      ]),
    ).toEqual([1, 0]);
    expect(assign([[-1, -2]])).toEqual([-1]);
    expect(assign([[1], [2]])).toEqual([-1, 0]);
    expect(assign([])).toEqual([]);
  });
});

describe("filling", () => {
  const rectangle = tool("area", "Area of a rectangle", {
    length: integer("Length in meters"),
    width: integer("Width in meters"),
  });
  it("takes numbers by the words beside them, whatever their order", () => {
    expect(filled(rectangle, "a rectangle with a width of 5 and a length of 12")).toEqual([
      { length: 12, width: 5 },
    ]);
  });
  it("takes what nothing tells apart in the order of the text", () => {
    expect(filled(rectangle, "the area of 30 meters by 12 meters")).toEqual([{ length: 30, width: 12 }]);
  });
  it("converts units", () => {
    const timer = tool("timer", "Set a timer", { minutes: integer("Duration in minutes") });
    expect(filled(timer, "set a timer for 2 hours")).toEqual([{ minutes: 120 }]);
  });

  it("takes a place and a moment apart where the tool asks for the parts", () => {
    const weather = tool("weather", "Weather of a city", {
      city: text("The city"),
      country: text("The country of the city"),
    });
    expect(filled(weather, "the weather in Tokyo, Japan")).toEqual([{ city: "Tokyo", country: "Japan" }]);
    const book = tool("book", "Book a table", {
      time: text("The time in 24-hour format HH:MM"),
      date: text("The date as YYYY-MM-DD"),
    });
    for (const text of [
      "on 15 March 2027 at 8 in the evening",
      "on 15 March 2027 at 8 pm",
      "at 20:00 on 15 March 2027",
    ])
      expect(filled(book, `a table ${text}`)).toEqual([{ time: "20:00", date: "2027-03-15" }]);
  });
  it("makes no second call of a number that measures something else", () => {
    const time = tool("travel_time", "Time of a travel", {
      distance: { type: "number", description: "Distance in km" },
    });
    expect(filled(time, "the time for 600 km, resting 30 minutes, then on")).toEqual([{ distance: 600 }]);
  });

  const flight = tool("search_flights", "Find flights between cities", {
    origin: text("The departure city"),
    destination: text("The arrival city"),
    date: text("The date, YYYY-MM-DD"),
  });
  it("knows from and to", () => {
    expect(filled(flight, "flights to Boston from Seattle on March 3, 2027")).toEqual([
      { origin: "Seattle", destination: "Boston", date: "2027-03-03" },
    ]);
  });

  const weather = tool(
    "weather",
    "Weather of a city",
    {
      city: text("The city"),
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
      days: integer("Number of days"),
    },
    ["city"],
  );
  it("reads options, and leaves out what is not said", () => {
    expect(filled(weather, "weather in Paris in Celsius")).toEqual([{ city: "Paris", unit: "celsius" }]);
  });
  it("makes one call for each of several values, sharing the rest", () => {
    expect(filled(weather, "weather for Paris, Rome and Oslo for 3 days")).toEqual(
      ["Paris", "Rome", "Oslo"].map((city) => ({ city, days: 3 })),
    );
  });
  it("makes all combinations of two enumerations, unless they are paired", () => {
    const concerts = tool("concerts", "Find concerts in a city", {
      city: text("The city"),
      genre: text("The genre of music"),
    });
    const found = (input: string) => filled(concerts, input).map((call) => Object.values(call).join(" "));
    expect(found("Find rock and jazz concerts in Bergen and Oslo")).toEqual([
      "Bergen rock",
      "Bergen jazz",
      "Oslo rock",
      "Oslo jazz",
    ]);
    expect(found("Find rock and jazz concerts in Bergen and Oslo respectively")).toEqual([
      "Bergen rock",
      "Oslo jazz",
    ]);
  });
  it("takes the unit of a number where a tool asks for it", () => {
    const fence = tool("fence", "Price of a fence", {
      length: { type: "number", description: "The length" },
      unit: text("The unit of the length"),
    });
    expect(filled(fence, "what does a fence with a length of 12 meters cost")).toEqual([
      { length: 12, unit: "meters" },
    ]);
    const density = tool(
      "density",
      "Density of a substance",
      {
        mass: { type: "number", description: "The mass" },
        volume: { type: "number", description: "The volume" },
        unit: text("The unit of the density"),
      },
      ["mass", "volume"],
    );
    expect(filled(density, "the density for a mass of 8 kg and a volume of 2 liters")).toEqual([
      { mass: 8, volume: 2 },
    ]);
  });
  it("keeps what one of several alike sentences says to its call", () => {
    const probability = tool(
      "probability",
      "Probability of an event",
      {
        hits: integer("The number of successful outcomes"),
        total: integer("The total number of outcomes"),
        ratio: { type: "boolean", description: "Give the result as a ratio", default: false },
      },
      ["hits", "total"],
    );
    const first =
      "First, the probability of a red ball, with 5 successful outcomes out of 20 total outcomes.";
    const second =
      "Then that of a blue ball, with 9 successful outcomes out of 20 total outcomes, as a ratio.";
    expect(filled(probability, `${first} ${second}`)).toEqual([
      { hits: 5, total: 20 },
      { hits: 9, total: 20, ratio: true },
    ]);
  });
  it("pairs values that come in pairs", () => {
    const recipe = tool("recipe", "Find a recipe", {
      dish: text("Name of the dish"),
      servings: integer("Number of people"),
    });
    expect(filled(recipe, "a recipe for 'Lasagne' for 4 people and for 'Caesar Salad' for 2 people")).toEqual(
      [
        { dish: "Lasagne", servings: 4 },
        { dish: "Caesar Salad", servings: 2 },
      ],
    );
  });
  it("fills lists, nested objects and yes or no", () => {
    const order = tool(
      "order",
      "Order items",
      {
        items: { type: "array", items: { type: "string" }, description: "The items" },
        contact: {
          type: "object",
          properties: { email: text("E-mail address"), name: text("Name of the customer") },
          required: ["email"],
        },
        express: { type: "boolean", description: "Whether to deliver by express" },
      },
      ["items", "contact"],
    );
    expect(filled(order, "Order 'milk', 'bread' and 'eggs' with express, email ann@example.com")).toEqual([
      { items: ["milk", "bread", "eggs"], contact: { email: "ann@example.com" }, express: true },
    ]);
  });
  it("reads percent as the schema counts", () => {
    const rate = tool("interest", "Compound interest", {
      rate: { type: "number", description: "Annual interest rate as a decimal" },
    });
    expect(filled(rate, "interest at a rate of 5%")).toEqual([{ rate: 0.05 }]);
  });
  it("keeps hostile parameter names ordinary", () => {
    const odd = tool("set", "Set a value", { constructor: integer("The value") });
    const [input] = filled(odd, "set the value to 5");
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });
});

describe("places", () => {
  it("are written as the description asks", () => {
    expect(
      placeValue({ name: "location", description: "The city and state, e.g. 'San Francisco, CA'" }, "Boston"),
    ).toBe("Boston, MA");
    expect(placeValue({ name: "location", description: "In the format 'City, Country'" }, "Paris")).toBe(
      "Paris, France",
    );
    expect(
      placeValue(
        { name: "location", description: "such as 'Paris, FR' or 'New York, NY'" },
        "Nairobi, Kenya",
      ),
    ).toBe("Nairobi, KE");
    expect(placeValue({ name: "city", description: "The city" }, "Boston")).toBe("Boston");
  });
});
