import type { Node } from "./grammar.ts";

/** The name of the object that a method belongs to. */
export type Self = string | undefined;

const members = new Set([
  "selector_expression",
  "field_access",
  "field_expression",
  "scoped_identifier",
  "scoped_type_identifier",
  "qualified_type",
]);
const plain = new Set([
  "identifier",
  "type_identifier",
  "field_identifier",
  "package_identifier",
  "primitive_type",
  "self",
  "this",
  "super",
  "crate",
]);
/** Nodes that wrap a name. */
const passing = new Set([
  "parenthesized_expression",
  "reference_expression",
  "pointer_type",
  "reference_type",
  "generic_type",
  "generic_function",
  "await_expression",
]);

/** Returns a chain of names as `a.b.c`, with the method's own object as `this`; empty if it isn't one. */
export function path(node: Node | undefined, self?: Self): string {
  if (!node) return "";
  if (plain.has(node.type))
    return node.type === "this" || (self !== undefined && node.text === self) ? "this" : node.text;
  if (passing.has(node.type))
    return path(node.in("type") ?? node.in("function") ?? node.in("value") ?? node.named[0], self);
  if (node.type === "unary_expression" && /^[&*]/.test(node.text)) return path(node.in("operand"), self);
  if (!members.has(node.type)) return "";
  const parts = node.named.filter(({ type }) => type !== "type_arguments");
  const [owner, name] = [parts[0], parts.at(-1)];
  if (!owner || !name) return "";
  if (owner === name) return name.text;
  const before = path(owner, self);
  const mark = node.all.some(({ type }) => type === "::") ? "::" : ".";
  return before ? `${before}${mark}${name.text}` : "";
}

/** Returns the last name of a chain. */
export const last = (name: string): string => name.split(/\.|::/).at(-1) ?? "";

/** Returns the class a type names, without pointers, references and type arguments. */
export function typeName(node: Node | undefined): string {
  if (!node) return "";
  const name = path(node);
  return /(?:^|\.|:)[A-Z]\w*$|^[a-z]\w*$/.test(name) ? name : "";
}
