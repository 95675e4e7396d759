import { describe, expect, it } from "vitest";
import { ownedList, phraseAt } from "./lists.ts";
import { readDescription } from "./index.ts";
import { tokensOf } from "./tokens.ts";

const ownerOf = (text: string): string | undefined => ownedList(tokensOf(text), text)?.owner.words.join(" ");

describe("a phrase", () => {
  it("has a head, and those that it hangs on", () => {
    const phrase = phraseAt(tokensOf("stamp of a page made by a clerk"), 0);
    expect(phrase?.head.words).toEqual(["stamp"]);
    expect(phrase?.parts.map(({ words }) => words.join(" "))).toEqual(["page", "clerk"]);
  });
});

describe("the owner of a list", () => {
  it.each([
    ["We run several depots, each with a name and a city", "depot"],
    ["Breakdowns are reported for a van: date, reason, cost", "breakdown"],
    ["In each depot there are ramps: number, height, width", "ramp"],
    ["I drive around and write checks: date, mileage, remarks", "check"],
  ])("of “%s” is %s", (text, owner) => expect(ownerOf(text)).toBe(owner));

  it("is nobody where a field stands in front of its values", () => {
    expect(ownerOf("A van has a status: free, rented or lost")).toBeUndefined();
  });

  it("leaves what follows to the next sentence", () => {
    const text = "A trip has legs - start, end, distance - and it has a name";
    expect(ownedList(tokensOf(text), text)?.after).toMatch(/^it has a name/);
  });
});

const resourcesOf = (text: string): ReturnType<typeof readDescription>["api"]["resources"] =>
  readDescription(text).api.resources;

describe("a constraint in a list", () => {
  it.each([
    ["kiln: label req, maker req, shelves int 1..9, unique per maker", [["maker", "label"]]],
    [
      "A lease belongs to a plot and a grower, has a fee; unique per plot and grower",
      [["plotId", "growerId"]],
    ],
    [
      "Plots and growers are many to many. A plot has a name. A survey belongs to a plot and a grower; unique per plot and grower.",
      [["plotId", "growerId"]],
    ],
    [
      "A depot has vans. Vans have a plate unique per depot and between 2 and 4 doors.",
      [["depotId", "plate"]],
    ],
    ["Halls and racks are many to many. A rack has a code, unique per hall. A hall has a name.", []],
    ["A bed has a lane, a slot and a hue. A bed is unique per lane and slot.", [["lane", "slot"]]],
    [
      "A bill has a number unique per depot and year, a year int. A depot has a city.",
      [["depotId", "year", "number"]],
    ],
    ["Racks: label, belongs to a hall, unique per hall. Halls: city", [["hallId", "label"]]],
  ])("is a constraint of the field or the record: “%s”", (text, unique) =>
    expect(resourcesOf(text).flatMap((resource) => resource.unique)).toEqual(unique),
  );

  it.each([
    "Crates: belongs to a barge and a porter (optional), label required 3 to 30 characters, weight >= 0",
    "Crates: label required 3 to 30 characters, belongs to a barge and a porter (optional), weight >= 0",
    "Crates: label required 3 to 30 characters, weight >= 0, belongs to a barge and a porter (optional)",
  ])("leaves relations and fields as they are: “%s”", (text) => {
    const crate = resourcesOf(text).find(({ name }) => name === "Crate");
    expect(crate?.fields.map(({ name, required }) => [name, required])).toEqual([
      ["label", true],
      ["weight", false],
    ]);
    expect(crate?.relations).toMatchObject([
      { resource: "Barge", optional: false },
      { resource: "Porter", optional: true },
    ]);
  });
});

const fieldsOf = (text: string): readonly unknown[] =>
  resourcesOf(text).flatMap(({ fields }) =>
    fields.map(({ name, schema }) => [name, schema.enum ?? schema.type]),
  );

describe("prose about fields", () => {
  it.each([
    ["A parcel has a reference number that is unique and a weight.", ["referenceNumber", "string"]],
    ["A lesson has a title and a length of 15 or 45 minutes.", ["length", ["15", "45"]]],
    [
      "A kiln has a name. A kiln is idle, heating up, on hold or broken.",
      ["status", ["idle", "heating up", "on hold", "broken"]],
    ],
  ])("makes fields of “%s”", (text, field) => expect(fieldsOf(text)).toContainEqual(field));

  it("takes what became of something for the thing itself", () => {
    const names = resourcesOf("A paper has a title. Accepted papers are printed in a volume.").map(
      ({ name }) => name,
    );
    expect(names).not.toContain("AcceptedPaper");
  });

  it("reports what roles may do, each sentence by its own kind", () => {
    const { rules, api } = readDescription(
      "A lease has a title. Trainees can see everything but not delete. Scans can be uploaded to a lease, and only owners of that lease may read them. The director can archive leases.",
    );
    expect(rules.map(({ kind }) => kind)).toEqual(["permission", "upload", "permission", "permission"]);
    expect(api.resources.map(({ name }) => name)).not.toContain("Trainee");
  });

  it("takes a preposition for no part of an action", () => {
    const actions = resourcesOf(
      "A lease has a title and can be renewed up to two days before its end.",
    ).flatMap((resource) => resource.actions.map(({ name }) => name));
    expect(actions).toEqual(["renew"]);
  });

  it.each([
    ["We are a small print workshop. A job has a title.", "Print Workshop API"],
    ["A band has players and gigs. A gig has a venue.", "Band API"],
  ])("names the application after its head: “%s”", (text, title) =>
    expect(readDescription(text).api.info.title).toBe(title),
  );
});
