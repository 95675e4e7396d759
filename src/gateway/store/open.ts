import { isStoreUrl } from "../../config/index.ts";
import type { Store } from "./store.ts";

/** Opens the store at a path or a URL; throws UserError for one that can't be used. */
export const openStore = async (place: string): Promise<Store> =>
  isStoreUrl(place)
    ? (await import("./postgres.ts")).openPostgres(place)
    : (await import("./sqlite.ts")).openSqlite(place);
