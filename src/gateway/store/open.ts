import { isStoreUrl } from "../../config/index.ts";
import type { Store } from "./store.ts";

/** Opens the store at a path or a URL; throws UserError if it is unusable. */
export const openStore = async (place: string): Promise<Store> =>
  isStoreUrl(place)
    ? (await import("./postgres.ts")).openPostgres(place)
    : (await import("./sqlite.ts")).openSqlite(place);
