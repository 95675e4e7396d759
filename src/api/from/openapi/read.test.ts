import { describe, expect, it } from "vitest";
import { UserError } from "../../../lib/index.ts";
import { readSpec } from "./index.ts";

const read = (files: Readonly<Record<string, string>>, main = Object.keys(files)[0] ?? "") =>
  readSpec(main, (path) => {
    const text = files[path];
    return text === undefined ? Promise.reject(new Error(`no ${path}`)) : Promise.resolve(text);
  });

const petstore = `
swagger: "2.0"
info: { title: Pets, version: 1.0.0 }
host: pets.example.com
basePath: /v2
schemes: [https]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  basic: { type: basic }
paths:
  /pets/{id}:
    parameters:
      - { $ref: "#/parameters/id" }
    get:
      operationId: getPet
      responses:
        200: { description: ok, schema: { $ref: "#/definitions/Pet" } }
  /pets:
    post:
      parameters:
        - { in: body, name: body, required: true, schema: { $ref: "#/definitions/Pet" } }
        - { in: query, name: tags, type: array, items: { type: string }, collectionFormat: pipes }
      responses: { 201: { description: made } }
  /pets/{id}/photo:
    post:
      parameters:
        - { in: path, name: id, type: string, required: true }
        - { in: formData, name: file, type: file, required: true }
        - { in: formData, name: note, type: string }
      responses: { 204: { description: done } }
parameters:
  id: { in: path, name: id, type: integer, format: int64, required: true }
definitions:
  Pet:
    type: object
    required: [name]
    properties:
      name: { type: string }
      kind: { type: string, enum: [cat, dog], x-nullable: true }
      age: { type: integer, minimum: 0, exclusiveMinimum: true }
`;

