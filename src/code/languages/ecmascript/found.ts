import type { Declaration } from "../../language.ts";
import { isNode, type Node, nodesOf, type Tree } from "./parse.ts";
import { bare } from "./shape.ts";

interface Context {
  readonly source: string;
  readonly tree: Tree;
  /** Names that an `export { … }` list or CommonJS exports elsewhere in the file. */
  readonly listed: ReadonlySet<string>;
  /** Names whose members may be declared by assignment. */
  readonly owners: ReadonlySet<string>;
}

/** A declaration with its nodes in the tree. */
export interface Found {
  readonly kind: Declaration["kind"];
  readonly name: string;
  /** The function, class or value. */
  readonly node: Node;
  /** The enclosing statement or member. */
  readonly outer: Node;
  readonly exported: boolean;
}

const found = new WeakMap<Tree, readonly Found[]>();

export function declared(source: string, tree: Tree): readonly Found[] {
  const known = found.get(tree);
  if (known) return known;
  const body = nodesOf(tree.program["body"]);
  const context = {
    source,
    tree,
    listed: new Set(body.flatMap(exportedNames)),
    owners: new Set(body.flatMap(ownersIn)),
  };
  const all = body.flatMap((statement) => ofStatement(statement, context));
  found.set(tree, all);
  return all;
}

export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  if (typeof node["name"] === "string") return node["name"];
  return typeof node["value"] === "string" ? node["value"] : "";
};

/**
 * Returns the name of the module's main export: `export default box`, `export { box as default }`,
 * `module.exports = box`, `export = box`.
 */
export function mainOf(tree: Tree): string {
  for (const statement of nodesOf(tree.program["body"])) {
    const { type, declaration, specifiers, expression } = statement;
    if (type === "ExportDefaultDeclaration" && isNode(declaration))
      return nameOf(declaration) || nameOf(declaration["id"]);
    if (type === "TSExportAssignment") return nameOf(expression);
    const listed =
      type === "ExportNamedDeclaration" && !statement["source"]
        ? nodesOf(specifiers).find((node) => nameOf(node["exported"]) === "default")
        : undefined;
    if (listed) return nameOf(listed["local"]);
    const assigned = commonExport(statement);
    if (assigned?.name === "default") return nameOf(assigned.right) || nameOf(assigned.right["id"]);
  }
  return "";
}

function exportedNames(statement: Node): readonly string[] {
  if (statement.type === "ExportNamedDeclaration" && !statement["source"])
    return nodesOf(statement["specifiers"]).map((node) => nameOf(node["local"]));
  if (statement.type === "ExportDefaultDeclaration") return [nameOf(statement["declaration"])];
  if (statement.type === "VariableDeclaration")
    return nodesOf(statement["declarations"]).flatMap((node) =>
      exportsInPassing(node["init"]) ? [nameOf(node["id"])] : [],
    );
  const assigned = commonExport(statement);
  if (!assigned) return [];
  if (assigned.right.type === "ObjectExpression")
    return nodesOf(assigned.right["properties"]).map((node) => nameOf(node["value"]));
  return [nameOf(assigned.right)];
}

/** `var app = (exports = module.exports = {})` */
function exportsInPassing(value: unknown): boolean {
  if (!isNode(value) || value.type !== "AssignmentExpression") return false;
  return isModuleExports(value["left"]) || exportsInPassing(value["right"]);
}

/** Parses `exports.name = …`, `module.exports = …`, `module.exports.name = …`. */
function commonExport(statement: Node): { readonly name: string; readonly right: Node } | undefined {
  const expression = statement["expression"];
  if (!isNode(expression) || expression.type !== "AssignmentExpression") return undefined;
  const [left, right] = [expression["left"], bare(expression["right"])];
  if (!isNode(left) || !right || left.type !== "MemberExpression" || left["computed"]) return undefined;
  if (isModuleExports(left)) return { name: "default", right };
  const target = nameOf(left["object"]);
  if (target !== "exports" && !isModuleExports(left["object"])) return undefined;
  return { name: nameOf(left["property"]), right };
}

const isModuleExports = (node: unknown): boolean =>
  isNode(node) &&
  node.type === "MemberExpression" &&
  nameOf(node["object"]) === "module" &&
  nameOf(node["property"]) === "exports";

function ofStatement(statement: Node, context: Context): readonly Found[] {
  const exported =
    statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
  const inner = exported ? statement["declaration"] : statement;
  if (!isNode(inner)) return [];
  const declaration = ofDeclaration(inner, { outer: statement, exported }, context);
  if (declaration.length) return declaration;
  if (statement.type === "ExportDefaultDeclaration") return ofValue("default", bare(inner), statement);
  const assigned = commonExport(statement);
  return assigned ? ofValue(assigned.name, assigned.right, statement) : assignedMember(statement, context);
}

