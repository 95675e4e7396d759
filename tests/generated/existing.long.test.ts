import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../../src/lib/program.suite.ts";
import { install, remove, run } from "./harness.ts";

interface Fixture {
  readonly name: string;
  /** Flags of `/api-gen`. */
  readonly flags?: string;
  readonly files: Readonly<Record<string, string>>;
  /** Commands that must pass, before and after. */
  readonly checks: readonly (readonly string[])[];
}

/** What the application itself must do with requests for the new resource: refuse broken JSON, and leave the rest alone. */
const asked = (app: string): string => `
  const server = ${app}.listen(0);
  const url = \`http://127.0.0.1:\${server.address().port}\`;
  const post = (path) => fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' });
  const answers = [];
  for (const path of ['/api/tags', '/api/elsewhere', '/users']) {
    const response = await post(path);
    answers.push([response.status, response.headers.get('content-type')?.split(';')[0]]);
  }
  await new Promise((resolve) => server.close(resolve));`;

const fixtures: readonly Fixture[] = [
  {
    name: "Express 4, CommonJS, jest",
    files: {
      "package.json": JSON.stringify({
        name: "old-shop",
        dependencies: { express: "4.21.2" },
        devDependencies: { "@eslint/js": "10.0.1", eslint: "10.15.0", globals: "17.14.0", jest: "29.7.0" },
      }),
      "eslint.config.js": `const js = require('@eslint/js');
const globals = require('globals');

module.exports = [
  js.configs.recommended,
  { files: ['**/*.js'], languageOptions: { sourceType: 'commonjs' } },
  {
    languageOptions: { globals: { ...globals.node, ...globals.jest } },
    rules: { eqeqeq: 'error', 'no-unused-vars': ['error', { argsIgnorePattern: '^(req|res|next)$' }], 'no-var': 'error' },
  },
];
`,
      "app.js": `const express = require('express');
const users = require('./routes/users');

const app = express();
app.use(express.json());
app.use('/users', users);
app.use((req, res) => res.status(404).json({ message: 'Not Found' }));
app.use((error, req, res, next) => res.status(418).json({ message: error.message }));

module.exports = app;
`,
      "routes/users.js": `const { Router } = require('express');

const router = Router();
router.get('/', (req, res) => res.json([]));

module.exports = router;
`,
      "test/app.test.js": `const app = require('../app');

test('answers', async () => {${asked("app")}
  // What is not the resource's is the application's, as it was.
  expect(answers.slice(1)).toEqual([[418, 'application/json'], [418, 'application/json']]);
  const mounted = require('node:fs').existsSync('routes/tags.js');
  expect(answers[0]).toEqual(mounted ? [400, 'application/problem+json'] : [418, 'application/json']);
});
`,
    },
    checks: [
      ["npx", "eslint", "--max-warnings=0", "."],
      ["npx", "jest"],
    ],
  },
  {
    name: "Express 5, TypeScript, vitest, with versions",
    flags: " --etag",
    files: {
      "package.json": JSON.stringify({
        name: "new-shop",
        type: "module",
        dependencies: { express: "5.3.0" },
        devDependencies: {
          "@eslint/js": "10.0.1",
          "@types/express": "5.0.6",
          "@types/node": "24.19.2",
          eslint: "10.15.0",
          typescript: "5.9.3",
          "typescript-eslint": "8.74.0",
          vitest: "4.1.12",
        },
      }),
      "eslint.config.js": `import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.disableTypeChecked], rules: { 'no-undef': 'off' } },
);
`,
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          target: "es2022",
          module: "nodenext",
          strict: true,
          noUncheckedIndexedAccess: true,
          verbatimModuleSyntax: true,
          skipLibCheck: true,
        },
        include: ["src", "tests"],
      }),
      "src/app.ts": `import express, { type Express } from 'express';
import { userRouter } from './routes/userRouter.js';

export function createApp(): Express {
  const app = express();
  app.use(express.json());
  app.use('/users', userRouter);
  app.use((_request, response) => void response.status(404).json({}));
  return app;
}
`,
      "src/routes/userRouter.ts": `import { Router } from 'express';

export const userRouter: Router = Router();
userRouter.get('/', (_request, response) => void response.json([]));
`,
      "tests/app.test.js": `import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createApp } from '../src/app.js';

test('answers', async () => {${asked("createApp()")}
  expect(answers.slice(1).map(([status]) => status)).toEqual([400, 400]);
  const mounted = existsSync('src/routes/tagRouter.ts');
  expect(answers[0]).toEqual([400, mounted ? 'application/problem+json' : 'text/html']);
});
`,
    },
    checks: [
      ["npx", "tsc", "--noEmit"],
      ["npx", "eslint", "--max-warnings=0", "."],
      ["npx", "vitest", "run"],
    ],
  },
  {
    name: "NestJS 11, jest, with versions",
    flags: " --etag",
    files: {
      "package.json": JSON.stringify({
        name: "nest-shop",
        dependencies: {
          "@nestjs/common": "11.1.9",
          "@nestjs/core": "11.1.9",
          "@nestjs/platform-express": "11.1.9",
          "reflect-metadata": "0.2.2",
          rxjs: "7.8.2",
        },
        devDependencies: {
          "@nestjs/testing": "11.1.9",
          "@types/express": "5.0.6",
          "@types/jest": "29.5.14",
          "@types/node": "24.19.2",
          eslint: "10.15.0",
          jest: "29.7.0",
          prettier: "3.7.4",
          "ts-jest": "29.4.6",
          typescript: "5.9.3",
          "typescript-eslint": "8.74.0",
        },
        prettier: { singleQuote: true, trailingComma: "all", printWidth: 100 },
        jest: {
          rootDir: "src",
          testRegex: ".*\\.spec\\.ts$",
          moduleFileExtensions: ["js", "json", "ts"],
          transform: { "^.+\\.ts$": "ts-jest" },
        },
      }),
      ".prettierignore": "src/app.controller.spec.ts\n",
      "eslint.config.mjs": `import tseslint from 'typescript-eslint';

export default tseslint.config(...tseslint.configs.recommended, {
  rules: { '@typescript-eslint/explicit-function-return-type': 'error' },
});
`,
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          target: "es2022",
          module: "commonjs",
          esModuleInterop: true,
          strictNullChecks: true,
          isolatedModules: true,
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
          skipLibCheck: true,
          types: ["jest", "node"],
        },
      }),
      "src/main.ts": `import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';

void NestFactory.create(AppModule).then((app) => app.listen(3000));
`,
      "src/app.module.ts": `import { Module } from '@nestjs/common';
import { AppController } from './app.controller';

@Module({ controllers: [AppController] })
export class AppModule {}
`,
      "src/app.controller.ts": `import { Controller, Get } from '@nestjs/common';

@Controller()
export class AppController {
  @Get()
  hello(): string {
    return 'hello';
  }
}
`,
      "src/app.controller.spec.ts": `import { existsSync } from 'node:fs';
import { Test } from '@nestjs/testing';
import { AppModule } from './app.module';

it('answers', async () => {
  const app = (await Test.createTestingModule({ imports: [AppModule] }).compile()).createNestApplication({ logger: false });
  await app.listen(0, '127.0.0.1');
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
  const response = await fetch(\`\${await app.getUrl()}/api/tags\`, body);
  const mounted = existsSync(\`\${__dirname}/tags\`);
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')?.split(';')[0]).toBe(mounted ? 'application/problem+json' : 'application/json');
  await app.close();
});
`,
    },
    checks: [
      ["npx", "tsc", "--noEmit"],
      ["npx", "eslint", "--max-warnings=0", "src/**/*.ts"],
      ["npx", "prettier", "--check", "src"],
      ["npx", "jest"],
    ],
  },
  {
    name: "Express 4 and mongoose, standard, jest",
    files: {
      "package.json": JSON.stringify({
        name: "seed-bank",
        dependencies: { express: "4.21.2", mongoose: "8.19.4" },
        devDependencies: { jest: "29.7.0", standard: "17.1.2" },
        standard: { env: ["jest"] },
      }),
      "config.js": `module.exports = {
  url: process.env.MONGO_URL || 'mongodb://127.0.0.1/seeds',
  prefix: '/api/v2'
}
`,
      "app.js": `const express = require('express')
const config = require('./config')
const routes = require('./routes')

const app = express()
app.use(express.json())
app.use(config.prefix, routes)
app.use((req, res) => res.status(404).json({ message: 'Not Found' }))

module.exports = app
`,
      "routes/index.js": `const { Router } = require('express')

const router = Router()
router.use('/seeds', require('./seeds'))

module.exports = router
`,
      "routes/seeds.js": `const { Router } = require('express')
const Seed = require('../models/Seed')

const router = Router()
router.get('/', function list (req, res, next) {
  Seed.find().then((seeds) => res.json(seeds), next)
})

module.exports = router
`,
      "models/Seed.js": `const { Schema, model } = require('mongoose')

module.exports = model('Seed', new Schema({ name: String }))
`,
      "test/app.test.js": `const { existsSync } = require('node:fs')
const app = require('../app')

test('answers below its own prefix', async () => {
  const server = app.listen(0)
  const url = \`http://127.0.0.1:\${server.address().port}\`
  const sent = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'tag' }
  const answers = [await fetch(url + '/api/v2/tags', sent), await fetch(url + '/api/tags', sent)]
  await new Promise((resolve) => server.close(resolve))
  expect(answers.map(({ status }) => status)).toEqual([existsSync('routes/tags.js') ? 415 : 404, 404])
})
`,
    },
    checks: [
      ["npx", "standard"],
      ["npx", "jest"],
    ],
  },
  {
    name: "Express 5 and Drizzle, Biome, tests beside",
    files: {
      "package.json": JSON.stringify({
        name: "pond",
        type: "module",
        dependencies: { "drizzle-orm": "0.41.0", express: "5.3.0", pg: "8.23.1", zod: "3.24.2" },
        devDependencies: {
          "@biomejs/biome": "1.9.4",
          "@electric-sql/pglite": "0.2.17",
          "@types/express": "5.0.6",
          "@types/node": "24.19.2",
          "@types/pg": "8.23.1",
          typescript: "5.9.3",
          vitest: "4.1.12",
        },
      }),
      "biome.json": JSON.stringify({
        formatter: { indentStyle: "space", lineWidth: 100 },
        linter: { rules: { recommended: true, style: { useImportType: "error", noDefaultExport: "error" } } },
        javascript: { formatter: { quoteStyle: "single", semicolons: "asNeeded" } },
      }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          target: "es2022",
          module: "esnext",
          moduleResolution: "bundler",
          strict: true,
          noUncheckedIndexedAccess: true,
          verbatimModuleSyntax: true,
          skipLibCheck: true,
        },
        include: ["src"],
      }),
      "src/app.ts": `import express, { type Express } from 'express'
import type { Db } from './db/client'
import { fishRouter } from './routes/fish'

export function createApp(db: Db): Express {
  const app = express()
  app.use(express.json())
  app.use('/api/fish', fishRouter(db))
  return app
}
`,
      "src/db/client.ts": `import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Db = NodePgDatabase

export const db: Db = drizzle(new pg.Pool({ connectionString: process.env.POND_DATABASE_URL }))
`,
      "src/db/schema/fish.ts": `import { pgTable, serial, text } from 'drizzle-orm/pg-core'

export const fish = pgTable('fish', { id: serial('id').primaryKey(), name: text('name').notNull() })
`,
      "src/repositories/fish.ts": `import type { Db } from '../db/client'
import { fish } from '../db/schema/fish'

export const listFish = (db: Db): Promise<(typeof fish.$inferSelect)[]> => db.select().from(fish)
`,
      "src/routes/fish.ts": `import { Router } from 'express'
import type { Db } from '../db/client'
import { listFish } from '../repositories/fish'

export function fishRouter(db: Db): Router {
  const router = Router()
  router.get('/', async (_request, response) => void response.json(await listFish(db)))
  return router
}
`,
      "src/routes/fish.test.ts": `import { expect, it } from 'vitest'
import { db } from '../db/client'
import { fishRouter } from './fish'

it('has a route', () => expect(fishRouter(db).stack).toHaveLength(1))
`,
    },
    checks: [
      ["npx", "tsc", "--noEmit"],
      ["npx", "biome", "check", "src"],
      ["npx", "vitest", "run"],
    ],
  },
  {
    name: "Express 5, Prisma, TypeScript, vitest",
    files: {
      "package.json": JSON.stringify({
        name: "prisma-shop",
        type: "module",
        dependencies: { "@prisma/adapter-pg": "7.10.0", "@prisma/client": "7.10.0", express: "5.3.0" },
        devDependencies: {
          "@types/express": "5.0.6",
          "@types/node": "24.19.2",
          prisma: "7.10.0",
          typescript: "5.9.3",
          vitest: "4.1.12",
        },
      }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          target: "es2023",
          module: "nodenext",
          strict: true,
          noUncheckedIndexedAccess: true,
          verbatimModuleSyntax: true,
          skipLibCheck: true,
        },
        include: ["src", "tests"],
      }),
      // Only migrate and db need the schema engine, which Prisma would download.
      "prisma.config.ts": `import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= fileURLToPath(import.meta.url);

export default defineConfig({ schema: 'prisma/schema.prisma' });
`,
      "prisma/schema.prisma": `generator client {
  provider = "prisma-client"
  output   = "../src/generated/prisma"
}

datasource db {
  provider = "postgresql"
}

/// People, who were there before.
model User {
  id    Int    @id @default(autoincrement())
  email String @unique
}
`,
      "prisma/migrations/20250101120000_init/migration.sql":
        'create table "User" (id serial primary key, email text not null unique);\n',
      "src/db.ts": `import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/prisma/client.js';

export const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env['DATABASE_URL'] ?? '' }),
});
`,
      "src/app.ts": `import express, { type Express } from 'express';
import { userRouter } from './routes/userRouter.js';

export function createApp(): Express {
  const app = express();
  app.use(express.json());
  app.use('/users', userRouter);
  app.use((_request, response) => void response.status(404).json({}));
  return app;
}
`,
      "src/routes/userRouter.ts": `import { Router } from 'express';
import { prisma } from '../db.js';

export const userRouter: Router = Router();
userRouter.get('/', async (_request, response) => void response.json(await prisma.user.findMany()));
`,
      "tests/app.test.js": `import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createApp } from '../src/app.js';

test('answers', async () => {${asked("createApp()")}
  const mounted = existsSync('src/routes/tagRouter.ts');
  expect(answers[0]).toEqual([400, mounted ? 'application/problem+json' : 'text/html']);
});
`,
    },
    checks: [
      ["npx", "prisma", "generate"],
      ["npx", "tsc", "--noEmit"],
      ["npx", "vitest", "run"],
    ],
  },
];

