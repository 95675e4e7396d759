import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message, ToolDefinition } from "../../../messages/index.ts";
import { answer } from "../answer.ts";
import type { PlannedCall } from "../call.ts";

const today = Date.UTC(2026, 10, 21);
const text = (description: string) => ({ type: "string", description }) as const;

function tool(name: string, description: string, properties: Record<string, object>): ToolDefinition {
  const input_schema = { type: "object", properties, required: Object.keys(properties) };
  return { name, description, input_schema } as ToolDefinition; // a schema of plain properties
}

const said = (messages: readonly Message[], tools: readonly ToolDefinition[]): readonly PlannedCall[] =>
  answer({ model: "builtin", max_tokens: 500, tools: [...tools], messages: [...messages] }, { today }).calls;

const calls = (content: string, tools: readonly ToolDefinition[]): readonly PlannedCall[] =>
  said([{ role: "user", content }], tools);

/** Tools whose names sound like reading or like something mild; the sentence says what each of them does. */
const disguised = [
  ["check_in_visitor", "Check a visitor in and print a badge."],
  ["sign_out_key", "Sign a key out of the cabinet."],
  ["check_out_locker", "Check a locker out and end its rent."],
  ["place_hold", "Reserve a locker until it is picked up."],
  ["bill_locker", "Put a fee on a locker's account."],
  ["charge_key", "Add a deposit to a key's account."],
] as const;
const statements = [
  (id: number) => `Locker ${id} would like a new lock at nine tomorrow`,
  (id: number) => `The visitor of locker ${id} has asked for a towel`,
  (id: number) => `I'll check out locker ${id} myself on Friday, the badge is at the desk`,
  (id: number) => `Locker ${id} needs a key and locker ${id + 1} wants a mirror`,
  (id: number) => `We signed out key ${id} last week, it is at the desk`,
  (id: number) => `key ${id} is in locker ${id + 1}`,
] as const;

describe("what a tool does", () => {
  it("is the worse of what its name and its description say; a statement asks for none of it", () => {
    const field = fc.constantFrom("locker_number", "number", "key_number");
    const words = fc.constantFrom(...statements);
    fc.assert(
      fc.property(
        fc.constantFrom(...disguised),
        words,
        field,
        fc.integer({ min: 2, max: 400 }),
        (named, say, key, id) => {
          const [name, description] = named;
          const amount = /fee|deposit/.test(description) ? { amount: { type: "number" } } : {};
          const only = tool(name, description, {
            [key]: { type: "integer", description: "Its number" },
            ...amount,
          });
          expect(calls(say(id), [only])).toEqual([]);
        },
      ),
    );
  });
  it("is done where its verb with the particle asks for it", () => {
    const number = { type: "integer", description: "Its number" } as const;
    const checkOut = tool("check_out_locker", "Check a locker out and end its rent.", {
      locker_number: number,
    });
    const expected = [{ name: "check_out_locker", input: { locker_number: 14 } }];
    expect(calls("please check out locker 14", [checkOut])).toEqual(expected);
    expect(calls("could you check locker 14 out", [checkOut])).toEqual(expected);
    expect(calls("check what locker 14 has out", [checkOut])).toEqual([]);
  });
});

describe("identifiers", () => {
  const letters = fc.uniqueArray(fc.constantFrom("A", "KX", "P", "LN", "TK", "W"), {
    minLength: 2,
    maxLength: 2,
  });
  it("of one kind aren't given to a tool of another", () => {
    fc.assert(
      fc.property(letters, fc.integer({ min: 10, max: 9999 }), ([own = "", other = ""], id) => {
        const tools = [
          tool("get_parcel", "How far a parcel is.", { parcel_id: text(`Like ${own}-552`) }),
          tool("return_parcel", "Send a parcel back.", { parcel_id: text(`Like ${own}-552`) }),
          tool("cancel_label", "Cancel a label.", { label_id: text(`Like ${other}-77`) }),
        ];
        for (const content of [
          `Where is ${other}-${id}?`,
          `return parcel ${other}-${id}`,
          `cancel label ${own}-${id}`,
        ])
          expect(calls(content, tools)).toEqual([]);
        const taken = calls(`cancel label ${other}-${id}, it's for ${own}-${id + 1}`, tools);
        expect(taken).toEqual([{ name: "cancel_label", input: { label_id: `${other}-${id}` } }]);
      }),
    );
  });
});

