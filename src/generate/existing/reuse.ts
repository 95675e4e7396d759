import type { Host } from "./host.ts";
import { member, nameOf, nodesOf, treeOf, walk, type Node, type Source } from "./syntax.ts";

/** An export of the project that generated code imports. */
export interface Pool {
  readonly path: string;
  readonly name: string;
  readonly isDefault: boolean;
}

/** Middleware that authenticates; a factory is called without arguments to get it. */
export interface Guard extends Pool {
  readonly factory: boolean;
}

const textOf = ({ text }: Source, node: Node): string => text.slice(node.start, node.end);

/** Returns how a module exports a local name under that name; undefined if it doesn't. */
function exportOf(source: Source, program: Node, name: string): "default" | "named" | undefined {
  const word = name.replaceAll("$", "\\$");
  for (const node of nodesOf(program["body"])) {
    const text = textOf(source, node);
    if (node.type === "ExportDefaultDeclaration") {
      const what = member(node, "declaration");
      if (nameOf(what) === name || nameOf(what && member(what, "id")) === name) return "default";
    }
    if (node.type === "ExportNamedDeclaration") {
      const declaration = member(node, "declaration");
      if (declaration && declared(declaration).some((item) => item.name === name)) return "named";
      const local = nodesOf(node["specifiers"]).some(
        (specifier) => nameOf(member(specifier, "exported")) === name,
      );
      if (local) return "named";
    }
    if (new RegExp(`^module\\.exports\\s*=\\s*${word};?$`).test(text)) return "default";
    if (new RegExp(`^module\\.exports\\s*=\\s*\\{(?:[^{}]*,)?\\s*${word}\\s*(?:,[^{}]*)?\\};?$`).test(text))
      return "named";
    if (new RegExp(`^(?:module\\.)?exports\\.${word}\\s*=`).test(text)) return "named";
  }
  return undefined;
}

interface Declared {
  readonly name: string;
  readonly value: Node;
}

/** Returns the names that a statement declares, with their values. */
function declared(node: Node): readonly Declared[] {
  if (node.type === "FunctionDeclaration") {
    const name = nameOf(member(node, "id"));
    return name === undefined ? [] : [{ name, value: node }];
  }
  if (node.type !== "VariableDeclaration") return [];
  return nodesOf(node["declarations"]).flatMap((node) => {
    const [name, value] = [nameOf(member(node, "id")), member(node, "init")];
    return name === undefined || !value ? [] : [{ name, value }];
  });
}

function* declarations(program: Node): Generator<Declared> {
  for (const node of nodesOf(program["body"])) {
    const inner = node.type.startsWith("Export") ? member(node, "declaration") : node;
    if (inner) yield* declared(inner);
  }
}

const isTest = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures)\/|[._](?:test|spec)\./.test(path);

/** Returns the first export of the project that fits. */
function exported<T>(
  host: Host,
  fits: (source: Source, found: Declared) => T | undefined,
): (Pool & { readonly what: T }) | undefined {
  for (const source of host.sources) {
    if (isTest(source.path)) continue;
    const program = treeOf(source);
    for (const found of program ? declarations(program) : []) {
      const what = fits(source, found);
      const way = what === undefined || !program ? undefined : exportOf(source, program, found.name);
      if (what !== undefined && way)
        return { path: source.path, name: found.name, isDefault: way === "default", what };
    }
  }
  return undefined;
}

