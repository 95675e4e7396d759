import { expect, it } from "vitest";
import { definitionFromYaml } from "../api/index.ts";
import { generate } from "./generate.ts";
import { variants } from "./variants.ts";

const options = { name: "empty", previous: undefined, project: undefined, auth: false };

it.each(variants)(
  "an API without resources has a test of its own: $framework, $database, $testFramework",
  async (variant) => {
    const files = await generate(definitionFromYaml("resources: {}", "api.yaml"), variant, options);
    const tests = files.filter(({ path }) => /\.test\.ts$|test_app\.py$/.test(path));
    expect(tests.map(({ text }) => text)).toEqual([expect.stringContaining("/healthz")]);
  },
);

it("is refused where the list is missing, as if by mistake", () => {
  expect(() => definitionFromYaml("resources:", "api.yaml")).toThrow("has no resources");
  expect(() => definitionFromYaml("title: Shop", "api.yaml")).toThrow("has no resources");
});
