// Each project has a file of its own here, made from its specification; so code beside it is checked against this.
import type { Row } from "../store/store.ts";

/** What records have that no request brings, by resource. */
export const hooks: Readonly<Record<string, (record: Row) => Row | Promise<Row>>> = {};
