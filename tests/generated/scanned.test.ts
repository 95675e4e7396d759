import { describe, it } from "vitest";
import { expectSame } from "./scanned.suite.ts";

describe("the scan of a generated project gives its own document", () => {
  it.each([
    ["express", false],
    ["express", true],
    ["nestjs", false],
    ["nestjs", true],
    ["fastapi", false],
    ["fastapi", true],
  ])("%s, with auth: %s", (framework, auth) => expectSame(["Post", "Tag", "Category"], framework, auth));
});
