import { isNode } from "../../../../code/index.ts";
import { name, type Type } from "./type.ts";

/** Names in scope at a place of the source. */
export interface Naming {
  readonly source: string;
  readonly generics: ReadonlyMap<string, Type>;
}

export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  const { name: own, value } = node;
  return typeof own === "string" ? own : typeof value === "string" ? value : "";
};

/** Adds `undefined` to the type of an optional value. */
export const orUndefined = (type: Type): Type => ({ is: "union", of: [type, name("undefined")] });
