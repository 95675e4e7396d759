import { describe, it } from "vitest";
import { expectSame } from "./scanned.suite.ts";

describe("the scan of a generated project gives its own document", () => {
  const variants = [
    ["express", "postgres"],
    ["express", "prisma"],
    ["express", "mongodb"],
    ["fastify", "postgres"],
    ["nestjs", "postgres"],
    ["nestjs", "prisma"],
    ["fastapi", "postgres"],
    ["fastapi", "mongodb"],
  ] as const;
  describe.each(variants)("%s with %s", (framework, database) => {
    it.each([false, true])("with auth: %s", (auth) =>
      expectSame(["Post", "Tag", "Category"], { framework, database, auth }),
    );
  });
});
