import { expect, it } from "vitest";
import { definitionFromYaml } from "../../../../api/index.ts";
import { postgres } from "../../../sql/engine.ts";
import { migrations } from "./migrations.ts";

const tag = (fields: string) => definitionFromYaml(`resources: { Tag: { fields: { ${fields} } } }`, "a.yaml");

it.each([
  ["none", [], '"0001"'],
  ["one behind ours", ['revision: str = "9f3a"\ndown_revision: str | None = "0001"'], '"9f3a"'],
  [
    "two, over several lines",
    ['revision = "9f3a"\ndown_revision = "0001"', "revision = '77aa'\ndown_revision = (\n    '0001',\n)\n"],
    '("9f3a", "77aa")',
  ],
])("a revision follows all heads, so that one is left: %s of the project's own", (_, texts, before) => {
  const api = tag("name: string");
  const [first] = migrations(api, undefined, postgres);
  if (!first) throw new Error("No first revision.");
  const history = [first, ...texts.map((text, i) => ({ path: `migrations/versions/own${i}.py`, text }))];
  const [next] = migrations(
    tag("name: string, points: integer"),
    { api, paths: [first.path], history },
    postgres,
  );
  expect(next?.text).toContain(`down_revision = ${before}`);
});
