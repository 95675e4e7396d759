import { literal } from "../../../lib/index.ts";
import { member, nameOf, nodesOf, requested, stringOf, walk, type Node, type Source } from "../syntax.ts";

/** A block of statements that sets up an application or router, and where routes are mounted in it. */
export interface Site {
  /** `app`, `this.app`, `router`. */
  readonly name: string;
  /** The statement after which a mount is inserted. */
  readonly behind: Node;
  /** How likely this is the right place. */
  readonly score: number;
  /** What is mounted there: paths and names of handlers. */
  readonly mounts: readonly { readonly path: string; readonly handler: string }[];
}

/** A file, with the paths that its application's settings resolve to. */
export interface Reading extends Source {
  pathNamed(name: string): string | undefined;
}

interface Step {
  readonly node: Node;
  /** `router` has no path, so it may answer every request. */
  readonly kind: "made" | "parser" | "route" | "router" | "static" | "end" | "other";
  readonly mount?: { readonly path: string; readonly handler: string };
}

const verbs = new Set(["get", "post", "put", "patch", "delete", "all", "route"]);
const catchAll = /^(?:\/?\*\w*|\/\*.*|\/\{\*\w+\}|\(\.\*\)|\/\(\.\*\))$/;
const endings = /not.?found|404|error|exception/i;
const parsers =
  /\b(?:express|bodyParser|body)\.(?:json|urlencoded|raw|text)\(|\bbodyParser\(|^\w*\.?use\((?:json|urlencoded)\(/;

const textOf = ({ text }: Source, node: Node): string => text.slice(node.start, node.end);

/** Returns the calls on `name` that a statement makes: one, or a chain. */
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

/** Returns the path of an argument: a literal, or a name that resolves to one. */
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
  const handlerTexts = handlers.map((handler) => textOf(source, handler));
  if (verb === "listen") return { kind: "end" };
  if (verbs.has(verb)) return { kind: path !== undefined && catchAll.test(path) ? "end" : "route" };
  if (verb !== "use") return { kind: "other" };
  const everything = path === undefined || path === "/" || catchAll.test(path);
  if (handlers.some(isHandlerOfErrors) || (everything && handlerTexts.some((text) => endings.test(text))))
    return { kind: "end" };
  if (parsers.test(textOf(source, call)) || handlerTexts.some((text) => /\b(?:json|urlencoded)\(/.test(text)))
    return { kind: "parser" };
  if (handlerTexts.some((text) => /\bstatic\(|serveStatic|rateLimit|limiter/i.test(text)))
    return { kind: "static" };
  if (path === undefined)
    return {
      kind: handlers.some((handler) => /rout(?:er|es)/i.test(textOf(source, handler))) ? "router" : "other",
    };
  return { kind: "route", mount: { path, handler: handlerTexts.at(-1) ?? "" } };
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

/** Whether the statement creates `name`. */
const makes = (source: Source, name: string, statement: Node): boolean =>
  textOf(source, statement).includes(name.replace("this.", "")) &&
  creations(source, statement).includes(name);

/** Fields with the target and value of each kind of assignment. */
const assignments: Readonly<Record<string, readonly [target: string, value: string]>> = {
  VariableDeclarator: ["id", "init"],
  AssignmentExpression: ["left", "right"],
  PropertyDefinition: ["key", "value"],
};

/** Returns the names of applications and routers created below a node. */
function creations(source: Source, root: Node): readonly string[] {
  const pattern = makers(source);
  return [...walk(root)].flatMap((node) => {
    const [targetField, valueField] = assignments[node.type] ?? [];
    if (targetField === undefined || valueField === undefined) return [];
    const [target, value] = [member(node, targetField), member(node, valueField)];
    if (!target || value?.type !== "CallExpression" || !pattern.test(textOf(source, value))) return [];
    const name = nameOf(target) ?? textOf(source, target);
    return [node.type === "PropertyDefinition" ? `this.${name}` : name];
  });
}

/** Returns names of applications passed as parameters, as in loader functions. */
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

/** Returns every block of statements in a program, outermost first. */
const blocks = (program: Node): readonly (readonly Node[])[] =>
  [...walk(program)].flatMap((node) =>
    node.type === "Program" || node.type === "BlockStatement" || node.type === "FunctionBody"
      ? [nodesOf(node["body"])]
      : [],
  );

/**
 * Returns the step to mount after: the last route with a path or body parser before a catch-all, else the step before
 * the first router without a path, or the last.
 */
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

/** Returns the places in a file where an application or router is set up, most likely first. */
export function sitesOf(source: Reading, program: Node): readonly Site[] {
  const names = new Set([...creations(source, program), ...parameters(source, program)]);
  const found = [...names].flatMap((name) =>
    blocks(program).flatMap((statements) => siteOf(stepsOf(source, name, statements), name) ?? []),
  );
  return found.filter(({ score }) => score >= 2).toSorted((a, b) => b.score - a.score);
}

/** Whether a name in the file is a router rather than an application. */
export const isRouter = (source: Source, name: string): boolean =>
  new RegExp(`\\b${literal(name)}\\b[^=\\n]*=\\s*(?:\\w+\\.)?Router\\(`).test(source.text);

/** Returns the module that a handler comes from: an imported name, a call of one, or a `require` call. */
export function originOf(program: Node, handler: string): string | undefined {
  const direct = /^require\(["']([^"']+)["']\)/.exec(handler)?.[1];
  if (direct !== undefined) return direct;
  const name = handler.replace(/\([\s\S]*\)$/, "");
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
