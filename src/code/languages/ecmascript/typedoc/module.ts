import { callee, functions, isNode, type Node, nodesOf } from "../parse.ts";
import { membersOfClass } from "./classes.ts";
import { commentAt, type File, isHidden, speaks } from "./comments.ts";
import { insideSignature, type Listed, literalsIn, makerName, membersOfType, nameOf } from "./types.ts";
import { exportsOf, mainOf } from "./exports.ts";
import { insideFunction, insideValue, plain } from "./values.ts";

/** A class or interface, which others may extend. */
export interface Kind {
  readonly name: string;
  readonly exported: boolean;
  readonly documented: boolean;
  readonly bases: readonly string[];
  /** Interfaces that a class implements; its members may inherit comments from them. */
  readonly promises: readonly string[];
  readonly inner: readonly Listed[];
}

/** What TypeDoc lists for a file. */
export interface Mine {
  /** Everything except the members of classes and interfaces. */
  readonly listed: readonly Listed[];
  readonly kinds: ReadonlyMap<string, Kind>;
  /** `import Local = module.Name`. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Interfaces of other modules that the file augments. */
  readonly added: readonly { readonly from: string; readonly kinds: ReadonlyMap<string, Kind> }[];
  /** The name of the default export. */
  readonly main: string | undefined;
}

interface Statement {
  /** The declared node. */
  readonly node: Node;
  readonly name: string;
  /** Where to look for its comment. */
  readonly start: number;
  /** The exported name, if it is exported. */
  readonly as: string | undefined;
}

export function ofModule(file: File): Mine {
  const kinds = new Map<string, Kind>();
  const body = nodesOf(file.tree.program["body"]);
  const listed = ofBody(body, { file, kinds, open: false });
  const added = body.flatMap((node) => {
    const [id, held] = [node["id"], node["body"]];
    if (node.type !== "TSModuleDeclaration" || !isNode(id) || id.type !== "Literal" || !isNode(held))
      return [];
    const own = new Map<string, Kind>();
    ofBody(nodesOf(held["body"]), { file, kinds: own, open: true });
    return [{ from: nameOf(id), kinds: own }];
  });
  const aliases = new Map(
    body
      .filter(({ type }) => type === "TSImportEqualsDeclaration")
      .map(({ id, moduleReference: to }) => [
        nameOf(id),
        isNode(to) ? file.source.slice(to.start, to.end) : "",
      ]),
  );
  return { listed, kinds, aliases, added, main: mainOf(body) };
}

interface Place {
  readonly file: File;
  readonly kinds: Map<string, Kind>;
  /** Everything in it is exported: the body of a `declare namespace`. */
  readonly open: boolean;
}

function ofBody(body: readonly Node[], place: Place): readonly Listed[] {
  const exported = exportsOf(body);
  const statements = body.flatMap((node) => statementsOf(node, { exported, open: place.open }));
  const named = Map.groupBy(statements, ({ name }) => name);
  return statements.flatMap((statement) => ofStatement(statement, named.get(statement.name) ?? [], place));
}

const isFunction = ({ node }: Statement): boolean =>
  node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction";

/** Lists a statement. `alike` are all declarations of the same name in the file. */
function ofStatement(
  statement: Statement,
  alike: readonly Statement[],
  { file, kinds }: Place,
): readonly Listed[] {
  const { node, name, start, as } = statement;
  const comment = commentAt(start, file);
  if (isHidden(comment)) return [];
  // a type and a namespace of the same name are placed at the first of them
  const placed = node.type === "TSTypeAliasDeclaration" ? (alike[0] ?? statement) : statement;
  const row: Listed = { name: as ?? name, at: placeOf(placed.node), documented: speaks(comment) };
  if (node.type === "ClassDeclaration" || node.type === "ClassExpression") {
    const inner = [...literalsIn(node["typeParameters"], file), ...membersOfClass(node, file)];
    const bases = basesOf(node["superClass"]);
    kinds.set(name, { ...kindOf(statement, row), inner, bases, promises: heirs(node["implements"]) });
    return as === undefined ? [] : [row];
  }
  if (node.type === "TSInterfaceDeclaration") return ofInterface(statement, { row, kinds, file });
  if (as === undefined) return [];
  if (node.type === "TSTypeAliasDeclaration") return ofAlias(statement, { row, kinds, file });
  if (node.type === "TSModuleDeclaration")
    return inNamespace(node, { file, kinds, open: node["declare"] === true });
  return isFunction(statement)
    ? ofFunction(statement, { row, alike: alike.filter(isFunction), file })
    : [row, ...inside(node, file)];
}

/** Returns the position of the declaration's name; for a function value, of the function. */
function placeOf(node: Node): number {
  const value = plain((node as { init?: unknown }).init);
  if (value && /^(?:Arrow)?FunctionExpression$/.test(value.type) && !typeOf(node)) return value.start;
  return isNode(node["id"]) ? node["id"].start : node.start;
}

const typeOf = ({ id }: Node & { readonly id?: unknown }): Node | undefined =>
  isNode(id) && isNode(id["typeAnnotation"]) ? id["typeAnnotation"] : undefined;

