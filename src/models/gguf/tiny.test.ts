import { installed } from "./installed.suite.ts";
import { randomModelSuite } from "./random.suite.ts";

randomModelSuite(installed());
