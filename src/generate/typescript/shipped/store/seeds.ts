import { existsSync, readFileSync } from "node:fs";
import { tables } from "./resources.ts";
import { seed } from "./seeding.ts";
import type { Row, Store } from "./store.ts";

/** Puts the records of `seeds/` into empty tables; accounts, whose passwords are known, not in production. */
export async function plant(store: Store, environment: NodeJS.ProcessEnv): Promise<void> {
  const seeds: Record<string, readonly Row[]> = {};
  for (const [name, { table, account }] of Object.entries(tables)) {
    const url = new URL("../../seeds/" + table.replaceAll("_", "-") + ".json", import.meta.url);
    if (!existsSync(url) || (account === true && environment["NODE_ENV"] === "production")) continue;
    seeds[name] = JSON.parse(readFileSync(url, "utf8")) as readonly Row[]; // the file is the project's own
  }
  await seed(store, seeds);
}
