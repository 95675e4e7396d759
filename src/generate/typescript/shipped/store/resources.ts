// Each project has a file of its own here, made from its specification; so code beside it is checked against this.
import type { View } from "./bindings.ts";
import type { Table } from "./store.ts";

/** The tables, by resource. */
export const tables: Readonly<Record<string, Table>> = {};

/** How records are shown, by name. */
export const views: Readonly<Record<string, View>> = {};
