import { functions, isNode, type Node, nodesOf } from "../parse.ts";
import { commentAt, type File, isHidden, speaks, tellsOf } from "./comments.ts";
import { type Listed, literalsIn, memberName, nameOf } from "./types.ts";
import { insideFunction, insideValue, plain } from "./values.ts";

/** Returns a class's non-private members: fields, each overload of a method, each getter and setter. */
export function membersOfClass(node: Node, file: File): readonly Listed[] {
  const body = node["body"];
  const members = nodesOf(isNode(body) ? body["body"] : []).filter((node) => !isPrivate(node));
  const named = Map.groupBy(members, (node) => `${String(node["static"])} ${nameOf(node["key"])}`);
  return members.flatMap((member) => {
    const alike = named.get(`${String(member["static"])} ${nameOf(member["key"])}`) ?? [];
    return ofMember(member, { alike, file });
  });
}

const isPrivate = ({
  accessibility,
  key,
}: Node & { readonly accessibility?: unknown; readonly key?: unknown }): boolean =>
  accessibility === "private" || (isNode(key) && key.type === "PrivateIdentifier");

const isMethod = ({ type }: Node): boolean =>
  type === "MethodDefinition" || type === "TSAbstractMethodDefinition";
const withoutBody = ({ value }: Node & { readonly value?: unknown }): boolean =>
  isNode(value) && value.type === "TSEmptyBodyFunctionExpression";

function ofMember(member: Node, { alike, file }: { alike: readonly Node[]; file: File }): readonly Listed[] {
  const { key, value } = member as { key?: unknown; value?: unknown };
  if (!isNode(key) || member.type === "StaticBlock") return [];
  if (member["kind"] === "constructor") return isNode(value) ? ofConstructor(member, value, file) : [];
  if (!memberName(member, file)) return [];
  const own = commentAt(member.start, file);
  if (isHidden(own)) return [];
  const overloads = alike.filter((node) => isMethod(node) && withoutBody(node) && node["kind"] === "method");
  const abstract = member.type === "TSAbstractMethodDefinition";
  if (isMethod(member) && overloads.length && !withoutBody(member) && !abstract) return [];
  const shared =
    isMethod(member) && overloads.length ? [overloads[0], alike.find((node) => !withoutBody(node))] : [];
  const comments = [
    own,
    ...shared
      .concat(member["kind"] === "set" ? alike : [])
      .map((node) => node && commentAt(node.start, file)),
  ];
  const made = plain(value);
  const arrow = made?.type === "ArrowFunctionExpression" ? made : undefined; // TypeDoc treats it as a method
  const row: Listed = {
    name: memberName(member, file),
    at: arrow && !member["typeAnnotation"] ? arrow.start : key.start,
    documented: comments.some(speaks),
    member: member["static"] ? "static" : "instance",
    own,
    inner: insideMember(member, file),
  };
  return member.type === "AccessorProperty" ? [row, { ...row, inner: [] }] : [row];
}

function insideMember(member: Node, file: File): readonly Listed[] {
  const { value } = member as { value?: unknown };
  if (isMethod(member)) return isNode(value) && member["kind"] !== "set" ? insideFunction(value, file) : [];
  if (member["typeAnnotation"]) return literalsIn(member["typeAnnotation"], file);
  const made = plain(value);
  return made && functions.has(made.type) ? insideFunction(made, file) : insideValue(value, file);
}

/** Returns constructor parameters that declare fields. */
function ofConstructor(member: Node, value: Node, file: File): readonly Listed[] {
  const comment = commentAt(member.start, file);
  const { params } = value as { params?: unknown };
  return nodesOf(params).flatMap((node): readonly Listed[] => {
    if (
      node.type !== "TSParameterProperty" ||
      node["accessibility"] === "private" ||
      !isNode(node["parameter"])
    )
      return [];
    const inner = node["parameter"];
    const target = inner.type === "AssignmentPattern" && isNode(inner["left"]) ? inner["left"] : inner;
    const name = nameOf(target);
    const own = commentAt(node.start, file);
    return [
      {
        name,
        at: target.start,
        documented: speaks(own) || tellsOf(name, comment),
        member: "instance",
        own,
        inner: literalsIn(target["typeAnnotation"], file),
      },
    ];
  });
}
