import { format, type FormatConfig } from "oxfmt";
import { hasEtags } from "../../api/index.ts";
import { table } from "../../lib/index.ts";
import type { Options } from "../contracts.ts";
import { formatFiles } from "../format-files.ts";
import type { Ecosystem } from "../leaves.ts";
import { accountFiles, accountModel } from "./files/accounts.ts";
import { auth } from "./files/auth.ts";
import { hasAccounts } from "../tokens.ts";
import { modelOf } from "./model.ts";
import { hasRules } from "../served.ts";
import { paths } from "./typescript-names.ts";
import { projectFiles } from "./project.ts";
import { shippedFile } from "./shipped.ts";
import { versions } from "./versions.ts";
import { moduleFile } from "../module-file.ts";

const frameworks = table({
  express: () => import("./frameworks/express.ts"),
  nestjs: () => import("./frameworks/nestjs.ts"),
  fastify: () => import("./frameworks/fastify.ts"),
  hono: () => import("./frameworks/hono.ts"),
});
const databases = table({
  postgres: () => import("./databases/postgres.ts"),
  mongodb: () => import("./databases/mongodb.ts"),
  prisma: () => import("./databases/prisma.ts"),
  sqlite: () => import("./databases/sqlite.ts"),
});
const testFrameworks = table({
  vitest: () => import("./tests/vitest.ts"),
  jest: () => import("./tests/jest.ts"),
});

/** Maximum line width that the formatter accepts. */
const mostWidth = 320;

const settings = ({ project, guest }: Options): FormatConfig => ({
  printWidth: Math.min(guest?.width ?? 110, mostWidth),
  trailingComma: guest?.trailingCommas === false ? "none" : "all",
  ...(project
    ? {
        singleQuote: project.style.quotes === "single",
        semi: project.style.semicolons,
        useTabs: project.style.indent === "tab",
        tabWidth: project.style.indent === "tab" ? 2 : project.style.indent,
      }
    : {}),
});

export const typescript = {
  frameworks,
  databases,
  testFrameworks,
  models: (api, database, options) => ({
    ...(options.auth ? auth(api, options) : {}),
    dependencies: { zod: versions.zod, ...(options.auth ? auth(api, options).dependencies : {}) },
    files: [
      ...(options.auth ? (auth(api, options).files ?? []) : []),
      ...(hasAccounts(api) ? accountFiles(api) : []),
      shippedFile("problem.ts"),
      shippedFile("validation.ts", { guest: options.guest !== undefined }),
      shippedFile("id.ts"),
      ...(hasRules(api) ? [shippedFile("rules.ts")] : []),
      ...(hasEtags(api) ? [shippedFile("etag.ts")] : []),
      ...(api.resources.some(({ fields }) => fields.some(({ secret }) => secret))
        ? [shippedFile("password.ts", { accounts: hasAccounts(api) })]
        : []),
      ...api.resources.map((resource) =>
        moduleFile(
          paths(resource).model,
          ...modelOf(resource),
          ...accountModel(resource, api),
          database.functions(resource, api),
        ),
      ),
    ],
  }),
  project: projectFiles,
  server: async (spec, leaves, options) =>
    (await import("./server/index.ts")).generateServer(spec, leaves, options),
  docs: (resource) => paths(resource).docs,
  format: (files, options) =>
    formatFiles(files, options, async ({ path, text }) => {
      if (!/\.(ts|js|mjs|json|md)$/.test(path)) return { path, text };
      const { code, errors } = await format(path, text, settings(options));
      if (errors.length) throw new Error(`${path}: ${errors[0]?.message ?? ""}\n${text}`);
      return { path, text: code };
    }),
} as const satisfies Ecosystem;
