import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listKeys, listTeams } from "../keys/keys.ts";
import { forgetLoops, waitingLoop } from "../loops/journal.ts";
import { listLimits } from "../ledger/limits.ts";
import { latestRefusals } from "../refusals/refusals.ts";
import { latestRequests } from "../usage/usage.ts";
import { openSqlite } from "./sqlite.ts";
import { query, type Work } from "./store.ts";

let folder: string;
let database: DatabaseSync;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-plans-"));
  const path = join(folder, "gateway.db");
  await (await openSqlite(path)).close();
  database = new DatabaseSync(path);
});
afterAll(async () => {
  database.close();
  await rm(folder, { recursive: true });
});

/** SQLite's query plan for the first query. */
function plan(work: Work<unknown>): string {
  const { value } = work.next();
  if (typeof value !== "object" || value === null || !("sql" in value))
    throw new Error("It asks for nothing.");
  const { sql, values } = value as { readonly sql: string; readonly values: readonly (string | number)[] }; // a Query
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\$(\d+)/g, "?$1")}`).all(...values);
  return rows.map(({ detail }) => String(detail)).join("; ");
}

const before = [1, "req_1"] as const;
const requests = { limit: 50, before };
const pages: Readonly<Record<string, () => Work<unknown>>> = {
  keys: () => listKeys({ limit: 50, after: "key_1" }),
  "keys of a team": () => listKeys({ limit: 50, after: "key_1", team: "a" }),
  teams: () => listTeams({ limit: 50, after: "a" }),
  limits: () => listLimits({ limit: 50, after: ["all", "spend_per_day"] }),
  "limits of a subject": () => listLimits({ limit: 50, subject: "team:a" }),
  requests: () => latestRequests(requests, {}),
  "requests of a time": () => latestRequests(requests, { from: 1, to: 2 }),
  "requests of a key": () => latestRequests(requests, { key: "key_1" }),
  "requests of a team": () => latestRequests(requests, { team: "a" }),
  "requests of a model": () => latestRequests(requests, { model: "m" }),
  "requests that failed": () => latestRequests(requests, { state: "failed" }),
  refusals: () => latestRefusals(requests, {}),
  "refusals of a key": () => latestRefusals(requests, { key: "key_1" }),
  "refusals of a team": () => latestRefusals(requests, { team: "a" }),
  "refusals by a subject's limits": () => latestRefusals({ ...requests, refusedBy: "team:a" }, {}),
};

it("work that waits is found by what is open, and what is to be deleted by when it ended", () => {
  expect(plan(query(waitingLoop, 1))).toContain("INDEX loops_open");
  expect(plan(forgetLoops(1, 1, 10))).toContain("INDEX loops_ended");
});

describe("a page", () => {
  for (const [name, work] of Object.entries(pages))
    it(`of ${name} is found by an index, however many rows there are`, () => {
      expect(plan(work())).toMatch(/^SEARCH \w+ USING (?:INDEX|COVERING INDEX)/);
      expect(plan(work())).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
    });
});
