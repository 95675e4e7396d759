import { isObject, UserError, type JsonObject, parseJson } from "../lib/index.ts";
import type { ApiDefinition } from "./definition.ts";
import { toOpenApi } from "./to/openapi.ts";
import { definitionFromYaml } from "./yaml/read.ts";
import { definitionToYaml } from "./yaml/write.ts";

const key = "x-antiphon-definition";

/** Returns the OpenAPI document of a definition, which it contains: generating from the document gives the same API. */
export const documentOf = (api: ApiDefinition): JsonObject => ({
  ...toOpenApi(api),
  [key]: definitionToYaml(api),
});

/**
 * Returns the definition, as YAML, that one of our own documents contains. Undefined for any other document, and for
 * one edited since so that it no longer matches its definition.
 * @param text a document, in JSON as `documentOf` returns it
 */
export function definitionIn(text: string): string | undefined {
  const document = text.includes(key) ? parseJson(text) : undefined;
  if (!isObject(document)) return undefined;
  const { [key]: definition, ...rest } = document;
  if (typeof definition !== "string") return undefined;
  try {
    const again = toOpenApi(definitionFromYaml(definition, key));
    const plain: unknown = JSON.parse(JSON.stringify(again)); // both with JavaScript's order of numeric keys
    return JSON.stringify(rest) === JSON.stringify(plain) ? definition : undefined;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