describe.each(fixtures)("$name", ({ flags = "", files, checks }) => {
  let root = "";
  let home = "";
  const passes = async (): Promise<void> => {
    for (const command of checks) {
      const { code, output } = await run(command, root);
      expect(code, output.slice(-20_000)).toBe(0);
    }
  };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "antiphon-host-"));
    home = mkdtempSync(join(tmpdir(), "antiphon-home-"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  });
  afterAll(() => [root, home].forEach(remove));

  it("passes its own tests and the generated ones, and is as it was after undo", async () => {
    const antiphon = (...words: readonly string[]) =>
      run([process.execPath, program, ...words, `--cwd=${root}`, "--yes", "--quiet"], root, {
        HOME: home,
        XDG_STATE_HOME: home,
      });
    const generated = await antiphon(`/api-gen Tag${flags}`);
    expect(generated.code, generated.output).toBe(0);
    const written = readdirSync(root, { recursive: true }).map((path) => basename(String(path)));
    expect(written.includes("etag.ts")).toBe(flags !== "");
    await install(root, readFileSync(join(root, "package.json"), "utf8"));
    await passes();
    const undone = await antiphon("/undo");
    expect(undone.code, undone.output).toBe(0);
    for (const [path, text] of Object.entries(files))
      expect(readFileSync(join(root, path), "utf8")).toBe(text);
    await passes();
  });
});
