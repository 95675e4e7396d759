import { install } from "./installed.suite.ts";
import { randomModelSuite } from "./random.suite.ts";

randomModelSuite(await install());
