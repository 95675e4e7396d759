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

const made = new WeakMap<Tree, readonly Declaration[]>();

export function declarationsOf(source: string, tree: Tree): readonly Declaration[] {
  const known = made.get(tree) ?? makeAll(source, tree);
  made.set(tree, known);
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
  const shown = bodyFacts(node, source);
  return { ...shown.facts, ...runsOf(node, source, shown) };
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
  const given = value?.type === "CallExpression" ? functionsIn(value) : [];
  if (value?.type === "CallExpression" && given.length === 0) return { ...nothing, ...ledFrom(value) };
  if (!value || given.length === 0) return nothing;
  const facts = given.map((fn) => bodyFacts(fn, source).facts);
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
  for (const { type, key, value: held, computed } of nodesOf(object["properties"])) {
    const name = callee(held);
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
    const made = isNode(value) && value.type === "NewExpression" ? nameOf(value["callee"]) : "";
    const type = itemsIn(member["typeAnnotation"]) || typeName(member["typeAnnotation"]) || made;
    if (member.type === "PropertyDefinition" && type) found[nameOf(member["key"])] = type;
    if (member.type !== "MethodDefinition" || !isNode(value) || member["static"] === true) continue;
    const isFirst = member["kind"] === "constructor";
    if (isFirst) for (const [name, own] of typesOf(value)) found[name] ??= own;
    for (const [name, held] of putBy(value, () => typesOf(value))) {
      if (isFirst) found[name] ??= held;
      else later[name] = (later[name] ?? held) === held ? held : ""; // one of several
    }
  }
  for (const [name, held] of Object.entries(later)) if (held) found[name] ??= held;
  return found;
}

/** Reads the fields a method assigns: `this.box = new Box()`, or a variable that holds one. */
function putBy(
  method: Node,
  taken: () => ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  const statements = isNode(method["body"]) ? nodesOf(method["body"]["body"]) : [];
  const put = statements.flatMap((statement) =>
    statement.type === "ExpressionStatement" ? putIn(statement) : [],
  );
  if (put.length === 0) return [];
  const known = new Map(taken());
  for (const statement of statements)
    for (const { id, init } of nodesOf(statement["declarations"]))
      if (isNode(init) && init.type === "NewExpression") known.set(nameOf(id), nameOf(init["callee"]));
  return put.flatMap(([name, value]) => {
    const held = value.type === "NewExpression" ? nameOf(value["callee"]) : known.get(nameOf(value));
    return held ? [[name, held] as const] : [];
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
