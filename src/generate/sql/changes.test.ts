import { describe, expect, it } from "vitest";
import { definitionFromYaml } from "../../api/index.ts";
import { migrations } from "./migrations.ts";

const of = (yaml: string) => definitionFromYaml(`resources:\n${yaml}`, "api.yaml");

/** The text of the second migration. */
function second(before: string, after: string): string | undefined {
  const first = { api: of(before), paths: ["migrations/0001_initial.sql"] };
  const [file] = migrations(of(after), first);
  if (file) expect(file.path).toBe("migrations/0002_changes.sql");
  return file?.text;
}

const ship = "  Ship:\n    fields:\n      name: string required\n";

describe("migrations", () => {
  it("creates everything at first, and nothing when nothing changed", () => {
    const [file] = migrations(of(ship), undefined);
    expect(file?.path).toBe("migrations/0001_initial.sql");
    expect(file?.text).toContain("create table ships");
    expect(second(ship, ship)).toBeUndefined();
  });

  it("adds a column", () => {
    expect(second(ship, `${ship}      flag: string\n`)).toBe("alter table ships add column flag text;\n");
  });

  it("renames a column, and its uniqueness with it", () => {
    expect(second(ship, ship.replace("name: string", "title: string was(name)"))).toBe(
      "alter table ships rename column name to title;\n",
    );
    const text = second(
      ship.replace("required", "required unique"),
      ship.replace("name: string required", "title: string required unique was(name)"),
    );
    expect(text).toContain("rename column name to title");
    expect(text).toContain("add constraint ships_title_key unique (title)");
  });

  it("never drops what holds data", () => {
    const text = second(`${ship}      flag: string required\n`, ship);
    expect(text).toContain("alter table ships alter column flag drop not null;");
    expect(text?.split("\n").filter((line) => line.includes("drop column"))).toEqual([
      "-- alter table ships drop column flag;",
    ]);
    const lost = second(`${ship}  Port:\n    fields:\n      name: string required\n`, ship) ?? "";
    expect(lost.split("\n").every((line) => line === "" || line.startsWith("--"))).toBe(true);
  });

  it("creates the table of a new resource with its foreign keys", () => {
    const text = second(
      ship,
      `${ship}  Crew:\n    fields:\n      name: string\n    relations:\n      ship: belongs to Ship\n`,
    );
    expect(text).toContain("references ships (id)");
  });
});
