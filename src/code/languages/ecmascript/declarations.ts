import { type Declaration, docstringOf, type Parameter } from "../../language.ts";
import type { Study, Trait } from "../../study.ts";
import { bodyFacts } from "./body.ts";
import { read } from "./jsdoc.ts";
import { callee, isNode, type Node, nodesOf, type Tree } from "./parse.ts";
import { typeName } from "./raised.ts";
import { runsOf, wrapping } from "./runs.ts";
import { basesOf, bare, membersOf, parameterNames, shapeOf, studyBody, traitsOf } from "./study.ts";

interface Context {
  readonly source: string;
  readonly tree: Tree;
  /** Names that an `export { … }` list or CommonJS exports elsewhere in the file. */
  readonly listed: ReadonlySet<string>;
  /** Names whose members may be declared by assignments. */
  readonly owners: ReadonlySet<string>;
}

/** A declaration as it stands in the tree. */
interface Found {
  readonly kind: Declaration["kind"];
  readonly name: string;
  /** The function, the class, the value. */
  readonly node: Node;
  /** The statement or member that holds it. */
  readonly outer: Node;
  readonly exported: boolean;
}

const found = new WeakMap<Tree, readonly Found[]>();

function declared(source: string, tree: Tree): readonly Found[] {
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

const made = new WeakMap<Tree, readonly Declaration[]>();

export function declarationsOf(source: string, tree: Tree): readonly Declaration[] {
  const known = made.get(tree) ?? declared(source, tree).map((one) => make(one, source, tree));
  made.set(tree, known);
  return known;
}

/** In the same order. */
export const traitsIn = (source: string, tree: Tree): readonly ReadonlySet<Trait>[] => {
  const all = declared(source, tree);
  const whole = wholeOf(tree, all);
  return all.map((one) => placed(one, source, whole));
};

/** In the same order. */
export const studiesOf = (source: string, tree: Tree): readonly Study[] => {
  const all = declared(source, tree);
  const whole = wholeOf(tree, all);
  return all.map((one) => study(one, source, whole));
};

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  if (typeof node["name"] === "string") return node["name"];
  return typeof node["value"] === "string" ? node["value"] : "";
};

function exportedNames(statement: Node): readonly string[] {
  if (statement.type === "ExportNamedDeclaration" && !statement["source"])
    return nodesOf(statement["specifiers"]).map((one) => nameOf(one["local"]));
  if (statement.type === "ExportDefaultDeclaration") return [nameOf(statement["declaration"])];
  if (statement.type === "VariableDeclaration")
    return nodesOf(statement["declarations"]).flatMap((one) =>
      exportsInPassing(one["init"]) ? [nameOf(one["id"])] : [],
    );
  const assigned = commonExport(statement);
  if (!assigned) return [];
  if (assigned.right.type === "ObjectExpression")
    return nodesOf(assigned.right["properties"]).map((one) => nameOf(one["value"]));
  return [nameOf(assigned.right)];
}

/** `var app = (exports = module.exports = {})` */
function exportsInPassing(value: unknown): boolean {
  if (!isNode(value) || value.type !== "AssignmentExpression") return false;
  return isModuleExports(value["left"]) || exportsInPassing(value["right"]);
}

/** `exports.name = …`, `module.exports = …`, `module.exports.name = …`. */
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

