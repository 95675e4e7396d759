/** What a generated project's own document says: each framework's gives the same API again. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { definitionFromYaml, definitionIn, documentOf } from "../../src/api/index.ts";
import { definition } from "../../src/api/definitions.suite.ts";
import { choose } from "../../src/generate/index.ts";
import { filesOf } from "./harness.ts";

describe("the document of a generated project", () => {
  it.each(["express", "nestjs", "fastapi"])(
    "gives the API that it was generated from, on %s",
    async (framework) => {
      const variant = choose({ framework, database: "postgres", testFramework: undefined });
      const isSame = async (api: Parameters<typeof filesOf>[0]): Promise<void> => {
        const files = await filesOf(api, variant);
        const text = files.find(({ path }) => path === "docs/openapi.json")?.text ?? "";
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(documentOf(api))));
        expect(definitionFromYaml(definitionIn(text) ?? "", "a.yaml")).toEqual(api);
      };
      await fc.assert(fc.asyncProperty(definition, isSame), { numRuns: 5, seed: 14 });
    },
    120_000,
  );
});
