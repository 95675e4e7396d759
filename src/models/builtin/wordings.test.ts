import { describe, expect, it } from "vitest";
import type { Json } from "../../lib/index.ts";
import type { Message, ToolDefinition } from "../../messages/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import { answer } from "./answer.ts";

const today = Date.UTC(2026, 10, 21, 12);
const text = (description = ""): JsonSchema => ({ type: "string", description });
const whole = (description = ""): JsonSchema => ({ type: "integer", description });
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
const said = (content: string): Message => ({ role: "user", content });
const done = (name: string, input: { [key: string]: Json }, content: string): readonly Message[] => [
  { role: "assistant", content: [{ type: "tool_use", id: "t1", name, input }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content }] },
];
const calls = (tools: readonly ToolDefinition[], ...messages: readonly (string | readonly Message[])[]) =>
  answer(
    {
      model: "builtin",
      max_tokens: 1000,
      tools: [...tools],
      messages: messages.flatMap((message) => (typeof message === "string" ? [said(message)] : message)),
    },
    { today },
  ).calls.map(({ name, input }) => [name, input]);

const cluster = [
  tool("scale_service", "Sets the number of instances of a service", {
    environment: text(),
    service: text(),
    instances: { type: "integer", minimum: 0 },
  }),
  tool("restart_service", "Restarts a service", { environment: text(), service: text() }),
  tool("list_incidents", "Lists incidents", { state: { type: "string", enum: ["open", "closed"] } }, []),
];

describe("values without labels", () => {
  it("takes what `in` introduces for what the tool's name doesn't have", () => {
    expect(calls(cluster, "billing in production is slow, scale it to 4")).toEqual([
      ["scale_service", { environment: "production", service: "billing", instances: 4 }],
    ]);
  });
  it("asks where nothing says which is which", () => {
    expect(calls(cluster, "scale billing, production to 4")).toEqual([]);
  });
  it("takes zero for a number", () => {
    expect(calls(cluster, "scale billing in production to zero")).toEqual([
      ["scale_service", { environment: "production", service: "billing", instances: 0 }],
    ]);
  });
});

describe("requests among other clauses", () => {
  it("hears a request before a question of the same sentence", () => {
    expect(calls(cluster, "restart billing in production, and which incidents are open now?")).toEqual(
      expect.arrayContaining([["restart_service", { environment: "production", service: "billing" }]]),
    );
  });
  const parcels = [
    tool("print_label", "Prints a label", { parcel: text("Like P-10") }),
    tool("cancel_parcel", "Cancels a parcel", { parcel: text("Like P-10") }),
  ];
  it("hears a request after one with a verb that only the other tool knows", () => {
    expect(calls(parcels, "print a label for P-31 and cancel P-32, the customer changed her mind")).toEqual([
      ["print_label", { parcel: "P-31" }],
      ["cancel_parcel", { parcel: "P-32" }],
    ]);
  });
  it("hears a polite request after words without a verb", () => {
    const report = [tool("report_leak", "Reports a leak", { flat: text("Like F-3") })];
    expect(calls(report, "Only a few drops under the sink of F-8 but please report it")).toEqual([
      ["report_leak", { flat: "F-8" }],
    ]);
  });
  it("doesn't take what somebody is to do for the act's own value", () => {
    const party = [tool("invite_guest", "Invites a guest to a party", { guest: text(), party: text() })];
    expect(calls(party, "invite Mona to help with Harvest")).toEqual([]);
  });
});

describe("what tools do", () => {
  it("reads with a tool whose description begins with a participle", () => {
    const rooms = [
      tool("find_shared_desks", "Shared desks that are free on a day", {
        day: { type: "string", format: "date" },
      }),
    ];
    expect(calls(rooms, "I need a desk on 3 December 2026, what's free?")).toEqual([
      ["find_shared_desks", { day: "2026-12-03" }],
    ]);
  });
  it("reads by an identifier that only one tool takes", () => {
    const desk = [
      tool("get_case", "A case with its history", { case_id: whole("Number of the case") }),
      tool("find_person", "Looks somebody up", { name: text() }),
      tool("close_case", "Closes a case", { case_id: whole("Number of the case") }),
    ];
    expect(calls(desk, "what's up with 48112?")).toEqual([["get_case", { case_id: 48_112 }]]);
    expect(calls(desk, "48112 annoys me")).toEqual([]);
  });
});

