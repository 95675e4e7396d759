/** A programming language whose source text a string parameter wants, with the type of the expression. */
export interface Dialect {
  readonly language: "java" | "javascript";
  readonly type: string;
  /** The type of the elements, when the description names it. */
  readonly item: string | undefined;
}

const typed = /\b(Java|JavaScript)\s+([A-Za-z]+)\s+type\b[^.]*\bstring representation/i;
const object = /\bany type of (Java|JavaScript) object\b[^.]*\bstring representation/i;

/** Whether it is of keys and values. */
export const isMap = ({ type }: Dialect): boolean => /^(?:dict|hashmap|map|hashtable|object)$/.test(type);

/** Whether it is of one element behind the other. */
export const isList = ({ type }: Dialect): boolean => /^(?:array|arraylist|list|queue|stack)$/.test(type);

/** What a description says about source text in a string; undefined if it asks for ordinary text. */
export function dialectOf(description: string): Dialect | undefined {
  const match = typed.exec(description) ?? object.exec(description);
  if (!match) return undefined;
  const item = /\belements are of type (\w+)/i.exec(description)?.[1];
  return {
    language: match[1]?.toLowerCase() === "java" ? "java" : "javascript",
    type: match[2]?.toLowerCase() ?? "any",
    item: item?.toLowerCase(),
  };
}