describe("reading", () => {
  it("takes a text of a media type that is no text for bytes, unless it is encoded", async () => {
    const schemas = {
      File: { contentMediaType: "image/png" },
      Upload: { type: "string", contentMediaType: "application/octet-stream" },
      Encoded: { type: "string", contentMediaType: "image/png", contentEncoding: "base64" },
      Note: { type: "string", contentMediaType: "application/ld+json" },
      Token: { type: "string", contentMediaType: "application/jwt" },
      Drawing: { type: "string", contentMediaType: "image/svg+xml" },
      Card: { properties: { name: {} }, contentMediaType: "image/png" },
    };
    const { spec } = await readSpec("spec.json", () =>
      Promise.resolve(JSON.stringify({ openapi: "3.1.0", info: {}, paths: {}, components: { schemas } })),
    );
    expect(Object.values(spec.schemas).map(({ type, format }) => [type, format])).toEqual([
      ["string", "binary"],
      ["string", "binary"],
      ["string", undefined],
      ["string", undefined],
      ["string", undefined],
      ["string", undefined],
      ["object", undefined],
    ]);
  });

  it("takes bytes that are listed as JSON, or as anything, for bytes", async () => {
    const file = { schema: { type: "string", format: "binary" } };
    const content = { "application/json": file, "*/*": file, "text/csv": file };
    const get = { responses: { 200: { description: "ok", content } } };
    const { spec, warnings } = await readSpec("spec.json", () =>
      Promise.resolve(JSON.stringify({ openapi: "3.0.0", info: {}, paths: { "/a": { get } } })),
    );
    expect(Object.keys(spec.operations[0]?.responses["200"]?.content ?? {})).toEqual([
      "application/octet-stream",
      "text/csv",
    ]);
    expect(JSON.stringify(warnings)).toContain("has bytes as application/json");
  });

  it("takes null for the whole where a part of allOf says nothing else of it", async () => {
    const to = { $ref: "#/components/schemas/Task" };
    const schemas = {
      Task: { type: "object" },
      Parent: { allOf: [to, { type: "object", nullable: true, description: "none at the top" }] },
      Narrow: { allOf: [to, { type: "object", nullable: true, required: ["a"] }] },
    };
    const { spec } = await readSpec("spec.json", () =>
      Promise.resolve(JSON.stringify({ openapi: "3.0.0", info: {}, paths: {}, components: { schemas } })),
    );
    expect(spec.schemas["Parent"]?.anyOf).toContainEqual({ type: "null" });
    expect(spec.schemas["Narrow"]).not.toHaveProperty("anyOf");
  });

  it("breaks circles of bare references once, and keeps what only leads to one", async () => {
    const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const chain = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`L${i}`, to(`L${i + 1}`)]));
    const schemas = {
      In: to("A"),
      A: to("B"),
      B: to("A"),
      Own: to("Own"),
      ...chain,
      L1000: { type: "string" },
    };
    const paths = Object.fromEntries(
      ["In", "Own", "L0"].map((name) => [
        `/${name}`,
        {
          get: {
            responses: { 200: { description: "x", content: { "application/json": { schema: to(name) } } } },
          },
        },
      ]),
    );
    const info = { title: "c", version: "1" };
    const { spec, warnings } = await read({
      "c.json": JSON.stringify({ openapi: "3.0.0", info, paths, components: { schemas } }),
    });
    const circles = warnings.filter(({ message }) => message.includes("nothing but itself"));
    expect(circles).toHaveLength(2);
    expect(
      Object.entries(spec.schemas)
        .flatMap(([key, schema]) => (schema.$ref ? [] : [key]))
        .toSorted(),
    ).toEqual([spec.schemas["A"]?.$ref ? "B" : "A", "L1000", "Own"].toSorted());
  });

  it("takes Swagger 2.0 in YAML", async () => {
    const { spec, warnings } = await read({ "pets.yaml": petstore });
    expect(warnings).toEqual([]);
    expect(spec.servers).toEqual([{ url: "https://pets.example.com/v2", variables: {} }]);
    expect(spec.securitySchemes).toEqual({ basic: { type: "http", scheme: "basic" } });
    const [get, post, photo] = spec.operations;
    expect(get?.parameters).toMatchObject([
      { name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } },
    ]);
    expect(get?.responses["200"]?.content["application/json"]?.schema).toEqual({
      $ref: "#/components/schemas/Pet",
    });
    expect(post).toMatchObject({
      operationId: "postPets",
      parameters: [{ style: "pipeDelimited", explode: false }],
      requestBody: { required: true },
    });
    expect(photo?.requestBody?.content["multipart/form-data"]?.schema).toMatchObject({
      required: ["file"],
      properties: { file: { type: "string", format: "binary" } },
    });
    expect(spec.schemas["Pet"]?.properties).toEqual({
      name: { type: "string" },
      kind: { type: ["string", "null"], enum: ["cat", "dog", null] },
      age: { type: "integer", exclusiveMinimum: 0 },
    });
  });

  it("follows references into other files of the folder, and names what it finds there", async () => {
    const { spec, warnings } = await read({
      "api/openapi.yaml": `
openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a: { $ref: paths/a.yaml }
`,
      "api/paths/a.yaml": `
get:
  parameters: [{ $ref: "../common.yaml#/parameters/page" }]
  responses:
    "200":
      description: ok
      content: { application/json: { schema: { $ref: "../common.yaml#/schemas/Node" } } }
`,
      "api/common.yaml": `
parameters:
  page: { name: page, in: query, schema: { type: integer } }
schemas:
  Node: { type: object, properties: { next: { $ref: "#/schemas/Node" }, other: { $ref: "../secrets.yaml#/x" } } }
`,
      "secrets.yaml": "x: { type: string, description: hush }",
    });
    expect(spec.operations[0]).toMatchObject({ operationId: "getA", parameters: [{ name: "page" }] });
    expect(spec.schemas["Node"]?.properties).toEqual({
      next: { $ref: "#/components/schemas/Node" },
      other: {},
    });
    expect(warnings).toEqual([
      {
        at: "api/common.yaml#/schemas/Node/properties/other",
        message: expect.stringContaining("which is not a file in the specification's folder"),
        broken: true,
      },
    ]);
    expect(JSON.stringify([spec, warnings])).not.toContain("hush");
  });

  it.each([
    ["a scheme of another name", [{ bearer: [] }]],
    ["a name where an alternative belongs", ["bearer"]],
    ["no list", { bearer: [] }],
    ["a scheme that is none that is known", [{ odd: [] }]],
  ])("leaves nothing open that demands something: %s", async (_, security) => {
    const { spec, warnings } = await read({
      "a.json": JSON.stringify({
        openapi: "3.0.0",
        paths: {
          "/x": { get: { security, responses: {} } },
          "/open": { get: { security: [], responses: {} } },
        },
        components: {
          securitySchemes: { Bearer: { type: "http", scheme: "bearer" }, odd: { type: "apikey" } },
        },
      }),
    });
    const [closed, open] = spec.operations;
    const name = Object.keys(closed?.security[0] ?? {})[0] ?? "";
    expect(closed?.security).toEqual([{ [name]: [] }]);
    expect(spec.securitySchemes[name]).toMatchObject({ type: "http", scheme: "undeclared" });
    expect(open?.security).toEqual([]);
    expect(warnings.map(({ message }) => message).join()).toContain(
      name === "odd" ? "demands" : '(did you mean "Bearer"?)',
    );
  });

  it("leaves out an alternative of no declared scheme where another is left", async () => {
    const { spec } = await read({
      "a.json": JSON.stringify({
        openapi: "3.0.0",
        paths: { "/x": { get: { security: [{ nobody: [] }, { Bearer: [] }], responses: {} } } },
        components: { securitySchemes: { Bearer: { type: "http", scheme: "bearer" } } },
      }),
    });
    expect(spec.operations[0]?.security).toEqual([{ Bearer: [] }]);
    expect(Object.keys(spec.securitySchemes)).toEqual(["Bearer"]);
  });

  it("mends what can be mended and says so", async () => {
    const { spec, warnings } = await read({
      "a.json": JSON.stringify({
        openapi: "3.0.0",
        paths: {
          "/x/{id}": { get: { responses: { "200": {}, "2xx": {}, ok: {} }, security: [{ nobody: [] }] } },
          "no-slash": {},
        },
        components: {
          schemas: {
            A: { $ref: "#/components/schemas/B" },
            B: { $ref: "#/components/schemas/A" },
            C: { type: "int", enum: ["1", "2"], pattern: "(" },
            D: { properties: { a: { type: "string", required: true } } },
            E: { type: "boolean", default: "false" },
            F: { type: "string", enum: ["a"], default: "b" },
            G: { type: "integer", minimum: 1, default: 0 },
            H: { type: "string", nullable: true, default: null },
            __proto__: { type: "string" },
          },
        },
      }).replace('"D"', '"__proto__":{"type":"boolean"},"D"'),
    });
    expect(spec.info).toEqual({ title: "API", version: "1.0.0" });
    expect(spec.operations[0]?.parameters).toMatchObject([
      { name: "id", in: "path", schema: { type: "string" } },
    ]);
    expect(Object.keys(spec.operations[0]?.responses ?? {})).toEqual(["200", "2XX"]);
    expect(spec.schemas["A"]).toEqual({});
    expect(spec.schemas["C"]).toEqual({ type: "integer", enum: [1, 2] });
    expect(spec.schemas["D"]).toMatchObject({ required: ["a"], type: "object" });
    expect(spec.schemas["E"]).toEqual({ type: "boolean", default: false });
    expect(spec.schemas["F"]).toEqual({ type: "string", enum: ["a"] });
    expect(spec.schemas["G"]).toEqual({ type: "integer", minimum: 1 });
    expect(spec.schemas["H"]).toEqual({ type: ["string", "null"], default: null });
    expect(Object.getOwnPropertyDescriptor(spec.schemas, "__proto__")?.value).toEqual({ type: "boolean" });
    expect(({} as { type?: string }).type).toBeUndefined();
    expect(warnings.length).toBeGreaterThanOrEqual(7);
  });

  it("replaces halves of characters, and says where; whole ones stay as they are escaped", async () => {
    const head = '{ "openapi": "3.0.0",\n "paths": {}, "info": { "version": "1", "title":';
    const of = async (title: string) => readSpec("a.json", () => Promise.resolve(`${head} "${title}" } }`));
    const half = await of(String.raw`a\ud800b`);
    expect(half.spec.info.title).toBe("a\ufffdb");
    expect(half.warnings).toContainEqual({
      at: "a.json:2:52",
      message: "holds half of a character, which is replaced by U+FFFD",
    });
    const whole = await of(String.raw`\ud83d\ude00 \\ud800`);
    expect(whole.spec.info.title).toBe(String.raw`😀 \ud800`);
    expect(whole.warnings).toEqual([]);
  });

  it("keeps the largest number there is in place of a larger one", async () => {
    const schemas = '{ "A": { "type": "number", "minimum": -1e999, "maximum": 1e308 } }';
    const text = `{ "openapi": "3.0.0", "info": {}, "paths": {}, "components": { "schemas": ${schemas} } }`;
    const { spec, warnings } = await readSpec("a.json", () => Promise.resolve(text));
    expect(spec.schemas["A"]).toMatchObject({ minimum: -Number.MAX_VALUE, maximum: 1e308 });
    expect(warnings.map(({ message }) => message).join()).toContain("too large to be kept");
  });

  it("names schemas of other files after these where names collide", async () => {
    const answer = (ref: string): string =>
      `{ get: { responses: { 200: { description: ok, content: { application/json: { schema: { $ref: "${ref}" } } } } } } }`;
    const account = (member: string): string =>
      `components: { schemas: { Account: { type: object, properties: { ${member}: { type: string } } } } }`;
    const { spec } = await read({
      "api.yaml": [
        'openapi: "3.1.0"',
        "info: { title: X, version: '1' }",
        "paths:",
        ...["#", "billing.yaml#", "users/identity.yaml#", "admin/identity.yaml#"].map(
          (file, i) => `  /${i}: ${answer(`${file}/components/schemas/Account`)}`,
        ),
        account("own"),
      ].join("\n"),
      "billing.yaml": account("invoice"),
      "users/identity.yaml": account("login"),
      "admin/identity.yaml": account("role"),
    });
    expect(
      Object.entries(spec.schemas).map(([name, schema]) => [name, Object.keys(schema.properties ?? {})]),
    ).toEqual([
      ["Account", ["own"]],
      ["billing_Account", ["invoice"]],
      ["identity_Account", ["login"]],
      ["admin_identity_Account", ["role"]],
    ]);
  });

  it("gives duplicate operationIds names of their own", async () => {
    const { spec } = await read({
      "a.json": JSON.stringify({
        openapi: "3.0.0",
        paths: { "/a": { get: { operationId: "x" }, put: { operationId: "x" } } },
      }),
    });
    expect(spec.operations.map((operation) => operation.operationId)).toEqual(["x", "x2"]);
  });
});

