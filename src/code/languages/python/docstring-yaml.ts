const described =
  /^[ \t]*(?=---[ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*(?:tags|summary|description|operationId|parameters|requestBody|responses|produces|consumes|definitions|security|schemes|deprecated|externalDocs|get|post|put|patch|delete|head|options|x-[\w-]+):(?:\s|$))/m;

/**
 * Returns where a docstring stops addressing readers: after a line `---`, Flask extensions and others read
 * an endpoint's YAML. Negative if it doesn't.
 */
export function yamlIn(text: string): number {
  const found = described.exec(text);
  return found ? found.index + found[0].length : -1;
}
