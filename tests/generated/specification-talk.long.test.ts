import { readdirSync } from "node:fs";
import { variants } from "../../src/generate/index.ts";
import { talking } from "./specification.suite.ts";
import { folder } from "./specification.ts";

/** Python's take a sample, in another file. */
const frameworks = new Set(
  variants.flatMap(({ framework, testFramework }) => (testFramework === "pytest" ? [] : [framework])),
);

for (const framework of frameworks)
  for (const file of readdirSync(folder).filter((name) => /\.(ya?ml|json)$/.test(name)))
    talking(file, framework);
