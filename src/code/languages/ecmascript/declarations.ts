import type { Declaration, Parameter } from "../../language.ts";
import { atOnce, propertyOf } from "./around.ts";
import { bodyFacts } from "./body.ts";
import { docstringBefore } from "./comments.ts";
import { declared, type Found, mainOf, nameOf, startOf } from "./found.ts";
import { basesOf } from "./class-members.ts";
import { led } from "../gathered.ts";
import {
  callee,
  chainOf,
  functions,
  isNode,
  type Node,
  nodesOf,
  parameterIn,
  type Tree,
  typeIn,
} from "./parse.ts";
import { itemsIn, typeName, typesOf } from "./raised.ts";
import { runsOf, wrapping } from "./runs.ts";
import { bare } from "./shape.ts";

const cache = new WeakMap<Tree, readonly Declaration[]>();

export function declarationsOf(source: string, tree: Tree): readonly Declaration[] {
  const known = cache.get(tree) ?? makeAll(source, tree);
  cache.set(tree, known);
  return known;
}

function makeAll(source: string, tree: Tree): readonly Declaration[] {
  const main = mainOf(tree);
  return declared(source, tree).map((item) => {
    const declaration = make(item, source, tree);
    return main && item.name === main ? { ...declaration, main: true } : declaration;
  });
}

function make(one: Found, source: string, tree: Tree): Declaration {
  const { kind, name, node, outer, exported } = one;
  const start = startOf(one);
  const returns = typeText(node["returnType"], source);
  const callable = kind === "function" || kind === "method";
  return {
    kind,
    name,
    range: { start, end: outer.end },
    exported,
    parameters: callable ? parametersOf(node, source) : [],
    ...(returns && { returns }),
    ...docstringBefore(start, source, tree),
    ...(callable ? ownFacts(node, source) : wrappedFacts(node, source)),
    ...(kind === "class" && {
      bases: basesOf(node, source).map((base) => base.replace(/<[\s\S]*$/, "")),
      fields: fieldsOf(node),
    }),
    ...(outer["kind"] === "get" && { getter: true }),
    ...(outer["kind"] === "set" && { setter: true }),
  };
}

function ownFacts(node: Node, source: string): Pick<Declaration, "raises" | "calls"> {
  const body = bodyFacts(node, source);
  return { ...body.facts, ...runsOf(node, source, body) };
}

/**
 * Reads a value: `const f = wrap(async () => …)` has the inner function's errors and calls, `const GONE =
 * new NotFound()` its class, a table of classes those.
 */
function wrappedFacts(
  node: Node,
  source: string,
): Pick<Declaration, "raises" | "calls" | "gives" | "perhaps" | "fields" | "within"> {
  const value = bare(node.type === "VariableDeclarator" ? node["init"] : node);
  const nothing = { raises: [], calls: [] };
  if (value?.type === "NewExpression" && nameOf(value["callee"]))
    return { ...nothing, gives: [nameOf(value["callee"])] };
  const table = value ? tableOf(value) : undefined;
  if (table) return { ...nothing, fields: table, gives: [...new Set(Object.values(table))] };
  const functionNodes = value?.type === "CallExpression" ? functionsIn(value) : [];
  if (value?.type === "CallExpression" && functionNodes.length === 0)
    return { ...nothing, ...ledFrom(value) };
  if (!value || functionNodes.length === 0) return nothing;
  const facts = functionNodes.map((fn) => bodyFacts(fn, source).facts);
  const perhaps = facts.find((fact) => fact.perhaps)?.perhaps;
  const maker = callee(value["callee"]); // ran when the module was loaded, so its failure doesn't belong to the result
  return {
    raises: facts.flatMap(({ raises }) => raises),
    calls: [...facts.flatMap(({ calls }) => calls), ...(maker ? [{ name: maker, caught: true }] : [])],
    gives: facts.flatMap(({ gives }) => gives ?? []),
    ...(perhaps && { perhaps }),
    within: wrapping(value),
  };
}

/** Returns the chain of calls that creates `const box = factory.newBox()`. */
function ledFrom(call: Node): Pick<Declaration, "fields"> {
  const chain = chainOf(call);
  return chain && !/^(?:require|Symbol)\(\)$/.test(chain) ? { fields: { [led]: chain } } : {};
}

const functionsIn = (call: Node): readonly Node[] =>
  atOnce.has(propertyOf(call["callee"]))
    ? []
    : nodesOf(call["arguments"]).filter(({ type }) => functions.has(type));

