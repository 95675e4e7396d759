import { readdirSync } from "node:fs";
import { talking } from "./specification.suite.ts";
import { folder } from "./specification.ts";

for (const file of readdirSync(folder).filter((name) => /\.(ya?ml|json)$/.test(name))) talking(file);
