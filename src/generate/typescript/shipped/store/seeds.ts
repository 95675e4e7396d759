// Each project has a file of its own here, made from its specification; so code beside it is checked against this.
import type { Store } from "./store.ts";

/** Puts records into tables that have none. */
export async function plant(_store: Store, _environment: NodeJS.ProcessEnv): Promise<void> {}