function ofFunction(
  { node }: Statement,
  { row, alike, file }: { row: Listed; alike: readonly Statement[]; file: File },
): readonly Listed[] {
  const bodied = node.type === "FunctionDeclaration";
  if (bodied && alike.length > 1) return [];
  const others = alike.filter(
    (statement, place) => place === 0 || statement.node.type === "FunctionDeclaration",
  );
  const documented = row.documented || others.some((statement) => speaks(commentAt(statement.start, file)));
  return [{ ...row, documented }, ...insideFunction(node, file)];
}

interface Put {
  readonly row: Listed;
  readonly kinds: Map<string, Kind>;
  readonly file: File;
}

const kindOf = ({ name, as }: Statement, { documented }: Listed): Omit<Kind, "inner"> => ({
  name,
  exported: as !== undefined,
  documented,
  bases: [],
  promises: [],
});

function ofInterface(statement: Statement, { row, kinds, file }: Put): readonly Listed[] {
  const { node, name, as } = statement;
  const held = isNode(node["body"]) ? nodesOf(node["body"]["body"]) : [];
  const before = kinds.get(name);
  kinds.set(name, {
    ...kindOf(statement, row),
    documented: row.documented || before?.documented === true,
    inner: [
      ...(before?.inner ?? []),
      ...literalsIn(node["typeParameters"], file),
      ...callsIn(held, file),
      ...membersOfType(held, file),
    ],
    bases: [...(before?.bases ?? []), ...heirs(node["extends"])],
  });
  return as === undefined || before ? [] : [row];
}

/** The name of call signatures, which are listed next to their owner and may use its comment. */
export const callName = "()";

const callsIn = (members: readonly Node[], file: File): readonly Listed[] =>
  members
    .filter((member) => /^TS(?:Call|Construct)Signature/.test(member.type))
    .map((member) => {
      const own = commentAt(member.start, file);
      return { name: callName, at: member.start, documented: speaks(own), member: "instance", own };
    });

/** Lists an object type alias: its members, which an interface may extend, and its call signatures. */
function ofAlias(statement: Statement, { row, kinds, file }: Put): readonly Listed[] {
  const { node, name } = statement;
  const type = node["typeAnnotation"];
  const generic = literalsIn(node["typeParameters"], file);
  if (!isNode(type)) return [row, ...generic];
  if (type.type === "TSConstructorType") return [row, ...generic, ...insideSignature(type, file)];
  // construct signatures belong to the alias itself
  if (type.type !== "TSTypeLiteral")
    return [row, ...generic, ...literalsIn(type, file).filter(({ name: own }) => own !== makerName)];
  const members = nodesOf(type["members"]);
  const inner = membersOfType(members, file);
  const calls = inner.length ? callsIn(members, file).map((call) => ({ ...call, at: row.at })) : [];
  kinds.set(name, { ...kindOf(statement, row), inner: [...calls, ...inner] });
  return [row, ...generic];
}

function inNamespace(node: Node, place: Place): readonly Listed[] {
  const held = node["body"];
  if (!isNode(held) || node["global"] || (isNode(node["id"]) && node["id"].type === "Literal")) return [];
  return ofBody(nodesOf(held["body"]), { ...place, kinds: new Map() });
}

function inside(node: Node, file: File): readonly Listed[] {
  if (node.type === "TSEnumDeclaration")
    return nodesOf(isNode(node["body"]) ? node["body"]["members"] : []).flatMap((node): readonly Listed[] => {
      const comment = commentAt(node.start, file);
      return isHidden(comment)
        ? []
        : [{ name: nameOf(node["id"]), at: node.start, documented: speaks(comment) }];
    });
  if (node.type !== "VariableDeclarator") return insideValue(node, file);
  const type = typeOf(node);
  const value = plain((node as { init?: unknown }).init);
  if (type) return literalsIn(type, file);
  return value && functions.has(value.type) && !value.type.startsWith("Class")
    ? insideFunction(value, file)
    : insideValue(value, file);
}

/** Returns the base names: `Base`, and `module.Base`. */
const basesOf = (node: unknown): readonly string[] => [callee(node)].filter(Boolean);
const heirs = (nodes: unknown): readonly string[] =>
  nodesOf(nodes).flatMap((node) => basesOf(node["expression"]));

const declares =
  /^(?:Function|Class)Declaration$|^TS(?:DeclareFunction|(?:Interface|TypeAlias|Enum|Module)Declaration)$/;

function statementsOf(
  statement: Node,
  { exported, open }: { exported: ReadonlyMap<string, string>; open: boolean },
): readonly Statement[] {
  const whole = statement.type === "ExportDefaultDeclaration";
  const marked = statement.type === "ExportNamedDeclaration";
  const node = marked || whole ? statement["declaration"] : statement;
  if (!isNode(node)) return [];
  const start = Math.min(statement.start, ...nodesOf(node["decorators"]).map((node) => node.start));
  const asOf = (name: string): string | undefined =>
    whole ? "default" : marked || open ? name : exported.get(name);
  if (node.type === "VariableDeclaration")
    return nodesOf(node["declarations"]).flatMap((node, place) => {
      const name = isNode(node["id"]) && node["id"].type === "Identifier" ? nameOf(node["id"]) : "";
      return name ? [{ node: node, name, start: place === 0 ? start : node.start, as: asOf(name) }] : [];
    });
  if (!declares.test(node.type) && !(whole && node.type !== "Identifier")) return [];
  const name = nameOf(node["id"]) || "default";
  return [{ node, name, start, as: asOf(name) }];
}
