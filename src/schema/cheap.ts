/** Maximum characters of JSON. */
const short = 4 << 10;
/** Keywords whose cost the schema's size says nothing about. */
const costly =
  /"(?:\$(?:dynamicRef|recursiveRef|ref)|pattern(?:Properties)?|unevaluated(?:Items|Properties))"/;

/** Whether schemas, given as `JSON.stringify` writes them, take almost no time to compile. */
export const isCheap = (json: string): boolean => json.length <= short && !costly.test(json);