/** `Box.prototype.open = function …`, `box.open = function …` of a name that the file declares. */
function assignedMember(statement: Node, { listed, owners }: Context): readonly Found[] {
  const expression = statement["expression"];
  if (!isNode(expression) || expression.type !== "AssignmentExpression") return [];
  const left = expression["left"];
  const value = bare(expression["right"]);
  if (!value || kinds[value.type] !== "function" || !isNode(left) || left.type !== "MemberExpression")
    return [];
  const { object } = left;
  const held =
    isNode(object) && object.type === "MemberExpression" && nameOf(object["property"]) === "prototype";
  const owner = nameOf(held ? object["object"] : object);
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

/** The functions, classes and constants that a statement declares. */
function ownersIn(statement: Node): readonly string[] {
  if (/^(?:Function|Class)Declaration$/.test(statement.type)) return [nameOf(statement["id"])];
  if (statement.type !== "VariableDeclaration") return [];
  return nodesOf(statement["declarations"]).map((one) => nameOf(one["id"]));
}

/** What is exported as a value: a function, a class, an object with methods. */
function ofValue(as: string, value: Node | undefined, outer: Node): readonly Found[] {
  if (!value || value.type === "Identifier") return [];
  if (
    value.type === "ObjectExpression" &&
    nodesOf(value["properties"]).every((one) => one["shorthand"] === true)
  )
    return [];
  const kind = kinds[value.type] ?? "constant";
  const name = nameOf(value["id"]) || as;
  const own: Found = { kind, name, node: value, outer, exported: true };
  if (kind === "class") return [own, ...members(value, name, true)];
  if (value.type !== "ObjectExpression")
    return kind === "constant" && value.type !== "CallExpression" ? [] : [own];
  return [own, ...methods(value, name, true)];
}

function methods(value: Node, owner: string, open: boolean): readonly Found[] {
  return nodesOf(value["properties"]).flatMap((one) => {
    const key = nameOf(one["key"]);
    const held = one["value"];
    if (
      one.type !== "Property" ||
      one["computed"] ||
      !key ||
      !isNode(held) ||
      kinds[held.type] !== "function"
    )
      return [];
    return [{ kind: "method", name: `${owner}.${key}`, node: held, outer: one, exported: open }];
  });
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

function ofDeclaration(node: Node, { outer, exported }: Placed, context: Context): readonly Found[] {
  if (node.type === "VariableDeclaration")
    return nodesOf(node["declarations"]).flatMap((one) => ofVariable(one, { outer, exported }, context));
  const kind = kinds[node.type];
  if (!kind) return [];
  const name = nameOf(node["id"]) || "default";
  const open = exported || context.listed.has(name);
  const own: Found = { kind, name, node, outer, exported: open };
  return kind === "class" ? [own, ...members(node, name, open)] : [own];
}

function ofVariable(node: Node, { outer, exported }: Placed, context: Context): readonly Found[] {
  const name = nameOf(node["id"]);
  if (!name) return [];
  const value = bare((node as { init?: unknown }).init);
  const kind = (value && kinds[value.type]) ?? "constant";
  const open = exported || context.listed.has(name);
  const own: Found = {
    kind,
    name,
    node: kind === "constant" ? node : (value ?? node),
    outer,
    exported: open,
  };
  if (kind === "class" && value) return [own, ...members(value, name, open)];
  return value?.type === "ObjectExpression" && open ? [own, ...methods(value, name, open)] : [own];
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
      (isNode(key) && key.type === "PrivateIdentifier");
    return [
      { kind: "method", name: `${owner}.${name}`, node: value, outer: member, exported: open && !hidden },
    ];
  });
}

const startOf = ({ node, outer }: Found): number =>
  Math.min(
    outer.start,
    ...nodesOf(outer["decorators"])
      .concat(nodesOf(node["decorators"]))
      .map((one) => one.start),
  );

function make(one: Found, source: string, tree: Tree): Declaration {
  const { kind, name, node, outer, exported } = one;
  const start = startOf(one);
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
    ...(callable ? ownFacts(node, source) : wrappedFacts(node, source)),
    ...(kind === "class" && {
      bases: basesOf(node, source).map((base) => base.replace(/<[\s\S]*$/, "")),
      fields: fieldsOf(node),
    }),
    ...(outer["kind"] === "get" && { getter: true }),
    ...(outer["kind"] === "set" && { setter: true }),
  };
}

function ownFacts(node: Node, source: string): Pick<Declaration, "raises" | "calls"> {
  const shown = bodyFacts(node, source);
  return { ...shown.facts, ...runsOf(node, source, shown) };
}

