import type { Host, Module } from "./host.ts";
import { imports } from "./host.ts";
import { isTest } from "./syntax.ts";

/** A name in the project that generated code imports. */
export interface Own {
  readonly path: string;
  readonly name: string;
}

const application = ({ modules }: Host): readonly Module[] => modules.filter(({ path }) => !isTest(path));

/** Returns a module variable whose value fits. */
function variableThat(host: Host, fits: (value: string, module: Module) => boolean): Own | undefined {
  for (const module of application(host)) {
    for (const { kind, text } of module.statements) {
      const [, name, value] =
        /^(\w+)\s*(?::[^=\n]+)?=\s*([\s\S]+)$/.exec(kind === "AssignStatement" ? text : "") ?? [];
      if (name !== undefined && value !== undefined && fits(value, module))
        return { path: module.path, name };
    }
  }
  return undefined;
}

const drivers = ["psycopg", "psycopg2", "psycopg2-binary", "asyncpg"];

/** Whether PostgreSQL is the only database server that the project uses. */
const isOnPostgres = (host: Host): boolean =>
  drivers.some((driver) => Object.hasOwn(host.project.dependencies, driver)) &&
  !application(host).some(({ text }) => /["'f]\s*(?:sqlite|mysql|mariadb|mssql|oracle)\b[\w+]*:/.test(text));

/** Returns the SQLAlchemy engine that connects the project to PostgreSQL. */
export const engineOf = (host: Host): Own | undefined =>
  isOnPostgres(host)
    ? variableThat(host, (value) => /^(?:\w+\.)?(?:create_engine|create_async_engine)\(/.test(value))
    : undefined;

/** Returns the project's database of MongoDB's asynchronous client. */
export const mongoOf = (host: Host): Own | undefined =>
  variableThat(host, (value, { text }) => {
    const client = /^(\w+)\s*(?::[^=\n]+)?=\s*(?:\w+\.)?AsyncMongoClient\(/m.exec(text)?.[1];
    return (
      client !== undefined &&
      new RegExp(
        `^${client}(?:\\[[^\\]]+\\]|\\.get_(?:default_)?database\\([^)]*\\)|\\.(?!get_|close|admin)\\w+)$`,
      ).test(value.trim())
    );
  });

const guards =
  /^(?:get_)?current_(?:active_)?(?:user|principal|account)$|^(?:require|check|verify|validate)_(?:auth\w*|user|login|token|access_token|jwt|api_key)$|^(?:is_|ensure_)?authenticated?$/;

/** Returns the dependency that authenticates the project's own routes; of several, the most used. */
export function guardOf(host: Host): Own | undefined {
  const defined = application(host).flatMap(({ path, statements }) =>
    statements.flatMap(({ name }) => (name !== undefined && guards.test(name) ? [{ path, name }] : [])),
  );
  const uses = (name: string): number =>
    application(host).reduce(
      (sum, { text }) =>
        sum + [...text.matchAll(new RegExp(`\\b(?:Depends|Security)\\(\\s*${name}\\b`, "g"))].length,
      0,
    );
  const used = defined
    .map((item) => ({ own: item, count: uses(item.name) }))
    .filter(({ count }) => count > 0);
  const [best] = used.toSorted((a, b) => b.count - a.count);
  // Two dependencies with the same name can't be distinguished.
  return best && defined.filter(({ name }) => name === best.own.name).length === 1 ? best.own : undefined;
}

const variables: Readonly<Record<string, RegExp>> = {
  postgres: /\b(?:TEST_)?((?:DATABASE|POSTGRES|POSTGRESQL|PG|DB)_(?:URL|URI|DSN))\b/i,
  mongodb: /\b((?:MONGO|MONGODB|DATABASE|DB)_(?:URL|URI|DSN|CONNECTION_STRING))\b/i,
};

/**
 * Returns the environment variable with the database URL: the project's own unless it is for another kind of server.
 */
export function variableOf(host: Host, database: string, usual: string): string {
  const pattern = variables[database];
  const found = application(host).flatMap(({ text }) => pattern?.exec(text)?.[1]?.toUpperCase() ?? [])[0];
  const fits =
    database === "postgres"
      ? isOnPostgres(host)
      : application(host).some(({ statements }) =>
          imports(statements).some(({ module }) =>
            /^(?:pymongo|motor|beanie|mongoengine|odmantic)\b/.test(module),
          ),
        );
  if (found !== undefined && fits) return found;
  return found === usual ? `API_${usual}` : usual;
}
