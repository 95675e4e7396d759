import type { Member, Study, Trait } from "../../study.ts";
import { isNode, type Node, nodesOf, parameterIn, typeIn } from "./parse.ts";
import { keyOf, oneLine } from "./shape.ts";

/** Returns the body nodes of a class, an interface, an object type or an enum. */
export function listOf(node: Node): readonly Node[] {
  const { body, members, typeAnnotation } = node as Record<string, unknown>;
  return [body, members, typeAnnotation].flatMap((item) =>
    Array.isArray(item)
      ? nodesOf(item)
      : isNode(item)
        ? [...nodesOf(item["body"]), ...nodesOf(item["members"])]
        : [],
  );
}

/** Returns the members of a class, interface or enum. */
export function membersOf(node: Node, source: string): readonly Member[] {
  return listOf(node).flatMap((node) => {
    if (
      !["PropertyDefinition", "TSPropertySignature", "TSEnumMember", "TSAbstractPropertyDefinition"].includes(
        node.type,
      )
    )
      return [];
    const key = node["key"] ?? node["id"];
    if (
      !isNode(key) ||
      node["computed"] ||
      key.type === "PrivateIdentifier" ||
      node["accessibility"] === "private"
    )
      return [];
    const type = typeIn(node["typeAnnotation"]);
    const value = node["value"] ?? node["initializer"];
    return [
      {
        name: oneLine(source.slice(key.start, key.end)).replaceAll(/^["']|["']$/g, ""),
        optional: node["optional"] === true,
        ...(type && { type: oneLine(source.slice(type.start, type.end)) }),
        ...(isNode(value) && { value: oneLine(source.slice(value.start, value.end)) }),
      },
    ];
  });
}

export function basesOf(node: Node, source: string): readonly string[] {
  const { superClass, implements: interfaces, extends: wide } = node as Record<string, unknown>;
  return [...(isNode(superClass) ? [superClass] : []), ...nodesOf(wide), ...nodesOf(interfaces)].map((node) =>
    oneLine(source.slice(node.start, node.end)),
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

/** Returns the names of a function's parameters in its body, and the fields of destructured ones. */
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
    fields[place] = nodesOf(target["properties"]).flatMap((node) => {
      if (node.type !== "Property" || node["computed"] || !isNode(node["key"])) return [];
      const raw = node["value"];
      const value = isNode(raw) && raw.type === "AssignmentPattern" ? raw["right"] : undefined;
      const local = isNode(raw) && raw.type === "AssignmentPattern" ? raw["left"] : raw;
      if (isNode(local) && local.type === "Identifier") names.add(String(local["name"]));
      return [
        {
          name: keyOf(node, source),
          ...(isNode(value) && { default: oneLine(source.slice(value.start, value.end)) }),
        },
      ];
    });
  });
  return { names, fields };
}