it("reads what operations refer to once: a fault in it is one warning, and they share the rest", async () => {
  const parameters = ["known", "nameless"].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const responses = { 404: { $ref: "#/components/responses/missing" } };
  const components = {
    parameters: {
      known: { name: "shop", in: "query", schema: { type: "string" } },
      nameless: { in: "query" },
    },
    responses: { missing: { description: "No such thing." } },
  };
  const operations = Object.fromEntries(
    ["get", "delete"].map((method) => [method, { parameters, responses }]),
  );
  const document = { openapi: "3.1.0", info: {}, paths: { "/things": operations }, components };
  const { spec, warnings } = await read({ "api.json": JSON.stringify(document) });
  const [first, second] = spec.operations;
  expect(first?.parameters.map(({ name }) => name)).toEqual(["shop"]);
  expect(second?.parameters[0]).toBe(first?.parameters[0]);
  expect(second?.responses["404"]).toBe(first?.responses["404"]);
  expect(warnings.map(({ at }) => at)).toEqual(["api.json#/components/parameters/nameless"]);
});

describe("what real specifications do", () => {
  const minimal = "openapi: 3.1.0\npaths: {}\n";

  it("spreads paths and components over files, and points through references", async () => {
    const { spec, warnings } = await read({
      "openapi.yaml": `
openapi: 3.1.0
paths: { $ref: paths/index.yaml }
components:
  schemas: { $ref: schemas/index.yaml }
  securitySchemes: { key: { $ref: security.yaml#/key } }
security: [{ key: [] }]
`,
      "paths/index.yaml": `
/a%20b: { $ref: a.yaml }
`,
      "paths/a.yaml": `
get:
  responses:
    200: { description: ok, content: { application/json: { schema: { $ref: "../openapi.yaml#/components/schemas/A/properties/b" } } } }
`,
      "schemas/index.yaml": `
A: { type: object, properties: { b: { $ref: b.yaml } } }
B: { $ref: b.yaml }
`,
      "schemas/b.yaml": "{ type: string, $anchor: b }",
      "security.yaml": "key: { type: apiKey, in: header, name: k }",
    });
    expect(warnings).toEqual([]);
    expect(spec.securitySchemes).toEqual({ key: { type: "apiKey", in: "header", name: "k" } });
    expect(spec.operations[0]?.security).toEqual([{ key: [] }]);
    expect(spec.schemas["A"]?.properties?.["b"]).toEqual({ $ref: "#/components/schemas/b" });
    expect(spec.operations[0]?.responses["200"]?.content["application/json"]?.schema).toEqual({
      $ref: "#/components/schemas/b",
    });
  });

  it("reads operations and whole maps that stand in other files", async () => {
    const { spec, warnings } = await read({
      "main.yaml": `openapi: 3.0.3
paths:
  /a:
    get: { $ref: parts/get.yaml }
    put:
      operationId: putA
      requestBody: { content: { $ref: parts/content.yaml } }
      responses:
        200:
          description: ok
          headers: { $ref: parts/headers.yaml }
          content: { application/json: { schema: { type: object, properties: { $ref: parts/properties.yaml } } } }
    post: { $ref: parts/none.yaml }
`,
      "parts/get.yaml": "{ operationId: getA, responses: { $ref: responses.yaml } }",
      "parts/responses.yaml": "200: { description: ok, content: { $ref: content.yaml } }",
      "parts/content.yaml": "application/json: { schema: { $ref: properties.yaml#/p } }",
      "parts/headers.yaml": "X-A: { schema: { type: integer } }",
      "parts/properties.yaml": "p: { type: string, format: uuid }",
    });
    const json = { "application/json": { schema: { $ref: "#/components/schemas/p" } } };
    expect(spec.schemas["p"]).toEqual({ type: "string", format: "uuid" });
    expect(spec.operations).toMatchObject([
      { operationId: "getA", method: "get", responses: { 200: { content: json } } },
      {
        operationId: "putA",
        requestBody: { content: json },
        responses: {
          200: {
            headers: { "X-A": { schema: { type: "integer" } } },
            content: { "application/json": { schema: { properties: { p: { format: "uuid" } } } } },
          },
        },
      },
    ]);
    expect(warnings).toEqual([
      {
        at: "main.yaml#/paths/~1a/post",
        message: expect.stringContaining("which is not there: ignored"),
        broken: true,
      },
    ]);
  });

  it("reads Swagger 2.0 that is spread over files", async () => {
    const { spec, warnings } = await read({
      "main.yaml": `swagger: "2.0"
consumes: [application/json]
paths:
  /pets: { $ref: parts/pets.yaml }
  /owners:
    get: { $ref: parts/owners.yaml#/get }
    post:
      parameters: [{ $ref: parts/more.yaml#/owner }]
      responses: { 201: { $ref: parts/more.yaml#/made } }
definitions:
  Pet: { type: object, properties: { owner: { $ref: parts/models.yaml#/Owner } } }
`,
      "parts/pets.yaml": `post:
  operationId: addPet
  parameters:
    - { name: body, in: body, required: true, schema: { $ref: "../main.yaml#/definitions/Pet" } }
    - { $ref: more.yaml#/tags }
  responses: { 201: { description: made, schema: { $ref: "../main.yaml#/definitions/Pet" } } }
`,
      "parts/owners.yaml":
        "get: { operationId: listOwners, responses: { 200: { description: ok, schema: { type: array, items: { $ref: models.yaml#/Owner } } } } }",
      "parts/more.yaml": `owner: { name: body, in: body, schema: { $ref: models.yaml#/Owner } }
tags: { name: tags, in: query, type: array, items: { type: string }, collectionFormat: pipes }
made: { description: made, schema: { $ref: models.yaml#/Owner } }
`,
      "parts/models.yaml": "Owner: { type: object, properties: { boss: { $ref: '#/Owner' } } }",
    });
    const json = (schema: object): object => ({ content: { "application/json": { schema } } });
    const [pet, owner] = [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Owner" }];
    expect(warnings).toEqual([]);
    expect(Object.keys(spec.schemas).sort()).toEqual(["Owner", "Pet"]);
    expect(spec.operations).toMatchObject([
      {
        operationId: "addPet",
        parameters: [{ name: "tags", style: "pipeDelimited", schema: { type: "array" } }],
        requestBody: { required: true, ...json(pet) },
        responses: { 201: json(pet) },
      },
      { operationId: "listOwners", responses: { 200: json({ type: "array", items: owner }) } },
      { method: "post", requestBody: json(owner), responses: { 201: json(owner) } },
    ]);
  });

  it("refers by name alone, to another version's place, to an anchor, and demands more beside a reference", async () => {
    const { spec, warnings } = await read({
      "a.yaml": `${minimal}components:
  schemas:
    Pet: { type: object, $anchor: pet }
    Byname: { $ref: Pet }
    Old: { $ref: "#/definitions/Pet" }
    Anchored: { $ref: "#pet" }
    More: { $ref: "#/components/schemas/Pet", required: [x], description: more }
`,
    });
    const pet = { $ref: "#/components/schemas/Pet" };
    expect(spec.schemas).toMatchObject({
      Byname: pet,
      Old: pet,
      Anchored: pet,
      More: { description: "more", allOf: [pet, { required: ["x"] }] },
    });
    expect(warnings.map(({ at }) => at)).toEqual([
      "a.yaml#/components/schemas/Byname",
      "a.yaml#/components/schemas/Old",
    ]);
  });

  it("merges YAML's keys, and says where a key stands twice", async () => {
    const { spec, warnings } = await read({
      "a.yaml": `${minimal}x-base: &base { type: string }
components:
  schemas:
    A: { <<: *base, minLength: 1 }
    B: { type: integer, type: string }
`,
    });
    expect(spec.schemas).toEqual({ A: { type: "string", minLength: 1 }, B: { type: "string" } });
    expect(warnings).toEqual([
      { at: "a.yaml:7:25", message: expect.stringContaining("a key that stood before"), broken: true },
    ]);
  });

  it("says that a second document is not read, and that files outside of the folder aren't", async () => {
    const { warnings } = await read({
      "a.yaml": `${minimal}components: { schemas: { A: { $ref: ../x.yaml } } }\n...\n---\nopenapi: 3.1.0\n`,
    });
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining("a second document: only the first one is read"),
      expect.stringContaining("which is not a file in the specification's folder"),
    ]);
  });

  it("says what it leaves out: empty paths and operations, webhooks, callbacks, links, schemes, headers of parts", async () => {
    const operation = {
      requestBody: {
        content: { "multipart/form-data": { encoding: { a: { headers: { "X-A": {}, "X B": {} } } } } },
      },
      responses: { 200: { description: "", links: { next: {} } } },
      callbacks: { done: {} },
    };
    const { spec, warnings } = await read({
      "a.json": JSON.stringify({
        openapi: "3.1.0",
        paths: { "/none": null, "/half": { get: null, post: operation } },
        webhooks: { paid: {}, sent: {} },
        components: { securitySchemes: { odd: { type: "carrier pigeon" } }, schemas: null },
      }),
    });
    expect(spec.operations.map(({ path, method }) => `${method} ${path}`)).toEqual(["post /half"]);
    expect(warnings.map(({ at }) => at).sort()).toEqual([
      "a.json#/components/schemas",
      "a.json#/components/securitySchemes/odd",
      "a.json#/paths/~1half/get",
      "a.json#/paths/~1half/post/callbacks",
      "a.json#/paths/~1half/post/requestBody/content/multipart~1form-data/encoding/a/headers/X B",
      "a.json#/paths/~1half/post/responses/200/links",
      "a.json#/paths/~1none",
      "a.json#/webhooks",
    ]);
  });

  it("reads where a discriminator's values lead, however they are written", async () => {
    const { spec } = await read({
      "a.yaml": `swagger: "2.0"
paths: {}
definitions:
  Pet: { type: object, discriminator: kind, properties: { kind: { type: string } } }
  Cat: { allOf: [{ $ref: "#/definitions/Pet" }, { $ref: "#/definitions/Pet" }] }
`,
    });
    expect(spec.schemas["Pet"]?.discriminator).toEqual({ propertyName: "kind" });
    expect(spec.schemas["Cat"]?.allOf).toEqual([{ $ref: "#/components/schemas/Pet" }]);
    const { spec: later, warnings } = await read({
      "a.yaml": `${minimal}components:
  schemas:
    Pet:
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "dog.yaml" }]
      discriminator: { propertyName: kind, mapping: { cat: Cat, kitten: "#/components/schemas/Cat", dog: dog.yaml, cow: Cow } }
    Cat: { type: object }
`,
      "dog.yaml": "type: object",
    });
    expect(later.schemas["Pet"]?.discriminator?.mapping).toEqual({
      cat: "#/components/schemas/Cat",
      kitten: "#/components/schemas/Cat",
      dog: "#/components/schemas/dog",
    });
    expect(warnings).toEqual([
      {
        at: "a.yaml#/components/schemas/Pet/discriminator/mapping/cow",
        message: "names no schema: ignored",
      },
    ]);
  });
});

