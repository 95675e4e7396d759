import { isOfBug } from "../bugs.ts";
import type { Made } from "../gathered.ts";
import { Variables } from "../variables.ts";
import {
  callee,
  chainOf,
  choicesOf,
  isNode,
  type Node,
  nodesOf,
  parameterIn,
  typeIn,
  unwrapped,
} from "./parse.ts";

/** Tracks the classes of a body's variables. */
export class Held extends Variables {
  /** The classes each variable refers to; `T[]` for those of a table. */
  #classes: Map<string, readonly string[]> | undefined;

  constructor(node: Node) {
    super(typesOf(node), "this");
  }

  /** Whether an object is one of the tracked variables. */
  knows(object: Node): boolean {
    return !this.isEmpty && this.has(callee(object));
  }

  /** Reads `const a = …`, `const a: Box`, `const { a, b: c } = this`. */
  declare({ id, init }: Node): void {
    if (!isNode(id)) return;
    if (isNode(init)) {
      if (id.type === "ObjectPattern") this.#takeApart(id, init);
      else this.read(callee(id), init);
    }
    const text = typeName(id["typeAnnotation"]);
    if (text) this.lead(callee(id), text);
  }

  /** Reads `for (const box of this.boxes)` and `this.boxes.forEach((box) => …)`. */
  iterate(variable: unknown, list: unknown): void {
    const chain = isNode(list) && list.type === "MemberExpression" && !list["computed"] ? callee(list) : "";
    if (isNode(variable) && variable.type === "Identifier" && chain.startsWith("this."))
      this.lead(callee(variable), `${chain}[]`);
  }

  #takeApart(pattern: Node, value: Node): void {
    const from = callee(value);
    if (from !== "this" && !from.startsWith("this.")) return;
    for (const { key, value: local } of nodesOf(pattern["properties"]))
      if (callee(key) && callee(local)) this.lead(callee(local), `${from}.${callee(key)}`);
  }

  read(name: string, value: Node): void {
    if (!name) return; // an array element
    if (choosing.has(value.type)) {
      const classes = chosen(value);
      if (classes.length) (this.#classes ??= new Map()).set(name, classes);
    }
    this.#follow(name, value);
    for (const type of makings(value)) this.make(name, type);
  }

  /** Records the chain that leads to a value: `box.open()` of a variable, by that variable's origin. */
  #follow(name: string, value: Node): void {
    const chain = leading.has(value.type) ? chainOf(value) : "";
    const dot = chain.indexOf(".");
    const on = chain ? this.leadOf(dot < 0 ? chain : chain.slice(0, dot)) : undefined;
    const whole = on && dot >= 0 ? on + chain.slice(dot) : (on ?? chain);
    const isLed = on !== undefined || chain.includes("().") || chain === "this" || chain.startsWith("this.");
    this.lead(name, isLed ? whole : undefined);
  }

  /**
   * Returns the classes of a returned value: of `new Box()`, of a variable that holds one, `this` for the
   * object itself, `this.box` for its field.
   */
  given(whole: unknown): readonly string[] {
    const value = unwrapped(whole);
    if (!value) return [];
    if (value.type === "ThisExpression") return ["this"];
    if (value.type === "MemberExpression") return fieldOfThis(value);
    if (value.type === "NewExpression") return [callee(value["callee"])].filter(Boolean);
    if (value.type === "Identifier")
      return (this.allOf(callee(value)) ?? []).filter((item) => !item.endsWith("()"));
    if (value.type === "ConditionalExpression")
      return [value["consequent"], value["alternate"]].flatMap((item) => this.given(item));
    const isExtended = value.type === "CallExpression" && callee(value["callee"]) === "Object.assign";
    return isExtended ? this.given(nodesOf(value["arguments"])[0]) : [];
  }

  /** Returns the classes of a thrown value; for a variable, of every value it may hold. */
  thrown(value: unknown): readonly Made[] {
    const several = isNode(value) && value.type === "Identifier" ? this.allOf(callee(value)) : undefined;
    if (several && several.length > 1) return several.flatMap(errorsIn);
    const of = isNode(value) && value.type === "NewExpression" ? value["callee"] : undefined;
    const classes = this.#classes && isNode(of) ? this.#classes.get(callee(of)) : undefined;
    return classes?.map(ofTable) ?? thrown(value, this);
  }
}

/** `this.box.lid` */
function fieldOfThis(value: Node): readonly string[] {
  const chain = value["computed"] ? "" : callee(value);
  return /^this(?:\.#?\w+)+$/.test(chain) ? [chain] : [];
}

/** Values that a chain of names and calls leads to. */
const leading = new Set([
  "Identifier",
  "MemberExpression",
  "CallExpression",
  "NewExpression",
  "AwaitExpression",
  "ThisExpression",
  "ChainExpression",
  "TSAsExpression",
  "TSNonNullExpression",
]);

/** Values that may refer to a class. */
const choosing = new Set(["Identifier", "MemberExpression", "LogicalExpression", "ConditionalExpression"]);

/** Returns the classes that a value may refer to: `NotFound`, `byStatus[404] ?? Failure`. */
function chosen(value: unknown): readonly string[] {
  if (!isNode(value)) return [];
  const choices = choicesOf(value);
  if (choices) return choices.flatMap(chosen);
  if (value.type === "MemberExpression" && value["computed"]) {
    const table = callee(value["object"]);
    return table ? [`${table}[]`] : [];
  }
  const name = callee(value);
  return /^[A-Z]\w*[a-z]/.test(name) ? [name] : [];
}

const ofTable = (name: string): Made =>
  name.endsWith("[]") ? { type: "Error", by: name.slice(0, -2) } : { type: name };

function makings(whole: Node): readonly string[] {
  const value = whole.type === "AwaitExpression" ? unwrapped(whole) : whole;
  if (!value) return [];
  if (value.type === "ConditionalExpression")
    return [value["consequent"], value["alternate"]].flatMap((item) => (isNode(item) ? makings(item) : []));
  const name =
    value.type === "NewExpression" || value.type === "CallExpression" ? callee(value["callee"]) : "";
  return name ? [value.type === "NewExpression" ? name : `${name}()`] : [];
}

/** Returns the classes of parameters, by their annotations. */
export function typesOf(node: Node): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const parameter of nodesOf(node["params"])) {
    const inner = parameterIn(parameter);
    const type = typeName(inner["typeAnnotation"]);
    if (type) found.set(callee(inner), type);
  }
  return found;
}

