import { faultSuite } from "./faults.suite.ts";

/** Faults tested at every request of every command; the others are tested at the first. */
const everywhere: ReadonlySet<string> = new Set(["529", "a cut stream", "malformed JSON", "endless writing"]);
faultSuite((_name, what, at) => at === 0 || everywhere.has(what));
