import { rules } from "./rules.suite.ts";

rules(5_000);
