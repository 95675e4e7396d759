import { describe, expect, it } from "vitest";
import { fromName, lexiconNames } from "../index.ts";
import { noFiles } from "../testing.suite.ts";
import { lexiconSuite } from "./entries.suite.ts";

await lexiconSuite(lexiconNames.filter((_, index) => index % 14 === 0));

describe("the lexicon", () => {
  it("knows what people ask for", () => {
    const names = ["User", "Task", "Order", "Product", "Invoice", "Booking", "Post", "Comment", "Category"];
    expect(lexiconNames).toEqual(expect.arrayContaining(names));
    expect(lexiconNames.length).toBeGreaterThanOrEqual(150);
  });

  it("describes what it does not know by a like name, or by name and description", async () => {
    const [sales] = (await fromName("SalesOrder", noFiles)).api.resources;
    expect(sales?.fields.map(({ name }) => name)).toContain("total");
    const unknown = await fromName("Spaceship", noFiles);
    expect(unknown.api.resources[0]?.fields.map(({ name }) => name)).toEqual(["name", "description"]);
    expect(unknown.assumed.join(" ")).toContain("Nothing is known about Spaceship");
  });
});
