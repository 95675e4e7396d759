import { children, isNode, type Node, nodesOf } from "../parse.ts";
import { commentAt, type File, isHidden, speaks } from "./comments.ts";

/** Something that TypeDoc lists. */
export interface Listed {
  readonly name: string;
  /** Where its name stands. */
  readonly at: number;
  readonly documented: boolean;
  /** Of a member, which subclasses have too. */
  readonly member?: "static" | "instance";
  /** Its own comment; without one it may take that of what it implements or overrides. */
  readonly own?: string | undefined;
  /** Declared outside the project: it only lends its comment. */
  readonly foreign?: true;
  /** What the types within it list. */
  readonly inner?: readonly Listed[];
}

export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  if (typeof node["name"] === "string") return node["name"];
  return node["value"] === undefined ? "" : String(node["value"]);
};

/** A member's name as TypeDoc gives it; empty where only running tells. */
export function memberName(
  { key, computed }: Node & { readonly key?: unknown; readonly computed?: unknown },
  { source }: File,
): string {
  if (!isNode(key)) return "";
  if (!computed || key.type === "Literal") return nameOf(key);
  const [, symbol] = /^Symbol\.(\w+)$/.exec(source.slice(key.start, key.end)) ?? [];
  if (symbol) return `[${symbol}]`;
  if (key.type !== "Identifier") return "";
  const [, , text] = new RegExp(`\\bconst ${nameOf(key)} = (["'])([^"'\\n]*)\\1`).exec(source) ?? [];
  return text ?? `[${nameOf(key)}]`;
}

/** The members of an interface or of an object type, with those of the types in them. */
export function membersOfType(members: readonly Node[], file: File): readonly Listed[] {
  const first = new Map<string, string | undefined>();
  return members.flatMap((member): readonly Listed[] => {
    const property = member.type === "TSPropertySignature";
    if (!property && member.type !== "TSMethodSignature") return insideSignature(member, file);
    const key = member["key"];
    const name = memberName(member, file);
    if (!isNode(key) || !name) return [];
    const own = commentAt(member.start, file);
    if (isHidden(own)) return [];
    // overloads share the comment of the first
    if (!first.has(name)) first.set(name, own);
    const comment = own ?? first.get(name);
    const row: Listed = {
      name,
      at: key.start,
      documented: speaks(comment),
      member: "instance",
      own,
      inner: property ? literalsIn(member["typeAnnotation"], file) : insideSignature(member, file),
    };
    return [row];
  });
}

/** What a signature's type parameters and result hold; its parameters aren't looked into. */
export const insideSignature = (node: Node, file: File): readonly Listed[] => [
  ...literalsIn(node["typeParameters"], file),
  ...literalsIn(
    node["returnType"] ?? (node.type === "TSIndexSignature" ? node["typeAnnotation"] : undefined),
    file,
  ),
];

const signatures = new Set(["TSFunctionType", "TSConstructorType"]);

/** The members of all object types within a type. */
export function literalsIn(type: unknown, file: File): readonly Listed[] {
  if (!isNode(type)) return [];
  if (type.type === "TSTypeLiteral") {
    const members = nodesOf(type["members"]);
    const makers = members.filter(({ type: kind }) => kind === "TSConstructSignatureDeclaration");
    return [...makers.map((node) => maker(node, file)), ...membersOfType(members, file)];
  }
  if (type.type === "TSConstructorType") return [maker(type, file), ...insideSignature(type, file)];
  if (signatures.has(type.type)) return insideSignature(type, file);
  if (type.type === "TSTypeParameter")
    return [...constraint(type, file), ...children(type).flatMap((child) => literalsIn(child, file))];
  return children(type).flatMap((child) => literalsIn(child, file));
}

/** The name of what `new` can be called on. */
export const makerName = "__type";

const maker = (node: Node, file: File): Listed => ({
  name: makerName,
  at: node.start,
  documented: speaks(commentAt(node.start, file)),
});

/** A type parameter that is bound to functions is listed for their sake. */
const constraint = (type: Node, { source }: File): readonly Listed[] =>
  [type["constraint"], type["default"]].some((bound) => isNode(bound) && holdsFunction(bound))
    ? [{ name: nameOf(type["name"]) || source.slice(type.start, type.end), at: -1, documented: false }]
    : [];

const holdsFunction = (type: Node): boolean =>
  type.type === "TSFunctionType" || (type.type !== "TSTypeLiteral" && children(type).some(holdsFunction));
