import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  definitionFromYaml,
  definitionToYaml,
  readSpec,
  specToOpenApi,
  toOpenApi,
  withBearer,
  type ApiDefinition,
  type Spec,
} from "./index.ts";
import { shop } from "./testing.ts";

const read = async (document: object): Promise<Spec> => {
  const { spec, warnings } = await readSpec("openapi.json", () => Promise.resolve(JSON.stringify(document)));
  expect(warnings).toEqual([]);
  return spec;
};

/** What of a definition OpenAPI can carry: all that is served. Storage, and who keeps it, is not part of that. */
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

const word = fc.constantFrom(
  "amount",
  "title",
  "state",
  "email",
  "note",
  "when",
  "size",
  "rank",
  "flag",
  "link",
);
const type = fc.constantFrom(
  "string 1..80",
  "string ..20 /^[a-z]+$/",
  "text",
  "email",
  "uri",
  "integer 0..10",
  "number",
  "decimal(8, 2) 0..",
  "boolean",
  "date",
  "datetime",
  "uuid",
  "enum(a, b, c)",
  "string[] ..5",
  "enum(s, m)[]",
  "json",
);
const field = fc
  .tuple(type, fc.constantFrom("", " required"), fc.constantFrom("", " unique"))
  .map(
    ([kind, required, unique]) =>
      `${kind.replace(/^(\S+(?: 2\))?)/, `$1${required}${/json|\[|text|boolean/.test(kind) ? "" : unique}`)}`,
  );
const names = ["Author", "Book", "Shelf"] as const;
const relation = fc.constantFrom("belongs to", "many to many");
const optional = (kind: string): string => (kind === "belongs to" ? ", optional" : "");
const resource = fc.record({
  fields: fc.dictionary(word, field, { minKeys: 1, maxKeys: 6 }),
  relation: fc.option(fc.tuple(relation, fc.constantFrom(...names)), { nil: undefined }),
  action: fc.boolean(),
});

/** A definition as a person writes it. */
const definition = fc.tuple(resource, resource, resource, fc.boolean()).map(([a, b, c, auth]) => {
  const resources = Object.fromEntries(
    [a, b, c].map((one, i) => [
      names[i],
      {
        fields: one.fields,
        ...(one.relation && one.relation[1] !== names[i]
          ? { relations: { [`to${i}`]: `${one.relation.join(" ")}${optional(one.relation[0])}` } }
          : {}),
        ...(one.action ? { actions: { archive: {} } } : {}),
      },
    ]),
  );
  const api = definitionFromYaml(JSON.stringify({ title: "Library", resources }), "a.json");
  return auth ? withBearer(api) : api;
});

describe("a definition", () => {
  it("comes back from its OpenAPI document with all that OpenAPI carries, and the document from that", async () => {
    await roundTrip(shop());
    await roundTrip(withBearer(shop()));
    await fc.assert(fc.asyncProperty(definition, roundTrip), { numRuns: 25, seed: 11 });
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
