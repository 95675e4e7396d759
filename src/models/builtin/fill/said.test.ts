import { describe, expect, it } from "vitest";
import type { ToolDefinition } from "../../../messages/index.ts";
import type { JsonSchema } from "../../../schema/index.ts";
import { answer } from "../answer.ts";
import { readTool } from "../read/tool.ts";
import { read } from "../text/mentions.ts";
import { fill } from "./fill.ts";

const today = Date.UTC(2026, 10, 21, 12);
const tool = (
  name: string,
  description: string,
  properties: Record<string, JsonSchema>,
  required: readonly string[] = [],
): ToolDefinition => ({
  name,
  description,
  input_schema: { type: "object", properties, required: [...required] },
});
const callsOf = (tools: readonly ToolDefinition[], content: string) =>
  answer(
    { model: "builtin", max_tokens: 400, messages: [{ role: "user", content }], tools: [...tools] },
    { today },
  ).calls;
const filled = (definition: ToolDefinition, text: string) =>
  fill(readTool(definition), read(text, today), { start: 0, end: text.length }).map(({ input }) => input);

describe("a yes or no", () => {
  const hostel = tool(
    "find_hostel",
    "Find hostels in a town, filtered by what they offer.",
    {
      town: { type: "string", description: "The town" },
      has_kitchen: { type: "boolean", description: "Whether there is a kitchen for guests" },
      free_parking: { type: "boolean", description: "Whether cars are parked free of charge" },
      good_for_groups: { type: "boolean", description: "Fit for groups" },
    },
    ["town"],
  );
  it.each([
    ["Find a hostel in Porto with a kitchen", { has_kitchen: true }],
    ["Find a hostel in Porto without a kitchen", { has_kitchen: false }],
    ["Find a hostel in Porto that takes groups", { good_for_groups: true }],
    ["Find a hostel in Porto. I don't mind whether there is a kitchen", {}],
    ["Find a good hostel in Porto", {}],
  ])("%s", (text, more) => {
    expect(filled(hostel, text)).toEqual([{ town: "Porto", ...more }]);
  });
});

it("switches on and off in one sentence each where it is said", () => {
  const flag = tool(
    "set_flag",
    "Switch a feature flag",
    {
      flag: { type: "string", description: "Flag key" },
      enabled: { type: "boolean" },
      env: { type: "string", enum: ["staging", "production"] },
    },
    ["flag", "enabled", "env"],
  );
  expect(filled(flag, "turn dark_mode on in staging and off in production")).toEqual([
    { flag: "dark_mode", enabled: true, env: "staging" },
    { flag: "dark_mode", enabled: false, env: "production" },
  ]);
});

describe("options", () => {
  const cinema = tool("find_screening", "Find screenings.", {
    format: { type: "string", enum: ["2D", "3D"], description: "Format" },
    genre: { type: "string", enum: ["Sci-fi", "Drama", "Comedy"], description: "Genre" },
    weekday: { type: "array", items: { type: "string", enum: ["mon", "tue", "sat"] }, description: "Days" },
    hall: {
      type: "integer",
      description: "Id of the hall: 1 for Red Hall, 2 for Blue Hall, 7 for the terrace",
    },
  });
  it.each([
    ["a 3D screening", { format: "3D" }],
    ["screenings on the terrace", { hall: 7 }],
    ["screenings in the Blue Hall, not a comedy", { hall: 2 }],
  ])("%s", (text, input) => {
    expect(filled(cinema, text)).toEqual([input]);
  });
});

describe("days and hours", () => {
  const day = { type: "string", description: "First day, YYYY-MM-DD" } as const;
  it("become what the tool asks for", () => {
    const moment = tool(
      "remind",
      "Remind me",
      { at: { type: "string", description: "When, YYYY-MM-DD HH:MM" } },
      ["at"],
    );
    expect(filled(moment, "Remind me on 3 May 2027, best at 7:30")).toEqual([{ at: "2027-05-03 07:30" }]);
    const number = { type: "integer", description: "Part of the date" } as const;
    const parts = tool("count", "Count visitors of a day", { day: number, month: number, year: number }, [
      "day",
      "month",
      "year",
    ]);
    expect(filled(parts, "Count the visitors of 3 May 2027")).toEqual([{ day: 3, month: 5, year: 2027 }]);
    const clock = tool("angle", "Angle of the hands", { hours: number, minutes: number }, [
      "hours",
      "minutes",
    ]);
    expect(filled(clock, "the angle at 8:20")).toEqual([{ hours: 8, minutes: 20 }]);
  });
  it("count from the day that the text calls today", () => {
    const definition = tool("log", "Log a visit", { day }, ["day"]);
    expect(filled(definition, "Log a visit tomorrow. Today is March 6, 2024.")).toEqual([
      { day: "2024-03-07" },
    ]);
    expect(filled(definition, "Log a visit next Tuesday, 2027-03-02")).toEqual([{ day: "2027-03-02" }]);
  });
});