describe("references to other hosts", () => {
  const main = JSON.stringify({
    openapi: "3.0.0",
    paths: {},
    components: {
      schemas: {
        X: { $ref: "https://x.example/a.yaml#/A" },
        B: { $ref: "http://x.example/b.yaml" },
        C: { $ref: "https://x.example/secret.yaml" },
      },
    },
  });
  const local = (path: string): Promise<string> =>
    path === "api/a.json" ? Promise.resolve(main) : Promise.reject(new Error(`asked for ${path}`));

  it("are read by nobody unless allowed, and the warning says how", async () => {
    const { spec, warnings } = await readSpec("api/a.json", local);
    expect(spec.schemas["X"]).toEqual({});
    expect(warnings[0]).toEqual({
      at: "api/a.json#/components/schemas/X",
      message: expect.stringContaining("--allow-remote reads it over https"),
      broken: true,
    });
  });

  it("lead to https alone, from there only further away, and never back to files", async () => {
    const urls: string[] = [];
    const { spec, warnings } = await readSpec("api/a.json", local, (url) => {
      urls.push(url);
      if (url.endsWith("secret.yaml")) throw new UserError("refused", "10.0.0.1 isn't public", "");
      return Promise.resolve(
        url.endsWith("/a.yaml")
          ? "A: { type: object, properties: { b: { $ref: more/b.yaml }, c: { $ref: 'file:///etc/passwd' }, d: { $ref: /etc/passwd }, e: { $ref: '#/E' } } }\nE: { type: string }"
          : "type: integer",
      );
    });
    expect(urls.sort()).toEqual([
      "https://x.example/a.yaml",
      "https://x.example/etc/passwd",
      "https://x.example/more/b.yaml",
      "https://x.example/secret.yaml",
    ]);
    expect(spec.schemas["A"]?.properties).toMatchObject({
      b: { $ref: "#/components/schemas/b" },
      c: {},
      e: { $ref: "#/components/schemas/E" },
    });
    expect(spec.schemas["b"]).toEqual({ type: "integer" });
    const text = warnings.map(({ message }) => message).join("\n");
    expect(text).toContain("only https addresses are read");
    expect(text).toContain("which can't be read: 10.0.0.1 isn't public");
  });
});

