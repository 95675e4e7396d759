import { join } from "node:path";

/** The program that tests start: as it is released in a run of all of them, else from its sources. */
export const program: string =
  process.env["ANTIPHON_PROGRAM"] ?? join(import.meta.dirname, "../../bin/antiphon.js");