describe("several calls", () => {
  const number = (description: string): JsonSchema => ({ type: "number", description });
  const kiln = tool(
    "fire_kiln",
    "Fires a kiln.",
    {
      kiln: { type: "string", description: "Name of the kiln" },
      degrees: number("Temperature"),
      hours: number("Hours"),
    },
    ["kiln", "degrees", "hours"],
  );
  it("each take the values of their part of the text", () => {
    expect(
      filled(
        kiln,
        "Fire kiln 'Ada' at 900 degrees for 8 hours. Then fire kiln 'Bea' at 1200 degrees for 11 hours.",
      ),
    ).toEqual([
      { kiln: "Ada", degrees: 900, hours: 8 },
      { kiln: "Bea", degrees: 1200, hours: 11 },
    ]);
  });
  it("are not made of the number that only counts them", () => {
    const mix = tool(
      "mix",
      "Mixes two charges",
      { one: number("First mass"), other: number("Second mass") },
      ["one", "other"],
    );
    expect(filled(mix, "Mix two charges of 5 kg and 7 kg")).toEqual([{ one: 5, other: 7 }]);
  });
  it("share a coordination", () => {
    const water = tool(
      "water",
      "Waters a bed",
      {
        bed: { type: "integer", description: "Number of the bed" },
        minutes: { type: "integer", description: "Minutes" },
      },
      ["bed", "minutes"],
    );
    expect(filled(water, "Water beds 1, 2 and 5 for 20 minutes each")).toEqual(
      [1, 2, 5].map((bed) => ({ bed, minutes: 20 })),
    );
  });
});

describe("names", () => {
  it("of towns get the state where it is asked for", () => {
    const find = tool(
      "find",
      "Find a baker",
      { city: { type: "string", description: "City, such as 'Austin, TX'" } },
      ["city"],
    );
    expect(filled(find, "Find a baker in NYC")).toEqual([{ city: "New York, NY" }]);
  });
  it("become codes where codes are asked for", () => {
    const speak = tool(
      "speak",
      "Speak a text",
      { language: { type: "string", description: "ISO 639-1 code of the language" } },
      ["language"],
    );
    expect(filled(speak, "Speak it in German")).toEqual([{ language: "de" }]);
  });
  it("are what their announcement says", () => {
    const open = tool(
      "open_project",
      "Open a project",
      { project_id: { type: "string", description: "Id of the project" } },
      ["project_id"],
    );
    expect(filled(open, "Open the project with the id meadow")).toEqual([{ project_id: "meadow" }]);
    expect(filled(open, "Open project 098-293")).toEqual([{ project_id: "098-293" }]);
  });
});

describe("amounts in words", () => {
  const stew = tool(
    "find_stew",
    "Find stews by what is in them.",
    {
      ingredients: { type: "array", items: { type: "string" }, description: "Ingredients in them" },
      most_minutes: { type: "integer", description: "Most minutes of cooking" },
    },
    ["ingredients", "most_minutes"],
  );
  it("reads a half of a unit, and keeps a list whole before what tells more of it", () => {
    expect(filled(stew, "Find stews with lentils and barley that take half an hour")).toEqual([
      { ingredients: ["lentils", "barley"], most_minutes: 30 },
    ]);
  });
  it("takes more numbers than single ones are asked for as a list", () => {
    const rank = tool(
      "stats_rank",
      "Compute the value at a rank of numbers.",
      {
        values: { type: "array", items: { type: "number" }, description: "The numbers" },
        rank: { type: "number", description: "The rank" },
      },
      ["values", "rank"],
    );
    expect(filled(rank, "What is the value at rank 2 of 3, 8, 15 and 22?")).toEqual([
      { values: [3, 8, 15, 22], rank: 2 },
    ]);
  });
});

describe("what somebody writes is taken whole", () => {
  const text = { type: "string" } as const;
  const mail = {
    name: "send_email",
    description: "Send an e-mail.",
    input_schema: {
      type: "object",
      properties: { to: { ...text, description: "Recipient's address" }, subject: text, body: text },
      required: ["to", "body"],
    },
  } as const;
  it.each([
    ["Email mo@example.org that the van is here", { to: "mo@example.org", body: "the van is here" }],
    [
      "Write to mo@example.org: the van is here. Subject: Van",
      { to: "mo@example.org", subject: "Van", body: "the van is here" },
    ],
    [
      "Email mo@example.org about the van saying the keys are inside",
      { to: "mo@example.org", subject: "van", body: "the keys are inside" },
    ],
    [
      "Send mo@example.org an email with subject Van and body See you at 5 on Monday",
      { to: "mo@example.org", subject: "Van", body: "See you at 5 on Monday" },
    ],
  ])("%s", (content, input) => {
    const { calls } = answer(
      { model: "builtin", max_tokens: 500, messages: [{ role: "user", content }], tools: [mail] },
      { today: Date.UTC(2026, 10, 21) },
    );
    expect(calls).toEqual([{ name: "send_email", input }]);
  });
});

