import { children, isNode, type Node, nodesOf } from "../parse.ts";
import { commentAt, type File, isHidden, speaks } from "./comments.ts";

/** An item that TypeDoc lists. */
export interface Listed {
  readonly name: string;
  /** Position of its name. */
  readonly at: number;
  readonly documented: boolean;
  /** Set for members, which subclasses inherit. */
  readonly member?: "static" | "instance";
  /** Its own comment; without one it may inherit that of the member it implements or overrides. */
  readonly own?: string | undefined;
  /** Declared outside the project; only its comment is used. */
  readonly foreign?: true;
  /** Items listed for the types inside it. */
  readonly inner?: readonly Listed[];
}

export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  if (typeof node["name"] === "string") return node["name"];
  return node["value"] === undefined ? "" : String(node["value"]);
};

/** Returns a member's name as TypeDoc shows it; empty if it is known only at run time. */
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

/** Lists the members of an interface or object type, and those of nested types. */
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
    // overloads share the first one's comment
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

/** Lists the contents of a signature's type parameters and result; its parameters aren't examined. */
export const insideSignature = (node: Node, file: File): readonly Listed[] => [
  ...literalsIn(node["typeParameters"], file),
  ...literalsIn(
    node["returnType"] ?? (node.type === "TSIndexSignature" ? node["typeAnnotation"] : undefined),
    file,
  ),
];

const signatures = new Set(["TSFunctionType", "TSConstructorType"]);

/** Lists the members of all object types inside a type. */
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

/** The name of construct signatures. */
export const makerName = "__type";

const maker = (node: Node, file: File): Listed => ({
  name: makerName,
  at: node.start,
  documented: speaks(commentAt(node.start, file)),
});

/** Lists a type parameter that is constrained to a function type. */
const constraint = (type: Node, { source }: File): readonly Listed[] =>
  [type["constraint"], type["default"]].some((bound) => isNode(bound) && holdsFunction(bound))
    ? [{ name: nameOf(type["name"]) || source.slice(type.start, type.end), at: -1, documented: false }]
    : [];

const holdsFunction = (type: Node): boolean =>
  type.type === "TSFunctionType" || (type.type !== "TSTypeLiteral" && children(type).some(holdsFunction));
