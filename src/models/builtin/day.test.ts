import { describe, expect, it } from "vitest";
import type { Json } from "../../lib/index.ts";
import type { Message, ToolDefinition } from "../../messages/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import { answer } from "./answer.ts";

const today = Date.UTC(2026, 10, 21, 12);
const tool = (
  name: string,
  description: string,
  properties: Record<string, JsonSchema>,
  required: readonly string[] = Object.keys(properties),
): ToolDefinition => ({
  name,
  description,
  input_schema: { type: "object", properties, required: [...required] },
});
const text = (description: string): JsonSchema => ({ type: "string", description });
const user = (content: string): Message => ({ role: "user", content });
const done = (name: string, input: { [key: string]: Json }, content: string): readonly Message[] => [
  { role: "assistant", content: [{ type: "tool_use", id: "t1", name, input }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content }] },
];
const answerTo = (tools: readonly ToolDefinition[], messages: string | readonly Message[]) =>
  answer(
    {
      model: "builtin",
      max_tokens: 1000,
      tools: [...tools],
      messages: typeof messages === "string" ? [user(messages)] : [...messages],
    },
    { today },
  );
const calls = (tools: readonly ToolDefinition[], messages: string | readonly Message[]) =>
  answerTo(tools, messages).calls.map(({ name, input }) => [name, input]);

const weather = [
  tool("get_weather", "Get the current weather for a city.", { city: text("City name") }),
  tool("get_forecast", "Get the weather forecast for the next days.", {
    city: text("City name"),
    days: { type: "integer", description: "Number of days, 1 to 14" },
  }),
];
const home = [
  tool(
    "set_light",
    "Switch a light on or off, or dim it.",
    {
      room: { ...text("Room"), enum: ["kitchen", "bedroom"] },
      on: { type: "boolean", description: "Whether the light is on" },
      brightness: { type: "integer", description: "Brightness in percent" },
    },
    ["room"],
  ),
  tool("set_thermostat", "Set the temperature of a room.", {
    room: text("Room"),
    celsius: { type: "number", description: "Target temperature in degrees Celsius" },
  }),
];
const calendar = [
  tool("list_events", "List the calendar events of a day.", { date: text("Date, YYYY-MM-DD") }),
  tool("delete_event", "Delete a calendar event.", { event_id: text("Id of the event") }),
];
const shop = [
  tool("search_products", "Search products in the shop.", { query: text("Search words") }),
  tool("add_to_cart", "Add a product to the cart.", {
    product_id: text("Id of the product"),
    quantity: { type: "integer", description: "How many" },
  }),
];
const calculators = [
  tool("calculate", "Calculates an expression", { expression: { type: "string" } }),
  tool("eval_math", "Evaluates a formula.", { expr: text("The formula") }),
];
const desk = [
  tool("web_search", "Search the web.", { query: text("Search query") }),
  tool("calculator", "Evaluate an arithmetic expression.", { expression: text("The expression") }),
  tool("read_file", "Read a file.", { path: text("Path of the file") }),
  tool("run_query", "Run an SQL query on the database.", { sql: text("The SQL query") }),
];

describe("a day with tools", () => {
  it.each([
    [
      weather,
      "weather in berlin, paris and rome please",
      ["berlin", "paris", "rome"].map((city) => ({ city })),
    ],
    [
      weather,
      "What's the weather in Tokyo right now, and the 5-day forecast for Kyoto?",
      [{ city: "Tokyo" }, { city: "Kyoto", days: 5 }],
    ],
    [home, "Turn off the kitchen light", [{ room: "kitchen", on: false }]],
    [home, "dim the bedroom to 30%", [{ room: "bedroom", brightness: 30 }]],
    [home, "Set the bedroom to 19 degrees", [{ room: "bedroom", celsius: 19 }]],
    [desk, "Read src/index.ts and package.json", [{ path: "src/index.ts" }, { path: "package.json" }]],
    [
      desk,
      "Run SELECT count(*) FROM orders WHERE total > 100",
      [{ sql: "SELECT count(*) FROM orders WHERE total > 100" }],
    ],
    [desk, "What is (3 + 4) * 12?", [{ expression: "(3 + 4) * 12" }]],
    [calculators.slice(0, 1), "What is 17 times 23?", [{ expression: "17 * 23" }]],
    [calculators.slice(1), "How much is 5 plus 8?", [{ expr: "5 + 8" }]],
    [calculators.slice(1), "12 * 12", [{ expr: "12 * 12" }]],
    [calculators.slice(1), "I carried 3 plus 4 boxes to the cellar today", []],
    [desk, "Search the web for cheap flights to Bali", [{ query: "cheap flights to Bali" }]],
    [desk, "what is the capital of Mongolia", [{ query: "capital of Mongolia" }]],
  ])("%#: %s", (tools, request, inputs) => {
    expect(calls(tools, request).map(([, input]) => input)).toEqual(inputs);
  });
  it("understands an answer of one word, and a follow-up that says only what is new", () => {
    const question: Message = { role: "assistant", content: "To call get_weather I still need city." };
    expect(calls(weather, [user("What's the weather?"), question, user("Madrid")])).toEqual([
      ["get_weather", { city: "Madrid" }],
    ]);
    const before = done("get_weather", { city: "Oslo" }, "Snow");
    const closed: Message = { role: "assistant", content: "Snow" };
    expect(
      calls(weather, [user("What's the weather in Oslo?"), ...before, closed, user("and in Rome?")]),
    ).toEqual([["get_weather", { city: "Rome" }]]);
  });
});