it("a time is no part of what stands before it", () => {
  const gate = tool("unlock_gate", "Unlock a gate.", { gate: { type: "string" } }, ["gate"]);
  expect(filled(gate, "unlock the harbour gate now")).toEqual([{ gate: "harbour" }]);
});

describe("what something is for, and why", () => {
  const charge = tool(
    "bill_guest",
    "Charge a guest.",
    { guest_id: { type: "string" }, amount: { type: "number" }, note: { type: "string" } },
    ["guest_id", "amount"],
  );
  const block = tool(
    "block_badge",
    "Block a badge for some days.",
    { badge_id: { type: "string" }, days: { type: "integer" }, reason: { type: "string" } },
    ["badge_id", "days"],
  );
  it.each([
    [charge, "bill G-4 30 euros for the broken lamp", { guest_id: "G-4", amount: 30, note: "broken lamp" }],
    [charge, "bill G-4 30 euros", { guest_id: "G-4", amount: 30 }],
    [
      block,
      "block B-7 for 3 days because of a lost phone",
      { badge_id: "B-7", days: 3, reason: "lost phone" },
    ],
    [block, "block B-7 for 3 days because he is away", { badge_id: "B-7", days: 3, reason: "he is away" }],
    [block, "block B-7 for 3 days", { badge_id: "B-7", days: 3 }],
  ])("%#: %s", (definition, text, input) => {
    expect(filled(definition, text)).toEqual([input]);
  });
});

it("what an act says to somebody asks for nothing to be read", () => {
  const text: JsonSchema = { type: "string" };
  const tools = [
    tool("find_player", "Find players by name.", { query: text }, ["query"]),
    tool("list_matches", "List matches of a day.", { date: { type: "string", format: "date" } }, ["date"]),
    tool("send_message", "Send a message to a player.", { player_id: text, text }, ["player_id", "text"]),
  ];
  for (const [content, said] of [
    ["let P-4 know we found her racket", "we found her racket"],
    ["tell P-4 that her match is off", "her match is off"],
  ] as const)
    expect(callsOf(tools, content)).toEqual([
      expect.objectContaining({ name: "send_message", input: { player_id: "P-4", text: said } }),
    ]);
});

it("nothing is moved to a time that is only said of it, or of something else", () => {
  const tools = [
    tool(
      "move_lesson",
      "Move a lesson to another day.",
      {
        lesson_id: { type: "string" },
        date: { type: "string", format: "date" },
      },
      ["lesson_id", "date"],
    ),
  ];
  const called = (content: string) => callsOf(tools, content);
  expect(called("move L-4 to 12 December")).toMatchObject([
    { input: { lesson_id: "L-4", date: "2026-12-12" } },
  ]);
  for (const content of [
    "can't on 10 December, move L-4",
    "10 December doesn't work, move L-4",
    "we are closed until 10 December, move L-4",
    "move L-4 off 10 December",
    "move L-4 that is on 10 December",
  ])
    expect(called(content)).toEqual([]);
});

describe("tools that read", () => {
  const day: JsonSchema = { type: "string", format: "date" };
  const tools = [
    tool("get_tour", "A tour with its guests.", { tour_id: { type: "integer" } }, ["tour_id"]),
    tool("list_tours", "Tours of a day.", {
      date: day,
      state: { type: "string", enum: ["planned", "cancelled"] },
    }),
    tool("cancel_tour", "Cancel a tour.", { tour_id: { type: "integer" } }, ["tour_id"]),
    tool("find_guides", "Find guides by words.", { text: { type: "string" } }, ["text"]),
  ];
  it.each([
    ["don't cancel 5810 yet! just show me the tours of 12 December", "list_tours", { date: "2026-12-12" }],
    [
      "I cancelled 5810 myself. which tours are planned on 12 December?",
      "list_tours",
      { date: "2026-12-12", state: "planned" },
    ],
    ["I cancelled 5810 myself. who are the guests of tour 5810?", "get_tour", { tour_id: 5810 }],
    ["I need tour 5810 cancelled", "cancel_tour", { tour_id: 5810 }],
    ["do we know any patient mountain guides?", "find_guides", { text: "patient mountain" }],
    ["do you think I should cancel the tours of 12 December?", undefined, undefined],
    ["thanks, that was all for today. see you tomorrow!", undefined, undefined],
  ])("take nothing that is denied, told or left: %s", (content, name, input) => {
    expect(callsOf(tools, content)).toEqual(
      name === undefined ? [] : [expect.objectContaining({ name, input })],
    );
  });
});