describe("what is said beside a request", () => {
  const cancel = tool("cancel_hold", "Take back a hold.", { hold_id: text("Like H-77") });
  const expected = [{ name: "cancel_hold", input: { hold_id: "H-41" } }];
  it.each([
    "cancel hold H-41 that I placed yesterday",
    "Please cancel hold H-41, a friend is lending me her copy",
    "Mr Brandt just rang, his knee is better, so please cancel H-41",
    "please cancel H-41, we'll be away until Christmas",
    "cancel H-41, she called about it this morning",
    "I'm done with the book, could you cancel H-41?",
  ])("doesn't keep it from being done: %s", (content) => expect(calls(content, [cancel])).toEqual(expected));
  it.each([
    "cancel hold H-41 that Ann placed for Ben",
    "cancel hold H-41 on Friday",
    "cancel hold H-41 which is not mine",
    "cancel the hold that blocks H-41",
    "cancel every hold that was placed before H-41",
    "cancel hold H-41 that you'd rather keep",
    "cancel hold H-41 that we should keep",
    "cancel hold H-41 that expires on Friday",
    "cancel hold H-41 which is needed",
    "cancel hold H-41 which I'll confirm tomorrow",
    "cancel hold H-41 that nobody wants",
    "Mira: cancel hold H-41",
    "Ben: please cancel hold H-41",
    "cancel hold H-41, until Christmas",
  ])("isn't ignored where it may change it: %s", (content) => expect(calls(content, [cancel])).toEqual([]));
});

describe("a request of which part is left out", () => {
  const charge = tool("charge_room", "Put an amount on the bill of a room.", {
    room: text("Like R-12"),
    amount: { type: "number" },
    purpose: text("What it is for"),
  });
  it.each(["the minibar", "breakfast and lunch", "his broken glasses"])("is done for %s", (purpose) =>
    expect(calls(`Charge R-12 40 for ${purpose}`, [charge])).toHaveLength(1),
  );
  it.each([
    "40 for the minibar next week",
    "40 for breakfast every day",
    "40 for rent monthly",
    "40 for the minibar minus the tip",
    "40 for the minibar without asking",
    "up to 40 for the minibar",
  ])("isn't done: %s", (rest) => expect(calls(`Charge R-12 ${rest}`, [charge])).toEqual([]));

  const limit = tool("set_limit", "Sets the spending limit of a card.", {
    card: text("Like CD-3"),
    limit: { type: "number" },
  });
  it.each(["500 more", "500 higher", "500 lower"])("is none for a new value: %s", (rest) => {
    expect(calls("Set the limit of CD-3 to 500", [limit])).toHaveLength(1);
    expect(calls(`Set the limit of CD-3 to ${rest}`, [limit])).toEqual([]);
  });

  const hold = tool("place_hold", "Reserve an item for a reader.", {
    item_id: text("Like I-100"),
    card_id: text("Like LC-5"),
  });
  it("isn't done where its last word denies it", () => {
    expect(calls("Place a hold on I-100 for LC-5", [hold])).toHaveLength(1);
    expect(calls("Place a hold on I-100 for LC-5 that I don't want", [hold])).toEqual([]);
  });
});

