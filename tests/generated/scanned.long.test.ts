import { readdirSync } from "node:fs";
import { describe, it } from "vitest";
import { expectSpecified } from "./scanned.suite.ts";
import { folder } from "./specification.ts";

const files = readdirSync(folder).filter((name) => /\.(?:yaml|json)$/.test(name));

describe("what is documented of a server from a specification is its own document", () => {
  describe.each(["express", "nestjs", "fastapi"])("%s", (framework) => {
    it.each(files)("%s", (file) => expectSpecified(file, framework), 60_000);
  });
});
