import { describe as suite, expect, it } from "vitest";
import { describe } from "../index.ts";

/** `Book: title! pages | belongsTo Author | lend`, `!` required. */
const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(({ name, fields, relations, actions }) =>
    [
      `${name}: ${fields.map((field) => `${field.name}${field.required ? "!" : ""}`).join(" ")}`,
      relations.map(({ kind, target }) => `${kind} ${target}`).join(" "),
      actions.join(" "),
    ]
      .filter(Boolean)
      .join(" | "),
  );

suite("how a description opens", () => {
  it.each([
    ["Let us store lawn mowers: brand required, blade width in cm", ["LawnMower: brand! bladeWidth"]],
    ["Let's model kites: colour is required, the span is a number", ["Kite: colour! span"]],
    ["I need an API for ice rinks -- name, opening date", ["IceRink: name openingDate"]],
    ["Collect parking fines: plate required, amount, paid bool", ["ParkingFine: plate! amount paid"]],
    ["Capture survey leads with the following fields: email (required), score", ["SurveyLead: email! score"]],
    ["Attributes of a telescope: name, aperture in mm", ["Telescope: name aperture"]],
    ["Entity Ferry with attributes name, length and capacity", ["Ferry: name length capacity"]],
    [
      "Could you set up CRUD for snow shovels? Fields: handle length in cm, price",
      ["SnowShovel: handleLength price"],
    ],
    ["dog walk = date, distance float, notes", ["DogWalk: date distance notes"]],
    ["Telescope -> name, aperture in mm, owner email", ["Telescope: name aperture ownerEmail"]],
    ["guitar lessons, date, teacher, price, notes", ["GuitarLesson: date teacher price notes"]],
    ["P/L statements with these columns: title, period start date", ["Statement: title periodStartDate"]],
    ["Drills: create, edit and delete drills with a brand and a price", ["Drill: brand price"]],
  ])("%s", (text, expected) => expect(drawn(text)).toEqual(expected));

  it.each([
    [
      "Boiler attributes\n- serial number: required, unique\n- installed on: date",
      ["Boiler: serialNumber! installedOn"],
    ],
    [
      "Recipes for our camping blog\n- title, must be there\n- servings: integer",
      ["Recipe: title! servings"],
    ],
    [
      "The columns of a shipment table:\n- tracking code: unique\n- weight: number",
      ["Shipment: trackingCode weight"],
    ],
    ["**Invoices**\n* number – required\n* total – number", ["Invoice: number! total"]],
    ["boat ramp fields\n- ramp name: required, max 80\n- slope: number", ["BoatRamp: rampName! slope"]],
    ["Oven\n- heat: low, medium or high; low when empty\n- model", ["Oven: heat model"]],
  ])("as a line above a list: %s", (text, expected) => expect(drawn(text)).toEqual(expected));

  it("is no title where records stand below", () =>
    expect(drawn("Sawmill tool\n- Saw: name (required), teeth\n- Log: species, length")).toEqual([
      "Saw: name! teeth",
      "Log: species length",
    ]));
});

suite("heads in short forms and with slips", () => {
  it.each([
    ["cstmr ordrs: rsn opt, pymnt mthd card|cash, vpn bool", ["CustomerOrder: reason paymentMethod vpn"]],
    ["inspct: room, date, clean/dirty/closed", ["Inspection: room date status"]],
    ["coffee shop orders: guest name required, total", ["Order: guestName! total"]],
    ["gas metter readings: metter code, value", ["GasMeterReading: meterCode value"]],
    ["Garden hoses: hoses having a length and a colour", ["GardenHose: length colour"]],
  ])("%s", (text, expected) => expect(drawn(text)).toEqual(expected));

  it("ties a record to what its head says it is on", () =>
    expect(drawn("Trails: name, length\nReports on a trail: author, severity")).toEqual([
      "Trail: name length",
      "Report: author severity | belongsTo Trail",
    ]));
});

suite("names that are no slips", () => {
  it.each([
    ["lago tour: guide, price", ["LagoTour: guide price"]],
    ["tour: funder, price", ["Tour: funder price"]],
    ["fax sending service: number required, pages int", ["Fax: number! pages"]],
  ])("%s", (text, expected) => expect(drawn(text)).toEqual(expected));

  it("optionally does something with another of its kind", () =>
    expect(drawn("A rope has a length and optionally continues another rope.")).toEqual([
      "Rope: length | belongsTo Rope",
    ]));
});

suite("sections", () => {
  it.each([
    ["Kite:\n- colour\n- span\nAllowed operations: launch, land", ["Kite: colour span | launch land"]],
    [
      "Tent: size int, colour\nStove: fuel, weight\nTent actions: pitch, strike",
      ["Tent: size colour | pitch strike", "Stove: fuel weight"],
    ],
    [
      "Domain: elevators\nFields:\n- label\n- max load: number\nActions:\n- lock\n- unlock\nRules:\n- label must be given",
      ["Elevator: label! maxLoad | lock unlock"],
    ],
    [
      "Resource: mower\nProperties: brand, power\nStatuses: idle, mowing\nRelations: belongs to a garden",
      ["Mower: brand power status | belongsTo Garden"],
    ],
    ["kilns: name, max heat, busy y/n - lock, unlock", ["Kiln: name maxHeat busy | lock unlock"]],
  ])("%s", (text, expected) => expect(drawn(text)).toEqual(expected));

  it("leaves values behind a dash", () =>
    expect(drawn("kilns: name, brand, mode - open, close")[0]).not.toContain("|"));

  it("keeps a record that is called after its actions", () =>
    expect(drawn("User actions: kind, url, done at datetime")).toEqual(["UserAction: kind url doneAt"]));
});
