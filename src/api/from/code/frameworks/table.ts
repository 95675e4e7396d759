import type { FrameworkEntry } from "./contract.ts";
import { express } from "./express.ts";

/** The frameworks whose routes can be found: one file and one line each. */
export const frameworks: Readonly<Record<string, FrameworkEntry>> = { express };
