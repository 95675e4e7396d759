import type { Class, Expression, Fn, Program, Statement } from "../program/ir.ts";
import { appRoute, pageRoute } from "../frameworks/next/next.ts";
import { verbs } from "../frameworks/contract.ts";
import { inTable } from "../../lib/index.ts";

/** Code that looks like a registration of an endpoint: a decorator, a router's call, a table entry or a file. */
export interface Form {
  readonly file: string;
  /** Start offset; `end` is the end of what belongs to it. */
  readonly at: number;
  readonly end: number;
  readonly line: number;
  /** As written: `POST /notes`, `path("notes/")`. */
  readonly what: string;
}

/** The part of a project that is read here. */
interface Readable {
  readonly sources: { readonly texts: ReadonlyMap<string, string> };
  read(path: string, text: string): Program | undefined;
}

type Call = Extract<Expression, { kind: "call" }>;
type Let = Extract<Statement, { kind: "let" }>;
type Emit = (what: string, index: number, end?: number) => void;

/** The callback for forms found, and the program's names for routers. */
interface Into {
  readonly emit: Emit;
  readonly known: ReadonlySet<string>;
}

const isVerb = (name: string): boolean => (verbs as readonly string[]).includes(name) || name === "all";

const textIn = (of: Expression | undefined): string | undefined => {
  if (of?.kind === "literal") return typeof of.value === "string" ? of.value : undefined;
  if (of?.kind !== "text") return undefined;
  return of.parts.map((part) => (part.kind === "literal" ? String(part.value) : "{…}")).join("");
};

export const rootOf = (of: Expression): string =>
  of.kind === "get" ? of.name : of.kind === "name" ? of.name : of.kind === "call" ? rootOf(of.callee) : "";

/** Usual names of applications and routers. */
export const routers =
  /^(?:app|server|fastify|hono|koa|express|this|blueprint|bp)$|rout(?:er|es?)$|^api$|app$|Router$/i;

const isHandler = (of: Expression | undefined): boolean =>
  of !== undefined && ["function", "name", "get", "call", "list"].includes(of.kind);

const makers = /^(?:express|fastify|Router|Hono|OpenAPIHono|Koa|KoaRouter)$/i;

/** The names that a program assigns new routers to. */
function routersIn(part: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(part)) for (const item of part) routersIn(item, found);
  else if (typeof part === "object" && part !== null) {
    const { kind, to, value } = part as Partial<Let>; // checked below
    if (kind === "let" && to?.kind === "name" && value?.kind === "call" && makers.test(rootOf(value.callee)))
      found.add(to.name);
    for (const below of Object.values(part)) routersIn(below, found);
  }
  return found;
}

/** `router.get("/notes", handler)`, `fastify.route({ method, url })`. */
function inJavaScript(call: Call, { emit, known }: Into): void {
  const { callee, args } = call;
  if (callee.kind !== "get") return;
  const root = rootOf(callee.of);
  if (!known.has(root) && !routers.test(root)) return;
  const [first, ...rest] = args.map(({ value }) => value);
  const path = textIn(first);
  if (isVerb(callee.name) && path?.startsWith("/") === true && isHandler(rest.at(-1)))
    emit(`${callee.name.toUpperCase()} ${path}`, call.at);
  if (callee.name !== "route" || first?.kind !== "object") return;
  const member = (name: string): Expression | undefined =>
    first.members.find(({ key }) => textIn(key) === name)?.value;
  if (member("handler") && (member("url") ?? member("path")))
    emit(`route ${textIn(member("url") ?? member("path")) ?? ""}`, call.at);
}

const adding = /^(?:add_url_rule|add_api_route|add_resource|add_route)$/;

