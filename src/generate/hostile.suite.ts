/**
 * Texts that try to break out of their context: comments, strings, templates, regular expressions, Markdown, JSON,
 * TOML.
 */
export const hostile: readonly string[] = [
  "*/ globalThis.hacked = 1; /*",
  "`; globalThis.hacked = 1; `${globalThis.hacked = 1}",
  "'; globalThis.hacked = 1; //",
  '"; globalThis.hacked = 1; //\\',
  '"""\nimport os; os._exit(1)\n"""',
  "'''; __import__('os') #\\",
  '\\" \u2028 {0} %s \u0007 \ud83d\ude00 \r\n\timport os',
  "]}); import os; ({[",
  "</script><!-- \n\n```sh\nrm -rf /\n```",
  "(?{ hacked })|[",
  "\0 \ud800 hacked",
];

/** A specification with this text wherever a text is allowed. */
export const everywhere = (text: string): object => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const schema = {
    type: "object",
    title: text,
    description: text,
    required: [text, "kind"],
    properties: {
      [text]: {
        type: "string",
        description: text,
        default: text,
        example: text,
        format: text,
        pattern: text,
      },
      kind: { enum: [text], title: text },
      "x-limit": { type: "number", minimum: text, default: text },
    },
    patternProperties: { [text]: { type: "string" } },
    additionalProperties: { type: "string", enum: [text] },
    "x-extension": text,
  };
  const json = { "application/json": { schema: ref("X"), example: text } };
  const parameter = { name: text, in: "query", description: text, schema: { enum: [text] } };
  const server = {
    url: `https://x/{${text.replaceAll(/[{}]/g, "")}}/${text}`,
    description: text,
    variables: { [text]: { default: text, enum: [text], description: text } },
  };
  return {
    openapi: "3.1.0",
    info: { title: text, version: text, description: text, license: { name: text } },
    servers: [server],
    tags: [{ name: text, description: text }],
    paths: {
      [`/${text.replaceAll(/[{}]/g, "")}`]: {
        post: {
          operationId: text,
          summary: text,
          description: text,
          tags: [text],
          servers: [server],
          security: [{ [text]: [text] }],
          parameters: [
            parameter,
            { ...parameter, in: "header", name: "X-One" },
            { ...parameter, in: "cookie", schema: { type: "string", pattern: text, default: text } },
          ],
          requestBody: {
            description: text,
            content: {
              [`application/${text.replaceAll(/[;\s]/g, "")}+json`]: { schema: ref("X") },
              "multipart/form-data": {
                schema: ref("X"),
                encoding: { [text]: { contentType: text, headers: { [text]: { description: text } } } },
              },
            },
          },
          responses: {
            200: { description: text, headers: { [text]: { description: text } }, content: json },
            default: { description: text, content: { [text]: {} } },
          },
        },
      },
    },
    components: {
      schemas: {
        X: schema,
        Y: { const: text, description: text },
        Z: { ...schema, properties: { kind: { type: "string" } } },
        Union: {
          description: text,
          oneOf: [ref("X"), ref("Z")],
          discriminator: { propertyName: "kind", mapping: { [text]: "X", [`${text} z`]: "Z" } },
        },
        [`${text}s`]: { type: "string", enum: [text], description: text },
      },
      securitySchemes: { [text]: { type: "apiKey", in: "header", name: text, description: text } },
    },
  };
};
