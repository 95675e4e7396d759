import { isNode, type Node, nodesOf } from "../../../../code/index.ts";
import { type Member, name, type Type } from "./type.ts";
import { nameOf, type Naming, orUndefined } from "./naming.ts";

/** Reads the type that a node writes. */
type Read = (node: unknown, naming: Naming) => Type | undefined;

/** Returns a node's source, with surrounding generics numbered by position, since their names may change. */
function textOf(node: unknown, { source, generics }: Naming): string {
  if (!isNode(node)) return "";
  return source
    .slice(node.start, node.end)
    .replaceAll(/\s+/g, " ")
    .replaceAll("'", '"')
    .replaceAll(/(?<![\w$."])[A-Za-z_$][\w$]*/g, (word) => {
      const own = generics.get(word);
      return own?.is === "generic" ? `#${own.place}` : word;
    });
}

/** Reads `T extends A ? B : C`; the branches are compared if the condition is the same. */
export function choiceOf(node: Node, naming: Naming, read: Read): Type | undefined {
  const of = [node["trueType"], node["falseType"]].flatMap((item) => read(item, naming) ?? []);
  const test = `${textOf(node["checkType"], naming)} extends ${textOf(node["extendsType"], naming)}`;
  return of.length === 2 ? { is: "choice", test, of } : undefined;
}

/** Returns keys that are string literals. */
export function keysIn(node: unknown): readonly string[] | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "TSUnionType") {
    const all = nodesOf(node["types"]).map(keysIn);
    return all.every((item) => item !== undefined) ? all.flat() : undefined;
  }
  const literal = node.type === "TSLiteralType" ? node["literal"] : undefined;
  return isNode(literal) && typeof literal["value"] === "string" ? [literal["value"]] : undefined;
}

/**
 * Reads mapped types: `{ [K in "a" | "b"]: V }` has members, `{ [K in keyof T]?: T[K] }` is a `Partial`;
 * for others the values are compared.
 */
export function mappedOf(node: Node, naming: Naming, read: Read): Type | undefined {
  const key = nameOf(node["key"]);
  const { constraint, nameType, optional, readonly } = node;
  const value = (of: Type): Type =>
    read(node["typeAnnotation"], { ...naming, generics: new Map([...naming.generics, [key, of]]) }) ?? {
      is: "any",
    };
  const flags = {
    optional: optional === true || optional === "+",
    fixed: readonly === true || readonly === "+",
  };
  const keys = isNode(nameType) ? undefined : keysIn(constraint);
  if (keys) return objectOf(keys, (one) => value({ is: "literal", text: JSON.stringify(one) }), flags);
  const same = isNode(nameType) ? undefined : homomorphic(node, key, { naming, read });
  if (same) {
    const inner = optional === "-" ? name("Required", same) : flags.optional ? name("Partial", same) : same;
    return flags.fixed ? name("Readonly", inner) : inner;
  }
  const asked = [constraint, nameType].map((item) => textOf(item, naming)).join(" as ");
  const own = value({ is: "generic", place: `key${naming.generics.size}` });
  return { is: "each", keys: `${asked} ${String(optional)} ${String(readonly)}`, of: [own] };
}

/** Returns the source of members in `{ [K in keyof T]: T[K] }`. */
function homomorphic(
  node: Node,
  key: string,
  { naming, read }: { naming: Naming; read: Read },
): Type | undefined {
  const { constraint, typeAnnotation } = node;
  if (!isNode(constraint) || constraint.type !== "TSTypeOperator" || constraint["operator"] !== "keyof")
    return undefined;
  if (!isNode(typeAnnotation) || typeAnnotation.type !== "TSIndexedAccessType") return undefined;
  const { objectType, indexType } = typeAnnotation;
  const isSame = textOf(objectType, naming) === textOf(constraint["typeAnnotation"], naming);
  return isSame && textOf(indexType, naming) === key ? read(objectType, naming) : undefined;
}

export function objectOf(
  keys: readonly string[],
  value: (key: string) => Type,
  { optional, fixed }: Pick<Member, "optional" | "fixed">,
): Type {
  const members = keys.map((key): readonly [string, Member] => {
    const type = value(key);
    return [key, { type: optional ? orUndefined(type) : type, optional, fixed }];
  });
  return { is: "object", members: new Map(members) };
}