/** `path("notes/", view)`, `router.register("notes", ViewSet)`, `app.add_url_rule("/notes", …)`. */
function inPython(call: Call, { emit }: Into): void {
  const { callee, args } = call;
  const [first, second] = args.map(({ value }) => value);
  const path = textIn(first);
  if (callee.kind === "name" && /^(?:path|re_path|url)$/.test(callee.name) && path !== undefined && second) {
    const isPart = second.kind === "call" && rootOf(second.callee) === "include";
    const isOther = second.kind === "get" && second.name === "urls";
    if (!isPart && !isOther) emit(`${callee.name}(${JSON.stringify(path)})`, call.at);
  }
  if (callee.kind !== "get") return;
  if (callee.name === "register" && path !== undefined && second && routers.test(rootOf(callee.of)))
    emit(`register(${JSON.stringify(path)})`, call.at);
  if (adding.test(callee.name)) {
    const place = path ?? textIn(second);
    if (place?.startsWith("/") === true) emit(`${callee.name} ${place}`, call.at);
  }
}

const mapped: Readonly<Record<string, string>> = {
  route: "route",
  api_route: "route",
};

/** `@app.get("/notes")`, `@Get("notes")`. */
function decorated({ decorators, at }: Fn, inController: boolean, emit: Emit): void {
  for (const decorator of decorators) {
    if (decorator.kind !== "call") continue;
    const { callee, args } = decorator;
    const path = textIn(args[0]?.value);
    if (callee.kind === "get" && (isVerb(callee.name) || inTable(mapped, callee.name)) && path !== undefined)
      emit(`${callee.name} ${path}`, Math.min(decorator.at, at), at);
    const isName =
      callee.kind === "name" && (isVerb(callee.name.toLowerCase()) || callee.name === "RequestMapping");
    if (inController && callee.kind === "name" && isName && /^[A-Z]/.test(callee.name))
      emit(`${callee.name} ${path ?? ""}`.trim(), Math.min(decorator.at, at), at);
  }
}

const isController = ({ decorators }: Class): boolean =>
  decorators.some(
    (decorator) => decorator.kind === "call" && rootOf(decorator.callee).endsWith("Controller"),
  );

/** Visits everything in a part of a program once. */
function walk(part: unknown, program: Program, into: Into, owner?: Class): void {
  if (Array.isArray(part)) {
    for (const item of part) walk(item, program, into, owner);
    return;
  }
  if (typeof part !== "object" || part === null) return;
  const kind = "kind" in part ? part.kind : undefined;
  if (kind === "call") (program.language === "python" ? inPython : inJavaScript)(part as Call, into); // by its kind
  if ("params" in part && "decorators" in part)
    decorated(part as Fn, owner !== undefined && isController(owner), into.emit); // only functions have both
  const within = "methods" in part && "bases" in part ? (part as Class) : owner; // only classes have both
  for (const [name, below] of Object.entries(part)) if (name !== "file") walk(below, program, into, within);
}

const exportsOf = /^export\s+(?:async\s+)?(?:function|const)\s+(GET|POST|PUT|PATCH|DELETE)\b/gm;

/** Files that are endpoints because of their location. */
function inFiles(path: string, text: string, emit: Emit): void {
  if (appRoute.test(path))
    for (const found of text.matchAll(exportsOf))
      emit(`${found[1] ?? ""} in ${path}`, 0, found.index + found[0].length); // a form that refers to another file starts there
  else if (pageRoute.test(path) && /^export\s+default\b/m.test(text)) emit(path, 0, text.length);
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split("\n").length;

/** All forms in the sources of the frameworks that the project uses. */
export function formsIn(project: Readable, active: ReadonlySet<string>): readonly Form[] {
  if (!active.size) return [];
  const found: Form[] = [];
  for (const [path, text] of project.sources.texts) {
    if (path.endsWith(".json") || /\.(?:tsx|jsx)$/.test(path)) continue;
    const program = project.read(path, text);
    const emit: Emit = (what, index, end = index) =>
      void found.push({ file: path, at: index, end, line: lineOf(text, index), what });
    if (active.has("next")) inFiles(path, text, emit);
    if (program) walk(program.body, program, { emit, known: routersIn(program.body) });
  }
  return found;
}
