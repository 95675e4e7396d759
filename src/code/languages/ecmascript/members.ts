import type { Member, Study, Trait } from "../../study.ts";
import { isNode, type Node, nodesOf, parameterIn, typeIn } from "./parse.ts";
import { keyOf, oneLine } from "./shape.ts";

/** What stands in the body of a class, an interface, an object type or an enum. */
export function listOf(node: Node): readonly Node[] {
  const { body, members, typeAnnotation } = node as Record<string, unknown>;
  return [body, members, typeAnnotation].flatMap((one) =>
    Array.isArray(one)
      ? nodesOf(one)
      : isNode(one)
        ? [...nodesOf(one["body"]), ...nodesOf(one["members"])]
        : [],
  );
}

/** What a class, interface or enum holds. */
export function membersOf(node: Node, source: string): readonly Member[] {
  return listOf(node).flatMap((one) => {
    if (
      !["PropertyDefinition", "TSPropertySignature", "TSEnumMember", "TSAbstractPropertyDefinition"].includes(
        one.type,
      )
    )
      return [];
    const key = one["key"] ?? one["id"];
    if (
      !isNode(key) ||
      one["computed"] ||
      key.type === "PrivateIdentifier" ||
      one["accessibility"] === "private"
    )
      return [];
    const type = typeIn(one["typeAnnotation"]);
    const value = one["value"] ?? one["initializer"];
    return [
      {
        name: oneLine(source.slice(key.start, key.end)).replaceAll(/^["']|["']$/g, ""),
        optional: one["optional"] === true,
        ...(type && { type: oneLine(source.slice(type.start, type.end)) }),
        ...(isNode(value) && { value: oneLine(source.slice(value.start, value.end)) }),
      },
    ];
  });
}

export function basesOf(node: Node, source: string): readonly string[] {
  const { superClass, implements: kept, extends: wide } = node as Record<string, unknown>;
  return [...(isNode(superClass) ? [superClass] : []), ...nodesOf(wide), ...nodesOf(kept)].map((one) =>
    oneLine(source.slice(one.start, one.end)),
  );
}

export function traitsOf({ node, outer }: { readonly node: Node; readonly outer: Node }): readonly Trait[] {
  const traits: Trait[] = [];
  if (node["async"]) traits.push("async");
  if (node["generator"]) traits.push("generator");
  if (outer["static"]) traits.push("static");
  if (node["abstract"] || outer.type.startsWith("TSAbstract")) traits.push("abstract");
  if (outer["kind"] === "get") traits.push("getter");
  if (outer["kind"] === "set") traits.push("setter");
  if (node.type === "TSDeclareFunction" || node.type === "TSEmptyBodyFunctionExpression")
    traits.push("overload");
  return traits;
}

/** The names under which a function's parameters stand in its body, and the fields of those taken apart. */
export function parameterNames(
  node: Node,
  source: string,
): Pick<Study, "fields"> & { readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const fields: Record<number, { name: string; default?: string }[]> = {};
  nodesOf(node["params"]).forEach((parameter, place) => {
    const inner = parameterIn(parameter);
    const pattern = inner.type === "AssignmentPattern" && isNode(inner["left"]) ? inner["left"] : inner;
    const target =
      pattern.type === "RestElement" && isNode(pattern["argument"]) ? pattern["argument"] : pattern;
    if (target.type === "Identifier") names.add(String(target["name"]));
    if (target.type !== "ObjectPattern") return;
    fields[place] = nodesOf(target["properties"]).flatMap((one) => {
      if (one.type !== "Property" || one["computed"] || !isNode(one["key"])) return [];
      const held = one["value"];
      const value = isNode(held) && held.type === "AssignmentPattern" ? held["right"] : undefined;
      const local = isNode(held) && held.type === "AssignmentPattern" ? held["left"] : held;
      if (isNode(local) && local.type === "Identifier") names.add(String(local["name"]));
      return [
        {
          name: keyOf(one, source),
          ...(isNode(value) && { default: oneLine(source.slice(value.start, value.end)) }),
        },
      ];
    });
  });
  return { names, fields };
}
