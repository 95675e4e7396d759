import { describe, expect, it } from "vitest";
import type { Message } from "../../messages/index.ts";
import { answer } from "./answer.ts";
import { picked } from "./pick.ts";

const flights = [
  { flight_id: "OS-1", price: 120, departure: "2027-03-02T18:00" },
  { flight_id: "OS-2", price: 90, departure: "2027-03-02T07:00" },
  { flight_id: "OS-3", price: 300, departure: "2027-03-02T12:00" },
];

describe("a record of a list", () => {
  it.each([
    ["the second one", "OS-2"],
    ["the last one", "OS-3"],
    ["the cheapest", "OS-2"],
    ["the earlier one", "OS-2"],
    ["the latest", "OS-1"],
    ["the most expensive one", "OS-3"],
    ["the blue one", undefined],
    ["the fastest one", undefined],
  ])("%s", (text, id) => {
    expect(picked(flights, text)).toEqual(flights.find(({ flight_id }) => flight_id === id));
  });
  it("is none where a clause limits the choice", () => {
    expect(picked(flights, "the first one that serves tea")).toBeUndefined();
  });
  it("is none where two are alike", () => {
    expect(picked([{ price: 90 }, { price: 90 }], "the cheaper one")).toBeUndefined();
  });
});

describe("a later turn", () => {
  const id = { type: "string", description: "e.g. R-17" } as const;
  const tools = ["get", "cancel"].map((verb) => ({
    name: `${verb}_rental`,
    description: `${verb === "get" ? "Details of" : "Cancel"} a rental.`,
    input_schema: { type: "object", properties: { rental_id: id }, required: ["rental_id"] } as const,
  }));
  const confirmation = (ids: readonly string[], content: string): readonly Message[] => [
    { role: "user", content: `show rentals ${ids.join(" and ")}` },
    {
      role: "assistant",
      content: ids.map((rental_id) => ({
        type: "tool_use",
        id: rental_id,
        name: "get_rental",
        input: { rental_id },
      })),
    },
    {
      role: "user",
      content: ids.map((rental_id) => ({
        type: "tool_result",
        tool_use_id: rental_id,
        content: JSON.stringify({ rental_id, status: "open" }),
      })),
    },
    { role: "assistant", content: "Open." },
    { role: "user", content },
  ];
  const calls = (messages: readonly Message[]) =>
    answer({ model: "builtin", max_tokens: 500, messages: [...messages], tools }, { today: 0 }).calls;
  it("acts on what was shown, where that is one thing", () => {
    expect(calls(confirmation(["R-17"], "ok, cancel it"))).toEqual([
      { name: "cancel_rental", input: { rental_id: "R-17" } },
    ]);
    expect(calls(confirmation(["R-17", "R-18"], "ok, cancel it"))).toEqual([]);
    expect(calls(confirmation(["R-17", "R-18"], "cancel the second one"))).toEqual([
      { name: "cancel_rental", input: { rental_id: "R-18" } },
    ]);
  });
  it("leaves what was shown alone where another thing is described", () => {
    expect(calls(confirmation(["R-17"], "cancel the 11 o'clock one"))).toEqual([]);
    expect(calls(confirmation(["R-17"], "cancel R-17, um, the open one"))).toHaveLength(1);
  });
  it("does nothing that is taken back at once", () => {
    expect(calls(confirmation(["R-17"], "cancel R-17. ah no, leave it"))).toEqual([]);
  });
  it("takes a bare value as the answer to what was asked", () => {
    const messages: readonly Message[] = [
      { role: "user", content: "I want to cancel a rental" },
      { role: "assistant", content: "Which one?" },
      { role: "user", content: "R-17" },
    ];
    expect(calls(messages)).toEqual([{ name: "cancel_rental", input: { rental_id: "R-17" } }]);
  });
});