/** Returns the PostgreSQL connection pool that the project exports. */
export const poolOf = (host: Host): Pool | undefined =>
  exported(host, (source, { value }) =>
    /["']pg["']/.test(source.text) &&
    value.type === "NewExpression" &&
    /^new\s+(?:\w+\.)?Pool\(/.test(textOf(source, value))
      ? true
      : undefined,
  );

/** Returns the Prisma client that the project exports, unless extended: its type differs then. */
export const clientOf = (host: Host): Pool | undefined =>
  exported(host, (source, { value }) => {
    const text = textOf(source, value);
    return /\bnew\s+PrismaClient\s*\(/.test(text) && !/\$extends|=>|\bfunction\b/.test(text)
      ? true
      : undefined;
  });

/** The service that injects Prisma's client in a NestJS application, and the module that exports it. */
export interface PrismaService {
  readonly service: Pool;
  readonly module: Pool;
}

/** Returns the Prisma service, or `undefined` if there is none or no module exports it. */
export function prismaServiceOf(host: Host): PrismaService | undefined {
  const named = (pattern: RegExp): Pool | undefined => {
    for (const { path, text } of host.sources) {
      const name = isTest(path) ? undefined : pattern.exec(text)?.[1];
      if (name !== undefined) return { path, name, isDefault: false };
    }
    return undefined;
  };
  const service = named(/^export class (\w+)\s+extends\s+PrismaClient\b/m);
  const lending = (name: string): RegExp =>
    new RegExp(`@Module\\(\\{[^@]*\\bexports:\\s*\\[[^\\]]*\\b${name}\\b[^@]*?^export class (\\w+)`, "m");
  const module = service && named(lending(service.name));
  return service && module ? { service, module } : undefined;
}

const guardNames =
  /^(?:auth|authenticate|authenticated|authMiddleware|authenticateToken|authenticateJWT|requireAuth|requireLogin|requireToken|isAuthenticated|isAuth|isLoggedIn|ensureAuthenticated|ensureAuth|verifyToken|verifyJWT|protect|checkAuth|checkToken|jwtAuth)$/;

const isMiddleware = (node: Node): boolean => {
  const names = nodesOf(node["params"]).map(nameOf);
  return /Function/.test(node.type) && names.length === 3 && /^next$|^done$|^_?next/.test(names[2] ?? "");
};

/** Whether a function is middleware, or returns some when called without arguments. */
function shapeOf(node: Node): "middleware" | "factory" | undefined {
  if (isMiddleware(node)) return "middleware";
  const needed = nodesOf(node["params"]).filter(
    ({ type }) => type !== "RestElement" && type !== "AssignmentPattern",
  );
  if (!/Function/.test(node.type) || needed.length) return undefined;
  const body = member(node, "body");
  if (body && isMiddleware(body)) return "factory";
  const returned =
    body &&
    [...walk(body)].some(
      (inner) => inner.type === "ReturnStatement" && isMiddleware(member(inner, "argument") ?? inner),
    );
  return returned ? "factory" : undefined;
}

/** Returns the middleware that authenticates the project's own routes. */
export function guardOf(host: Host): Guard | undefined {
  const found = exported(host, (source, { name, value }) =>
    guardNames.test(name) && /express|middleware|auth/i.test(`${source.path}${source.text}`)
      ? shapeOf(value)
      : undefined,
  );
  return (
    found && {
      path: found.path,
      name: found.name,
      isDefault: found.isDefault,
      factory: found.what === "factory",
    }
  );
}

/** Returns the environment variable with the project's database URL; undefined if its sources name none. */
export function variableOf(host: Host, pattern: RegExp): string | undefined {
  for (const { path, text } of host.sources) {
    const found = isTest(path) ? undefined : pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The settings of a PostgreSQL connection, each with the environment variable that the project takes it from. */
export type Parts = Readonly<Record<"host" | "user" | "password" | "database", string>> & {
  readonly port?: string;
};

const partNames = {
  host: "host(?:name)?",
  port: "port",
  user: "user(?:name)?",
  password: "pass(?:word)?",
  database: "database|db(?:name)?",
} as const;

/** Matches a setting whose own value is read from a variable; the variables of one connection begin alike. */
const settingFrom = (names: string, start: string): RegExp =>
  new RegExp(
    `\\b(?:${names})['"]?\\s*:[^\\n,;{]{0,200}?(?:process\\.env(?:\\.|\\[['"])|\\bget\\w*(?:<\\w+>)?\\(['"])(${start}[A-Z0-9_]*)`,
  );

/** Returns the variables of a connection that the project states in parts: `host: process.env.DB_HOST`. */
export function connectionParts(host: Host): Parts | undefined {
  for (const { path, text } of host.sources) {
    const database = isTest(path) ? undefined : settingFrom(partNames.database, "[A-Z]").exec(text)?.[1];
    if (database === undefined) continue;
    const start = /^[A-Z0-9]+_/.exec(database)?.[0] ?? "";
    const found = Object.entries(partNames).map(([part, names]) => [
      part,
      settingFrom(names, start).exec(text)?.[1],
    ]);
    const {
      user,
      password,
      host: server,
      port,
    } = Object.fromEntries(found) as Partial<Record<string, string>>;
    if (server && user && password)
      return { host: server, ...(port ? { port } : {}), user, password, database };
  }
  return undefined;
}
