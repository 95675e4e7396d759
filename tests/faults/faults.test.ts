import { faultSuite } from "./faults.suite.ts";

// Of each command one failure at its first request, and one that writes without end; all of it runs in the long test.
const picked: Readonly<Record<string, number>> = { "529": 1, "endless writing": 0 };
faultSuite((_name, what, at) => picked[what] === at);
