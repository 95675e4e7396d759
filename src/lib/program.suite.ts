import { join } from "node:path";

/** The program that tests start: the released one in a run of all tests, otherwise the sources. */
export const program: string =
  process.env["ANTIPHON_PROGRAM"] ?? join(import.meta.dirname, "../../bin/antiphon.js");
