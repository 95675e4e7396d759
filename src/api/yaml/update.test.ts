import { describe, expect, it } from "vitest";
import { definitionFromYaml, differences, join, newDefinitionFile, updateDefinitionFile } from "../index.ts";

const file = `title: Fleet
version: 2.0.0
# The fleet, as the harbour knows it.
resources:
  Ship:
    fields:
      # As painted on the bow.
      name: string required
      built_on: date
  Port: # where they lie
    fields:
      code: { type: string, required: true }
`;
const settings = { framework: "express", db: "postgres" };
const of = (text: string, before?: ReturnType<typeof definitionFromYaml>) =>
  definitionFromYaml(text, "api.yaml", before);

describe("the definition file", () => {
  it("says the same as what it was written from, with a comment for whoever opens it", () => {
    const text = newDefinitionFile(of(file), settings, "./api.schema.json");
    expect(text).toMatch(
      /^# yaml-language-server: \$schema=\.\/api\.schema\.json\n# The definition of this API/,
    );
    expect(of(text)).toEqual(of(file));
  });

  it("stays byte for byte where nothing is new", () => {
    const text = updateDefinitionFile(file, { api: of(file), settings });
    expect(updateDefinitionFile(text, { api: of(file), settings })).toBe(text);
  });

  it("keeps comments and notations of what did not change", () => {
    const next = of(file.replace("date", "date required").replace("string required", "string required ..80"));
    const crew = of("resources:\n  Crew:\n    fields:\n      name: string\n");
    const text = updateDefinitionFile(file, { api: join(next, crew), settings });
    expect(text).toContain("      # As painted on the bow.\n      name: string required ..80\n");
    expect(text).toContain("built_on: date required");
    expect(text).toContain("code: { type: string, required: true }");
    expect(text).toMatch(/Port:\s+# where they lie/);
    expect(text).toContain("  Crew:\n    fields:\n      name: string\n");
    expect(of(text).resources.map(({ name }) => name)).toEqual(["Ship", "Port", "Crew"]);
  });

  it("loses what the definition has no more", () => {
    const api = of(file.slice(0, file.indexOf("  Port:")));
    expect(updateDefinitionFile(file, { api, settings })).not.toContain("Port");
  });
});

describe("a definition that replaces another", () => {
  const refused = (text: string): string => {
    try {
      of(text, of(file));
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
    throw new Error("was taken");
  };

  it.each([
    [file.replace("name: string required", "title: string required was(nam)"), "Ship.title was nam"],
    [
      file.replace("name: string required", "title: string required was(name)\n      name: text"),
      "Ship.title was name, which the definition still has",
    ],
    [file.replace("  Port: #", "  Haven: # "), ""],
    [file.replace("  Port: # where they lie\n", "  Haven:\n    was: Prt\n"), "Haven was Prt"],
  ])("must rename what was there", (text, message) => {
    if (message) expect(refused(text)).toContain(message);
    else
      expect(differences(of(file), of(text, of(file))).map(({ kind }) => kind)).toEqual(["added", "removed"]);
  });

  it("must map all values that go", () => {
    const before = of("resources:\n  Task:\n    fields:\n      mood: enum(good, bad, ugly)\n");
    const next = (map: string) =>
      `resources:\n  Task:\n    fields:\n      mood: { type: enum(good), map: { ${map} } }\n`;
    expect(() => of(next("bad: good"), before)).toThrow("misses ugly");
    expect(() => of(next("bad: good, ugly: fine"), before)).toThrow('leads to "fine"');
    const [change] = differences(before, of(next("bad: good, ugly: good"), before));
    expect(change?.data).toBe("turns bad into good, ugly into good");
  });

  it.each([
    [
      "string",
      "email",
      /^[^;]*longer than \d+ characters; stored values stay, also those that are no email$/,
    ],
    ["string", "integer", /; fails where a stored value can't be read as the new type$/],
    ["enum(a, b)", "string", /^none$/],
  ])("shows what a new type does to stored values: %s to %s", (from, to, data) => {
    const shop = (type: string) => of(`resources:\n  Clerk: { fields: { contact: "${type}" } }\n`);
    expect(differences(shop(from), shop(to))[0]?.data ?? "none").toMatch(data);
  });

  it.each([
    ["many to many Clerk, soft", "many to many Clerk", "none"],
    ["many to many Clerk", "many to many Clerk, soft", "drops what it links"],
    ["many to many Clerk", "many to many Till", "drops what it links"],
    ["many to many Clerk", "many to many Clerk, inverse stores", "none"],
    ["belongs to Clerk, optional", "many to many Clerk", "drops what it links"],
    ["belongs to Clerk, soft", "belongs to Clerk", "fails where records refer to one that is not there"],
  ])("shows what a changed relation does to what it links: %s to %s", (from, to, data) => {
    const shop = (relation: string) =>
      of(
        `resources:\n${relation.includes("soft") ? "" : "  Clerk:\n"}  Till:\n  Shop: { relations: { staff: "${relation}" } }\n`,
      );
    const change = differences(shop(from), shop(to)).find(({ text }) => text.startsWith("Shop.staff: "));
    expect(change?.text).toContain(" → ");
    expect(change?.data ?? "none").toBe(data);
  });

  it("shows that an API loses its accounts, and all rules with them", () => {
    const shop = (email: string) =>
      of(`auth: bearer\nresources:\n  Clerk: { fields: { email: ${email}, password: password required } }\n`);
    const [before, after] = [shop("email required unique"), shop("email required")];
    expect(differences(before, after)).toContainEqual({
      kind: "removed",
      text: "accounts of Clerk",
      data: "whoever has a token may do everything",
    });
    expect(differences(after, before)).toContainEqual({ kind: "added", text: "accounts of Clerk" });
  });

  it("shows who reads and changes records from now on, and a new title", () => {
    const blog = (head: string, settings: string) =>
      of(
        `title: ${head}\nauth: bearer\nresources:\n  User: { fields: { email: email required unique, password: password required } }\n` +
          `  Post:\n    description: A text.${settings}\n    relations: { author: belongs to User, editor: belongs to User }\n`,
      );
    const before = blog("Blog", "");
    const after = blog("News", "\n    owner: editor\n    read: public");
    expect(differences(before, after)).toEqual([
      { kind: "changed", text: "title: Blog → News" },
      {
        kind: "added",
        text: "Post.owner: editor",
        data: "editor is who may change a record, besides administrators",
      },
      { kind: "added", text: "Post.read: public", data: "anybody reads its records, without a token" },
    ]);
    expect(differences(before, blog("Blog", ""))).toEqual([]);
  });

  it("renames values that were there, and no others", () => {
    const moods = (values: string) => `resources:\n  Task:\n    fields:\n      mood: enum(${values})\n`;
    const before = of(moods("good, bad"));
    const [change] = differences(before, of(moods("fine was(good), bad"), before));
    expect(change?.data).toBe("turns good into fine");
    expect(() => of(moods("fine was(god), bad"), before)).toThrow(
      /"fine" was god, which was not one of the values/,
    );
    const renamed = of(moods("fine was(good), bad"), before);
    expect(differences(renamed, of(moods("fine was(good), bad"), renamed))).toEqual([]);
  });

  it("says what happens to what is stored", () => {
    const after = of(
      file
        .replace("      built_on: date\n", "      tons: integer required\n      flag: email required\n")
        .replace("  Port:", "  Haven:\n    was: Port\n    #"),
    );
    const changes = differences(of(file), after).map(({ kind, text, data }) => [kind, text, data ?? ""]);
    expect(changes).toEqual([
      ["added", "Ship.tons: integer required", "records without a value get 0"],
      [
        "added",
        "Ship.flag: email required",
        "fails where records are there that have no value: give them one with `fill:`",
      ],
      ["removed", "Ship.builtOn", "drops its column with its data"],
      ["renamed", "Port → Haven", "its records move along"],
    ]);
  });

  it("adds to a resource of its name what is joined, and takes nothing", () => {
    const more = of("resources:\n  Ship:\n    fields:\n      flag: string\n");
    const [ship] = join(of(file), more).resources;
    expect(ship?.fields.map(({ name }) => name)).toEqual(["name", "builtOn", "flag"]);
  });
});
