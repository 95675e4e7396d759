/** A specification with this text wherever a text is allowed. */
export const everywhere = (text: string): object => {
  const schema = {
    type: "object",
    description: text,
    required: [text, "id"],
    properties: {
      id: { type: "string" },
      [text]: { type: "string", description: text, default: text },
      kind: { enum: [text], title: text },
      "a b": { type: "string", pattern: "^[/`'\"\\\\]*$" },
    },
  };
  const json = {
    "application/json": { schema: { $ref: "#/components/schemas/X" }, example: { [text]: text } },
  };
  const parameter = {
    name: text,
    in: "query",
    description: text,
    schema: { type: "string", default: text, enum: [text] },
  };
  return {
    openapi: "3.1.0",
    info: { title: text, version: text, description: text, license: { name: text } },
    servers: [{ url: `https://x/${text}`, description: text, variables: { [text]: { default: text } } }],
    security: [{ [text]: [text] }],
    paths: {
      [`/q/${text.replaceAll(/[{}?#]/g, "")}`]: {
        get: {
          operationId: text,
          tags: [text],
          summary: text,
          description: text,
          parameters: [
            parameter,
            { ...parameter, in: "header", name: "X-One" },
            { ...parameter, in: "cookie" },
          ],
          requestBody: { description: text, content: { [`x/${text}`]: { schema: { type: "string" } } } },
          responses: {
            200: { description: text, headers: { [text]: { schema: { type: "string" } } }, content: json },
          },
        },
      },
      "/things": {
        get: {
          operationId: "all",
          responses: {
            200: {
              description: text,
              content: {
                "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/X" } } },
              },
            },
          },
        },
        post: {
          operationId: "add",
          summary: text,
          requestBody: { required: true, content: json },
          responses: { 201: { description: text, content: json } },
        },
      },
    },
    components: {
      schemas: {
        X: schema,
        [text.replaceAll(/[^A-Za-z]/g, "_").slice(0, 20)]: { type: "string", const: text },
      },
      securitySchemes: { [text]: { type: "apiKey", in: "header", name: text, description: text } },
    },
  };
};
