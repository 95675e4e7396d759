import { faultSuite } from "./faults.suite.ts";

faultSuite(() => true);