/** Of `const f = wrap(async () => …)`: what the function within throws and calls; of `const GONE = new NotFound()` its class. */
function wrappedFacts(
  node: Node,
  source: string,
): Pick<Declaration, "raises" | "calls" | "gives" | "within"> {
  const value = bare(node.type === "VariableDeclarator" ? node["init"] : node);
  const nothing = { raises: [], calls: [] };
  if (value?.type === "NewExpression" && nameOf(value["callee"]))
    return { ...nothing, gives: [nameOf(value["callee"])] };
  const within = value?.type === "CallExpression" ? wrapping(value) : [];
  if (!value || (within.length === 0 && !isWrapped(value))) return nothing;
  const { facts } = bodyFacts({ type: "", start: value.start, end: value.end, body: value }, source, value);
  return { ...facts, ...(within.length && { within }) };
}

const isWrapped = (value: Node): boolean =>
  value.type === "CallExpression" &&
  nodesOf(value["arguments"]).some((one) => kinds[one.type] === "function");

/** The classes of a class's fields: annotated, made in place, or taken or made by the constructor. */
function fieldsOf(node: Node): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const body = node["body"];
  for (const member of nodesOf(isNode(body) ? body["body"] : [])) {
    const value = member["value"];
    const made = isNode(value) && value.type === "NewExpression" ? nameOf(value["callee"]) : "";
    const type = typeName(member["typeAnnotation"]) || made;
    if (member.type === "PropertyDefinition" && type) found[nameOf(member["key"])] = type;
    if (member.type !== "MethodDefinition" || member["kind"] !== "constructor" || !isNode(value)) continue;
    for (const parameter of nodesOf(value["params"])) {
      const inner = isNode(parameter["parameter"]) ? parameter["parameter"] : parameter;
      const own = typeName(inner["typeAnnotation"]);
      if (own) found[nameOf(inner)] ??= own;
    }
    for (const statement of isNode(value["body"]) ? nodesOf(value["body"]["body"]) : []) {
      const { left, right } = isNode(statement["expression"]) ? statement["expression"] : statement;
      const [, name = ""] = /^this\.(\w+)$/.exec(callee(left)) ?? [];
      if (name && isNode(right) && right.type === "NewExpression") found[name] ??= nameOf(right["callee"]);
    }
  }
  return found;
}

/** JSDoc that is about the file or about a type of its own. */
const foreign = /@(?:file|fileoverview|module|packageDocumentation|license|copyright|typedef|callback)\b/;

/** The comments between a declaration and the code before it, the nearest first. */
export function commentsBefore(
  start: number,
  source: string,
  { comments }: Tree,
): readonly Tree["comments"][number][] {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const run: Tree["comments"][number][] = [];
  for (let [at, end] = [low - 1, start]; at >= 0; at--) {
    const comment = comments[at];
    if (!comment || source.slice(comment.end, end).trim() !== "") break;
    run.push(comment);
    end = comment.start;
  }
  return run;
}

const isDoc = ({ block, value }: Tree["comments"][number]): boolean =>
  block && value.startsWith("*") && !value.startsWith("**");

function docstringBefore(start: number, source: string, tree: Tree): Pick<Declaration, "docstring"> {
  const doc = commentsBefore(start, source, tree).find(isDoc);
  if (!doc || foreign.test(doc.value)) return {};
  return { docstring: docstringOf({ start: doc.start, end: doc.end }, () => read(doc.value)) };
}

function typeText(annotation: unknown, source: string): string | undefined {
  const inner = isNode(annotation) ? annotation["typeAnnotation"] : undefined;
  return isNode(inner) ? source.slice(inner.start, inner.end) : undefined;
}

