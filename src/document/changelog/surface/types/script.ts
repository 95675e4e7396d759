import { type Dialect, isNode, type Node, nodesOf, parseEcmascript } from "../../../../code/index.ts";
import { nameOf, type Naming, orUndefined } from "./naming.ts";
import { genericsIn, typeOf, wayOf, within } from "./written.ts";
import type { Member, Shape, Shapes, Type } from "./type.ts";

const typed: readonly Dialect[] = ["ts", "tsx", "jsx"];
const plain: readonly Dialect[] = ["jsx", "ts"];

/** Returns the declarations of a TypeScript or JavaScript module. */
export function shapesOfScript(source: string, path: string): Shapes {
  const tree = parseEcmascript(source, /\.[cm]?tsx?$/.test(path) ? typed : plain);
  const found = new Map<string, Shape>();
  const naming: Naming = { source, generics: new Map() };
  for (const statement of tree ? nodesOf(tree.program["body"]) : []) {
    const inner = /^Export(?:Named|Default)Declaration$/.test(statement.type)
      ? statement["declaration"]
      : statement;
    if (isNode(inner)) put(inner, naming, found);
  }
  return found;
}

type Found = Map<string, Shape>;

function put(node: Node, naming: Naming, found: Found): void {
  const key = nameOf(node["id"]) || "default";
  if (node.type === "VariableDeclaration")
    for (const item of nodesOf(node["declarations"])) putValue(item, naming, found);
  else if (/^(?:FunctionDeclaration|TSDeclareFunction)$/.test(node.type))
    putCall(key, node, { naming, found });
  else if (node.type.startsWith("Class")) putClass(key, node, { naming, found });
  else if (node.type === "TSInterfaceDeclaration" || node.type === "TSTypeAliasDeclaration")
    putType(key, node, { naming, found });
  else if (node.type === "TSEnumDeclaration") found.set(key, { form: "enum" });
}

interface Into {
  readonly naming: Naming;
  readonly found: Found;
}

/** Records a call; after overloads, the implementation isn't visible. */
function putCall(key: string, node: Node, { naming, found }: Into): void {
  const before = found.get(key);
  const isHead = node.type === "TSDeclareFunction" || node.type === "TSEmptyBodyFunctionExpression";
  const known = before?.type?.is === "call" ? before.type.ways : [];
  if (known.length && !isHead) return;
  found.set(key, { ...before, form: "value", type: { is: "call", ways: [...known, wayOf(node, naming)] } });
}

function putValue(node: Node, naming: Naming, found: Found): void {
  const key = nameOf(node["id"]);
  const value = node["init"];
  const said = isNode(node["id"]) ? typeOf(node["id"]["typeAnnotation"], naming) : undefined;
  if (!key) return;
  if (said) found.set(key, { form: "value", type: said });
  else if (isNode(value) && /Function/.test(value.type)) putCall(key, value, { naming, found });
  else if (isNode(value) && value.type.startsWith("Class")) putClass(key, value, { naming, found });
  else found.set(key, { form: "value" });
}

function putClass(key: string, node: Node, { naming, found }: Into): void {
  const inner = within(naming, node);
  const base = node["superClass"];
  const bases = isNode(base)
    ? [{ is: "name" as const, name: naming.source.slice(base.start, base.end), given: [] }]
    : [];
  found.set(key, { form: "class", generics: genericsIn(node, naming), bases });
  const body = isNode(node["body"]) ? nodesOf(node["body"]["body"]) : [];
  let last = node["body"] && isNode(node["body"]) ? node["body"].start : node.start;
  for (const member of body) {
    const above = naming.source.slice(last, member.start);
    last = member.end;
    putMember(key, member, { naming: inner, found, isInternal: above.includes("@internal") });
  }
}

function putMember(owner: string, member: Node, into: Into & { readonly isInternal: boolean }): void {
  const { naming, found, isInternal } = into;
  const own = nameOf(member["key"]);
  const { accessibility, value, kind } = member;
  if (!own || own.startsWith("_") || member["computed"]) return;
  if (isNode(member["key"]) && member["key"].type === "PrivateIdentifier") return;
  if (accessibility === "private" || accessibility === "protected") return;
  const key = `${owner}.${own}`;
  const abstract = member.type.startsWith("TSAbstract") && { abstract: true };
  const flags = { ...abstract, ...(isInternal && { internal: true }) };
  if (isNode(value) && (kind === "get" || kind === "set")) {
    const type = wayOf(value, naming);
    const before = found.get(key);
    const said = kind === "get" ? type.gives : (before?.type ?? type.takes[0]?.type);
    found.set(key, {
      form: "value",
      ...(said && { type: said }),
      fixed: kind === "get" && !before,
      ...flags,
    });
  } else if (/Property/.test(member.type)) {
    const type = typeOf(member["typeAnnotation"], naming);
    const optional = member["optional"] === true;
    const isCall = isNode(value) && /Function/.test(value.type);
    if (!type && isCall) putCall(key, value, into);
    const before = isCall ? found.get(key) : undefined;
    found.set(key, {
      ...before,
      form: "value",
      ...(type && { type: optional ? orUndefined(type) : type }),
      optional,
      fixed: member["readonly"] === true,
      ...flags,
    });
  } else if (isNode(value)) {
    putCall(key, value, into);
    found.set(key, { ...found.get(key), form: "value", ...flags });
    if (kind === "constructor") putTakenFields(owner, value, into);
  }
}

/** Records a field declared by the constructor: `constructor(readonly size: number)`. */
function putTakenFields(owner: string, node: Node, { naming, found }: Into): void {
  for (const item of nodesOf(node["params"])) {
    const inner = item["parameter"];
    if (!isNode(inner) || item["accessibility"] === "private" || item["accessibility"] === "protected")
      continue;
    const target = inner.type === "AssignmentPattern" ? inner["left"] : inner;
    const type = isNode(target) ? typeOf(target["typeAnnotation"], naming) : undefined;
    const fixed = item["readonly"] === true;
    found.set(`${owner}.${nameOf(target)}`, { form: "value", ...(type && { type }), fixed });
  }
}

function putType(key: string, node: Node, { naming, found }: Into): void {
  const inner = within(naming, node);
  const isAlias = node.type === "TSTypeAliasDeclaration";
  const type = typeOf(isAlias ? node["typeAnnotation"] : node["body"], inner);
  const bases = nodesOf(node["extends"]).flatMap((node) => typeOf(node, inner) ?? []);
  const before = found.get(key);
  const both = before?.form === "type" && type ? merged(before.type, type) : type;
  found.set(key, {
    form: isAlias ? "alias" : "type",
    ...(both && { type: both }),
    generics: genericsIn(node, naming),
    bases: [...(before?.bases ?? []), ...bases],
  });
  for (const [own, member] of membersWithin(both)) found.set(`${key}.${own}`, { form: "member", ...member });
}

/** Merges the members of an interface that is declared twice. */
function merged(a: Type | undefined, b: Type): Type {
  if (a?.is !== "object" || b.is !== "object") return b;
  return { is: "object", members: new Map([...a.members, ...b.members]) };
}

/** Returns the members that a type lists itself. */
function membersWithin(type: Type | undefined): readonly (readonly [string, Member])[] {
  if (type?.is === "all") return type.of.flatMap(membersWithin);
  return type?.is === "object" ? [...type.members] : [];
}
