import type { Store } from "./store.ts";

/** Opens the store at a place; throws UserError for one that can't be used. */
export const openStore = async (place: string): Promise<Store> =>
  (await import("./sqlite.ts")).openSqlite(place);
