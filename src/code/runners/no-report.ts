import { UserError } from "../../lib/index.ts";

/** Returns the error for a runner that left no readable output. */
export const noReport = (runner: string, fix = "Run it by hand and look at what it prints."): UserError =>
  new UserError("tests-not-run", `${runner} ended without a report`, fix);
