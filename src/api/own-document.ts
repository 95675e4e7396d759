import { isObject, UserError, type JsonObject } from "../lib/index.ts";
import type { ApiDefinition } from "./definition.ts";
import { toOpenApi } from "./to/openapi.ts";
import { definitionFromYaml } from "./yaml/read.ts";
import { definitionToYaml } from "./yaml/write.ts";

const key = "x-antiphon-definition";

/** The OpenAPI document of a definition, which it carries: generating from the document gives the same API. */
export const documentOf = (api: ApiDefinition): JsonObject => ({
  ...toOpenApi(api),
  [key]: definitionToYaml(api),
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The definition, as YAML, that one of our own documents carries. Undefined for any other document, and for one that
 * says something else than its definition does, because it was edited since.
 * @param text a document, in JSON as `documentOf` gives it
 */
export function definitionIn(text: string): string | undefined {
  const document = text.includes(key) ? parsed(text) : undefined;
  if (!isObject(document)) return undefined;
  const { [key]: definition, ...said } = document;
  if (typeof definition !== "string") return undefined;
  try {
    const again = toOpenApi(definitionFromYaml(definition, key));
    const plain: unknown = JSON.parse(JSON.stringify(again)); // both in the order that JSON gives names that are numbers
    return JSON.stringify(said) === JSON.stringify(plain) ? definition : undefined;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
