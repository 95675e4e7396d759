import { describe, expect, it } from "vitest";
import { definitionFromYaml } from "../../api/index.ts";
import { packageMissing } from "../../lib/index.ts";
import { stopWhere } from "./columns.ts";
import { migrations } from "./migrations.ts";
import { postgres } from "./engine.ts";
import { replay, type Replayed } from "./prove.ts";

const of = (yaml: string) => definitionFromYaml(`resources:\n${yaml}`, "api.yaml");

/** Returns the second migration. */
function second(before: string, after: string): { readonly path: string; readonly text: string } | undefined {
  const [file] = migrations(of(after), { api: of(before), paths: ["migrations/0001_initial.sql"] });
  return file;
}

const ship = "  Ship:\n    fields:\n      name: string required\n";
const links = (to: string): string =>
  `${ship}    relations: { tags: many to many ${to} }\n  Tag: { fields: { name: string } }\n  Label: { fields: { name: string } }\n`;

describe("migrations", () => {
  it("creates everything at first, and nothing when nothing changed", () => {
    const [file] = migrations(of(ship), undefined);
    expect(file?.path).toBe("migrations/0001_initial.sql");
    expect(file?.text).toContain("create table ships");
    expect(second(ship, ship)).toBeUndefined();
  });

  it.each([
    [
      ship,
      `${ship}      flag: string\n`,
      "0002_add_flag_to_ships",
      "alter table ships add column flag text;\n",
    ],
    [
      ship.replace("required", "required unique"),
      ship,
      "0002_change_rules_of_ships",
      "alter table ships drop constraint if exists ships_name_key;\n",
    ],
    [
      ship,
      ship.replace("name: string", "title: string was(name)"),
      "0002_rename_name_to_title_in_ships",
      "alter table ships rename column name to title;\n",
    ],
    [
      `${ship}      flag: string\n`,
      ship,
      "0002_remove_flag_from_ships",
      "alter table ships drop column flag;\n",
    ],
    [`${ship}  Port:\n`, ship, "0002_remove_ports", "drop table ports;\n"],
  ])("is named by what it does", (before, after, name, text) => {
    expect(second(before, after)).toEqual({ path: `migrations/${name}.sql`, text });
  });

  it.each([
    ["name: string required ..9", "char_length(name) > 9", "has values longer than 9 characters"],
    ["name: string required 2..", "char_length(name) < 2", "has values shorter than 2 characters"],
    ["name: string required /^[a-z]+$/", "name !~ '^[a-z]+$'", "has values that do not match /^[a-z]+$/"],
    ["name: integer required 1..", "name::numeric < 1", "has values below 1"],
  ])("stops where stored values break a new rule: %s", (field, condition, why) => {
    const text = second(ship, ship.replace("name: string required", field))?.text ?? "";
    expect(text).toContain(`where ${condition}) then raise exception`);
    expect(text).toContain(why);
  });

  it("checks nothing where rules become looser, or are about the text of a secret", () => {
    expect(second(ship.replace("required", "required 2..9 /a/"), ship)).toBeUndefined();
    const secret = `${ship}      word: { type: string, secret: true }\n`;
    expect(second(secret, secret.replace("type: string", "type: string 9.."))).toBeUndefined();
  });

  it.each([
    ["is new", ""],
    ["was called otherwise", "  Person: { fields: { name: string } }\n"],
  ])("stops where a record refers to none of a resource that %s", (_, person) => {
    const captain = "    relations: { captain: 'belongs to Captain, soft' }\n";
    const fresh = "  Captain:\n    was: Person\n    fields: { name: string }\n";
    const { text = "" } =
      second(`${ship}${captain}${person}`, `${ship}${captain.replace(", soft", "")}${fresh}`) ?? {};
    expect(text).toContain("captain_id not in (select id from captains)");
    expect(text.indexOf("ships.captain_id refers to records of Captain that are not there")).toBeLessThan(
      text.indexOf("add constraint ships_captain_id_fkey"),
    );
  });

  it("makes a join table anew that leads to another resource", () => {
    const { text = "" } = second(links("Tag"), links("Label")) ?? {};
    expect(text).toContain("drop table ship_tags;");
    expect(text).toContain("references labels (id)");
  });

  it("renames what relations link by, with its data", async () => {
    const relations = (crew: string, flags: string): string =>
      `${ship}    relations: { ${crew}, ${flags} }\n  Person: { fields: { name: string } }\n  Flag: { fields: { name: string } }\n`;
    const before = relations("crew: belongs to Person", "flags: many to many Flag");
    const after = relations(
      'captain: "belongs to Person, was(crew)"',
      'signals: "many to many Flag, was(flags)"',
    );
    const { text = "" } = second(before, after) ?? {};
    expect(text).toContain("alter table ships rename column crew_id to captain_id;");
    expect(text).toContain("alter table ship_flags rename to ship_signals;");
    expect(text).not.toMatch(/drop (table|column)/);
    const database = await replayed(migrations(of(before), undefined));
    await database.prove([{ path: "migrations/0002_next.sql", text }], of(after));
    await database.close();
    const wrong = relations('a: "belongs to Person, was(b)"', "flags: many to many Flag");
    expect(() => definitionFromYaml(`resources:\n${wrong}`, "api.yaml", of(before))).toThrow("Ship.a was b");
  });

  it("goes behind the highest number in the folder, whoever wrote it", () => {
    const history = [{ path: "migrations/0007_mine.sql", text: "" }];
    const previous = { api: of(ship), paths: ["migrations/0001_initial.sql"], history };
    const [file] = migrations(of(`${ship}      flag: string\n`), previous);
    expect(file?.path).toBe("migrations/0008_add_flag_to_ships.sql");
  });
});

