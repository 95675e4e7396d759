import { isNode, type Node, nodesOf } from "../../../../code/index.ts";
import { choiceOf, keysIn, mappedOf, objectOf as recordOf } from "./made.ts";
import { nameOf, type Naming, orUndefined } from "./naming.ts";
import { type Generic, type Member, name, type Taken, type Type, type Way } from "./type.ts";

const parametersOf = (node: Node): readonly Node[] =>
  isNode(node["typeParameters"]) ? nodesOf(node["typeParameters"]["params"]) : [];

/** Adds the generics that a node declares. */
export function within(naming: Naming, node: Node): Naming {
  const own = parametersOf(node);
  if (own.length === 0) return naming;
  const generics = new Map(naming.generics);
  const first = naming.generics.size;
  const inner = { ...naming, generics };
  for (const [place, item] of own.entries()) {
    const bound = typeOf(item["constraint"], inner);
    const text = nameOf(item["name"]) || String(item["name"]);
    const fixed = /^(?:Class|TSInterface|TSTypeAlias)/.test(node.type);
    generics.set(text, { is: "generic", place: `${first + place}`, fixed, ...(bound && { within: bound }) });
  }
  return inner;
}

export function genericsIn(node: Node, naming: Naming): readonly Generic[] {
  const inner = within(naming, node);
  return parametersOf(node).map((node) => {
    const bound = typeOf(node["constraint"], inner);
    return { free: isNode(node["default"]), ...(bound && { within: bound }) };
  });
}

/** Returns the call signature of a function or signature node. */
export function wayOf(node: Node, naming: Naming): Way {
  const inner = within(naming, node);
  const said = typeOf(node["returnType"] ?? node["typeAnnotation"], inner);
  return {
    takes: nodesOf(node["params"]).flatMap((node) => takenOf(node, inner)),
    ...(said && { gives: said }),
    generics: genericsIn(node, naming),
  };
}

function takenOf(node: Node, naming: Naming): readonly Taken[] {
  const inner = isNode(node["parameter"]) ? node["parameter"] : node;
  const isSet = inner.type === "AssignmentPattern";
  const pattern = isSet && isNode(inner["left"]) ? inner["left"] : inner;
  const rest = pattern.type === "RestElement";
  const target = rest && isNode(pattern["argument"]) ? pattern["argument"] : pattern;
  if (nameOf(target) === "this") return [];
  const type = typeOf(pattern["typeAnnotation"] ?? target["typeAnnotation"], naming);
  const free = isSet || rest || pattern["optional"] === true || target["optional"] === true;
  const taken = type && free && !rest ? orUndefined(type) : type;
  return [{ name: nameOf(target), free, rest, ...(taken && { type: taken }) }];
}

type Reader = (node: Node, naming: Naming) => Type | undefined;

const opaque: Reader = (node, { source }) => ({
  is: "opaque",
  text: source.slice(node.start, node.end).replaceAll(/\s+/g, " ").replaceAll("'", '"'),
});
const inside =
  (field: string): Reader =>
  (node, naming) =>
    typeOf(node[field], naming);
const several =
  (is: "union" | "all" | "tuple", field: string): Reader =>
  (node, naming) => {
    const all = nodesOf(node[field]);
    const of = all.flatMap((node) => typeOf(node, naming) ?? []);
    return of.length === all.length ? { is, of } : opaque(node, naming);
  };

