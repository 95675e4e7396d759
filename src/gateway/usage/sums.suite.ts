import { expect } from "vitest";
import type { Administration } from "../index.ts";
import type { Grouping, UsageFilter } from "./usage.ts";

const columns: { readonly [grouping in Grouping]?: string } = {
  key: "key_id",
  team: "team",
  model: "model",
  upstream: "upstream",
  state: "state",
  error: "error",
};
const added = ["input", "output", "cache_read", "cache_write", "tools", "cost"];

/** Checks that the daily sums equal the sums of the ledger's rows. */
export async function expectSumsOfRows(admin: Administration, filter: UsageFilter = {}): Promise<void> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  for await (const row of admin.rows(filter)) rows.push(row);
  for (const [grouping, column] of Object.entries(columns) as [Grouping, string][]) {
    // Object.entries loses the key type
    const expected = new Map<string, Record<string, number>>();
    for (const row of rows) {
      const group = String(row[column] ?? "");
      const sum = expected.get(group) ?? { requests: 0, unpriced: 0 };
      sum["requests"] = (sum["requests"] ?? 0) + 1;
      sum["unpriced"] = (sum["unpriced"] ?? 0) + Number(row["priced_as"] === null);
      for (const name of added) sum[name] = (sum[name] ?? 0) + Number(row[name]);
      expected.set(group, sum);
    }
    const sums = await admin.usage(grouping, filter);
    expect(sums).toHaveLength(expected.size);
    for (const { group, ...sum } of sums) expect(sum).toMatchObject(expected.get(group) ?? {});
  }
}