it("what is to be noted is all that was said before", () => {
  const note = tool(
    "add_note",
    "Add a note to a boiler.",
    {
      boiler_id: { type: "integer" },
      text: { type: "string" },
    },
    ["boiler_id", "text"],
  );
  const called = (content: string) => callsOf([note], content);
  expect(called("add a note to 4810: the fan is loud")).toMatchObject([
    { input: { boiler_id: 4810, text: "the fan is loud" } },
  ]);
  for (const content of [
    "the fan of 4810 is loud, note that down",
    "4810: the fan is loud, please note that",
  ])
    for (const { input } of called(content)) expect(input["text"]).toContain("is loud");
});

it("a verb may name the state that an update sets, and what stands behind an act is its reason", () => {
  const text: JsonSchema = { type: "string" };
  const tools = [
    tool("search_claims", "Search claims.", { text, limit: { type: "integer" } }),
    tool(
      "update_claim",
      "Change the state of a claim.",
      { claim_id: { type: "integer" }, state: { type: "string", enum: ["open", "settled", "rejected"] } },
      ["claim_id"],
    ),
    tool("book_survey", "Book a survey.", { claim_id: { type: "integer" }, date: text, reason: text }, [
      "claim_id",
      "date",
    ]),
  ];
  const called = (content: string) => callsOf(tools, content);
  expect(called("reject 48100 and 48102")).toMatchObject([
    { name: "update_claim", input: { claim_id: 48_100, state: "rejected" } },
    { name: "update_claim", input: { claim_id: 48_102, state: "rejected" } },
  ]);
  expect(called("reject 48100 and settle C-7")).toEqual([]);
  for (const content of ["don't reject 48100", "was 48100 rejected?", "should we reject 48100?"])
    expect(called(content).filter(({ name }) => name === "update_claim")).toEqual([]);
  expect(called("book the survey 48100 for 12 December, they have a leak")).toMatchObject([
    { name: "book_survey", input: { claim_id: 48_100, reason: "they have a leak" } },
  ]);
});

it("what a thing is for is no such thing", () => {
  const unlock = tool("unlock_gate", "Unlock a gate.", { gate: { type: "string" } }, ["gate"]);
  const called = (content: string) => callsOf([unlock], content);
  for (const content of [
    "unlock the gate for Ann",
    "unlock the gate for SO-5",
    "unlock the north gate and close U-7",
  ])
    expect(called(content).filter(({ input }) => input["gate"] !== "north")).toEqual([]);
  expect(called("unlock the north gate")).toMatchObject([{ input: { gate: "north" } }]);
});

it("guests are no tables, nor the day, and a day without the time that was said is none", () => {
  const tools = [
    tool(
      "reserve_table",
      "Reserve a table.",
      {
        party_size: { type: "integer" },
        date: { type: "string", format: "date" },
        time: { type: "string", description: "HH:MM" },
      },
      ["party_size", "date", "time"],
    ),
    tool(
      "move_lesson",
      "Move a lesson to another day.",
      {
        lesson_id: { type: "string" },
        date: { type: "string", format: "date" },
      },
      ["lesson_id", "date"],
    ),
  ];
  const inputs = (content: string) => callsOf(tools, content).map(({ input }) => input);
  expect(inputs("reserve a table for two on 2 December at 8pm")).toEqual([
    { party_size: 2, date: "2026-12-02", time: "20:00" },
  ]);
  expect(inputs("reserve two tables on 4 December at 8pm")).toEqual([]);
  expect(inputs("move L-4 to 4 December")).toEqual([{ lesson_id: "L-4", date: "2026-12-04" }]);
  expect(inputs("move L-4 to 4 December at noon")).toEqual([]);
});

it("a label is no time, a quarter past is one, and guests behind a date aren't its day", () => {
  const alarm = tool(
    "set_alarm",
    "Set an alarm.",
    {
      time: { type: "string", description: "HH:MM" },
      label: { type: "string" },
    },
    ["time"],
  );
  expect(filled(alarm, "set an alarm for quarter past seven called gym")).toMatchObject([{ time: "07:15" }]);
  expect(filled(alarm, "set an alarm called gym").filter(({ time }) => time !== undefined)).toEqual([]);
  const stay = tool("find_cabins", "Find cabins.", {
    from: { type: "string", format: "date" },
    guests: { type: "integer" },
  });
  expect(filled(stay, "find a cabin from 9 May")).toEqual([{ from: "2027-05-09" }]);
  expect(filled(stay, "find a cabin from 9 May, 2 guests")).toEqual([{ from: "2027-05-09", guests: 2 }]);
});
