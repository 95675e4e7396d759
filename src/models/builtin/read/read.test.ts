import { describe, expect, it } from "vitest";
import { kindOf } from "./kind.ts";
import { optionsIn } from "./options.ts";
import { leaves } from "./parameter.ts";
import { deedOf } from "./effect.ts";
import { readTool } from "./tool.ts";

describe("parameters", () => {
  it("are the leaves of the schema, through nesting, references and alternatives", () => {
    const found = leaves({
      type: "object",
      $defs: { money: { type: "number", minimum: 0 } },
      properties: {
        who: {
          type: "object",
          properties: { name: { type: "string" }, age: { type: "integer" } },
          required: ["name"],
        },
        price: { $ref: "#/$defs/money" },
        note: { anyOf: [{ type: "null" }, { type: "string" }] },
      },
      required: ["who", "price"],
    });
    expect(found.map(({ path, type, required }) => [path.join("."), type, required])).toEqual([
      ["who.name", "string", true],
      ["who.age", "integer", false],
      ["price", "number", true],
      ["note", "string", false],
    ]);
  });
  it("survive schemas that refer to themselves", () => {
    const schema = { type: "object", properties: { a: { $ref: "#" } } };
    expect(leaves(schema).length).toBeLessThan(300);
  });
});

describe("kinds", () => {
  it.each([
    ["departure city", "", "place"],
    ["start date", "", "date"],
    ["email", "", "email"],
    ["year", "", "year"],
    ["to address", "The e-mail address of the recipient", "email"],
    ["when", "In the format YYYY-MM-DD", "date"],
    ["blob", "Anything", "other"],
  ])("%s", (name, description, kind) => {
    expect(kindOf(name.split(" "), description, undefined)).toBe(kind);
  });
});

describe("effects", () => {
  it.each([
    ["greet_guest", "The guest reads this.", "harm"],
    ["resizePool", "Number of machines.", "harm"],
    ["doorState", "Is a door shut?", "read"],
    ["number_of_seats", "The seats of a hall.", "read"],
    ["weather", "Weather in a city.", "read"],
    ["population", "Population of the country", "read"],
    ["forecast_rain", "Forecast for a city", "read"],
    ["calibrate_sensor", "Calibrate a sensor", "harm"],
  ])("%s", (name, description, effect) => {
    expect(deedOf({ name, description, input_schema: { type: "object" } }).effect).toBe(effect);
  });
});

it("of one verb with several acts only those that may hurt are asked for, if the tool may", () => {
  const { verbs } = deedOf({
    name: "move_file",
    description: "Move a file.",
    input_schema: { type: "object" },
  });
  expect(verbs).toContainEqual(["relocate"]);
  expect(verbs).not.toContainEqual(["scale"]);
});

describe("options", () => {
  it("are read from descriptions", () => {
    expect(optionsIn("The method. Choices are 'trapezoid' or 'simpson'.")).toEqual(["trapezoid", "simpson"]);
    expect(optionsIn("Kind of paint (Watercolor, Oil, Acrylic).")).toEqual(["Watercolor", "Oil", "Acrylic"]);
    expect(optionsIn("Just a name.")).toEqual([]);
  });
});

describe("tools", () => {
  it("are read once", () => {
    const tool = {
      name: "get_weather",
      description: "Weather of a city",
      input_schema: { type: "object" },
    } as const;
    expect(readTool({ ...tool })).toBe(readTool({ ...tool }));
    expect([...readTool(tool).stems]).toEqual(expect.arrayContaining(["weather", "citi"]));
  });
});

describe("what a tool does", () => {
  const effectOf = (name: string, description: string, hint?: boolean): string => {
    const annotations = hint === undefined ? {} : { annotations: { readOnlyHint: hint } };
    return deedOf({ name, description, input_schema: { type: "object" }, ...annotations }).effect;
  };
  it.each([
    ["bus_times", "Bus times of a stop."],
    ["air_quality", "Air quality in a city"],
    ["door_state", "Whether a door is locked."],
    ["provider", "This function retrieves the provider of a line."],
    ["weather", ""],
    ["card_info", "Loans and fines of a library card."],
    ["open_requests", "Requests that wait for somebody."],
    ["disk_logs", "Recent log lines"],
  ])("%s reads: %s", (name, description) => {
    expect(effectOf(name, description)).toBe("read");
  });
  it.each([
    ["extend_trial", "Extend trials of an account."],
    ["prolong", "Prolongation of a contract."],
    ["call_off_visit", "Call off a visit."],
    ["renew_report", "Renew reports of a customer."],
    ["calibrate", ""],
    ["ticket_notes", "Extends notes of a ticket."],
    ["ticket_notes", "Extend notes of a ticket."],
    ["cancel_loans", "Loans of a card."],
    ["claim_delay", "Claim compensation for a delay."],
    ["place_call", "Ring someone."],
    ["note_trash", "Delete a note."],
    ["ad_take_down", "Removes an ad of the user."],
  ])("%s may hurt: %s", (name, description) => {
    expect(effectOf(name, description)).toBe("harm");
    expect(effectOf(name, description, true)).toBe("read");
  });
  it.each([
    ["bill_of_phone", "The bill of a month."],
    ["visits_coming", "The customer's booked visits"],
    ["photos__storage", "[photos] Used and free space"],
  ])("%s reads, as its description names a thing: %s", (name, description) => {
    expect(effectOf(name, description)).toBe("read");
  });
  it.each([
    ["lamp_control", "Lamps of a room.", "act"],
    ["photos__prints", "[photos] Order paper prints", "harm"],
    ["bike_defect", "Reports a broken bike", "act"],
  ])("%s acts: %s", (name, description, effect) => {
    expect(effectOf(name, description)).toBe(effect);
  });
  it("keeps the particle of a verb inside a name", () => {
    const { verbs } = deedOf({ name: "ad_take_down", description: "", input_schema: { type: "object" } });
    expect(verbs).toContainEqual(["take", "down"]);
    expect(verbs).not.toContainEqual(["take"]);
  });
  it("named by information may still take what changes it", () => {
    const [name, description] = ["alarm_times", "Times of a day."];
    const schema = (property: string) =>
      ({ type: "object", properties: { [property]: { type: "string" } }, required: [property] }) as const;
    expect(deedOf({ name, description, input_schema: schema("day") }).effect).toBe("read");
    expect(
      deedOf({ name: "shop_hours", description: "Visits of a shop.", input_schema: schema("new_start") })
        .effect,
    ).toBe("harm");
  });
});