/** Finds members assigned to a declared name: `Box.prototype.open = function …`, `box.open = function …`. */
function assignedMember(statement: Node, { listed, owners }: Context): readonly Found[] {
  const expression = statement["expression"];
  if (!isNode(expression) || expression.type !== "AssignmentExpression") return [];
  const left = expression["left"];
  const value = bare(expression["right"]);
  if (!value || kinds[value.type] !== "function" || !isNode(left) || left.type !== "MemberExpression")
    return [];
  const { object } = left;
  const isMember =
    isNode(object) && object.type === "MemberExpression" && nameOf(object["property"]) === "prototype";
  const owner = nameOf(isMember ? object["object"] : object);
  const key = nameOf(left["property"]);
  if (!owner || !key || left["computed"] || !owners.has(owner)) return [];
  return [
    {
      kind: "method",
      name: `${owner}.${key}`,
      node: value,
      outer: statement,
      exported: listed.has(owner) && !key.startsWith("_"),
    },
  ];
}

/** Returns the names of the functions, classes and constants that a statement declares. */
function ownersIn(statement: Node): readonly string[] {
  if (/^(?:Function|Class)Declaration$/.test(statement.type)) return [nameOf(statement["id"])];
  if (statement.type !== "VariableDeclaration") return [];
  return nodesOf(statement["declarations"]).map((node) => nameOf(node["id"]));
}

/** Finds what a value exports: a function, a class, or an object with methods. */
function ofValue(as: string, value: Node | undefined, outer: Node): readonly Found[] {
  if (!value || value.type === "Identifier") return [];
  if (
    value.type === "ObjectExpression" &&
    nodesOf(value["properties"]).every((node) => node["shorthand"] === true)
  )
    return [];
  const kind = kinds[value.type] ?? "constant";
  const name = nameOf(value["id"]) || as;
  const declaration: Found = { kind, name, node: value, outer, exported: true };
  if (kind === "class") return [declaration, ...members(value, name, true)];
  if (value.type !== "ObjectExpression")
    return kind === "constant" && value.type !== "CallExpression" ? [] : [declaration];
  return [declaration, ...methods(value, name, true)];
}

function methods(value: Node, owner: string, open: boolean): readonly Found[] {
  return nodesOf(value["properties"]).flatMap((node) => {
    const key = nameOf(node["key"]);
    const member = node["value"];
    if (node.type !== "Property" || node["computed"] || !key || !isNode(member)) return [];
    if (member.type === "ObjectExpression") return methods(member, `${owner}.${key}`, false);
    if (kinds[member.type] !== "function") return [];
    return [{ kind: "method", name: `${owner}.${key}`, node: member, outer: node, exported: open }];
  });
}

interface Placed {
  readonly outer: Node;
  readonly exported: boolean;
}

export const kinds: Readonly<Record<string, Declaration["kind"]>> = {
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

function ofDeclaration(node: Node, { outer, exported }: Placed, context: Context): readonly Found[] {
  if (node.type === "VariableDeclaration")
    return nodesOf(node["declarations"]).flatMap((node) => ofVariable(node, { outer, exported }, context));
  const kind = kinds[node.type];
  if (!kind) return [];
  const name = nameOf(node["id"]) || "default";
  const open = exported || context.listed.has(name);
  const declaration: Found = { kind, name, node, outer, exported: open };
  return kind === "class" ? [declaration, ...members(node, name, open)] : [declaration];
}

function ofVariable(node: Node, { outer, exported }: Placed, context: Context): readonly Found[] {
  const name = nameOf(node["id"]);
  if (!name) return [];
  const value = bare((node as { init?: unknown }).init);
  const kind = (value && kinds[value.type]) ?? "constant";
  const open = exported || context.listed.has(name);
  const declaration: Found = {
    kind,
    name,
    node: kind === "constant" ? node : (value ?? node),
    outer,
    exported: open,
  };
  if (kind === "class" && value) return [declaration, ...members(value, name, open)];
  return value?.type === "ObjectExpression" ? [declaration, ...methods(value, name, open)] : [declaration];
}

function members(node: Node, owner: string, open: boolean): readonly Found[] {
  const body = node["body"];
  return nodesOf(isNode(body) ? body["body"] : []).flatMap((member) => {
    const { value, key, accessibility } = member as {
      value?: unknown;
      key?: unknown;
      accessibility?: unknown;
    };
    const name = nameOf(key);
    if (!isNode(value) || !name || member["computed"]) return [];
    const method = member.type === "MethodDefinition" || member.type === "TSAbstractMethodDefinition";
    if (!method && !(member.type === "PropertyDefinition" && kinds[value.type] === "function")) return [];
    const hidden =
      accessibility === "private" ||
      accessibility === "protected" ||
      name.startsWith("_") ||
      (isNode(key) && key.type === "PrivateIdentifier");
    return [
      { kind: "method", name: `${owner}.${name}`, node: value, outer: member, exported: open && !hidden },
    ];
  });
}

export const startOf = ({ node, outer }: Found): number =>
  Math.min(
    outer.start,
    ...nodesOf(outer["decorators"])
      .concat(nodesOf(node["decorators"]))
      .map((node) => node.start),
  );
