/** Sample applications of the supported shapes. */
export const manifest = (dependencies: Readonly<Record<string, string>>, more: object = {}): string =>
  `${JSON.stringify({ name: "shop", ...more, dependencies }, null, 2)}\n`;

export const cjs = {
  "package.json": manifest({ express: "^4.19.0" }, { devDependencies: { jest: "^29.0.0" } }),
  "app.js": `const express = require('express');
const users = require('./routes/users');

const app = express();

app.use(express.json());
app.use('/users', users); // people

// nothing else was there
app.use((req, res) => {
  res.status(404).json({ message: 'Not Found' });
});

module.exports = app;
`,
  "routes/users.js": `const express = require('express');

const router = express.Router();
router.get('/', (req, res) => res.json([]));

module.exports = router;
`,
  "test/users.test.js":
    "const app = require('../app');\n\ntest('is there', () => expect(app).toBeDefined());\n",
};

export const factory = {
  "package.json": manifest(
    { express: "^5.0.0", pg: "^8.0.0" },
    { type: "module", devDependencies: { typescript: "^5.9.0", vitest: "^4.0.0" } },
  ),
  "src/app.ts": `import express, { type Express } from "express"
import { pool } from "./db/pool.js"
import { userRoutes } from "./routes/user-routes.js"

export function createApp(): Express {
\tconst app = express()
\tapp.use(express.json())
\tapp.get("/healthz", async (_request, response) => {
\t\tawait pool.query("select 1")
\t\tresponse.json({})
\t})
\tapp.use("/users", userRoutes)
\tapp.use((error: Error, _request: unknown, response: express.Response, _next: unknown) => {
\t\tresponse.status(500).json({ message: error.message })
\t})
\treturn app
}
`,
  "src/db/pool.ts": `import pg from "pg"

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
`,
  "src/routes/user-routes.ts": `import { Router } from "express"

export const userRoutes = Router()
userRoutes.get("/", (_request, response) => {
\tresponse.json([])
})
`,
  "src/models/user-model.ts": `export interface User {
\treadonly id: string
}
`,
  "tests/user.test.ts": `import { it } from "vitest"
import { createApp } from "../src/app.js"

it("starts", () => void createApp())
`,
};

export const nest = {
  "package.json": manifest(
    { "@nestjs/common": "^11.0.0", "@nestjs/core": "^11.0.0", "@nestjs/platform-express": "^11.0.0" },
    { devDependencies: { typescript: "^5.9.0", jest: "^29.0.0", "@nestjs/testing": "^11.0.0" } },
  ),
  "src/main.ts": `import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.setGlobalPrefix('api');
  await app.listen(3000);
}
void bootstrap();
`,
  "src/app.module.ts": `import { Module } from '@nestjs/common';
import { UsersModule } from './users/users.module';

@Module({
  imports: [
    UsersModule,
  ],
})
export class AppModule {}
`,
  "src/users/users.module.ts":
    "import { Module } from '@nestjs/common';\n\n@Module({})\nexport class UsersModule {}\n",
  "src/users/users.controller.ts":
    "import { Controller } from '@nestjs/common';\n\n@Controller('users')\nexport class UsersController {}\n",
  "src/users/users.service.ts": "export class UsersService {}\n",
};
