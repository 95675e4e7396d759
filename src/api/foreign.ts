/** Another kind of API document: how it is recognised, and how to get a specification from it. */
interface Foreign {
  readonly kind: string;
  readonly sign: RegExp;
  readonly fix: string;
}

const advice =
  'Write the endpoints as OpenAPI, or describe the resources in quotes: /api-gen "books with a title"';

const foreign: readonly Foreign[] = [
  {
    kind: "an AsyncAPI document, which describes messages and no HTTP endpoints",
    sign: /^\s*\{?\s*["']?asyncapi["']?\s*:/m,
    fix: advice,
  },
  {
    kind: "a Postman collection",
    sign: /schema\.(?:get)?postman\.com\/json\/collection/,
    fix: "Convert it to OpenAPI first.",
  },
  {
    kind: "an Insomnia export",
    sign: /["']?_type["']?\s*:\s*["']?export\b/,
    fix: "Export it from Insomnia as OpenAPI.",
  },
  {
    kind: "a HAR file of recorded requests",
    sign: /^\s*\{\s*"log"\s*:\s*\{[^]{0,400}"creator"/,
    fix: advice,
  },
  {
    kind: "a JSON Schema, which describes values and no endpoints",
    sign: /["']?\$schema["']?\s*:\s*["']https?:\/\/json-schema\.org\//,
    fix: "Put it below components.schemas of an OpenAPI document, with the paths that use it.",
  },
  {
    kind: "a GraphQL schema, which describes no HTTP endpoints",
    sign: /^(?:schema|(?:type|input|interface) \w+)\b[^:\n]*\{/m,
    fix: advice,
  },
  { kind: "a Protocol Buffers file", sign: /^syntax\s*=\s*["']proto\d/m, fix: advice },
  {
    kind: "a Google discovery document",
    sign: /["']kind["']\s*:\s*["']discovery#rest/,
    fix: "Convert it to OpenAPI first.",
  },
  { kind: "a RAML document", sign: /^#%RAML/, fix: "Convert it to OpenAPI first." },
  { kind: "an API Blueprint", sign: /^FORMAT:\s*1A/m, fix: "Convert it to OpenAPI first." },
  {
    kind: "an XML document",
    sign: /^\s*<\?xml|^\s*<(?:\w+:)?definitions\b/,
    fix: "Convert it to OpenAPI first.",
  },
];

/** Returns the kind of a document that is neither specification nor definition; undefined if it isn't recognised. */
export const foreignKind = (text: string): Omit<Foreign, "sign"> | undefined =>
  foreign.find(({ sign }) => sign.test(text.slice(0, 100_000)));
