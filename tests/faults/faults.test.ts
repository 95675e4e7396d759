import { faultSuite } from "./faults.suite.ts";

// Of each command one failure; all of it runs in the long test.
faultSuite((_name, what, at) => what === "529" && at === 1);
