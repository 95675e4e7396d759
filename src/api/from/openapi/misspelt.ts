import { nearest } from "../../../lib/index.ts";
import { below, type At } from "./document.ts";

const setOf = (text: string): readonly string[] => text.split(" ");

/** The keywords that each part of a document may have, in all versions. */
const words = {
  document: setOf(
    "openapi swagger info servers paths components security tags externalDocs webhooks jsonSchemaDialect host basePath schemes " +
      "consumes produces definitions parameters responses securityDefinitions",
  ),
  path: setOf(
    "$ref summary description servers parameters additionalOperations get put post delete options head patch trace query",
  ),
  operation: setOf(
    "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers " +
      "consumes produces schemes",
  ),
  schema: setOf(
    "$ref $id id $schema $anchor $comment $defs definitions $dynamicRef $dynamicAnchor $vocabulary type title description format default " +
      "example examples enum const deprecated readOnly writeOnly nullable minimum maximum exclusiveMinimum exclusiveMaximum multipleOf " +
      "minLength maxLength pattern minItems maxItems uniqueItems items prefixItems additionalItems unevaluatedItems contains minContains " +
      "maxContains required properties additionalProperties patternProperties unevaluatedProperties propertyNames minProperties " +
      "maxProperties dependentRequired dependentSchemas dependencies allOf anyOf oneOf not if then else discriminator xml externalDocs " +
      "contentEncoding contentMediaType contentSchema collectionFormat allowEmptyValue name in schema",
  ),
} as const;

const known: Readonly<Record<keyof typeof words, ReadonlySet<string>>> = {
  document: new Set(words.document),
  path: new Set(words.path),
  operation: new Set(words.operation),
  schema: new Set(words.schema),
};

/**
 * Warns of unknown keywords that resemble a known one: `minLenght` would silently check nothing. Extensions of other
 * tools are left alone.
 */
export function warnOfMisspelt(
  node: Readonly<Record<string, unknown>>,
  part: keyof typeof words,
  { at, warn }: { readonly at: At; warn(at: At, message: string): void },
): void {
  if (Object.keys(node).length > 100) return; // nobody writes that many by hand
  for (const word in node) {
    if (known[part].has(word) || word.length < 3 || word.startsWith("x-")) continue;
    const meant = nearest(word, words[part]);
    const isBeside = part === "schema" && meant !== undefined && Object.hasOwn(node, meant); // description_de
    if (meant === undefined || isBeside) continue;
    warn(below(at, word), `is not read here: did you mean ${meant}?`);
  }
}
