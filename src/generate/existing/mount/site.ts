import { literal } from "../../../lib/index.ts";
import { member, nameOf, nodesOf, requested, stringOf, walk, type Node, type Source } from "../syntax.ts";

/** A list of statements that sets an application or router up, and where in it routes belong. */
export interface Site {
  /** `app`, `this.app`, `router`. */
  readonly name: string;
  /** The statement that a mount goes below. */
  readonly behind: Node;
  /** How sure it is that this is the place. */
  readonly score: number;
  /** What is mounted there under which path: the names of handlers. */
  readonly mounts: readonly { readonly path: string; readonly handler: string }[];
}

/** A file, and the paths that names of its application's settings stand for. */
export interface Reading extends Source {
  pathNamed(name: string): string | undefined;
}

interface Step {
  readonly node: Node;
  /** `router`: one without a path, which may answer everything. */
  readonly kind: "made" | "parser" | "route" | "router" | "static" | "end" | "other";
  readonly mount?: { readonly path: string; readonly handler: string };
}

const verbs = new Set(["get", "post", "put", "patch", "delete", "all", "route"]);
const catchAll = /^(?:\/?\*\w*|\/\*.*|\/\{\*\w+\}|\(\.\*\)|\/\(\.\*\))$/;
const endings = /not.?found|404|error|exception/i;
const parsers =
  /\b(?:express|bodyParser|body)\.(?:json|urlencoded|raw|text)\(|\bbodyParser\(|^\w*\.?use\((?:json|urlencoded)\(/;

const textOf = ({ text }: Source, node: Node): string => text.slice(node.start, node.end);

/** The calls on `name` that a statement makes: one, or a chain of them. */
function callsOn(source: Source, name: string, statement: Node): readonly Node[] {
  const calls: Node[] = [];
  let node = statement.type === "ExpressionStatement" ? member(statement, "expression") : undefined;
  while (node?.type === "CallExpression") {
    calls.unshift(node);
    const callee = member(node, "callee");
    const object = callee?.type === "MemberExpression" ? member(callee, "object") : undefined;
    if (object && textOf(source, object) === name) return calls;
    node = object;
  }
  return [];
}

/** The path that an argument is: a text, or a name that stands for one. */
function pathOf(source: Reading, node: Node | undefined): string | undefined {
  const name = nameOf(node) ?? nameOf(node && member(node, "property"));
  if (name !== undefined) return source.pathNamed(name);
  if (node?.type !== "TemplateLiteral") return stringOf(node);
  const parts = textOf(source, node)
    .slice(1, -1)
    .split(/\$\{(?:[^{}]*?)(\w+)\}/);
  const values = parts.map((part, index) => (index % 2 ? source.pathNamed(part) : part));
  return values.includes(undefined) ? undefined : values.join("");
}

const isHandlerOfErrors = (node: Node): boolean =>
  /Function/.test(node.type) && nodesOf(node["params"]).length === 4;

function kindOf(source: Reading, call: Node): Pick<Step, "kind" | "mount"> {
  const callee = member(call, "callee");
  const verb = nameOf(callee && member(callee, "property")) ?? "";
  const args = nodesOf(call["arguments"]);
  const path = args.length > 1 ? pathOf(source, args[0]) : stringOf(args[0]);
  const handlers = path === undefined ? args : args.slice(1);
  const said = handlers.map((handler) => textOf(source, handler));
  if (verb === "listen") return { kind: "end" };
  if (verbs.has(verb)) return { kind: path !== undefined && catchAll.test(path) ? "end" : "route" };
  if (verb !== "use") return { kind: "other" };
  const everything = path === undefined || path === "/" || catchAll.test(path);
  if (handlers.some(isHandlerOfErrors) || (everything && said.some((text) => endings.test(text))))
    return { kind: "end" };
  if (parsers.test(textOf(source, call)) || said.some((text) => /\b(?:json|urlencoded)\(/.test(text)))
    return { kind: "parser" };
  if (said.some((text) => /\bstatic\(|serveStatic|rateLimit|limiter/i.test(text))) return { kind: "static" };
  if (path === undefined)
    return {
      kind: handlers.some((handler) => /rout(?:er|es)/i.test(textOf(source, handler))) ? "router" : "other",
    };
  return { kind: "route", mount: { path, handler: said.at(-1) ?? "" } };
}

const leaves = (source: Source, name: string, node: Node): boolean =>
  /^(?:Return|Export)/.test(node.type) ||
  new RegExp(`(?:\\.listen|createServer)\\((?:[^)]*\\b)?${literal(name)}\\b|module\\.exports\\s*=`).test(
    textOf(source, node),
  );

function stepsOf(source: Reading, name: string, statements: readonly Node[]): readonly Step[] {
  return statements.flatMap((node): readonly Step[] => {
    const calls = callsOn(source, name, node);
    if (calls.length) {
      const kinds = calls.map((call) => kindOf(source, call));
      const strongest =
        kinds.find(({ kind }) => kind === "end") ??
        kinds.findLast(({ mount }) => mount !== undefined) ??
        kinds.find(({ kind }) => kind === "route" || kind === "router" || kind === "parser") ??
        kinds[0];
      return strongest ? [{ node, ...strongest }] : [];
    }
    if (makes(source, name, node)) return [{ node, kind: "made" }];
    return leaves(source, name, node) ? [{ node, kind: "end" }] : [];
  });
}

const makers = (source: Source): RegExp => {
  const local =
    /(?:import\s+(?:\*\s+as\s+)?|(?:const|let|var)\s+)(\w+)(?:\s*,\s*\{[^}]*\})?\s*(?:from\s+|=\s*(?:\w+\()?require\()["']express["']/.exec(
      source.text,
    )?.[1];
  return new RegExp(`^(?:${local ?? "express"})\\(\\)$|(?:^|\\.)Router\\(`);
};

/** Whether the statement creates what `name` stands for. */
const makes = (source: Source, name: string, statement: Node): boolean =>
  textOf(source, statement).includes(name.replace("this.", "")) &&
  creations(source, statement).includes(name);

/** Where a node that gives something a value has the two. */
const assignments: Readonly<Record<string, readonly [target: string, value: string]>> = {
  VariableDeclarator: ["id", "init"],
  AssignmentExpression: ["left", "right"],
  PropertyDefinition: ["key", "value"],
};

/** Names of the applications and routers that are created below a node. */
function creations(source: Source, root: Node): readonly string[] {
  const made = makers(source);
  return [...walk(root)].flatMap((node) => {
    const [targetField, valueField] = assignments[node.type] ?? [];
    if (targetField === undefined || valueField === undefined) return [];
    const [target, value] = [member(node, targetField), member(node, valueField)];
    if (!target || value?.type !== "CallExpression" || !made.test(textOf(source, value))) return [];
    const name = nameOf(target) ?? textOf(source, target);
    return [node.type === "PropertyDefinition" ? `this.${name}` : name];
  });
}

/** Applications that come as a parameter, as loaders have them. */
function parameters(source: Source, program: Node): readonly string[] {
  if (!/["']express["']/.test(source.text)) return [];
  return [...walk(program)].flatMap((node) => {
    if (!/Function/.test(node.type)) return [];
    const names = nodesOf(node["params"]).flatMap((parameter) =>
      parameter.type === "ObjectPattern"
        ? nodesOf(parameter["properties"]).map((property) => member(property, "value"))
        : [parameter],
    );
    return names.flatMap((name) =>
      /^(?:app|application|server)$/.test(nameOf(name) ?? "") ? [nameOf(name) ?? ""] : [],
    );
  });
}

/** Every list of statements in a program, the longest first. */
const blocks = (program: Node): readonly (readonly Node[])[] =>
  [...walk(program)].flatMap((node) =>
    node.type === "Program" || node.type === "BlockStatement" || node.type === "FunctionBody"
      ? [nodesOf(node["body"])]
      : [],
  );

/** The step that a mount goes behind: the last route of a path, or what the body is parsed by, or all before a router that may answer everything. */
function lastBefore(steps: readonly Step[]): Step | undefined {
  const firstRoute = steps.findIndex(({ kind }) => kind === "route");
  const end = steps.findIndex(({ kind }, index) => kind === "end" && index > firstRoute);
  const open = end < 0 ? steps : steps.slice(0, end);
  const last = open.findLastIndex(({ kind }) => kind === "route" || kind === "parser");
  if (last >= 0) return open[last];
  const router = open.findIndex(({ kind }) => kind === "router");
  return open[router < 0 ? open.length - 1 : Math.max(0, router - 1)];
}

function siteOf(steps: readonly Step[], name: string): Site | undefined {
  const behind = lastBefore(steps);
  if (!behind) return undefined;
  const has = (...kinds: readonly Step["kind"][]): boolean => steps.some(({ kind }) => kinds.includes(kind));
  const score =
    (has("route", "router") ? 4 : 0) + (has("made") ? 2 : 0) + (has("parser") ? 2 : 0) + (has("end") ? 1 : 0);
  return { name, behind: behind.node, score, mounts: steps.flatMap(({ mount }) => mount ?? []) };
}

/** The places in a file where an application (or router) is set up, the likeliest first. */
export function sitesOf(source: Reading, program: Node): readonly Site[] {
  const names = new Set([...creations(source, program), ...parameters(source, program)]);
  const found = [...names].flatMap((name) =>
    blocks(program).flatMap((statements) => siteOf(stepsOf(source, name, statements), name) ?? []),
  );
  return found.filter(({ score }) => score >= 2).toSorted((a, b) => b.score - a.score);
}

/** Whether a name of the file is a router and not an application. */
export const isRouter = (source: Source, name: string): boolean =>
  new RegExp(`\\b${literal(name)}\\b[^=\\n]*=\\s*(?:\\w+\\.)?Router\\(`).test(source.text);

/** The module that a name of the file comes from. */
export function originOf(program: Node, name: string): string | undefined {
  for (const node of walk(program)) {
    if (node.type === "ImportDeclaration") {
      const locals = nodesOf(node["specifiers"]).map((specifier) => nameOf(member(specifier, "local")));
      if (locals.includes(name)) return requested(node);
    }
    if (node.type === "VariableDeclarator" && nameOf(member(node, "id")) === name) {
      const init = member(node, "init");
      const call = init && [...walk(init)].find((inner) => requested(inner) !== undefined);
      if (call) return requested(call);
    }
  }
  return undefined;
}
