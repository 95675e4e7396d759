import type { Storage } from "../../../api/index.ts";
import type { GeneratedFile, Part } from "../../contracts.ts";
import type { ServerModel } from "./model.ts";
import type { Verified } from "./security.ts";

/** Storage for servers from specifications. */
export interface SpecStore {
  /** Name of its module in `src/store`. */
  readonly module: string;
  /** That module, and the tables or collections. */
  files(storage: Storage): readonly GeneratedFile[];
}

/** What a framework generates a server from. */
export interface Serving {
  readonly server: ServerModel;
  readonly schemes: readonly Verified[];
  /** Undefined if nothing is stored; the variable contains the database's address. */
  readonly store: (SpecStore & { readonly urlVariable: string }) | undefined;
}

/** Routes and handlers of a specification in the style of one framework; checks and storage are the same for all. */
export interface SpecFramework {
  /** Methods that it can route. */
  readonly methods: readonly string[];
  /** Routes, handlers, application and server, and `tests/app.ts` with `startApp(outside)`. */
  part(serving: Serving): Part;
}
