import { isNode } from "../../../../code/index.ts";
import { name, type Type } from "./type.ts";

/** What a place of the source calls things. */
export interface Naming {
  readonly source: string;
  readonly generics: ReadonlyMap<string, Type>;
}

export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  const { name: own, value } = node;
  return typeof own === "string" ? own : typeof value === "string" ? value : "";
};

/** What may be left out may be undefined. */
export const orUndefined = (type: Type): Type => ({ is: "union", of: [type, name("undefined")] });
