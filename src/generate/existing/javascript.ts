import {
  children,
  member,
  nameOf,
  nodesOf,
  requested,
  spliced,
  stringOf,
  treeOf,
  type Node,
  type Splice,
} from "./syntax.ts";

const types = new Set([
  "TSTypeAnnotation",
  "TSTypeParameterDeclaration",
  "TSTypeParameterInstantiation",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
]);

const casts = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

const isTypeDeclaration = (node: Node): boolean =>
  types.has(node.type) ||
  (node.type === "ExportNamedDeclaration" && types.has(member(node, "declaration")?.type ?? "")) ||
  (node.type === "ImportDeclaration" && node["importKind"] === "type");

/** Covers a declaration together with the doc comment above it. */
function whole(text: string, { start, end }: Node): Splice {
  const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(text.slice(0, start));
  return { start: comment ? comment.index : start, end, text: "" };
}

/** Removes a cast and the comment with its reason. */
function uncast(text: string, node: Node): readonly Splice[] {
  const inner = member(node, "expression")?.end ?? node.end;
  const start = inner + (/^(?:\s*\))*/.exec(text.slice(inner))?.[0].length ?? 0);
  const [, closing = "", reason = ""] = /^([;,)\]}]*)([ \t]*\/\/[^\n]*)?/.exec(text.slice(node.end)) ?? [];
  const end = node.end + closing.length;
  return [
    { start, end: node.end, text: "" },
    { start: end, end: end + reason.length, text: "" },
  ];
}

/** Returns what to remove of one node, including everything inside it. */
function untyped(text: string, node: Node): readonly Splice[] {
  const cut = (start: number, end: number): readonly Splice[] => [{ start, end, text: "" }];
  if (isTypeDeclaration(node)) return [whole(text, node)];
  if (casts.has(node.type)) return uncast(text, node);
  switch (node.type) {
    case "ImportSpecifier":
      return node["importKind"] === "type"
        ? cut(node.start, node.end + (/^\s*,/.exec(text.slice(node.end))?.[0].length ?? 0))
        : [];
    case "PropertyDefinition":
      return node["readonly"] === true ? cut(node.start, member(node, "key")?.start ?? node.start) : [];
    case "Identifier": {
      const annotation = member(node, "typeAnnotation");
      const length = nameOf(node)?.length ?? 0;
      return node["optional"] === true ? cut(node.start + length, annotation?.start ?? node.end) : [];
    }
    default:
      return [];
  }
}

/** Returns the children still to visit after parts of the node were removed. */
function rest(node: Node): readonly Node[] {
  if (isTypeDeclaration(node)) return [];
  const expression = casts.has(node.type) ? member(node, "expression") : undefined;
  return expression ? [expression] : children(node);
}

/** Removes the types from generated TypeScript. */
export function withoutTypes(path: string, text: string): string {
  const program = treeOf({ path, text });
  if (!program) throw new Error(`${path} doesn't parse.`);
  const splices: Splice[] = [];
  const visit = (node: Node): void => {
    splices.push(...untyped(text, node));
    rest(node).forEach(visit);
  };
  visit(program);
  return spliced(text, splices)
    .replaceAll(/^import \{\s*\} from .*\n/gm, "")
    .replaceAll(/^(import \w+), \{\s*\} from/gm, "$1 from");
}

const exportedNames = (declaration: Node): readonly string[] =>
  declaration.type === "VariableDeclaration"
    ? nodesOf(declaration["declarations"]).flatMap((node) => nameOf(member(node, "id")) ?? [])
    : [nameOf(member(declaration, "id")) ?? ""].filter(Boolean);

/** Returns `const { a, b: c } = require("x");` for an import statement. */
function required(node: Node): string {
  const from = JSON.stringify(requested(node));
  const names = nodesOf(node["specifiers"]).map((specifier) => {
    const local = nameOf(member(specifier, "local")) ?? "";
    if (specifier.type !== "ImportSpecifier") return { whole: local };
    const imported = member(specifier, "imported");
    const name = nameOf(imported) ?? stringOf(imported) ?? local;
    return { part: name === local ? local : `${name}: ${local}` };
  });
  const wholeName = names.find((name) => name.whole !== undefined)?.whole;
  const parts = names.flatMap(({ part }) => part ?? []);
  const list = parts.length ? `{ ${parts.join(", ")} }` : undefined;
  if (wholeName === undefined)
    return list === undefined ? `require(${from});` : `const ${list} = require(${from});`;
  return `const ${wholeName} = require(${from});${list === undefined ? "" : `\nconst ${list} = ${wholeName};`}`;
}

/**
 * Converts a module to CommonJS. Imports that `isLate` selects are required after the exports, so that circular imports
 * resolve.
 */
export function toCommonJs(path: string, text: string, isLate: (specifier: string) => boolean): string {
  const program = treeOf({ path, text });
  if (!program) throw new Error(`${path} doesn't parse.`);
  const splices: Splice[] = [];
  const names: string[] = [];
  const late: string[] = [];
  for (const node of nodesOf(program["body"])) {
    if (node.type === "ImportDeclaration") {
      const isDeferred = isLate(requested(node) ?? "");
      if (isDeferred) late.push(required(node));
      splices.push({ start: node.start, end: node.end, text: isDeferred ? "" : required(node) });
    }
    const declaration = node.type === "ExportNamedDeclaration" ? member(node, "declaration") : undefined;
    if (!declaration) continue;
    names.push(...exportedNames(declaration));
    splices.push({ start: node.start, end: declaration.start, text: "" });
  }
  const tail = [
    ...(names.length ? [`module.exports = { ${names.join(", ")} };`] : []),
    ...(late.length
      ? [`// These two need each other, so this comes when the exports are complete.\n${late.join("\n")}`]
      : []),
  ];
  return `${spliced(text, splices).trim()}\n${tail.length ? `\n${tail.join("\n\n")}\n` : ""}`;
}
