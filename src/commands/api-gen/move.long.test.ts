import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../doc/project.suite.ts";

it("a move to another database begins its migrations anew, and touches none that somebody wrote", () => {
  const { folder, run, read } = project({});
  const migrations = (): readonly string[] => readdirSync(join(folder, "migrations"));
  expect(run('/api-gen "Book: title required" --db=postgres --framework=express --yes').code).toBe(0);
  expect(run('/api-gen "Book also has isbn, unique" --yes').code).toBe(0);
  expect(migrations()).toHaveLength(2);
  writeFileSync(join(folder, "migrations/0003_mine.sql"), "create view titles as select title from books;\n");
  const refused = run("/api-gen --db=sqlite --move --yes");
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("migrations/0003_mine.sql: written or changed by hand for postgres");
  expect(migrations()).toHaveLength(3);
  rmSync(join(folder, "migrations/0003_mine.sql"));
  for (const [database, type] of [
    ["sqlite", "strftime"],
    ["postgres", "default now()"],
  ] as const) {
    expect(run(`/api-gen --db=${database} --move --yes`).code).toBe(0);
    expect(migrations()).toEqual(["0001_initial.sql"]);
    expect(read("migrations/0001_initial.sql")).toContain(type);
    expect(run('/api-gen "Book also has pages, an integer" --yes').code).toBe(0);
    expect(run('/api-gen "remove pages from Book" --yes').code).toBe(0);
  }
});