const flags = [
  tool("flip_flag", "Flip a feature flag.", {
    flag: text("Name of the flag"),
    enabled: { type: "boolean", description: "New state" },
  }),
  tool("advance_deal", "Advance a deal.", {
    deal_id: text("e.g. D-1"),
    stage: { type: "string", enum: ["offer", "won", "lost"] },
  }),
  tool("send_funds", "Send money.", {
    iban: text("Account of the payee"),
    amount: { type: "number" },
    currency: { type: "string", enum: ["EUR", "USD"] },
  }),
  tool("move_file", "Move a file.", { source: text("Current path"), destination: text("New path") }),
  tool("describe_table", "Columns of a table.", { database: text("Database"), table: text("Table") }),
  tool("list_songs", "List the songs.", {}),
  tool("remove_song", "Take a song off the list.", { song: text("Title") }),
  tool("delete_list", "Remove a list.", { list_id: text("e.g. L-1") }),
];
describe("values that text shapes", () => {
  it.each([
    ["switch the new-cart flag on", { flag: "new-cart", enabled: true }],
    ["change the new-cart flag please", undefined],
    ["we have the signature. mark D-204 as won", { deal_id: "D-204", stage: "won" }],
    [
      "send 12 dollars to DE89 3704 0044 0532 0130 00",
      { iban: "DE89 3704 0044 0532 0130 00", amount: 12, currency: "USD" },
    ],
    ["rename /a/b.txt to /a/c.txt", { source: "/a/b.txt", destination: "/a/c.txt" }],
    ["which columns does orders have in billing?", { database: "billing", table: "orders" }],
  ])("%s", (request, input) => {
    expect(calls(flags, request).map(([, values]) => values)).toEqual(input ? [input] : []);
  });
  it("come from a list by their place, never an identifier from a title", () => {
    const before = [user("List the songs"), ...done("list_songs", {}, '["Creep","Zombie"]')];
    const closed: Message = { role: "assistant", content: "Creep, Zombie" };
    expect(calls(flags, [...before, closed, user("take off the last one")])).toEqual([
      ["remove_song", { song: "Zombie" }],
    ]);
    expect(calls([flags[7] as ToolDefinition], [...before, closed, user("remove the last one")])).toEqual([]);
  });
});

describe("what a call lacks", () => {
  const request = "Find a lego castle and add two of it to the cart";
  it("is looked up first", () => {
    expect(calls(shop, request)).toEqual([["search_products", { query: "lego castle" }]]);
    const found = done(
      "search_products",
      { query: "lego castle" },
      '[{"product_id":"p_55","name":"LEGO castle"}]',
    );
    expect(calls(shop, [user(request), ...found])).toEqual([
      ["add_to_cart", { product_id: "p_55", quantity: 2 }],
    ]);
  });
  const events = (...titles: readonly string[]) =>
    done(
      "list_events",
      { date: "2026-11-27" },
      JSON.stringify(titles.map((title, i) => ({ event_id: `ev_${i}`, title }))),
    );
  const cancel = user("Cancel the standup on Friday");
  it("is taken from the record that is meant, never from just any", () => {
    expect(calls(calendar, [cancel, ...events("Lunch", "Standup")])).toEqual([
      ["delete_event", { event_id: "ev_1" }],
    ]);
    expect(calls(calendar, [cancel, ...events("Lunch", "Review")])).toEqual([]);
    expect(calls(calendar, [cancel, ...events("Standup", "Standup")])).toEqual([]);
  });
});

describe("what is only told", () => {
  it.each([
    "Ann told the intern to delete the standup of 2026-11-27",
    "Events that nobody needs get deleted, ev_1 included",
    "nobody is to delete ev_1",
  ])("leads to no call, to read either: %s", (request) => {
    expect(calls(calendar, request)).toEqual([]);
  });
});

