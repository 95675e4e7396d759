import type { ApiDefinition } from "../../api/index.ts";
import { hasAccounts } from "../tokens.ts";

/** Exact dependency versions of generated TypeScript projects; all run on Node 20.19 and later. */
export const versions = {
  "@electric-sql/pglite": "0.5.16",
  "@hono/node-server": "2.1.9",
  "@jest/globals": "30.5.2",
  "@oxc-node/core": "0.1.7",
  "@prisma/adapter-pg": "7.10.0",
  "@prisma/client": "7.10.0",
  "@swc/core": "1.16.22",
  "@swc/jest": "0.2.39",
  "@types/express": "5.0.6",
  "@types/node": "24.19.2",
  "@types/pg": "8.23.1",
  "@nestjs/common": "12.5.1",
  "@nestjs/core": "12.5.1",
  "@nestjs/platform-express": "12.5.1",
  express: "5.3.0",
  fastify: "5.12.8",
  "express-rate-limit": "8.7.5",
  hono: "4.13.19",
  helmet: "8.3.0",
  jose: "6.2.17",
  jest: "30.5.2",
  bson: "7.3.4",
  mongodb: "7.9.0",
  "mongodb-memory-server-core": "11.3.0",
  oxlint: "1.94.0",
  pg: "8.23.1",
  prisma: "7.10.0",
  "reflect-metadata": "0.2.2",
  rxjs: "7.8.2",
  typescript: "7.0.2",
  vitest: "4.1.12",
  zod: "4.6.7",
} as const;

/** Returns the packages that limit sign-in attempts and set security headers. */
export const guardDependencies = (
  api: ApiDefinition,
  { auth }: { readonly auth: boolean },
): Readonly<Record<string, string>> => ({
  ...(auth ? { helmet: versions.helmet } : {}),
  ...(hasAccounts(api) ? { "express-rate-limit": versions["express-rate-limit"] } : {}),
});
