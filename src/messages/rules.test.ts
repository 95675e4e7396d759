import { rules } from "./rules.suite.ts";

rules(200);