describe("lists of things with amounts", () => {
  const order = tool("order_goods", "Orders goods from a supplier", {
    supplier: text(),
    lines: {
      type: "array",
      items: {
        type: "object",
        properties: {
          product: text(),
          quantity: { type: "number" },
          unit: { type: "string", enum: ["kg", "box"] },
        },
        required: ["product", "quantity"],
      },
    },
  });
  it("reads amounts and units, in the tool's spelling", () => {
    expect(calls([order], "order 8 kilos of plums and three boxes of figs from Marchetti")).toEqual([
      [
        "order_goods",
        {
          supplier: "Marchetti",
          lines: [
            { product: "plums", quantity: 8, unit: "kg" },
            { product: "figs", quantity: 3, unit: "box" },
          ],
        },
      ],
    ]);
  });
  it("leaves no unit out that the tool doesn't have", () => {
    expect(calls([order], "order 8 litres of cider from Marchetti")).toEqual([]);
  });
  it("reads things without amounts where none is required", () => {
    const list = tool("add_to_packing_list", "Puts things on the packing list", {
      things: { type: "array", items: { type: "object", properties: { name: text() }, required: ["name"] } },
    });
    expect(calls([list], "put the tent and matches on the packing list")).toEqual([
      ["add_to_packing_list", { things: [{ name: "tent" }, { name: "matches" }] }],
    ]);
  });
});

describe("what moves the last call", () => {
  const rota = [
    tool("show_rota", "Shows who works on a day", { day: { type: "string", format: "date" } }),
    tool("set_task", "Sets a task for a group", {
      group: text("e.g. 4b"),
      task: text(),
      due: { type: "string", format: "date" },
    }),
  ];
  it("reads the day after", () => {
    const before = done("show_rota", { day: "2026-12-31" }, "Ada, Ben");
    expect(calls(rota, "who works on 31 December 2026?", before, "and the day after?")).toEqual([
      ["show_rota", { day: "2027-01-01" }],
    ]);
  });
  it("gives somebody else the same, two weeks later", () => {
    const input = { group: "4b", task: "read chapter 2", due: "2027-02-01" };
    const before = done("set_task", input, "set");
    expect(
      calls(
        rota,
        "task for 4b: read chapter 2, due 2027-02-01",
        before,
        "4c needs the same, but two weeks later",
      ),
    ).toEqual([["set_task", { ...input, group: "4c", due: "2027-02-15" }]]);
  });
  it("doesn't repeat a call for words that add nothing", () => {
    const before = done("show_rota", { day: "2026-12-31" }, "Ada, Ben");
    expect(calls(rota, "who works on 31 December 2026?", before, "lovely, that's everything")).toEqual([]);
  });
});

describe("codes and counts", () => {
  it("reads a flat as a flat, whatever its letter measures", () => {
    const house = [
      tool("list_repairs", "Repairs of a flat", { unit: text(), open: { type: "boolean" } }, ["unit"]),
    ];
    expect(calls(house, "which repairs are there in 1A?")).toEqual([["list_repairs", { unit: "1A" }]]);
  });
  it("counts people", () => {
    const room = [
      tool("book_studio", "Books a studio", { day: { type: "string", format: "date" }, people: whole() }),
    ];
    expect(calls(room, "book a studio for the six of us on 4 December 2026")).toEqual([
      ["book_studio", { day: "2026-12-04", people: 6 }],
    ]);
  });
  it("takes no contraction for a value", () => {
    const pods = [tool("get_output", "Output of a job", { job: text() })];
    expect(calls(pods, "it'll be fine")).toEqual([]);
  });
});

