import type { Declaration } from "../../language.ts";
import type { Held } from "../../study.ts";
import { docstringBefore } from "./comments.ts";
import { parametersOf, typeText } from "./declarations.ts";
import { declared, startOf } from "./found.ts";
import { basesOf, listOf, membersOf } from "./class-members.ts";
import { isNode, type Node, type Tree, typeIn } from "./parse.ts";

const bearers = new Set(
  "ClassDeclaration ClassExpression TSInterfaceDeclaration TSTypeAliasDeclaration TSEnumDeclaration".split(
    " ",
  ),
);
const borne = new WeakMap<Tree, ReadonlyMap<number, Node>>();

/** Returns the class or type that begins at an offset. */
export function bearerAt(start: number, source: string, tree: Tree): Node | undefined {
  const known =
    borne.get(tree) ??
    new Map(
      declared(source, tree).flatMap((item) =>
        bearers.has(item.node.type) ? [[startOf(item), item.node]] : [],
      ),
    );
  borne.set(tree, known);
  return known.get(start);
}

/** Returns the fields of a class, an interface or an enum. */
export function heldBy(node: Node, source: string): Held {
  const text = source.slice(node.start, node.end);
  return {
    fields: membersOf(node, source).map(({ name, type, value }) => ({
      name,
      ...(type && { type }),
      ...(value && { default: value }),
    })),
    closed:
      basesOf(node, source).length === 0 && !/\bObject\.(?:assign|definePropert)|\bdeclare\b|\[/.test(text),
  };
}

interface Within {
  readonly source: string;
  readonly tree: Tree;
  /** Absent: those with their own docstrings. */
  readonly which?: "all" | undefined;
}

/** Returns signatures and fields in interfaces, object types, classes and enums. */
export function membersWithin(node: Node, on: Within): readonly Declaration[] {
  const { source, tree, which } = on;
  return listOf(node).flatMap((member) => {
    const key = member["key"] ?? member["id"];
    if (!isNode(key) || member["computed"]) return [];
    const { docstring } = docstringBefore(member.start, source, tree);
    const name = source.slice(key.start, key.end).replaceAll(/^["']|["']$/g, "");
    const type = typeIn(member["typeAnnotation"]);
    const within = type?.type === "TSTypeLiteral" ? membersWithin(type, on) : [];
    const deeper = within.map((declaration) => ({ ...declaration, name: `${name}.${declaration.name}` }));
    const isOpen = docstring && !closed.test(source.slice(docstring.range.start, docstring.range.end));
    if (!isOpen && which !== "all") return deeper;
    const ownMember = memberOf(member, source);
    return ownMember
      ? [
          {
            ...ownMember,
            name,
            ...(docstring && { docstring }),
            range: { start: member.start, end: member.end },
          },
          ...deeper,
        ]
      : deeper;
  });
}

const closed = /@(?:overload|inheritDoc|override|implements|ignore)\b/i;

/** Returns a signature as a method, and anything else as a field represented by a single parameter. */
function memberOf(member: Node, source: string): Omit<Declaration, "name" | "range"> | undefined {
  const nothing = { exported: true, raises: [], calls: [] };
  const type = typeIn(member["typeAnnotation"]);
  const signature =
    member.type === "TSMethodSignature"
      ? member
      : member.type === "TSPropertySignature" && type?.type === "TSFunctionType"
        ? type
        : undefined;
  if (signature) {
    const returns = typeText(
      signature["returnType"] ?? (signature === member ? member["typeAnnotation"] : undefined),
      source,
    );
    return {
      ...nothing,
      kind: "method",
      parameters: parametersOf(signature, source),
      ...(returns && { returns }),
    };
  }
  if (!["TSPropertySignature", "PropertyDefinition", "TSAbstractPropertyDefinition"].includes(member.type))
    return undefined;
  const stated = type && source.slice(type.start, type.end);
  const value = member["value"];
  if (isNode(value) && /Function/.test(value.type)) return undefined; // it is a separate declaration
  return {
    ...nothing,
    kind: "constant",
    parameters: [
      {
        name: "",
        ...(stated && { type: stated }),
        ...(isNode(value) && { default: source.slice(value.start, value.end) }),
        ...(member["optional"] === true && { optional: true }),
      },
    ],
  };
}
