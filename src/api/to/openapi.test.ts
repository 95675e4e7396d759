import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { compile } from "../../schema/index.ts";
import {
  definitionFromYaml,
  fromName,
  toOpenApi,
  withBearer,
  withEtags,
  type ApiDefinition,
} from "../index.ts";
import { noFiles, shop } from "../testing.suite.ts";

const config = await createConfig({ extends: ["recommended"] });

/** Returns the errors and warnings of both validators. */
async function complaints(api: ApiDefinition): Promise<readonly string[]> {
  const document = toOpenApi(api);
  const source = JSON.stringify(document);
  const linted = await lintFromString({ source, config, absoluteRef: "openapi.json" });
  const validated = await new Validator().validate(structuredClone(document));
  return [
    ...linted.map(
      (problem) =>
        `${problem.severity} ${problem.ruleId}: ${problem.message} at ${problem.location[0]?.pointer ?? ""}`,
    ),
    ...(validated.valid ? [] : [JSON.stringify(validated.errors)]),
  ];
}

/** Converts OpenAPI 3.0's `nullable` to JSON Schema. */
function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (typeof schema !== "object" || schema === null) return schema;
  const plain = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withNull(value)]));
  return plain["nullable"] === true ? { anyOf: [plain, { type: "null" }] } : plain;
}

describe("toOpenApi", () => {
  it.each(["Task", "User", "Order", "Category", "Spaceship"])(
    "passes two validators without a warning: %s",
    async (name) => {
      const { api } = await fromName(name, noFiles);
      expect(await complaints(api)).toEqual([]);
      expect(await complaints(withBearer(api))).toEqual([]);
    },
  );

  it("passes them with every kind of field, relation and action", async () => {
    expect(await complaints(withBearer(shop()))).toEqual([]);
    expect(await complaints(withEtags(shop()))).toEqual([]);
  });

  it("says 3.0.0, the version of the API, and 401 on every secured operation", async () => {
    const document = toOpenApi(
      withBearer(definitionFromYaml("version: 2.4.0\nresources:\n  Task:\n", "a.yaml")),
    );
    expect(document["openapi"]).toBe("3.0.0");
    expect(document["info"]).toMatchObject({ version: "2.4.0" });
    const paths = Object.values(
      document["paths"] as Record<string, Record<string, { responses: object; security: unknown }>>,
    );
    for (const operation of paths.flatMap((item) => Object.values(item))) {
      expect(Object.keys(operation.responses)).toContain("401");
      expect(operation.security).toEqual([{ bearer: [] }]);
    }
  });

  it("gives examples that its schemas accept", () => {
    const api = shop();
    let checked = 0;
    const schemas = { components: { schemas: api.schemas } };
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      if ("schema" in value && "example" in value && typeof value.schema === "object") {
        const validator = compile(withNull({ ...schemas, ...value.schema }), { formats: "assert" });
        expect(validator.check(value.example)).toEqual([]);
        checked += 1;
      }
      for (const member of Object.values(value)) visit(member);
    };
    visit(toOpenApi(api)["paths"]);
    expect(checked).toBeGreaterThan(20);
  });
});