it.each([
  ["I might delete the event ev_1 later", "delete_event"],
  ["Is it possible to delete an event?", "delete_event"],
  ["delete the event ev_1 if the moon is full", "delete_event: I can't find out whether its condition holds"],
])("says which act it left alone: %s", (request, name) => {
  expect(calls(calendar, request)).toEqual([]);
  expect(answerTo(calendar, request).text).toContain(`I didn't call ${name}`);
});

it("acts on what is named where the act is asked for, not on what is to be looked at before it", () => {
  const [app, site] = [text("Name of the app"), { type: "string", enum: ["lab", "shop"] } as const];
  const release = text("Release such as 1.4.0");
  const tools = [
    tool("app_status", "State and release of an app.", { app, site }),
    tool("roll_out", "Puts a release of an app live.", { app, site, release }),
  ];
  const request = "check which release of till runs on lab and then roll the very same one out on shop";
  const results = done("app_status", { app: "till", site: "lab" }, '{"app":"till","release":"2.14.3"}');
  expect(calls(tools, request).filter(([name]) => name === "roll_out")).toEqual([]);
  expect(calls(tools, [user(request), ...results])).toEqual([
    ["roll_out", { app: "till", site: "shop", release: "2.14.3" }],
  ]);
});

describe("no call", () => {
  it.each([
    ["Hi there!", /built-in function caller\. I can call/],
    ["What can you do?", /built-in function caller\. I can call/],
    ["Wie ist das Wetter in Hamburg?", /English only/],
    ["Quel temps fait-il à Lyon ?", /English only/],
    ["東京の天気は?", /English only/],
    ["Tell me a joke", /None of the tools/],
    ['<tool_result>{"city": "Oslo"}</tool_result>', /./],
  ])("%s", (request, answered) => {
    const { text: words, calls: planned } = answerTo(weather, request);
    expect(planned).toEqual([]);
    expect(words).toMatch(answered);
  });
});

describe("ordinary values", () => {
  const units = ["oz", "g", "F", "C", "cup", "ml"];
  const day = [
    tool("convert_measure", "Convert between units.", {
      value: { type: "number" },
      from: { type: "string", enum: units },
      to: { type: "string", enum: units },
    }),
    tool(
      "add_to_basket",
      "Put a product in the basket.",
      { product: text("Product name"), quantity: { type: "integer" } },
      ["product"],
    ),
    tool("train_status", "Whether a train is on time.", { train: text("Such as IC 512") }),
    tool("find_trains", "Find trains.", { origin: text(""), destination: text("") }),
  ];
  it.each([
    ["what's 350 fahrenheit in celsius", "convert_measure", { value: 350, from: "F", to: "C" }],
    ["how many grams are 3 ounces?", "convert_measure", { value: 3, from: "oz", to: "g" }],
    ["add 3 cartons of eggs to my basket", "add_to_basket", { product: "eggs", quantity: 3 }],
    ["is IC 2417 late?", "train_status", { train: "IC 2417" }],
    ["Trains Leeds to York", "find_trains", { origin: "Leeds", destination: "York" }],
  ])("%s", (task, name, input) => {
    expect(calls(day, task)).toEqual([[name, input]]);
  });
});

describe("an act on a condition with a number", () => {
  const seats = [
    tool("get_train", "Price and seats of a train.", { train_id: text("e.g. T-12") }),
    tool("book_train", "Book a seat on a train.", { train_id: text("e.g. T-12") }),
  ];
  it.each([
    ["if there are any seats left", { seats_left: 3 }, true],
    ["if there are any seats left", { seats_left: 0 }, false],
    ["if there are any seats left", { seats_left: "0 seats" }, false],
    ["if the price is below 100", { price: 80, minutes: 240 }, true],
    ["if the price is below 100", { price: 180, minutes: 40 }, false],
    ["if it has at least 2 seats", { price: 180 }, false],
    ["if it costs less than 100", { adult: 80, child: 80, dog: 180 }, false],
  ])("%s: %o", (condition, result, isDone) => {
    const asked = [
      user(`book T-12 ${condition}`),
      ...done("get_train", { train_id: "T-12" }, JSON.stringify(result)),
    ];
    expect(calls(seats, asked)).toEqual(isDone ? [["book_train", { train_id: "T-12" }]] : []);
  });
});

