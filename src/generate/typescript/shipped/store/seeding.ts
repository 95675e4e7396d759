import { type Members, tableOf } from "./call.ts";
import { Missing, type Store, Taken } from "./store.ts";
import { completed, hashed } from "./values.ts";

/** Puts records of files into tables that have none. */
export async function seed(store: Store, seeds: Readonly<Record<string, readonly Members[]>>): Promise<void> {
  for (const [name, records] of Object.entries(seeds)) {
    const table = tableOf(name);
    if ((await store.count(table, [])) > 0) continue;
    for (const record of records)
      try {
        await store.insert(
          table,
          await completed(table, await hashed(table, record), { store, caller: undefined }),
        );
      } catch (error) {
        if (!(error instanceof Taken || error instanceof Missing)) throw error;
        process.emitWarning(
          "seeds of " + table.table + ": a record can't be stored: " + error.columns.join(", "),
        );
      }
  }
}
