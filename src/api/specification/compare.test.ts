import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../lib/index.ts";
import { compareDocuments, nextVersion } from "./compare.ts";

const pet = (more: JsonObject = {}): JsonObject => ({
  type: "object",
  required: ["id"],
  properties: { id: { type: "string" }, kind: { type: "string", enum: ["cat", "dog"] } },
  ...more,
});

const document = (schema: JsonObject = pet(), more: JsonObject = {}): JsonObject => {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
  return {
    paths: {
      "/pets/{id}": {
        get: {
          operationId: "getPet",
          parameters: [{ in: "path", name: "id", required: true }],
          responses: { 200: { content } },
          ...more,
        },
        put: { operationId: "putPet", requestBody: { content }, responses: { 204: {} } },
      },
    },
    components: { schemas: { Pet: schema } },
  };
};

const changeTexts = (after: JsonObject): readonly string[] =>
  compareDocuments(document(), after).map(({ at, what, breaking }) => `${breaking ? "! " : ""}${at} ${what}`);

describe("what another version of a document means to its callers", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ["nothing", document(), []],
    [
      "a new value",
      document(
        pet({
          properties: { id: { type: "string" }, kind: { type: "string", enum: ["cat", "dog", "fox"] } },
        }),
      ),
      ["Pet.kind may be fox"],
    ],
    [
      "a value less",
      document(pet({ properties: { id: { type: "string" }, kind: { type: "string", enum: ["cat"] } } })),
      ["! Pet.kind is never dog"],
    ],
    ["a member less", document(pet({ properties: { id: { type: "string" } } })), ["! Pet.kind is gone"]],
    ["a required member", document(pet({ required: ["id", "kind"] })), ["! Pet.kind is required"]],
    ["one that may be missing", document(pet({ required: [] })), ["! Pet.id may be missing"]],
    [
      "another type",
      document(
        pet({ properties: { id: { type: "integer" }, kind: { type: "string", enum: ["cat", "dog"] } } }),
      ),
      ["! Pet.id is integer, was string"],
    ],
    [
      "a required parameter",
      document(pet(), {
        parameters: [
          { in: "path", name: "id", required: true },
          { in: "query", name: "as", required: true },
        ],
      }),
      ["! GET /pets/{} (getPet) takes query as, which is required"],
    ],
    [
      "another name",
      document(pet(), { operationId: "readPet" }),
      ["! GET /pets/{} (readPet) is called readPet, was getPet"],
    ],
  ])("%s", (_, after, expected) => {
    expect(changeTexts(after)).toEqual(expected);
  });

  it("an operation less and one more", () => {
    const { paths: _, ...rest } = document();
    const after = { ...rest, paths: { "/dogs": { get: { responses: {} } } } };
    expect(changeTexts(after)).toEqual([
      "! GET /pets/{} (getPet) is gone",
      "! PUT /pets/{} (putPet) is gone",
      "GET /dogs is new",
    ]);
  });

  it("ends where a schema holds itself", () => {
    const tree = { type: "object", properties: { parent: { $ref: "#/components/schemas/Pet" } } };
    expect(compareDocuments(document(tree), document(tree))).toEqual([]);
  });

  it.each([
    ["1.4.2", [true], "2.0.0"],
    ["1.4.2", [false], "1.5.0"],
    ["0.4.2", [true], "0.5.0"],
    ["0.4.2", [false], "0.4.3"],
    ["1.4.2", [], "1.4.2"],
    ["2024-01", [true], undefined],
  ])("%s with %j calls for %s", (version, breaking, expected) => {
    expect(
      nextVersion(
        version,
        breaking.map((item) => ({ at: "", what: "", breaking: item })),
      ),
    ).toBe(expected);
  });
});
