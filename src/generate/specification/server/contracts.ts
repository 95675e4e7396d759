import type { Storage } from "../../../api/index.ts";
import type { Part, TestProcess } from "../../contracts.ts";
import type { ServerModel } from "./model.ts";
import type { Verified } from "./security.ts";

/** Where a server from a specification keeps records. */
export interface SpecStore {
  /** Name of its module in `src/store`, which exports `openRecords(open)`. */
  readonly module: string;
  /** That module, `src/database.ts` with `connect`, `tests/database.ts` with `openTestDatabase`, and what they need. */
  part(storage: Storage, testing: TestProcess): Part;
}

/** What a framework makes a server from. */
export interface Serving {
  readonly server: ServerModel;
  readonly schemes: readonly Verified[];
  /** None where nothing is stored; the variable names the database's server. */
  readonly store: (SpecStore & { readonly urlVariable: string }) | undefined;
}

/** Routes and handlers of a specification in the idiom of one framework; what is checked and stored is the same in all. */
export interface SpecFramework {
  /** Methods that it has routes for. */
  readonly methods: readonly string[];
  /** Routes, handlers, application and server, and `tests/app.ts` with `startApp(outside)`. */
  part(serving: Serving): Part;
}