const readers: Readonly<Record<string, Reader | undefined>> = {
  TSTypeAnnotation: inside("typeAnnotation"),
  TSParenthesizedType: inside("typeAnnotation"),
  TSNamedTupleMember: opaque,
  TSUnionType: several("union", "types"),
  TSIntersectionType: several("all", "types"),
  TSTupleType: several("tuple", "elementTypes"),
  TSArrayType: (node, naming) => listOf("Array", node["elementType"], naming),
  TSTypeOperator(node, naming) {
    const inner = node["typeAnnotation"];
    if (node["operator"] !== "readonly" || !isNode(inner)) return opaque(node, naming);
    return inner.type === "TSArrayType"
      ? listOf("ReadonlyArray", inner["elementType"], naming)
      : opaque(node, naming);
  },
  TSLiteralType(node, naming) {
    const { literal } = node;
    if (!isNode(literal) || literal.type === "TemplateLiteral") return opaque(node, naming);
    const { value } = literal;
    const text = naming.source.slice(literal.start, literal.end);
    return { is: "literal", text: typeof value === "string" ? JSON.stringify(value) : text };
  },
  TSConditionalType: (node, naming) => choiceOf(node, naming, typeOf) ?? opaque(node, naming),
  TSMappedType: (node, naming) => mappedOf(node, naming, typeOf) ?? opaque(node, naming),
  TSFunctionType: (node, naming) => ({ is: "call", ways: [wayOf(node, naming)] }),
  TSTypePredicate: (node) => name(node["asserts"] === true ? "void" : "boolean"),
  TSTypeLiteral: (node, naming) => objectOf(nodesOf(node["members"]), naming),
  TSInterfaceBody: (node, naming) => objectOf(nodesOf(node["body"]), naming),
  TSTypeReference: (node, naming) => named(node["typeName"], node, naming),
  TSInterfaceHeritage: (node, naming) => named(node["expression"], node, naming),
};

function named(of: unknown, node: Node, naming: Naming): Type | undefined {
  if (!isNode(of)) return undefined;
  const text = naming.source.slice(of.start, of.end);
  const given = isNode(node["typeArguments"]) ? nodesOf(node["typeArguments"]["params"]) : [];
  const keys = text === "Record" && given.length === 2 ? keysIn(given[0]) : undefined;
  const value = keys && typeOf(given[1], naming);
  if (keys && value) return recordOf(keys, () => value, { optional: false, fixed: false });
  return (
    naming.generics.get(text) ??
    name(text, ...given.map((node) => typeOf(node, naming) ?? { is: "any" as const }))
  );
}

const listOf = (of: string, element: unknown, naming: Naming): Type =>
  name(of, typeOf(element, naming) ?? { is: "any" });

/** Returns the type a node writes; undefined if there is none. */
export function typeOf(node: unknown, naming: Naming): Type | undefined {
  if (!isNode(node)) return undefined;
  const [, keyword] = /^TS(\w+)Keyword$/.exec(node.type) ?? [];
  if (keyword === "Any") return { is: "any" };
  if (keyword) return name(keyword.toLowerCase());
  return (readers[node.type] ?? opaque)(node, naming);
}

function objectOf(nodes: readonly Node[], naming: Naming): Type {
  const members = new Map<string, Member>();
  let last = nodes[0]?.start ?? 0;
  for (const node of nodes) {
    const above = naming.source.slice(last, node.start);
    last = node.end;
    const key = keyOf(node);
    if (!key || node["computed"] || above.includes("@internal")) continue;
    const before = members.get(key);
    const isCall = callable.test(node.type) && node["kind"] !== "get" && node["kind"] !== "set";
    const own = isCall ? wayOf(node, naming) : undefined;
    const known = before?.type?.is === "call" ? before.type.ways : [];
    const optional = node["optional"] === true;
    const accessor = node.type === "TSMethodSignature" ? node["returnType"] : node["typeAnnotation"];
    const type: Type | undefined = own ? { is: "call", ways: [...known, own] } : typeOf(accessor, naming);
    members.set(key, {
      ...(type && { type: optional ? orUndefined(type) : type }),
      optional,
      fixed: node["readonly"] === true,
    });
  }
  const only = members.size === 1 ? members.get("()")?.type : undefined;
  return only ?? { is: "object", members };
}

const callable = /^TS(?:MethodSignature|CallSignatureDeclaration)$/;

const keyOf = (node: Node): string => {
  if (node.type === "TSCallSignatureDeclaration") return "()";
  return node.type === "TSIndexSignature" ? "[]" : nameOf(node["key"]);
};
