import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  definitionFromYaml,
  definitionIn,
  definitionToYaml,
  documentOf,
  readSpec,
  specToOpenApi,
  toOpenApi,
  withBearer,
  type ApiDefinition,
  type Spec,
} from "./index.ts";
import { definition } from "./definitions.suite.ts";
import { shop } from "./testing.suite.ts";

const read = async (document: object): Promise<Spec> => {
  const { spec, warnings } = await readSpec("openapi.json", () => Promise.resolve(JSON.stringify(document)));
  expect(warnings).toEqual([]);
  return spec;
};

/** Returns what OpenAPI can express of a definition: all that is served, but not storage and ownership. */
const carried = ({ info, operations, securitySchemes }: ApiDefinition): unknown => ({
  info,
  securitySchemes,
  operations: operations
    .map((operation) => ({
      id: operation.operationId,
      call: `${operation.method} ${operation.path}`,
      words: [operation.summary, operation.description, ...operation.tags],
      parameters: operation.parameters.map(({ name, in: where, required, description }) => [
        name,
        where,
        required,
        description,
      ]),
      body: operation.requestBody && [
        operation.requestBody.required,
        Object.keys(operation.requestBody.content),
      ],
      answers: Object.entries(operation.responses)
        .map(([status, { description, content, headers }]) => [
          status,
          description,
          Object.keys(content ?? {}),
          Object.keys(headers ?? {}),
        ])
        .toSorted(),
      security: [...operation.security.map((name) => [name]), ...(operation.anonymous ? [[]] : [])],
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
});

const asDefinition = (spec: Spec): unknown => ({
  info: { ...spec.info, license: undefined },
  securitySchemes: spec.securitySchemes,
  operations: spec.operations
    .map((operation) => ({
      id: operation.operationId,
      call: `${operation.method} ${operation.path}`,
      words: [operation.summary, operation.description, ...operation.tags],
      parameters: operation.parameters.map(({ name, in: where, required, description }) => [
        name,
        where,
        required,
        description,
      ]),
      body: operation.requestBody && [
        operation.requestBody.required,
        Object.keys(operation.requestBody.content),
      ],
      answers: Object.entries(operation.responses)
        .map(([status, { description, content, headers }]) => [
          status,
          description,
          Object.keys(content),
          Object.keys(headers),
        ])
        .toSorted(),
      security: operation.security.map((needs) => Object.keys(needs)),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
});

async function roundTrip(api: ApiDefinition): Promise<void> {
  const document = toOpenApi(api);
  const spec = await read(document);
  expect(asDefinition(spec)).toEqual(carried(api));
  const written = specToOpenApi(spec);
  expect(written.lost).toEqual([]);
  expect(await read(written.document)).toEqual(spec);
  expect(Object.keys(spec.schemas)).toEqual(
    Object.keys((document["components"] as { schemas: object }).schemas),
  );
}

describe("a definition", () => {
  it("comes back from its OpenAPI document with all that OpenAPI carries, and the document from that", async () => {
    await roundTrip(shop());
    await roundTrip(withBearer(shop()));
    await fc.assert(fc.asyncProperty(definition, roundTrip), { numRuns: 25, seed: 11 });
  });

  it("comes back whole from the document that carries it", () => {
    fc.assert(
      fc.property(definition, (api) => {
        const found = definitionIn(JSON.stringify(documentOf(api), null, 2));
        expect(definitionFromYaml(found ?? "", "a.yaml")).toEqual(api);
      }),
      { numRuns: 25, seed: 13 },
    );
  });

  it("comes back whole from its own notation", () => {
    fc.assert(
      fc.property(definition, (api) => {
        expect(definitionFromYaml(definitionToYaml(api), "a.yaml")).toEqual(api);
      }),
      { numRuns: 25, seed: 12 },
    );
  });
});