describe("everyday verbs and forms", () => {
  const club = [
    tool("list_courses", "Courses of a day", { date: { type: "string", format: "date" } }),
    tool("join_course", "Puts the member on the list of a course", { course_id: text("Like CO-19") }),
    tool("leave_course", "Takes the member off the list of a course", { course_id: text() }),
    tool("freeze_membership", "Pauses the membership", { months: whole() }),
  ];
  it("knows a verb by the particle behind its object", () => {
    expect(calls(club, "sign me up for CO-31")).toEqual([["join_course", { course_id: "CO-31" }]]);
    expect(calls(club, "take me off the list of CO-31")).toEqual([["leave_course", { course_id: "CO-31" }]]);
  });
  it("knows the verb that a description begins with", () => {
    expect(calls(club, "pause my membership for two months")).toEqual([["freeze_membership", { months: 2 }]]);
  });
  it("reads a reason for what it is", () => {
    expect(calls(club, "I can't make CO-31, take me off the list")).toEqual([
      ["leave_course", { course_id: "CO-31" }],
    ]);
  });
  const cards = [tool("block_card", "Blocks a card", { last4: text("Last four digits") })];
  it("takes digits where digits are asked for, and no word", () => {
    expect(calls(cards, "I lost the card ending in 5512, block it please")).toEqual([
      ["block_card", { last4: "5512" }],
    ]);
    expect(calls(cards, "I lost my card, block it please")).toEqual([]);
  });
  const plots = [
    tool("read_gauge", "Latest value of a gauge", {
      plot: text("Name of the plot"),
      quantity: { type: "string", enum: ["humidity", "temperature"] },
    }),
    tool("get_forecast", "Weather forecast", { days: whole() }),
  ];
  it("prefers the tool that has the word as a choice", () => {
    expect(calls(plots, "soil temperature in the greenhouse")).toEqual([
      ["read_gauge", { plot: "greenhouse", quantity: "temperature" }],
    ]);
  });
  const routes = [
    tool(
      "directions",
      "Route between two places",
      { start: text(), end: text(), mode: { type: "string", enum: ["walk", "bike"] } },
      ["start", "end"],
    ),
  ];
  it("reads a route", () => {
    expect(calls(routes, "how do I get from the harbour to Castle Hill by bike")).toEqual([
      ["directions", { start: "harbour", end: "Castle Hill", mode: "bike" }],
    ]);
  });
  const forge = [
    tool(
      "list_changes",
      "Changes of a repository",
      { repo: text("owner/name"), state: { type: "string", enum: ["open", "merged"] } },
      ["repo"],
    ),
    tool(
      "merge_change",
      "Merges a change",
      { repo: text("owner/name"), number: whole(), method: { type: "string", enum: ["merge", "squash"] } },
      ["repo", "number"],
    ),
    tool("open_issue", "Opens an issue", { repo: text("owner/name"), title: text() }),
  ];
  it("takes one of two joined choices, if the other is the tool's own verb", () => {
    expect(calls(forge, "squash and merge 91 in tern/docs")).toEqual([
      ["merge_change", { repo: "tern/docs", number: 91, method: "squash" }],
    ]);
  });
  it("reads a state by the word of an act", () => {
    expect(calls(forge, "what's still open in tern/docs?")).toEqual([
      ["list_changes", { repo: "tern/docs", state: "open" }],
    ]);
  });
});