async function replayed(history: Parameters<typeof replay>[0]): Promise<Replayed> {
  const database = await replay(history);
  if (typeof database === "string") throw new Error(database);
  return database;
}

describe("a replay", () => {
  const api = of(`${ship}      tons: integer required\n`);
  const first = migrations(of(ship), undefined);

  it("takes up what somebody's own migration made", async () => {
    const ownMigration = {
      path: "migrations/0002_tons.sql",
      text: "alter table ships add column tons text default 'x';",
    };
    const database = await replayed([...first, ownMigration]);
    const previous = {
      api: of(ship),
      paths: ["migrations/0001_initial.sql"],
      history: [...first, ownMigration],
      present: database.present,
    };
    await database.prove(migrations(api, previous), api);
    await database.close();
    expect(previous.present).toContain("ships.tons");
  });

  it("refuses a resource whose table somebody's own migration made", async () => {
    const present = ["ships.id", "crates.id", "crates.kilos"];
    const previous = { api: of(ship), paths: ["migrations/0001_initial.sql"], history: first, present };
    const both = of(`${ship}  Crate:\n    fields:\n      kilos: integer\n`);
    expect(() => migrations(both, previous)).toThrow("The table crates of Crate exists");
  });

  it("makes a resource of what linked two others", () => {
    const linked = of(links("Tag"));
    const apart = `${ship}  Tag: { fields: { name: string } }\n  Label: { fields: { name: string } }\n`;
    const after = of(
      `${apart}  ShipTag: { fields: { since: date }, relations: { ship: belongs to Ship } }\n`,
    );
    const present = ["ships.id", "tags.id", "labels.id", "ship_tags.ship_id"];
    const paths = ["migrations/0001_initial.sql"];
    const [file] = migrations(after, { api: linked, paths, history: first, present });
    expect(file?.text).toMatch(/drop table ship_tags;[^]*create table ship_tags/);
  });

  it("names what fails, and what is otherwise than the code needs", async () => {
    await expect(replay([{ path: "migrations/0001_x.sql", text: "select 1 from nothing" }])).rejects.toThrow(
      'migrations/0001_x.sql fails, nothing was changed: relation "nothing" does not exist in the statement: select 1 from nothing',
    );
    const database = await replayed(first);
    await expect(database.prove([], api)).rejects.toThrow("column ships.tons is missing");
  });

  it("leaves programs of others to their own tools", async () => {
    expect(await replay([{ path: "migrations/versions/x.py", text: "def upgrade(): ..." }])).toMatch(
      /alembic/,
    );
  });

  it("says that its database isn't there, and lets other failures through", async () => {
    const failing = (cause: Error) => ({ ...postgres, open: () => Promise.reject(cause) });
    const missing = packageMissing("pglite", "Install it.");
    expect(await replay(first, failing(missing))).toMatch(
      /^@electric-sql\/pglite: not installed.*Install it\.$/,
    );
    await expect(replay(first, failing(new Error("no memory")))).rejects.toThrow("no memory");
  });
});

it("statements that stop a migration are quoted by what their text doesn't hold", () => {
  expect(stopWhere("tags", "name !~ '^a$$'", "must fit")).toMatch(
    /^do \$s1\$ begin if .*'\^a\$\$'.* end \$s1\$;$/,
  );
  expect(stopWhere("tags", "name ~ '$$ $s1$'", "fit")).toMatch(/^do \$s2\$ /);
});
