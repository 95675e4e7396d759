import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { definitionFromYaml } from "../../../api/index.ts";
import { answered } from "../answers.ts";
import { migrations } from "../migrations.ts";
import { replay } from "../prove.ts";
import { sqlite } from "./engine.ts";

const of = (yaml: string) => definitionFromYaml(`resources:\n${yaml}`, "api.yaml");
/** A ship with further fields, one line each. */
const ship = (fields: readonly string[] = [], rest = ""): string =>
  `  Ship:\n    fields:\n${["name: string required", ...fields].map((field) => `      ${field}\n`).join("")}${rest}`;
const port = "  Port: { fields: { city: string } }\n";

const first = (before: string) => migrations(of(before), undefined, { engine: sqlite });
const second = (before: string, after: string) =>
  migrations(of(after), { api: of(before), paths: ["migrations/0001_initial.sql"] }, { engine: sqlite });

/** Returns the rows of ships after the second migration. */
function migrated(before: string, after: string, insert: string): readonly object[] {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  for (const { text } of first(before)) db.exec(text);
  db.exec(insert);
  for (const { text } of second(before, after)) db.exec(text);
  const rows = db.prepare("select * from ships").all();
  db.close();
  return rows;
}

it("a replay names the statement that fails", async () => {
  const text =
    "create table fine (a int); -- a note; with a sign\ninsert into fine values (';');\nselect 1 from nowhere;";
  await expect(replay([{ path: "migrations/0001_x.sql", text }], sqlite)).rejects.toThrow(
    "On an empty database migrations/0001_x.sql fails, nothing was changed: no such table: nowhere in the statement: select 1 from nowhere",
  );
});

const id = "00000000-0000-7000-8000-000000000001";
const one = `insert into ships (id, name) values ('${id}', 'Ida');`;

describe("migrations of SQLite", () => {
  it.each([
    [ship(), ship(["flag: string"])],
    [ship(["flag: string"]), ship()],
    [ship(), ship().replace("name: string", "title: string was(name)")],
    [ship(["size: string"]), ship(["size: integer"])],
    [ship(["note: string"]), ship(["note: string unique"])],
    [ship([], port), ship([], `    relations: { home: belongs to Port, stops: many to many Port }\n${port}`)],
    [ship([], `    relations: { stops: many to many Port }\n${port}`), ship([], port)],
    [ship(), ship(["kind: enum(sail, steam) = sail", "at: datetime auto(now)", "code: uuid auto(uuid)"])],
  ])("lead to what a new database is", async (before, after) => {
    const database = await replay(first(before), sqlite);
    if (typeof database === "string") throw new Error(database);
    await expect(database.prove(second(before, after), of(after))).resolves.toBeUndefined();
    await database.close();
  });

  it("keep rows, with values of their new types and names", () => {
    const renamed = ship(["size: string"]).replace("name: string", "title: string was(name)");
    const sized = `insert into ships (id, name, size) values ('${id}', 'Ida', '12');`;
    const after = renamed.replace("size: string", "size: integer\n      deck: integer = 2");
    expect(migrated(ship(["size: string"]), after, sized)).toMatchObject([
      { id, title: "Ida", size: 12, deck: 2 },
    ]);
  });

  it("stop with a sentence where rows are in the way", () => {
    expect(() => migrated(ship(), ship(["flag: email required"]), one)).toThrow(
      "ships.flag is required now, and there are records without it",
    );
    for (const [rules, why] of [
      ["string required ..2", "ships.name has values longer than 2 characters"],
      ["string required 4..", "ships.name has values shorter than 4 characters"],
    ] as const)
      expect(() => migrated(ship(), ship().replace("string required", rules), one)).toThrow(why);
    for (const [from, to, value, why] of [
      ["decimal(8, 2)", "decimal(8, 1) 0..", "-1", "below 0"],
      ["decimal(8, 2)", "decimal(8, 1)", "1.25", "with more than 1 decimal"],
      ["number", "integer", "2.5", "with decimals"],
      ["string[]", "enum(oak, elm)[]", '["ash"]', "with items other than oak or elm"],
      ["string[]", "integer[]", '["1"]', "with items that are no number"],
      ["string", "string[]", "one", "that are no list"],
    ] as const) {
      const row = (size: string) => `insert into ships (id, name, size) values ('${id}', 'Ida', ${size});`;
      const [before, after] = [ship([`size: ${from}`]), ship([`size: ${to}`])];
      expect(() => migrated(before, after, row(`'${value}'`))).toThrow(`ships.size has values ${why},`);
      expect(migrated(before, after, row("null"))).toMatchObject([{ size: null }]);
    }
    const sized = `insert into ships (id, name, size) values ('${id}', 'Ida', 'wide');`;
    expect(() =>
      migrated(ship(["size: string"]), ship(["size: integer ..9"]), sized.replace("wide", "12")),
    ).toThrow("ships.size has values above 9");
    expect(() => migrated(ship(["size: string"]), ship(["size: integer"]), sized)).toThrow(
      "ships.size has values that ships.size can't have",
    );
  });

  it("do what the definition answers where they stopped", () => {
    const before = ship(["kind: enum(sail, steam)", "code: string"]);
    const stopped = second(
      before,
      ship(["kind: enum(sail, motor)", "code: string required 2..", "flag: email required"]),
    );
    const answer = of(
      ship([
        'kind: { type: "enum(sail, motor)", map: { steam: motor } }',
        "code: { type: string required 2.., fill: none }",
        "flag: { type: email required, fill: a@b.test }",
      ]),
    );
    const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
    for (const { text } of first(before)) db.exec(text);
    db.exec(`insert into ships (id, name, kind) values ('${id}', 'Ida', 'steam');`);
    for (const file of stopped) db.exec(answered(file, sqlite.answers(answer.resources)).text);
    expect(db.prepare("select kind, code, flag from ships").all()).toEqual([
      { kind: "motor", code: "none", flag: "a@b.test" },
    ]);
    db.close();
  });

  it("stop where values that must be unique are alike", () => {
    const coded = ship(["code: string"]);
    const two = `insert into ships (id, name, code) values ('1', 'Ida', 'a'), ('2', 'Eva', 'a');`;
    expect(() => migrated(coded, ship(["code: string unique"]), two)).toThrow("ships.code is unique now");
  });

  it("never drop a column that no definition has", () => {
    const previous = {
      api: of(ship()),
      paths: ["migrations/0001_initial.sql"],
      present: ["ships.id", "ships.name", "ships.secret_note"],
    };
    expect(() => migrations(of(ship(["flag: string"])), previous, { engine: sqlite })).toThrow("secret_note");
  });

  it("write texts and functions as SQLite reads them", () => {
    const [file] = first(ship(["at: datetime auto(now)", "note: string = now() \\ E"]));
    expect(file?.text).toContain("default (strftime(");
    const db = new DatabaseSync(":memory:");
    db.exec(file?.text ?? "");
    db.exec(one);
    expect(db.prepare("select note from ships").get()).toEqual({ note: "now() \\ E" });
    db.close();
  });

  it("refuse decimals that SQLite would round", () => {
    expect(() => first(ship(["price: decimal(18, 2)"]))).toThrow("18 digits");
  });
});