/** Returns the classes of `{ gone: Gone, denied: Denied }` by key; undefined if it contains anything else. */
function tableOf(value: Node): Readonly<Record<string, string>> | undefined {
  const frozen = value.type === "CallExpression" && callee(value["callee"]) === "Object.freeze";
  const object = bare(frozen ? nodesOf(value["arguments"])[0] : value);
  if (object?.type !== "ObjectExpression") return undefined;
  const found: Record<string, string> = {};
  for (const { type, key, value: member, computed } of nodesOf(object["properties"])) {
    const name = callee(member);
    if (type !== "Property" || computed || !/^[A-Z]\w*[a-z]/.test(name)) return undefined;
    found[isNode(key) && typeof key["value"] === "number" ? String(key["value"]) : nameOf(key)] = name;
  }
  return Object.keys(found).length ? found : undefined;
}

/**
 * Returns the classes of a class's fields: annotated, created in place, accepted or created by the
 * constructor, else created by another method.
 */
function fieldsOf(node: Node): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const later: Record<string, string> = {};
  const body = node["body"];
  for (const member of nodesOf(isNode(body) ? body["body"] : [])) {
    const value = member["value"];
    const className = isNode(value) && value.type === "NewExpression" ? nameOf(value["callee"]) : "";
    const type = itemsIn(member["typeAnnotation"]) || typeName(member["typeAnnotation"]) || className;
    if (member.type === "PropertyDefinition" && type) found[nameOf(member["key"])] = type;
    if (member.type !== "MethodDefinition" || !isNode(value) || member["static"] === true) continue;
    const isFirst = member["kind"] === "constructor";
    if (isFirst) for (const [name, fieldType] of typesOf(value)) found[name] ??= fieldType;
    for (const [name, memberType] of putBy(value, () => typesOf(value))) {
      if (isFirst) found[name] ??= memberType;
      else later[name] = (later[name] ?? memberType) === memberType ? memberType : ""; // one of several
    }
  }
  for (const [name, type] of Object.entries(later)) if (type) found[name] ??= type;
  return found;
}

/** Reads the fields a method assigns: `this.box = new Box()`, or a variable that holds one. */
function putBy(
  method: Node,
  knownTypes: () => ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  const statements = isNode(method["body"]) ? nodesOf(method["body"]["body"]) : [];
  const put = statements.flatMap((statement) =>
    statement.type === "ExpressionStatement" ? putIn(statement) : [],
  );
  if (put.length === 0) return [];
  const known = new Map(knownTypes());
  for (const statement of statements)
    for (const { id, init } of nodesOf(statement["declarations"]))
      if (isNode(init) && init.type === "NewExpression") known.set(nameOf(id), nameOf(init["callee"]));
  return put.flatMap(([name, value]) => {
    const type = value.type === "NewExpression" ? nameOf(value["callee"]) : known.get(nameOf(value));
    return type ? [[name, type] as const] : [];
  });
}

/** Returns assignments `this.box = …` whose value may be an object or a name. */
function putIn({ expression }: Node): readonly (readonly [string, Node])[] {
  if (!isNode(expression) || expression.type !== "AssignmentExpression") return [];
  const { left, right } = expression;
  if (!isNode(left) || !isNode(right)) return [];
  if (right.type !== "NewExpression" && right.type !== "Identifier") return [];
  const { object, property, computed } = left;
  const isOwn = isNode(object) && object.type === "ThisExpression" && isNode(property) && !computed;
  return isOwn && property.type === "Identifier" ? [[nameOf(property), right]] : [];
}

export function typeText(annotation: unknown, source: string): string | undefined {
  const type = typeIn(annotation);
  return type && source.slice(type.start, type.end);
}

export function parametersOf(node: Node, source: string): readonly Parameter[] {
  const { params } = node as { params?: unknown };
  return nodesOf(params).flatMap((parameter) => {
    const inner = parameterIn(parameter);
    const pattern = inner.type === "AssignmentPattern" && isNode(inner["left"]) ? inner["left"] : inner;
    const value = inner.type === "AssignmentPattern" ? inner["right"] : undefined;
    const target =
      pattern.type === "RestElement" && isNode(pattern["argument"]) ? pattern["argument"] : pattern;
    if (nameOf(target) === "this") return []; // only a type
    const type = typeText(pattern["typeAnnotation"] ?? target["typeAnnotation"], source);
    const end = isNode(target["typeAnnotation"]) ? target["typeAnnotation"].start : target.end;
    return [
      {
        name: nameOf(target) || source.slice(target.start, end),
        ...(type && { type }),
        ...(isNode(value) && { default: source.slice(value.start, value.end) }),
        ...(pattern.type === "RestElement" && { rest: true }),
        ...((pattern["optional"] === true || target["optional"] === true) && { optional: true }),
      },
    ];
  });
}