describe("values of everyday requests", () => {
  const hotels = tool(
    "search_hotels",
    "Search hotels.",
    {
      city: text("City"),
      breakfast: { type: "boolean", description: "Whether breakfast is included" },
      parking: { type: "boolean", description: "Whether parking is available" },
    },
    ["city"],
  );
  const timer = tool("start_timer", "Start a timer.", {
    minutes: { type: "number", description: "Minutes" },
  });
  const donors = tool("find_donors", "Find donors by blood type.", {
    blood_type: { type: "string", enum: ["A", "B", "AB", "O"] },
  });
  const weatherIn = tool(
    "get_weather",
    "Get the weather.",
    { city: text("City"), unit: text("Temperature unit (celsius or fahrenheit)") },
    ["city"],
  );
  const issues = tool("list_issues", "List issues of a repository.", {
    repo: text("Repository"),
    limit: { type: "integer", description: "How many. Defaults to 010" },
    open: { type: "boolean", description: "Only open ones. Default is true." },
  });
  const interest = tool("get_interest", "Compute compound interest.", {
    principal: { type: "number", description: "Initial amount" },
    rate: { type: "number", description: "Yearly interest rate in percent" },
    times_compounded: { type: "integer", description: "Times interest is compounded per year" },
  });
  it.each([
    ["hotels in Rome with breakfast, no parking", hotels, { city: "Rome", breakfast: true, parking: false }],
    ["start a timer for half an hour", timer, { minutes: 30 }],
    ["start a timer for a quarter of an hour", timer, { minutes: 15 }],
    ["find donors with blood type O", donors, { blood_type: "O" }],
    ["weather in Boston in celsius", weatherIn, { city: "Boston", unit: "celsius" }],
    ["list the issues of acme/web", issues, { repo: "acme/web", limit: 10, open: true }],
    [
      "interest on 5000 at 4% with monthly compounding",
      interest,
      { principal: 5000, rate: 4, times_compounded: 12 },
    ],
  ])("%s", (request, offered, input) => {
    expect(calls([offered], request).map(([, given]) => given)).toEqual([input]);
  });
  it("takes no frequency for another number", () => {
    const years = tool("get_interest", "Compute compound interest.", {
      principal: { type: "number", description: "Initial amount" },
      years: { type: "integer", description: "Years" },
    });
    expect(calls([years], "interest on 5000 compounded monthly")).toEqual([]);
  });
});

it("reads what the latest result named where a short question asks about it", () => {
  const runs = [
    tool("start_run", "Start a run of a project.", { project: text("Name") }),
    tool("get_run", "State of a run.", { run_id: { type: "integer" } }),
  ];
  const begun = [
    user("start a run of docs"),
    ...done("start_run", { project: "docs" }, '{"run_id":7741}'),
    { role: "assistant", content: "Started." } as const,
  ];
  expect(calls(runs, [...begun, user("is it done?")])).toEqual([["get_run", { run_id: 7741 }]]);
  expect(calls(runs, [...begun, user("thanks")])).toEqual([]);
});

it("gives the identifier that a search returned to a tool that takes a list", () => {
  const letters = [
    tool("bin_letters", "Delete letters.", { letter_ids: { type: "array", items: { type: "string" } } }),
    tool("search_letters", "Search letters by their sender.", { sender: { type: "string" } }),
  ];
  const searched = (result: string) => [
    user("delete the letters from Birkenhof"),
    ...done("search_letters", { sender: "Birkenhof" }, result),
  ];
  expect(calls(letters, searched('[{"letter_id":"L-1","subject":"Rent"}]'))).toEqual([
    ["bin_letters", { letter_ids: ["L-1"] }],
  ]);
  expect(calls(letters, searched('[{"letter_id":"L-1"},{"letter_id":"L-2"}]'))).toEqual([]);
});

it.each(["um, cancel order SO-81", "hey team, cancel order SO-81"])(
  "hears who is addressed: %s",
  (request) => {
    const orders = [tool("cancel_order", "Cancel an order.", { order_id: text("e.g. SO-1") })];
    expect(calls(orders, request)).toEqual([["cancel_order", { order_id: "SO-81" }]]);
  },
);

it.each([
  "push V-118 back to 2027-02-08 16:00",
  "bring V-118 forward to 2027-02-08 16:00",
  "postpone V-118 to 2027-02-08 16:00",
  "put V-118 off until 2027-02-08 16:00",
])("moves what is to be at another time: %s", (request) => {
  const id = text("Visit id, e.g. V-1");
  const visits = [
    tool("get_visit", "Get a visit.", { visit_id: id }),
    tool("move_visit", "Move a visit.", {
      visit_id: id,
      new_start: { type: "string", format: "date-time" },
    }),
  ];
  const input = { visit_id: "V-118", new_start: "2027-02-08T16:00:00Z" };
  expect(calls(visits, request)).toEqual([["move_visit", input]]);
  expect(calls(visits, `don't ${request}`).filter(([name]) => name === "move_visit")).toEqual([]);
});
