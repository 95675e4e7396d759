import { describe, expect, it } from "vitest";
import { readSpec, describeWarnings } from "./index.ts";

async function noteTexts(text: string): Promise<readonly string[]> {
  const read = (): Promise<string> => Promise.resolve(text);
  return describeWarnings((await readSpec("a.yaml", read)).warnings, read);
}

const yaml = `openapi: 3.0.3
info: { title: Shop, version: "1" }
securty: [{ key: [] }]
paths:
  /things:
    pots: {}
    post:
      reqestBody: {}
      x-responses: {}
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema:
                type: object
                properties:
                  name: { type: string, minLenght: 3 }
                  propertys: { type: strng }
                  kind: { type: string, widget: select, description: A, description_de: B }
`;

describe("warnings of a specification", () => {
  it("name what is misspelt, with line and column, and leave what is another tool's", async () => {
    const schema = "#/paths/~1things/post/responses/200/content/application~1json/schema/properties";
    expect(await noteTexts(yaml)).toEqual([
      "a.yaml:3:1#/securty: is not read here: did you mean security?",
      "a.yaml:6:5#/paths/~1things/pots: is not read here: did you mean post?",
      "a.yaml:8:7#/paths/~1things/post/reqestBody: is not read here: did you mean requestBody?",
      `a.yaml:18:41${schema}/name/minLenght: is not read here: did you mean minLength?`,
      `a.yaml:19:32${schema}/propertys/type: "strng" is not a type: read as anything`,
    ]);
  });

  it("name the lines of JSON and of Swagger 2.0, and of files that are referred to", async () => {
    const swagger = `{
  "swagger": "2.0",
  "info": { "title": "A", "version": "1" },
  "secruity": [],
  "paths": { "/a": { "pots": {}, "get": { "responses": { "200": { "description": "", "schema": { "$ref": "#/definitions/A" } } } } } },
  "definitions": {
    "A": { "type": "object", "properties": { "b": { "type": "string", "patern": "a" } } }
  }
}`;
    expect(await noteTexts(swagger)).toEqual([
      "a.yaml:4:3#/secruity: is not read here: did you mean security?",
      "a.yaml:5:22#/paths/~1a/pots: is not read here: did you mean post?",
      "a.yaml:7:71#/components/schemas/A/properties/b/patern: is not read here: did you mean pattern?",
    ]);
  });
});