function parametersOf(node: Node, source: string): readonly Parameter[] {
  const { params } = node as { params?: unknown };
  return nodesOf(params).flatMap((parameter) => {
    const inner = isNode(parameter["parameter"]) ? parameter["parameter"] : parameter; // of a constructor's property
    const pattern = inner.type === "AssignmentPattern" && isNode(inner["left"]) ? inner["left"] : inner;
    const value = inner.type === "AssignmentPattern" ? inner["right"] : undefined;
    const target =
      pattern.type === "RestElement" && isNode(pattern["argument"]) ? pattern["argument"] : pattern;
    if (nameOf(target) === "this") return []; // a type only
    const type = typeText(pattern["typeAnnotation"] ?? target["typeAnnotation"], source);
    const end = isNode(target["typeAnnotation"]) ? target["typeAnnotation"].start : target.end;
    return [
      {
        name: nameOf(target) || source.slice(target.start, end),
        ...(type && { type }),
        ...(isNode(value) && { default: source.slice(value.start, value.end) }),
        ...(pattern.type === "RestElement" && { rest: true }),
        ...((pattern["optional"] === true || target["optional"] === true) && { optional: true }),
      },
    ];
  });
}

const closed = /@(?:type|overload|inheritDoc|override|implements|ignore|internal)\b/i;

interface Whole {
  readonly tree: Tree;
  /** The first declaration of a name. */
  readonly first: ReadonlyMap<string, Found>;
  /** The declarations of a statement. */
  readonly beside: ReadonlyMap<Node, readonly Found[]>;
}

const wholeOf = (tree: Tree, all: readonly Found[]): Whole => ({
  tree,
  first: new Map(all.toReversed().map((one) => [one.name, one])),
  beside: Map.groupBy(all, ({ outer }) => outer),
});

function placed(one: Found, source: string, whole: Whole): ReadonlySet<Trait> {
  const { kind, outer } = one;
  const { tree, first: firsts } = whole;
  const start = startOf(one);
  const above = commentsBefore(start, source, tree);
  const doc = above.find(isDoc);
  const line = source.lastIndexOf("\n", start - 1) + 1;
  const said = new Set<Trait>(traitsOf(one));
  if (doc && /@deprecated\b/.test(doc.value)) said.add("deprecated");
  if (doc && (foreign.test(doc.value) || closed.test(doc.value))) said.add("closed");
  if (source.slice(line, start).trim() !== "") said.add("crowded");
  const first = firsts.get(one.name);
  if (first && first !== one && !said.has("setter") && !said.has("getter")) said.add("alias");
  const shared = kind === "constant" || kind === "function" ? (whole.beside.get(outer) ?? []) : [];
  if (
    (first && first !== one && first.outer === outer) ||
    new Set(shared.map((other) => other.name.split(".")[0])).size > 1
  )
    said.add("crowded");
  return said;
}

function study(one: Found, source: string, whole: Whole): Study {
  const { kind, node, outer } = one;
  const { names, fields } = parameterNames(node, source);
  const body = kind === "function" || kind === "method";
  const value = kind === "constant" ? (node.type === "VariableDeclarator" ? node["init"] : node) : undefined;
  const alias = node.type === "TSTypeAliasDeclaration" ? node["typeAnnotation"] : undefined;
  return {
    traits: placed(one, source, whole),
    decorators: nodesOf(outer["decorators"])
      .concat(nodesOf(node["decorators"]))
      .map((each) => source.slice(each.start + 1, each.end)),
    generics: isNode(node["typeParameters"])
      ? nodesOf(node["typeParameters"]["params"]).map((each) => source.slice(each.start, each.end))
      : [],
    bases: kind === "class" || kind === "type" ? basesOf(node, source) : [],
    members: kind === "class" || kind === "type" ? membersOf(node, source) : [],
    ...(value !== undefined && { value: shapeOf(value, source) }),
    ...(isNode(alias) && {
      value: { kind: "other" as const, code: source.slice(alias.start, alias.end).replaceAll(/\s+/g, " ") },
    }),
    ...(body ? studyBody(node, source, names) : { steps: [], returns: [], uses: {}, throws: [] }),
    fields,
  };
}
