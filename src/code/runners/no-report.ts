import { UserError } from "../../lib/index.ts";

/** What is told of a runner that left nothing to read. */
export const noReport = (runner: string, fix = "Run it by hand and look at what it prints."): UserError =>
  new UserError("tests-not-run", `${runner} ended without a report`, fix);