describe("a specification that can't be read", () => {
  it.each([
    [
      "broken JSON",
      "a.json",
      '{\n "openapi": "3.0.0",\n "paths": { "a" "b" }',
      /^a\.json:3:17: is not valid JSON here: a comma, colon/,
    ],
    [
      "broken YAML",
      "a.yaml",
      "openapi: 3.0.0\ninfo: [\n",
      /^a\.yaml:3:1: is not valid YAML here: the indentation/,
    ],
    [
      "a template",
      "a.yaml",
      "openapi: 3.0.0\ntags:\n  - name: a\n  {{- if .B }}\n  - name: b\n",
      /^a\.yaml:4:\d+: is not valid YAML here: this is a template's line/,
    ],
    ["another document", "a.yaml", "name: x", /holds no OpenAPI document/],
    [
      "a merge of nothing",
      "a.yaml",
      "openapi: 3.0.0\npaths:\n  <<: [1, { /a: {} }]",
      /^a\.yaml:3:3: merges \(<<\) something that is not a mapping/,
    ],
    ["a merge of a circle", "a.yaml", "openapi: 3.0.0\npaths: &p\n  <<: *p\n  /a: {}", /aliases/],
    ["a later version", "a.yaml", "openapi: 9.0.0", /of OpenAPI, which doesn't exist/],
    [
      "deep nesting",
      "a.json",
      `{"openapi":"3.0.0","x":${"[".repeat(5000)}${"]".repeat(5000)}}`,
      /levels deep/,
    ],
    [
      "billion laughs",
      "a.yaml",
      `openapi: 3.0.0\n${Array.from(
        { length: 12 },
        (_, i) =>
          `a${i}: &a${i} [${
            i
              ? Array(10)
                  .fill(`*a${i - 1}`)
                  .join(", ")
              : "lol"
          }]`,
      ).join("\n")}`,
      /aliases/,
    ],
    ["deep nesting in YAML", "a.yaml", `openapi: 3.0.0\nx: ${"[".repeat(20_000)}`, /levels deep|not valid/],
    ["endless aliases", "a.yaml", "openapi: 3.0.0\na: &a [*a]", /aliases|not valid/],
  ])("%s", async (_name, file, text, message) => {
    const failure = await read({ [file]: text }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect((failure as UserError).placedMessage).toMatch(message);
  });

  it("never asks for a file outside its folder", async () => {
    const paths: string[] = [];
    const refs = [
      "../x.yaml",
      "/etc/passwd",
      "file:///etc/passwd",
      "http://127.0.0.1/x",
      "a/../../x.yaml",
      "..%2fx.yaml",
      "\\\\host\\x",
    ];
    await readSpec("api/a.json", (path) => {
      paths.push(path);
      return Promise.resolve(
        JSON.stringify({
          openapi: "3.0.0",
          components: { schemas: Object.fromEntries(refs.map((ref, i) => [`S${i}`, { $ref: ref }])) },
        }),
      );
    });
    expect(paths).toEqual(["api/a.json"]);
  });
});