/** Returns the class an annotation names, without type arguments; also of `Box | null`. */
export function typeName(annotation: unknown): string {
  const type = typeIn(annotation);
  if (!type) return "";
  const parts = type.type === "TSUnionType" ? nodesOf(type["types"]) : [type];
  const rest = parts.filter((part) => part.type !== "TSNullKeyword" && part.type !== "TSUndefinedKeyword");
  const [only] = rest;
  return only?.type === "TSTypeReference" && rest.length === 1 ? callee(only["typeName"]) : "";
}

/** Returns a list's element class as `Box[]`: of `Box[]`, `readonly Box[]`, `Set<Box>`. */
export function itemsIn(annotation: unknown): string {
  let type = typeIn(annotation);
  if (type?.type === "TSTypeOperator") type = typeIn(type);
  if (type?.type === "TSArrayType") return itemOf(type["elementType"]);
  if (type?.type !== "TSTypeReference" || !lists.has(callee(type["typeName"]))) return "";
  const args = type["typeArguments"];
  return isNode(args) ? itemOf(nodesOf(args["params"])[0]) : "";
}

const lists = new Set(["Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable"]);

const itemOf = (type: unknown): string => {
  const name = isNode(type) && type.type === "TSTypeReference" ? callee(type["typeName"]) : "";
  return name && `${name}[]`;
};

/** Returns the classes of a thrown value; none if it came from elsewhere and is only rethrown. */
function thrown(value: unknown, among: Variables): readonly Made[] {
  if (!isNode(value)) return [{ type: "Error" }];
  if (value.type === "NewExpression")
    return [{ ...classOf(value["callee"]), ...(isBug(value) && { local: true }) }];
  if (value.type === "CallExpression") {
    const name = callee(value["callee"]);
    if (name === "Object.assign") return thrown(nodesOf(value["arguments"])[0], among);
    return [{ type: ofHanded(value, name) || ofFactory(name), ...(name && { by: name }) }];
  }
  if (value.type === "TSAsExpression") return thrown(value["expression"], among);
  if (value.type === "AwaitExpression") return thrown(value["argument"], among);
  const choices = choicesOf(value);
  if (choices) return choices.flatMap((choice) => thrown(choice, among));
  const name = callee(value);
  if (!name) return [{ type: "Error" }];
  const from = among.madeOf(name);
  return from ? errorsIn(from) : /^[A-Z][A-Z\d_]+$/.test(name) ? [{ type: "", by: name }] : [];
}

/** Returns the class passed to a function to instantiate: `fail(NotFound, …)`. */
function ofHanded(call: Node, name: string): string {
  if (/(?:^|\.)[A-Z]/.test(name)) return "";
  const [first] = nodesOf(call["arguments"]);
  const handed = first ? callee(first) : "";
  return /^(?:\w+\.)*[A-Z]\w*(?:Error|Exception)$/.test(handed) ? handed : "";
}

function isBug(creation: Node): boolean {
  const [node] = nodesOf(creation["arguments"]);
  const first = node?.type === "TemplateLiteral" ? nodesOf(node["quasis"])[0]?.["value"] : undefined;
  const text = isNode(node) ? (node["value"] ?? (first as { readonly raw?: unknown } | undefined)?.raw) : "";
  return typeof text === "string" && isOfBug(text);
}

/** Returns the class of `new A()`, `new errors.gone()`, `new errors[kind]()`. */
function classOf(called: unknown): Made {
  const name = callee(called);
  if (name === "this" || name === "this.constructor") return { type: "Error", by: "this" };
  if (/(?:^|\.)[a-z]\w*$/.test(name) && name.includes(".")) return { type: name, by: name };
  if (name || !isNode(called) || called.type !== "MemberExpression") return { type: name || "Error" };
  const table = callee(called["object"]);
  const { property } = called;
  const key = isNode(property) && typeof property["value"] === "string" ? `.${property["value"]}` : "";
  return { type: "Error", ...(table && { by: table + key }) };
}

const errorsIn = (from: string): readonly Made[] =>
  from.endsWith("()") ? [{ type: ofType(from.slice(0, -2)), by: from.slice(0, -2) }] : [{ type: from }];

/** Returns the class whose static method creates something; empty for a plain function. */
const ofType = (name: string): string => (/(?:^|\.)[A-Z]/.test(name) ? ofFactory(name) : "");

/** Returns the class of a factory call: `Errors.notFound()`, `Failure.of()`. */
const ofFactory = (name: string): string => {
  const parts = name.split(".");
  const known = parts.findLast((part) => /^[A-Z]/.test(part));
  return known ? parts.slice(0, parts.indexOf(known) + 1).join(".") : "Error";
};
