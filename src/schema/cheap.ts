/** Characters of JSON. */
const short = 4 << 10;
/** What a schema's size says nothing about. */
const costly =
  /"(?:\$(?:dynamicRef|recursiveRef|ref)|pattern(?:Properties)?|unevaluated(?:Items|Properties))"/;

/** Whether schemas, by their JSON as `JSON.stringify` writes it, take next to no time to compile. */
export const isCheap = (json: string): boolean => json.length <= short && !costly.test(json);
