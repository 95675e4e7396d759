import { describe, expect, it } from "vitest";
import type { ToolDefinition } from "../../messages/index.ts";
import { answer } from "./answer.ts";

const text = (description = "", more: object = {}): object => ({ type: "string", description, ...more });
const oneOf = (...options: readonly string[]): object => ({ type: "string", enum: options });
const integer = (description = "", more: object = {}): object => ({ type: "integer", description, ...more });
const tool = (
  name: string,
  description: string,
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = Object.keys(properties),
): ToolDefinition => ({
  name,
  description,
  input_schema: { type: "object", properties: properties as never, required }, // schemas written in this file
});

const home = [
  tool(
    "set_light",
    "Turn a light on or off, or dim it.",
    {
      room: text("Room the light is in"),
      state: oneOf("on", "off"),
      brightness: integer("Brightness in percent", { minimum: 0, maximum: 100 }),
    },
    ["room"],
  ),
  tool(
    "set_thermostat",
    "Set the target temperature of a room.",
    { room: text("Room"), temperature: { type: "number", description: "Target in degrees Celsius" } },
    ["temperature"],
  ),
  tool("lock_door", "Lock or unlock a door.", {
    door: text("Which door, e.g. front, back, garage, or all"),
    action: oneOf("lock", "unlock"),
  }),
  tool(
    "start_vacuum",
    "Start the robot vacuum.",
    {
      rooms: { type: "array", items: { type: "string" }, description: "Rooms to clean" },
      mode: oneOf("quiet", "normal", "turbo"),
    },
    [],
  ),
  tool("set_alarm", "Set an alarm clock.", { time: text("Time in HH:MM, 24 hours") }),
];
const shop = [
  tool(
    "add_to_cart",
    "Put a product into the shopping cart.",
    { product_id: text("Id of the product"), quantity: integer("How many") },
    ["product_id"],
  ),
  tool("track_order", "Show where an order is.", { order_id: text("Id of the order") }),
];
const travel = [
  tool(
    "search_flights",
    "Search flights.",
    {
      origin: text("City or airport of departure"),
      destination: text("City or airport of arrival"),
      date: text("Date of departure, YYYY-MM-DD"),
      passengers: integer("Number of travellers"),
      cabin: oneOf("economy", "business", "first"),
    },
    ["origin", "destination", "date"],
  ),
  tool("convert_currency", "Convert an amount of money.", {
    amount: { type: "number" },
    from: text("ISO code of the currency"),
    to: text("ISO code of the currency"),
  }),
];
const music = [
  tool(
    "play_music",
    "Play music by genre, artist or song.",
    { genre: text(), artist: text(), song: text("Title of the song"), room: text("Where to play") },
    [],
  ),
  tool("set_volume", "Set the loudness of the speaker.", { level: integer("0 to 100"), room: text() }, [
    "level",
  ]),
];
const operations = [
  tool("restart_service", "Restart a service in an environment.", {
    service: text("Name of the service"),
    environment: oneOf("dev", "staging", "production"),
  }),
  tool("rollback", "Roll a service back to a version.", {
    service: text("Name of the service"),
    version: text("Version, like 1.4.2"),
  }),
];

const cases: readonly (readonly [
  string,
  readonly ToolDefinition[],
  readonly (readonly [string, object])[],
])[] = [
  ["Lock all doors", home, [["lock_door", { door: "all", action: "lock" }]]],
  ["Dim the living room lights to 30%", home, [["set_light", { room: "living room", brightness: 30 }]]],
  [
    "Please make it 21.5 degrees in the nursery",
    home,
    [["set_thermostat", { room: "nursery", temperature: 21.5 }]],
  ],
  [
    "Vacuum the hallway and the kitchen in turbo mode",
    home,
    [["start_vacuum", { rooms: ["hallway", "kitchen"], mode: "turbo" }]],
  ],
  ["Wake me up at 6:45 am", home, [["set_alarm", { time: "06:45" }]]],
  [
    "Set the thermostat to 19 in the bedroom and 22 in the bathroom",
    home,
    [
      ["set_thermostat", { room: "bedroom", temperature: 19 }],
      ["set_thermostat", { room: "bathroom", temperature: 22 }],
    ],
  ],
  [
    "Lock the front door and turn the porch light on",
    home,
    [
      ["lock_door", { door: "front", action: "lock" }],
      ["set_light", { room: "porch", state: "on" }],
    ],
  ],
  ["Add 3 of product P-1042 to my cart", shop, [["add_to_cart", { product_id: "P-1042", quantity: 3 }]]],
  [
    "Track orders A17 and A18",
    shop,
    [
      ["track_order", { order_id: "A17" }],
      ["track_order", { order_id: "A18" }],
    ],
  ],
  [
    "Find a business class flight from Vienna to Oslo on 4 March 2027 for two people",
    travel,
    [
      [
        "search_flights",
        { origin: "Vienna", destination: "Oslo", date: "2027-03-04", passengers: 2, cabin: "business" },
      ],
    ],
  ],
  [
    "Convert 100 EUR to USD, GBP and CHF",
    travel,
    ["USD", "GBP", "CHF"].map((to) => ["convert_currency", { amount: 100, from: "EUR", to }] as const),
  ],
  ["play jazz in the kitchen", music, [["play_music", { genre: "jazz", room: "kitchen" }]]],
  [
    "Set the volume to 20 in the bedroom and 45 in the office",
    music,
    [
      ["set_volume", { level: 20, room: "bedroom" }],
      ["set_volume", { level: 45, room: "office" }],
    ],
  ],
  ["Roll back billing to 2.3.1", operations, [["rollback", { service: "billing", version: "2.3.1" }]]],
  [
    "Restart redis and nginx in production",
    operations,
    ["redis", "nginx"].map((service) => ["restart_service", { service, environment: "production" }] as const),
  ],
  ["What is the capital of Peru?", home, []],
  ["Order a pizza", music, []],
];

describe("requests of every day", () => {
  it.each(cases)("%s", (content, tools, expectedCalls) => {
    const { calls } = answer(
      { model: "builtin", max_tokens: 500, messages: [{ role: "user", content }], tools },
      { today: Date.UTC(2026, 10, 21) },
    );
    const sorted = (all: readonly { readonly name: string }[]): readonly unknown[] =>
      all.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
    expect(sorted(calls)).toEqual(sorted(expectedCalls.map(([name, input]) => ({ name, input }))));
  });

  it("asks for what is missing with the whole of its description's first sentence", () => {
    const { text: wording } = answer(
      {
        model: "builtin",
        max_tokens: 500,
        messages: [{ role: "user", content: "Roll back billing" }],
        tools: operations,
      },
      { today: 0 },
    );
    expect(wording).toBe("To call rollback I still need version (Version, like 1.4.2).");
  });
});
