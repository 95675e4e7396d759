import type { Declaration, Parameter } from "../../language.ts";
import { bodyFacts } from "./body.ts";
import { read } from "./jsdoc.ts";
import { isNode, type Node, nodesOf, type Tree } from "./parse.ts";

interface Context {
  readonly source: string;
  readonly tree: Tree;
  /** Names that an `export { … }` list or CommonJS exports elsewhere in the file. */
  readonly listed: ReadonlySet<string>;
}

export function declarationsOf(source: string, tree: Tree): readonly Declaration[] {
  const body = nodesOf(tree.program["body"]);
  const context = { source, tree, listed: new Set(body.flatMap(exportedNames)) };
  return body.flatMap((statement) => ofStatement(statement, context));
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  if (typeof node["name"] === "string") return node["name"];
  return typeof node["value"] === "string" ? node["value"] : "";
};

function exportedNames(statement: Node): readonly string[] {
  if (statement.type === "ExportNamedDeclaration" && !statement["source"])
    return nodesOf(statement["specifiers"]).map((one) => nameOf(one["local"]));
  if (statement.type === "ExportDefaultDeclaration") return [nameOf(statement["declaration"])];
  const expression = statement["expression"];
  if (!isNode(expression) || expression.type !== "AssignmentExpression") return [];
  const [left, right] = [expression["left"], expression["right"]];
  if (!isNode(left) || !isNode(right) || left.type !== "MemberExpression") return [];
  const target = nameOf(left["object"]);
  if (target !== "exports" && target !== "module" && !isModuleExports(left["object"])) return [];
  if (right.type === "ObjectExpression")
    return nodesOf(right["properties"]).map((one) => nameOf(one["value"]));
  return [nameOf(right)];
}

const isModuleExports = (node: unknown): boolean =>
  isNode(node) && node.type === "MemberExpression" && nameOf(node["object"]) === "module";

function ofStatement(statement: Node, context: Context): readonly Declaration[] {
  const exported =
    statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
  const inner = exported ? statement["declaration"] : statement;
  return isNode(inner) ? ofDeclaration(inner, { outer: statement, exported }, context) : [];
}

interface Placed {
  readonly outer: Node;
  readonly exported: boolean;
}

const kinds: Readonly<Record<string, Declaration["kind"]>> = {
  FunctionDeclaration: "function",
  TSDeclareFunction: "function",
  ArrowFunctionExpression: "function",
  FunctionExpression: "function",
  ClassDeclaration: "class",
  ClassExpression: "class",
  TSInterfaceDeclaration: "type",
  TSTypeAliasDeclaration: "type",
  TSEnumDeclaration: "type",
};

function ofDeclaration(node: Node, { outer, exported }: Placed, context: Context): readonly Declaration[] {
  if (node.type === "VariableDeclaration")
    return nodesOf(node["declarations"]).flatMap((one) => ofVariable(one, { outer, exported }, context));
  const kind = kinds[node.type];
  if (!kind) return [];
  const name = nameOf(node["id"]) || "default";
  const open = exported || context.listed.has(name);
  const own = make(node, { kind, name, outer, exported: open }, context);
  return kind === "class" ? [own, ...members(node, name, { open, context })] : [own];
}

function ofVariable(node: Node, { outer, exported }: Placed, context: Context): readonly Declaration[] {
  const name = nameOf(node["id"]);
  if (!name) return [];
  const { init } = node as { init?: unknown };
  const value = isNode(init) ? init : undefined;
  const kind = (value && kinds[value.type]) ?? "constant";
  const open = exported || context.listed.has(name);
  const own = make(value ?? node, { kind, name, outer, exported: open }, context);
  return kind === "class" && value ? [own, ...members(value, name, { open, context })] : [own];
}

function members(
  node: Node,
  owner: string,
  { open, context }: { open: boolean; context: Context },
): readonly Declaration[] {
  const body = node["body"];
  return nodesOf(isNode(body) ? body["body"] : []).flatMap((member) => {
    if (member.type !== "MethodDefinition" && member.type !== "TSAbstractMethodDefinition") return [];
    const { value, key, accessibility } = member as {
      value?: unknown;
      key?: unknown;
      accessibility?: unknown;
    };
    const name = nameOf(key);
    if (!isNode(value) || !name || member["computed"]) return [];
    const hidden =
      accessibility === "private" ||
      accessibility === "protected" ||
      (isNode(key) && key.type === "PrivateIdentifier");
    return [
      make(
        value,
        { kind: "method", name: `${owner}.${name}`, outer: member, exported: open && !hidden },
        context,
      ),
    ];
  });
}

interface Head {
  readonly kind: Declaration["kind"];
  readonly name: string;
  readonly outer: Node;
  readonly exported: boolean;
}

function make(node: Node, { kind, name, outer, exported }: Head, { source, tree }: Context): Declaration {
  const decorators = nodesOf(outer["decorators"]).concat(nodesOf(node["decorators"]));
  const start = Math.min(outer.start, ...decorators.map((one) => one.start));
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
    ...(callable ? bodyFacts(node, source) : { raises: [], calls: [] }),
  };
}

/** A JSDoc comment with only space between it and the declaration. */
function docstringBefore(start: number, source: string, { comments }: Tree): Pick<Declaration, "docstring"> {
  const found = comments.findLast(
    (comment) => comment.end <= start && source.slice(comment.end, start).trim() === "",
  );
  if (!found?.block || !found.value.startsWith("*")) return {};
  return { docstring: { range: { start: found.start, end: found.end }, doc: read(found.value) } };
}

function typeText(annotation: unknown, source: string): string | undefined {
  const inner = isNode(annotation) ? annotation["typeAnnotation"] : undefined;
  return isNode(inner) ? source.slice(inner.start, inner.end) : undefined;
}

function parametersOf(node: Node, source: string): readonly Parameter[] {
  const { params } = node as { params?: unknown };
  return nodesOf(params).map((parameter) => {
    const inner = isNode(parameter["parameter"]) ? parameter["parameter"] : parameter; // of a constructor's property
    const pattern = inner.type === "AssignmentPattern" && isNode(inner["left"]) ? inner["left"] : inner;
    const value = inner.type === "AssignmentPattern" ? inner["right"] : undefined;
    const target =
      pattern.type === "RestElement" && isNode(pattern["argument"]) ? pattern["argument"] : pattern;
    const type = typeText(pattern["typeAnnotation"] ?? target["typeAnnotation"], source);
    const end = isNode(target["typeAnnotation"]) ? target["typeAnnotation"].start : target.end;
    return {
      name: nameOf(target) || source.slice(target.start, end),
      ...(type && { type }),
      ...(isNode(value) && { default: source.slice(value.start, value.end) }),
    };
  });
}