describe("could I have", () => {
  const book = tool("book_table", "Book a table.", {
    guests: { type: "integer" },
    date: { type: "string", format: "date" },
  });
  it("asks for a thing, but not before a verb in the past", () => {
    expect(calls("Could I have a table for two on 2026-12-10?", [book])).toHaveLength(1);
    for (const have of ["have had", "have booked", "have already booked"])
      expect(calls(`Could I ${have} a table for two on 2026-12-10?`, [book])).toEqual([]);
  });
});

describe("a reference", () => {
  const list = { list: text("Name of the list"), song: text("Title") };
  const tools = [
    tool("add_song", "Add a song to a list.", list),
    tool("remove_song", "Take a song off a list.", list),
  ];
  it("stands for what the request before has in its place, never for the thing that is acted on", () => {
    const titles = fc.uniqueArray(fc.constantFrom("Harvest Moon", "Jolene", "Hurt", "Blue Bayou"), {
      minLength: 2,
      maxLength: 2,
    });
    const lists = fc.constantFrom("Winter", "Summer", "Road Trip");
    const forms = fc.constantFrom(
      (a: string, b: string, c: string) => `Add ${a} to the ${c} list and take ${b} off it`,
      (a: string, b: string, c: string) => `Put ${a} on the ${c} list and remove ${b} from it`,
      (a: string, b: string, c: string) => `Add ${a} to ${c} and then delete ${b} from it`,
    );
    fc.assert(
      fc.property(titles, lists, forms, ([a = "", b = ""], c, say) => {
        const removed = calls(say(a, b, c), tools).filter(({ name }) => name === "remove_song");
        for (const { input } of removed) expect(input).toEqual({ list: c, song: b });
      }),
    );
  });
});

describe("what is missing", () => {
  const date = { type: "string", format: "date", description: "YYYY-MM-DD" } as const;
  const setDay = tool("set_pickup_day", "Change the day of a pickup.", { repair_id: text("Like R-1"), date });
  const status = tool("get_repair", "How far a repair is.", { repair_id: text("Like R-1") });
  const list = tool("list_pickups", "The pickups of one day.", { date });
  it("is taken from the answer to the question, beside what the request had", () => {
    const asked: readonly Message[] = [
      { role: "user", content: "please change the pickup of R-20" },
      { role: "assistant", content: "On which day?" },
    ];
    const answered = said(
      [...asked, { role: "user", content: "on 3 December 2026, it's for my sister" }],
      [list, setDay],
    );
    expect(answered).toEqual([{ name: "set_pickup_day", input: { repair_id: "R-20", date: "2026-12-03" } }]);
    const refused = said([...asked, { role: "user", content: "no, not on 3 December 2026" }], [setDay]);
    expect(refused).toEqual([]);
  });
  it("is read first where another part of the request says so, and taken by the words of its key", () => {
    const content =
      "Find out how far the repair R-20 is, and then set the pickup to the day it will be ready";
    const read = { type: "tool_use", id: "t1", name: "get_repair", input: { repair_id: "R-20" } } as const;
    expect(calls(content, [status, setDay])).toEqual([{ name: read.name, input: read.input }]);
    const after = (result: object): readonly PlannedCall[] =>
      said(
        [
          { role: "user", content },
          { role: "assistant", content: [read] },
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: "t1", content: JSON.stringify(result) }],
          },
        ],
        [status, setDay],
      );
    expect(after({ status: "open", ready_on: "2027-01-19", taken_in: "2026-11-02" })).toEqual([
      { name: "set_pickup_day", input: { repair_id: "R-20", date: "2027-01-19" } },
    ]);
    expect(after({ status: "open", taken_in: "2026-11-02" })).toEqual([]);
  });
  it("is read by what a condition identifies", () => {
    const cancel = tool("cancel_pickup", "Cancel a pickup.", { pickup_id: text("Like P-1") });
    expect(calls("If R-20 isn't ready, cancel P-7", [list, status, cancel])).toEqual([
      { name: "get_repair", input: { repair_id: "R-20" } },
    ]);
  });
});