describe("statements and other people's verbs", () => {
  const house = [
    tool("lock_gate", "Locks a gate", { gate: { type: "string", enum: ["north", "south"] } }),
    tool("set_heating", "Sets the target temperature of a room", {
      room: text(),
      celsius: { type: "number" },
    }),
    tool("open_sluice", "Waters a plot", { plot: text(), minutes: whole() }),
    tool("cancel_stay", "Cancels a stay", { stay_id: text("Like ST-1") }),
    tool("set_limit", "Changes what a card may spend", {
      last4: text("Last four digits"),
      amount: { type: "number" },
    }),
    tool("add_to_cart", "Puts a product in the cart", { product: text() }),
  ];
  const things = [
    "the north gate",
    "the south gate",
    "the attic",
    "the herb garden",
    "ST-40",
    "card 7714",
    "the cart",
  ];
  const predicates = [
    "is old",
    "was here yesterday",
    "looks nice in blue",
    "belongs to Ann",
    "cost me 40 euros",
    "had 3 visitors last week",
    "will be fine",
    "has changed since Monday",
    "seems broken",
    "was 20 degrees colder in May",
    "arrived at 6:15",
    "was moved by Ben",
    "should be 20 degrees warmer",
    "might have to be cancelled",
    "may need to be changed to 20",
    "never worked for 30 minutes",
    "got 15 votes",
    "starts at 9:00",
    "costs more than 100",
    "needs 20 minutes to warm up",
  ];
  it("are no requests, whatever they say of the tools' things", () => {
    const texts = things.flatMap((thing) => predicates.map((predicate) => `${thing} ${predicate}`));
    expect(texts.filter((said) => calls(house, said).length > 0)).toEqual([]);
  });
  const verbs = ["paint", "find", "describe", "admire", "measure", "sing about", "take a picture of"];
  it("don't do what another verb asks for", () => {
    const texts = things.flatMap((thing) => verbs.map((verb) => `${verb} ${thing}`));
    expect(texts.filter((said) => calls(house, said).length > 0)).toEqual([]);
  });
  it("still hear a state without a verb, and a stated choice", () => {
    const deals = [
      tool("set_deal_stage", "Sets the stage of a deal", {
        deal_id: text("Like D-1"),
        stage: { type: "string", enum: ["open", "won", "lost"] },
      }),
    ];
    expect(calls(house, "heating in the attic to 19 degrees")).toEqual([
      ["set_heating", { room: "attic", celsius: 19 }],
    ]);
    expect(calls(deals, "deal D-52 is won!")).toEqual([
      ["set_deal_stage", { deal_id: "D-52", stage: "won" }],
    ]);
    expect(calls(deals, "deal D-52 was won in May")).toEqual([]);
  });
});

describe("values that are whole and come from the request", () => {
  const shop = [
    tool("search_orders", "Searches orders", { query: text() }),
    tool("scale", "Sets the number of replicas", {
      service: text("Service name"),
      environment: { type: "string", enum: ["staging", "production"] },
      replicas: whole(),
    }),
  ];
  it("keeps a hyphenated word whole", () => {
    expect(calls(shop, "scale search-api in production to 6")).toEqual([
      ["scale", { service: "search-api", environment: "production", replicas: 6 }],
    ]);
  });
  const forge = [
    tool(
      "merge_change",
      "Merges a change",
      {
        repo: text("Repository as owner/name"),
        number: whole(),
        method: { type: "string", enum: ["merge", "squash"] },
      },
      ["repo", "number"],
    ),
  ];
  it("takes only what has the form that a description names", () => {
    expect(calls(forge, "squash-merge change 91 in tern/docs")).toEqual([
      ["merge_change", { repo: "tern/docs", number: 91, method: "squash" }],
    ]);
    expect(calls(forge, "merge the dark mode change 91")).toEqual([]);
  });
  it("prefers what the request names to what the text says before it", () => {
    const lists = [
      tool("remove_from_list", "Takes a song off a list", { list_id: text("Like pl_8"), song: text() }),
    ];
    const before = done("remove_from_list", { list_id: "pl_3", song: "Angel" }, "removed");
    expect(
      calls(lists, "take Angel off pl_3", before, "no sorry, wrong song. take Teardrop off pl_3"),
    ).toEqual([["remove_from_list", { list_id: "pl_3", song: "Teardrop" }]]);
  });
});
