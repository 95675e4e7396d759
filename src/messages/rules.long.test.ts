import { rules } from "./rules.suite.ts";

rules(20_000);
