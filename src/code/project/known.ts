/** Dependencies that identify each framework or tool, in order of preference. */
export const frameworks: Readonly<Record<string, readonly string[]>> = {
  nestjs: ["@nestjs/core"],
  next: ["next"],
  express: ["express"],
  fastify: ["fastify"],
  hono: ["hono"],
  koa: ["koa"],
  fastapi: ["fastapi"],
  flask: ["flask"],
  django: ["django"],
  starlette: ["starlette"],
};

export const databases: Readonly<Record<string, readonly string[]>> = {
  prisma: ["prisma", "@prisma/client"],
  drizzle: ["drizzle-orm"],
  typeorm: ["typeorm"],
  sequelize: ["sequelize"],
  mongodb: ["mongodb", "mongoose", "pymongo", "motor", "beanie"],
  postgres: ["pg", "postgres", "@electric-sql/pglite", "psycopg", "psycopg2", "psycopg2-binary", "asyncpg"],
  sqlalchemy: ["sqlalchemy", "sqlmodel"],
  sqlite: ["better-sqlite3", "sqlite3", "aiosqlite"],
  mysql: ["mysql2", "mysqlclient", "pymysql"],
};

export const runners: Readonly<Record<string, readonly string[]>> = {
  vitest: ["vitest"],
  jest: ["jest", "ts-jest", "@nestjs/testing"],
  mocha: ["mocha"],
  ava: ["ava"],
  tap: ["tap"],
  tape: ["tape"],
  pytest: ["pytest", "pytest-asyncio"],
};

/** Lock files that identify the package manager. */
export const locks: Readonly<Record<string, string>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
  "uv.lock": "uv",
  "poetry.lock": "poetry",
  "pdm.lock": "pdm",
  "Pipfile.lock": "pipenv",
  "Gemfile.lock": "bundler",
  "go.mod": "go",
  "Cargo.toml": "cargo",
};

/** Patterns for each framework's application and routes; the first group is the variable. */
export const makers: Readonly<Record<string, { readonly app: RegExp; readonly routes: RegExp }>> = {
  nestjs: {
    app: /\b(?:const|let|var)\s+(\w+)\s*(?::[^=]+)?=\s*await\s+NestFactory\.create/,
    routes: /@Controller\(/,
  },
  express: {
    app: /\b(?:const|let|var)\s+(\w+)\s*(?::[^=]+)?=\s*express\(\)/,
    routes: /\bRouter\(|\.(?:get|post|put|delete)\(\s*["'`]\//,
  },
  fastify: {
    app: /\b(?:const|let|var)\s+(\w+)\s*(?::[^=]+)?=\s*(?:await\s+)?[fF]astify\(/,
    routes: /\.(?:get|post|put|delete|route)\(\s*["'`{]/,
  },
  hono: {
    app: /\b(?:const|let|var)\s+(\w+)\s*(?::[^=]+)?=\s*new\s+(?:Hono|OpenAPIHono)\b/,
    routes: /\bnew\s+(?:Hono|OpenAPIHono)\b|\.(?:get|post|put|delete)\(\s*["'`]\//,
  },
  koa: {
    app: /\b(?:const|let|var)\s+(\w+)\s*(?::[^=]+)?=\s*new\s+Koa\(/,
    routes: /\bnew\s+Router\(/,
  },
  fastapi: {
    app: /^([ \t]*\w+)\s*(?::[^=\n]+)?=\s*FastAPI\(/m,
    routes: /\bAPIRouter\(|@\w+\.(?:get|post|put|delete)\(/,
  },
  flask: { app: /^([ \t]*\w+)\s*(?::[^=\n]+)?=\s*Flask\(/m, routes: /\bBlueprint\(|@\w+\.route\(/ },
};
